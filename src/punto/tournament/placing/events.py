"""Who went out, who advanced, who is where."""

from punto.table.event import Event


class OfPlacing(Event, frozen=True, gc=False):
    """An event about placings."""


class EntrantEliminated(OfPlacing, frozen=True, gc=False, tag="entrant_eliminated"):
    """An entrant is out; what they still held leaves play."""

    name: str
    table: int
    coup: int
    chips_cents: int = 0


class PlacingsConfirmed(OfPlacing, frozen=True, gc=False, tag="placings_confirmed"):
    """Everybody's place; a place that is shared stands more than once."""

    places: dict[str, int]


PlacingEvent = EntrantEliminated | PlacingsConfirmed
