"""Whose turn it was to wager, where the marker went, who passed, was late or held."""

from punto.aggregate.event import Event, Unregistered, Visibility


class OfWagers(Event, frozen=True, gc=False):
    """An event about wagering in a tournament."""


class MarkerMoved(OfWagers, frozen=True, gc=False, tag="marker_moved"):
    """Who wagers first in the next coup sits here."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    seat: int


class WagerAsked(OfWagers, frozen=True, gc=False, tag="wager_asked"):
    """An entrant's turn has come."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class TurnBegan(OfWagers, frozen=True, gc=False, tag="turn_began"):
    """The time of the next wager runs."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    seconds: int


class TurnsEnded(OfWagers, frozen=True, gc=False, tag="turns_ended"):
    """The coup that was wagered on is over; nobody has been asked for the next."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


class TurnPassed(OfWagers, frozen=True, gc=False, tag="turn_passed"):
    """An entrant has had their turn of this coup: it does not come back, whatever they do."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class WageredEarly(OfWagers, frozen=True, gc=False, tag="wagered_early"):
    """An entrant wagered out of turn, and was perhaps told what that may lead to."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str
    advised: bool = False


class EarlyWagerRemoved(OfWagers, frozen=True, gc=False, tag="early_wager_removed"):
    """A wager out of turn is off the layout; if it is void, its owner sits the coup out."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str
    void: bool = False


class WagerUnnoticed(OfWagers, frozen=True, gc=False, tag="wager_unnoticed"):
    """Chips lie on the layout, and nobody has looked whether they may."""

    visibility = Visibility.NOBODY
    registers = Unregistered.PLAY

    table: int
    number: int


class WagersStand(OfWagers, frozen=True, gc=False, tag="wagers_stand"):
    """Wagers that a tie left on the layout, by their owners; each may be altered in turn."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    numbers: dict[str, int]


class WagerAltered(OfWagers, frozen=True, gc=False, tag="wager_altered"):
    """An entrant has altered a wager that a tie left."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class PassCardsGiven(OfWagers, frozen=True, gc=False, tag="pass_cards_given"):
    """Everybody has so many pass cards for the session."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    names: tuple[str, ...]


class PassCardPlayed(OfWagers, frozen=True, gc=False, tag="pass_card_played"):
    """A pass card lies in place of a wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class PassCardsReturned(OfWagers, frozen=True, gc=False, tag="pass_cards_returned"):
    """Pass cards go back to their owners before the coup that they were laid for."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    names: tuple[str, ...]


class PassCardsCollected(OfWagers, frozen=True, gc=False, tag="pass_cards_collected"):
    """Pass cards that were laid are used up."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    names: tuple[str, ...]


class TimeLimitAnnounced(OfWagers, frozen=True, gc=False, tag="time_limit_announced"):
    """Everybody knows of a time within which wagers will have to be made."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    seconds: int


class TimeLimitSet(OfWagers, frozen=True, gc=False, tag="time_limit_set"):
    """Wagers are made within so many seconds from the next coup on, or within none."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    seconds: int | None = None


class WageredLate(OfWagers, frozen=True, gc=False, tag="wagered_late"):
    """An entrant took longer than they had."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.PLAY
    concerns = "name"

    table: int
    name: str
    took: int


class HeldToMinimum(OfWagers, frozen=True, gc=False, tag="held_to_minimum"):
    """An entrant who was late may stake the minimum alone in this coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class PaceDirected(OfWagers, frozen=True, gc=False, tag="pace_directed"):
    """An entrant was told to keep to the pace."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.PLAY
    concerns = "name"

    name: str
    text: str = ""


class IndicatorPlaced(OfWagers, frozen=True, gc=False, tag="indicator_placed"):
    """A card lies in the stack after which limits may rise: so many cards in front of it."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    in_front: int | None = None


class IndicatorShown(OfWagers, frozen=True, gc=False, tag="indicator_shown"):
    """It has appeared and lies aside; the coup goes on."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    coup: int


WagersEvent = (
    MarkerMoved
    | WagerAsked
    | TurnBegan
    | TurnsEnded
    | TurnPassed
    | WageredEarly
    | EarlyWagerRemoved
    | WagerUnnoticed
    | WagersStand
    | WagerAltered
    | PassCardsGiven
    | PassCardPlayed
    | PassCardsReturned
    | PassCardsCollected
    | TimeLimitAnnounced
    | TimeLimitSet
    | WageredLate
    | HeldToMinimum
    | PaceDirected
    | IndicatorPlaced
    | IndicatorShown
)
