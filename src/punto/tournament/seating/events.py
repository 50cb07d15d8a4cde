"""Tables were designated, seats drawn, sessions begun and ended."""

from punto.table.event import Event
from punto.tournament.conditions import Length
from punto.tournament.session import Seat


class OfSeating(Event, frozen=True, gc=False):
    """An event about tables, seats and sessions."""


class TableDesignated(OfSeating, frozen=True, gc=False, tag="table_designated"):
    table: int


class BallotDrawn(OfSeating, frozen=True, gc=False, tag="ballot_drawn"):
    """Seats as they were drawn for the next session, and the seed that gives them again."""

    session: int
    round: int
    length: Length
    seed: str
    seats: dict[str, Seat]


class SessionBegun(OfSeating, frozen=True, gc=False, tag="session_begun"):
    at: int


class CoupCounted(OfSeating, frozen=True, gc=False, tag="coup_counted"):
    """A coup of the session is over at a table."""

    table: int


class SessionEnded(OfSeating, frozen=True, gc=False, tag="session_ended"):
    """The session is over; ``chips`` is what everybody had."""

    chips: dict[str, int]


SeatingEvent = TableDesignated | BallotDrawn | SessionBegun | CoupCounted | SessionEnded
