"""Event to next state. It never refuses and never asks a rule, so an old log always replays."""

from collections.abc import Callable, Iterable
from typing import Any

from punto.table import events as happened
from punto.table import evolve_coup, evolve_house, evolve_settle
from punto.table.state import Table

_EVOLVE: dict[type, Callable[[Table, Any], Table]] = {
    **evolve_coup.STEPS,
    **evolve_settle.STEPS,
    **evolve_house.STEPS,
}


def replay(table: Table, events: Iterable[happened.AnyEvent]) -> Table:
    """Return the table after a log of events."""
    for event in events:
        table = _EVOLVE[type(event)](table, event)
    return table


def evolve(table: Table, event: happened.AnyEvent) -> Table:
    """Return the table after one event."""
    return _EVOLVE[type(event)](table, event)
