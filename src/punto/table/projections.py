"""Registers read from the log of a table: nothing is kept twice."""

from collections.abc import Iterable

from punto.aggregate.envelope import LogEntry
from punto.table.base_classes import TableEvent
from punto.table.conduct.disputes import (
    DisputeClosed,
    DisputeRaised,
    DisputeRuled,
    ReviewRequested,
    moved_on,
)
from punto.table.deal.coup_reversal import WinningsTakenBack
from punto.table.mispayments import (
    Mispaid,
    MispaymentCured,
    MispaymentEnquired,
    looked_into,
    mispayment,
)
from punto.table.open_issues import Debt, Dispute, Mispayment
from punto.table.register import RegisterEntry


def entries(log: Iterable[LogEntry[TableEvent]]) -> list[RegisterEntry]:
    """Return the lines of the register in order."""
    return [entry.event for entry in log if isinstance(entry.event, RegisterEntry)]


def mispayments(log: Iterable[LogEntry[TableEvent]]) -> list[Mispayment]:
    """Return every wrong payment as it stands, those that are dealt with included."""
    found: dict[int, Mispayment] = {}
    for entry in log:
        match event := entry.event:
            case Mispaid():
                found[event.number] = mispayment(event, entry.envelope)
            case MispaymentCured(how="stands"):
                del found[event.number]
            case MispaymentEnquired() | MispaymentCured():
                found[event.number] = looked_into(found[event.number], event, entry.envelope)
            case _:
                pass
    return list(found.values())


def disputes(log: Iterable[LogEntry[TableEvent]]) -> list[Dispute]:
    """Return every dispute as it stands, closed ones included."""
    found: dict[int, Dispute] = {}
    for entry in log:
        match event := entry.event:
            case DisputeRaised():
                found[event.number] = Dispute(
                    event.number, event.person, event.facts, coup=event.coup
                )
            case ReviewRequested() | DisputeRuled() | DisputeClosed():
                found[event.number] = moved_on(found[event.number], event, entry.envelope)
            case _:
                pass
    return list(found.values())


def debts(log: Iterable[LogEntry[TableEvent]]) -> list[Debt]:
    """Return what could not be got back when coups were undone."""
    events = (entry.event for entry in log)
    return [
        debt for event in events if isinstance(event, WinningsTakenBack) for debt in event.debts
    ]
