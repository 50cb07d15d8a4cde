"""Missing and foreign cards: who was told of each, and by which channel."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, rows_by_time


def odd_cards(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all missing and foreign cards, in order."""
    return rows_by_time(event_row(line) for line in lines_of_register(lines, Register.ODD_CARDS))
