"""Registers read from the log of a table, so that nothing is stored twice."""

from collections.abc import Iterable

from punto.aggregate.envelope import LogEntry
from punto.table.base_classes import TableEvent
from punto.table.conduct.disputes import (
    DisputeClosed,
    DisputeRaised,
    DisputeRuled,
    ReviewRequested,
    dispute_after,
)
from punto.table.deal.coup_reversal import WinningsTakenBack
from punto.table.mispayments import (
    Mispaid,
    MispaymentCured,
    MispaymentEnquired,
    mispayment,
    mispayment_after,
)
from punto.table.open_issues import Debt, Dispute, Mispayment
from punto.table.register import RegisterEntry


def entries(log: Iterable[LogEntry[TableEvent]]) -> list[RegisterEntry]:
    """Return the lines of the register in order."""
    return [entry.event for entry in log if isinstance(entry.event, RegisterEntry)]


def mispayments(log: Iterable[LogEntry[TableEvent]]) -> list[Mispayment]:
    """Return every wrong payment in its current state, also finished ones."""
    by_number: dict[int, Mispayment] = {}
    for entry in log:
        match event := entry.event:
            case Mispaid():
                by_number[event.number] = mispayment(event, entry.envelope)
            case MispaymentCured(how="stands"):
                del by_number[event.number]
            case MispaymentEnquired() | MispaymentCured():
                by_number[event.number] = mispayment_after(
                    by_number[event.number], event, entry.envelope
                )
            case _:
                pass
    return list(by_number.values())


def disputes(log: Iterable[LogEntry[TableEvent]]) -> list[Dispute]:
    """Return every dispute in its current state, also closed ones."""
    by_number: dict[int, Dispute] = {}
    for entry in log:
        match event := entry.event:
            case DisputeRaised():
                by_number[event.number] = Dispute(
                    event.number, event.person, event.facts, coup=event.coup
                )
            case ReviewRequested() | DisputeRuled() | DisputeClosed():
                by_number[event.number] = dispute_after(
                    by_number[event.number], event, entry.envelope
                )
            case _:
                pass
    return list(by_number.values())


def debts(log: Iterable[LogEntry[TableEvent]]) -> list[Debt]:
    """Return what could not be recovered when coups were reversed."""
    events = (entry.event for entry in log)
    return [
        debt for event in events if isinstance(event, WinningsTakenBack) for debt in event.debts
    ]
