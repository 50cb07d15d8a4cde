"""What of a log stands: without the steps that were taken back."""

from collections.abc import Iterable

from punto.table.events import AnyEvent as TableEvent
from punto.tournament.events import AnyEvent
from punto.tournament.tables import TableStepped
from punto.tournament.undoing.events import StepUndone


def at_one_table(log: Iterable[AnyEvent], number: int) -> list[TableEvent]:
    """Return what happened at one table and was not taken back, from its setting up on."""
    standing: list[AnyEvent] = []
    for event in log:
        if isinstance(event, StepUndone):
            del standing[len(standing) - event.events :]
        else:
            standing.append(event)
    return [
        event.event
        for event in standing
        if isinstance(event, TableStepped) and event.table == number
    ]
