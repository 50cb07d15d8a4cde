"""Chips of the float, to the next state."""

from msgspec.structs import replace

from punto.table.float import events as happened
from punto.table.ledger import booked
from punto.table.table import Table


def evolve(table: Table, event: happened.FloatEvent) -> Table:
    """Return the table after chips came into its float or left it, or were counted."""
    match event:
        case happened.FloatFilled():
            return _moved(table, event.slip, event.cents)
        case happened.FloatCredited():
            return _moved(table, event.slip, -event.cents)
        case happened.FloatCounted():
            # What is really there is what is booked from now on.
            over = event.over_cents
            return replace(table, ledger=booked(table, to_float=over, issued=over))


def _moved(table: Table, slip: str, cents: int) -> Table:
    papers = replace(table.papers, slips=(*table.papers.slips, slip))
    return replace(table, papers=papers, ledger=booked(table, to_float=cents, issued=cents))
