"""Cards that are missing, or belong to no pack: who was told of each, and by which channel."""

from collections.abc import Sequence

from punto.journal import Line
from punto.registers.row import Entry, in_order, recorded

KINDS = frozenset({"missing_card", "foreign_card"})


def odd_cards(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every missing and every foreign card, in order."""
    return in_order(recorded(lines, KINDS))
