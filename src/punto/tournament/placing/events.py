"""Who went out, who played on, who advanced, who is where."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.cards import Card
from punto.tournament.session import Groups, Seat


class OfPlacing(Event, frozen=True, gc=False):
    """An event about placings."""


class AdvancingSet(OfPlacing, frozen=True, gc=False, tag="advancing_set"):
    """So many of each table go on from a round."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    round: str
    advance: int


class EntrantEliminated(OfPlacing, frozen=True, gc=False, tag="entrant_eliminated"):
    """An entrant is out; what they still held leaves play, or is theirs where it is ``kept``.

    ``order`` tells those apart whom the same coup put out, the first being out first.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    name: str
    table: int
    coup: int
    chips_cents: int = 0
    order: int = 0
    kept: bool = False


class AllOut(OfPlacing, frozen=True, gc=False, tag="all_out"):
    """A coup put out everybody who was left at a table: they are level and get new chips."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    names: tuple[str, ...]


class ChipsOwed(OfPlacing, frozen=True, gc=False, tag="chips_owed"):
    """Somebody who is out lost so much in a coup that turned out void."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    name: str
    cents: int


class EntrantReinstated(OfPlacing, frozen=True, gc=False, tag="entrant_reinstated"):
    """Somebody plays on whom a void coup had put out."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    table: int
    chips_cents: int
    reason: str


class ChipCountOrdered(OfPlacing, frozen=True, gc=False, tag="chip_count_ordered"):
    """Everybody's chips are counted."""

    visibility = Visibility.EVERYBODY
    registers = (Register.CHIP_COUNTS,)


class ChipsCounted(OfPlacing, frozen=True, gc=False, tag="chips_counted"):
    """What staff counted in front of an entrant, and what should lie there."""

    visibility = Visibility.STAFF
    registers = (Register.CHIP_COUNTS,)

    name: str
    cents: int
    held_cents: int


class PlayOffBegun(OfPlacing, frozen=True, gc=False, tag="play_off_begun"):
    """Those who are level play on at a table; so many coups where a card gave their number."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    of: int
    names: tuple[str, ...]
    seats: dict[str, Seat]
    chips: dict[str, int]
    coups: int | None = None
    card: Card | None = None


class PlayOffLost(OfPlacing, frozen=True, gc=False, tag="play_off_lost"):
    """A coup of a play-off put somebody out of it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    name: str
    coup: int
    chips_cents: int


class PlayOffCoup(OfPlacing, frozen=True, gc=False, tag="play_off_coup"):
    """A coup of a play-off is over, and others follow."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int


class PlayOffCounted(OfPlacing, frozen=True, gc=False, tag="play_off_counted"):
    """Who is where after a play-off, or a coup of it; ``groups`` are level still and play on."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    table: int
    of: int
    chips: dict[str, int]
    ranked: Groups
    groups: Groups = ()


class AdvancementConfirmed(OfPlacing, frozen=True, gc=False, tag="advancement_confirmed"):
    """Who goes on from a session, and who does not, by rank at their table.

    ``round_over`` if nobody is left who plays in this round.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    through: tuple[str, ...]
    out: dict[str, int]
    round_over: bool = False


class PlacingsConfirmed(OfPlacing, frozen=True, gc=False, tag="placings_confirmed"):
    """Everybody's place; a place that is shared stands more than once."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    places: dict[str, int]


PlacingEvent = (
    AdvancingSet
    | EntrantEliminated
    | AllOut
    | ChipsOwed
    | EntrantReinstated
    | ChipCountOrdered
    | ChipsCounted
    | PlayOffBegun
    | PlayOffLost
    | PlayOffCoup
    | PlayOffCounted
    | AdvancementConfirmed
    | PlacingsConfirmed
)
