"""Whose turn it was to wager, and where the marker went."""

from punto.table.event import Event


class OfWagers(Event, frozen=True, gc=False):
    """An event about wagering in a tournament."""


class WagerAsked(OfWagers, frozen=True, gc=False, tag="wager_asked"):
    """An entrant's turn has come."""

    table: int
    name: str


class MarkerMoved(OfWagers, frozen=True, gc=False, tag="marker_moved"):
    """Who wagers first in the next coup sits here; nobody has been asked yet."""

    table: int
    seat: int


WagersEvent = WagerAsked | MarkerMoved
