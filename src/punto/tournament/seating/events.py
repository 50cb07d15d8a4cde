"""Leads were named, tables designated, seats drawn, sessions begun and ended."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.tournament.conditions import Length
from punto.tournament.session import Groups, Seat


class OfSeating(Event, frozen=True, gc=False):
    """An event about tables, seats and sessions."""


class OfArrangement(OfSeating, frozen=True, gc=False):
    """An event about who leads, and what is arranged before anybody plays."""


class LeadAppointed(OfArrangement, frozen=True, gc=False, tag="lead_appointed"):
    """Somebody leads the tournament."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    rank: str | None = None


class LeadArrived(OfArrangement, frozen=True, gc=False, tag="lead_arrived"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class LeadLeft(OfArrangement, frozen=True, gc=False, tag="lead_left"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class TableDesignated(OfArrangement, frozen=True, gc=False, tag="table_designated"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    table: int


class TableSizeSet(OfArrangement, frozen=True, gc=False, tag="table_size_set"):
    """So many sit at a table in the next session."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    table: int
    entrants: int


class BallotCommitted(OfArrangement, frozen=True, gc=False, tag="ballot_committed"):
    """The seed of the next ballot is fixed, and nobody knows it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "the lots are fixed, and another seed would be another draw"

    commitment: str


class BallotDrawn(OfArrangement, frozen=True, gc=False, tag="ballot_drawn"):
    """Seats as they were drawn for the next session, and the seed that gives them again.

    ``commitment`` is the digest of the seed, as it was published before.

    Whoever has the seed and the names finds the same order of lots: those with seats in the order
    in which they stand here, then those who wait for another session of the round.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT
    final = "lots were drawn, and everybody has seen them"

    session: int
    round: int
    length: Length
    seed: str
    seats: dict[str, Seat]
    waiting: tuple[str, ...] = ()
    commitment: str | None = None


class SeatsAllocated(OfArrangement, frozen=True, gc=False, tag="seats_allocated"):
    """Seats of the next session as they were chosen by hand."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    session: int
    round: int
    length: Length
    seats: dict[str, Seat]


class SeatingTimeSet(OfArrangement, frozen=True, gc=False, tag="seating_time_set"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    at: int


class StartMoved(OfArrangement, frozen=True, gc=False, tag="start_moved"):
    """The next session starts at another time; who was told, and when."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    to: int
    told: tuple[str, ...]


class SeatTaken(OfSeating, frozen=True, gc=False, tag="seat_taken"):
    """An entrant is in the seat; ``late`` if it was to be taken before."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    late: bool = False


class EntrantForfeited(OfSeating, frozen=True, gc=False, tag="entrant_forfeited"):
    """An entrant lost the place for want of being there; so many chips leave play."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    name: str
    chips_cents: int = 0


class EntrantAway(OfSeating, frozen=True, gc=False, tag="entrant_away"):
    """An entrant left the seat while play goes on."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class CoupMissed(OfSeating, frozen=True, gc=False, tag="coup_missed"):
    """A coup begins without an entrant; ``taken`` if the minimum is deducted for it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    minimum_cents: int
    taken: bool = False


class DeductionOrdered(OfSeating, frozen=True, gc=False, tag="deduction_ordered"):
    """The minimum is deducted for coups that somebody misses: at once for so many missed before."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    coups: int = 0


class SubstituteNominated(OfSeating, frozen=True, gc=False, tag="substitute_nominated"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "name"

    name: str
    substitute: str


class EntrantReplaced(OfSeating, frozen=True, gc=False, tag="entrant_replaced"):
    """Somebody plays in the place of an entrant from now on; ``number`` if they are new here."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str
    substitute: str
    number: int | None = None


class SessionBegun(OfSeating, frozen=True, gc=False, tag="session_begun"):
    """The session is on, until the clock says otherwise where it goes by the clock."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    ends_at: int | None = None


class BreakCalled(OfSeating, frozen=True, gc=False, tag="break_called"):
    """Nobody plays until then."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    until: int


class CoupCounted(OfSeating, frozen=True, gc=False, tag="coup_counted"):
    """A coup of the session is over at a table: the number that it has there."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    coup: int


class ShoeCounted(OfSeating, frozen=True, gc=False, tag="shoe_counted"):
    """A shoe of the session is over at a table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


class TableFinished(OfSeating, frozen=True, gc=False, tag="table_finished"):
    """No further coup of the session is dealt at a table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    table: int


class SessionEnded(OfSeating, frozen=True, gc=False, tag="session_ended"):
    """The session is over: what everybody had, and who is where at each table, best first."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    chips: dict[str, int]
    ranked: dict[int, Groups] = {}


Arrangement = (
    LeadAppointed
    | LeadArrived
    | LeadLeft
    | TableDesignated
    | TableSizeSet
    | BallotCommitted
    | BallotDrawn
    | SeatsAllocated
    | SeatingTimeSet
    | StartMoved
)
InSession = (
    SeatTaken
    | EntrantForfeited
    | EntrantAway
    | CoupMissed
    | DeductionOrdered
    | SubstituteNominated
    | EntrantReplaced
    | SessionBegun
    | BreakCalled
    | CoupCounted
    | ShoeCounted
    | TableFinished
    | SessionEnded
)
SeatingEvent = Arrangement | InSession
