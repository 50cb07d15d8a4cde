"""Who leads, tables designated, seats drawn, sessions begun and ended, who is not there."""

from punto.aggregate.command import Command
from punto.table.opening.events import InPlay
from punto.tournament.session import Seat


class AboutSeating(Command, frozen=True):
    """A command about tables, seats and sessions."""


class AppointLead(AboutSeating, frozen=True, tag="appoint_lead"):
    """Somebody is named to lead the tournament; ``rank`` is what they are in the house."""

    name: str
    rank: str | None = None


class Attend(AboutSeating, frozen=True, tag="attend"):
    """Whoever leads is there from now on."""


class StepAway(AboutSeating, frozen=True, tag="step_away"):
    """Whoever leads goes away."""


class DesignateTable(AboutSeating, frozen=True, tag="designate_table"):
    """A table is designated for the tournament; ``in_play`` where its shoe is ready."""

    table: int
    in_play: InPlay | None = None
    low_limit: bool = False


class SetTableSize(AboutSeating, frozen=True, tag="set_table_size"):
    """So many entrants sit at a table in the next session."""

    table: int
    entrants: int


class CommitBallot(AboutSeating, frozen=True, tag="commit_ballot"):
    """The digest of the seed is published before seats are drawn: SHA-256 in hexadecimal."""

    commitment: str


class DrawBallot(AboutSeating, frozen=True, tag="draw_ballot"):
    """Seats are drawn by lot: the seed was committed to before, so that anybody can replay it."""

    seed: str


class AllocateSeats(AboutSeating, frozen=True, tag="allocate_seats"):
    """Those who play in the next session, each at a table and a seat, are chosen by hand."""

    seats: dict[str, Seat]


class SetSeatingTime(AboutSeating, frozen=True, tag="set_seating_time"):
    """By then everybody is to be in their seat."""

    time: int


class MoveStart(AboutSeating, frozen=True, tag="move_start"):
    """The next session starts at another time, and these people were told."""

    time: int
    told: tuple[str, ...] = ()


class TakeSeat(AboutSeating, frozen=True, tag="take_seat"):
    """An entrant takes the seat, or comes back to it."""

    name: str


class MarkAbsent(AboutSeating, frozen=True, tag="mark_absent"):
    """An entrant has left the seat while play goes on."""

    name: str


class OrderDeduction(AboutSeating, frozen=True, tag="order_deduction"):
    """The dealer is to deduct the minimum for coups that an entrant misses."""

    name: str


class NominateSubstitute(AboutSeating, frozen=True, tag="nominate_substitute"):
    """An entrant names somebody to play in their place."""

    substitute: str


class ApproveSubstitute(AboutSeating, frozen=True, tag="approve_substitute"):
    """Somebody may play in the place of an entrant."""

    name: str
    substitute: str


class BeginSession(AboutSeating, frozen=True, tag="begin_session"):
    """The session begins: everybody has their chips."""


class CallBreak(AboutSeating, frozen=True, tag="call_break"):
    """Entrants have a break of so many minutes."""

    minutes: int | None = None


class FinishEarly(AboutSeating, frozen=True, tag="finish_early"):
    """A table stops before its time; ``reason`` where nobody can make up a lead."""

    table: int
    reason: str | None = None
    agreed: tuple[str, ...] = ()


class EndSession(AboutSeating, frozen=True, tag="end_session"):
    """The session is over at every table."""


SeatingCommand = (
    AppointLead
    | Attend
    | StepAway
    | DesignateTable
    | SetTableSize
    | CommitBallot
    | DrawBallot
    | AllocateSeats
    | SetSeatingTime
    | MoveStart
    | TakeSeat
    | MarkAbsent
    | OrderDeduction
    | NominateSubstitute
    | ApproveSubstitute
    | BeginSession
    | CallBreak
    | FinishEarly
    | EndSession
)
