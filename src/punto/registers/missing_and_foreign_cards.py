"""Missing and foreign cards: who was told of each, and by which channel."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order


def odd_cards(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return all missing and foreign cards, in order."""
    return in_order(entry(line) for line in belonging(lines, Register.ODD_CARDS))
