"""What of a log stands: without the steps that were taken back."""

from collections.abc import Iterable

from punto.table.events import AnyEvent as TableEvent
from punto.tournament.events import AnyEvent
from punto.tournament.tables import TableStepped
from punto.tournament.undoing.events import StepUndone


def at_one_table(log: Iterable[AnyEvent], number: int) -> list[TableEvent]:
    """Return what happened at one table and was not taken back, from its setting up on."""
    return [
        event.event
        for event in standing(log)
        if isinstance(event, TableStepped) and event.table == number
    ]


def standing(log: Iterable[AnyEvent]) -> list[AnyEvent]:
    """Return what happened and was not taken back."""
    found: list[AnyEvent] = []
    for event in log:
        if isinstance(event, StepUndone):
            del found[len(found) - event.events :]
        else:
            found.append(event)
    return found
