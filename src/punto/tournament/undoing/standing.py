"""What of a log stands: without the steps that were taken back."""

from collections.abc import Iterable

from punto.aggregate.envelope import LogEntry
from punto.table.events import AnyEvent as TableEvent
from punto.tournament.events import AnyEvent
from punto.tournament.tables import TableStepped
from punto.tournament.undoing.events import StepUndone


def at_one_table(log: Iterable[LogEntry[AnyEvent]], number: int) -> list[LogEntry[TableEvent]]:
    """Return what happened at one table and was not taken back, from its setting up on."""
    return [
        LogEntry(entry.envelope, entry.event.event)
        for entry in standing(log)
        if isinstance(entry.event, TableStepped) and entry.event.table == number
    ]


def standing(log: Iterable[LogEntry[AnyEvent]]) -> list[LogEntry[AnyEvent]]:
    """Return what happened and was not taken back."""
    found: list[LogEntry[AnyEvent]] = []
    for entry in log:
        if isinstance(entry.event, StepUndone):
            del found[len(found) - entry.event.events :]
        else:
            found.append(entry)
    return found
