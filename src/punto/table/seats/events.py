"""People came, moved, bought chips and left."""

from punto.aggregate.event import Event, Unregistered, Visibility


class OfSeats(Event, frozen=True, gc=False):
    """An event about people and their places."""


class PatronJoined(OfSeats, frozen=True, gc=False, tag="patron_joined"):
    """Somebody took a place; ``advised`` if they were told about small wagers before."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    seat: int
    standing: bool = False
    advised: bool = False


class PatronLeft(OfSeats, frozen=True, gc=False, tag="patron_left"):
    """Somebody left with what they hold; ``advised`` where advice outlasts that."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    chips_cents: int
    tokens_cents: int = 0
    advised: bool = False


class PatronMoved(OfSeats, frozen=True, gc=False, tag="patron_moved"):
    """Somebody changed their place and is the same person there."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    seat: int
    standing: bool = False


class ChipsBought(OfSeats, frozen=True, gc=False, tag="chips_bought"):
    """Somebody got chips out of the float; ``cash`` says how they paid, if they did.

    Earlier logs do not say it, nor does a tournament, which gives its chips out.
    """

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"

    name: str
    cents: int
    cash: bool | None = None


class ChipsCashedOut(OfSeats, frozen=True, gc=False, tag="chips_cashed_out"):
    """Somebody put chips back into the float and got their worth in money, in cash or not."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"

    name: str
    cents: int
    cash: bool


class ChipsTaken(OfSeats, frozen=True, gc=False, tag="chips_taken"):
    """Chips went from somebody into the float without a wager: a rule takes them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    name: str
    cents: int


class TokensHandedOver(OfSeats, frozen=True, gc=False, tag="tokens_handed_over"):
    """Tokens for a voucher; ``conditions`` stood on it and were met."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"

    name: str
    cents: int
    conditions: str | None = None


class PatronsLimited(OfSeats, frozen=True, gc=False, tag="patrons_limited"):
    """So many patrons may play, perhaps each with a box of their own."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    most: int | None = None
    one_per_box: bool = False


class PatronsLinked(OfSeats, frozen=True, gc=False, tag="patrons_linked"):
    """Patrons play as partners."""

    visibility = Visibility.STAFF
    registers = Unregistered.ARRANGEMENT

    names: tuple[str, ...]


SeatsEvent = (
    PatronJoined
    | PatronLeft
    | PatronMoved
    | ChipsBought
    | ChipsCashedOut
    | ChipsTaken
    | TokensHandedOver
    | PatronsLimited
    | PatronsLinked
)
