"""Registers read from the log of a table: nothing is kept twice."""

from collections.abc import Iterable

from punto.table.conduct.events import (
    DisputeClosed,
    DisputeRaised,
    DisputeRuled,
    ReviewRequested,
)
from punto.table.conduct.evolve import moved_on
from punto.table.errors.events import (
    Mispaid,
    MispaymentCured,
    MispaymentEnquired,
    WinningsTakenBack,
)
from punto.table.errors.evolve_payments import looked_into, mispayment
from punto.table.events import AnyEvent
from punto.table.matters import Debt, Dispute, Mispayment
from punto.table.register import RegisterEntry


def entries(log: Iterable[AnyEvent]) -> list[RegisterEntry]:
    """Return the lines of the register in order."""
    return [event for event in log if isinstance(event, RegisterEntry)]


def mispayments(log: Iterable[AnyEvent]) -> list[Mispayment]:
    """Return every wrong payment as it stands, those that are dealt with included."""
    found: dict[int, Mispayment] = {}
    for event in log:
        match event:
            case Mispaid():
                found[event.number] = mispayment(event)
            case MispaymentCured(how="stands"):
                del found[event.number]
            case MispaymentEnquired() | MispaymentCured():
                found[event.number] = looked_into(found[event.number], event)
            case _:
                pass
    return list(found.values())


def disputes(log: Iterable[AnyEvent]) -> list[Dispute]:
    """Return every dispute as it stands, closed ones included."""
    found: dict[int, Dispute] = {}
    for event in log:
        match event:
            case DisputeRaised():
                found[event.number] = Dispute(
                    event.number, event.person, event.facts, coup=event.coup
                )
            case ReviewRequested() | DisputeRuled() | DisputeClosed():
                found[event.number] = moved_on(found[event.number], event)
            case _:
                pass
    return list(found.values())


def debts(log: Iterable[AnyEvent]) -> list[Debt]:
    """Return what could not be got back when coups were undone."""
    return [debt for event in log if isinstance(event, WinningsTakenBack) for debt in event.debts]
