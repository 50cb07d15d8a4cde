"""Tables designated, seats drawn, sessions begun and ended."""

from punto.table.event import Command
from punto.table.opening.events import InPlay


class AboutSeating(Command, frozen=True):
    """A command about tables, seats and sessions."""


class DesignateTable(AboutSeating, frozen=True, tag="designate_table"):
    """A table is designated for the tournament; ``in_play`` where its shoe is ready."""

    table: int
    in_play: InPlay | None = None


class DrawBallot(AboutSeating, frozen=True, tag="draw_ballot"):
    """Seats are drawn by lot: the seed was committed to before, so that anybody can replay it."""

    seed: str


class BeginSession(AboutSeating, frozen=True, tag="begin_session"):
    """The session begins: everybody has their chips."""


class EndSession(AboutSeating, frozen=True, tag="end_session"):
    """The session is over at every table."""


SeatingCommand = DesignateTable | DrawBallot | BeginSession | EndSession
