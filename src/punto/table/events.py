"""What happened at a table. Events carry what was decided, so that replay consults no rule."""

from msgspec import Struct

from punto.cards import Card
from punto.clause import Reason
from punto.coup import CoupResult
from punto.roads import Bead
from punto.rulebook.policies import Side
from punto.shoe import Burned, Shoe
from punto.table.state import CutOffer, HeldCard, Patron, SettledWager, TableWager


class Event(Struct, frozen=True, kw_only=True):
    """Something that happened, with the reasons a rule gave for it."""

    reasons: tuple[Reason, ...] = ()


class PatronJoined(Event, frozen=True, tag="patron_joined"):
    patron: Patron


class PatronLeft(Event, frozen=True, tag="patron_left"):
    name: str


class ChipsBought(Event, frozen=True, tag="chips_bought"):
    name: str
    cents: int


class ShoeChanged(Event, frozen=True, tag="shoe_changed"):
    """The cards took a step on their way through the table."""

    step: str
    shoe: Shoe


class CardsBurned(Event, frozen=True, tag="cards_burned"):
    burned: Burned


class BurnedCardShown(Event, frozen=True, tag="burned_card_shown"):
    card: Card


class CutOffered(Event, frozen=True, tag="cut_offered"):
    """The cut is offered, declined, or passed to a nominee: how the offer stands now."""

    offer: CutOffer


class BettingOpened(Event, frozen=True, tag="betting_opened"):
    pass


class WagerPlaced(Event, frozen=True, tag="wager_placed"):
    wager: TableWager


class LimitsAgreed(Event, frozen=True, tag="limits_agreed"):
    name: str
    minimum_cents: int | None
    maximum_cents: int


class WagersReduced(Event, frozen=True, tag="wagers_reduced"):
    """What is handed back of each wager, by its number."""

    cents: dict[int, int]


class PatronAdvised(Event, frozen=True, tag="patron_advised"):
    """A patron is told that further wagers under the minimum will be returned."""

    name: str


class WagerWithdrawn(Event, frozen=True, tag="wager_withdrawn"):
    number: int


class BothHandsApproved(Event, frozen=True, tag="both_hands_approved"):
    name: str


class NoBetDirected(Event, frozen=True, tag="no_bet_directed"):
    """The next coup is dealt without wagers."""

    wagers_refused: bool


class BettingClosed(Event, frozen=True, tag="betting_closed"):
    call: str | None


class CoupStarted(Event, frozen=True, tag="coup_started"):
    shoe: Shoe


class CardDrawn(Event, frozen=True, tag="card_drawn"):
    """A card came to a hand: out of the shoe, or held over from the last coup."""

    card: Card
    side: Side
    from_held: bool = False


class WagersRemovable(Event, frozen=True, tag="wagers_removable"):
    """A coup was rebuilt, and until play goes on patrons may take wagers back."""


class CardHeld(Event, frozen=True, tag="card_held"):
    """A card in excess left the shoe and opens the next coup."""

    carried: HeldCard


class CardRetired(Event, frozen=True, tag="card_retired"):
    """A card in excess left the shoe and is not dealt any more."""

    card: Card


class CoupVoided(Event, frozen=True, tag="coup_voided"):
    """A coup has no result: every stake goes back and nothing is paid."""

    ground: str
    shoe: Shoe


class CoupCompleted(Event, frozen=True, tag="coup_completed"):
    coup: CoupResult
    bead: Bead
    settled: tuple[SettledWager, ...]
    shoe: Shoe


class LosersCollected(Event, frozen=True, tag="losers_collected"):
    """What is taken from each losing wager, by its number."""

    cents: dict[int, int]


class WinnersPaid(Event, frozen=True, tag="winners_paid"):
    """What each patron wins; what still lies on the layout goes back to its owners."""

    cents: dict[str, int]


class CoupDiscarded(Event, frozen=True, tag="coup_discarded"):
    pass


AnyEvent = (
    PatronJoined
    | PatronLeft
    | ChipsBought
    | ShoeChanged
    | CardsBurned
    | BurnedCardShown
    | CutOffered
    | BettingOpened
    | WagerPlaced
    | LimitsAgreed
    | WagersReduced
    | PatronAdvised
    | WagerWithdrawn
    | BothHandsApproved
    | NoBetDirected
    | BettingClosed
    | CoupStarted
    | CardDrawn
    | WagersRemovable
    | CardHeld
    | CardRetired
    | CoupVoided
    | CoupCompleted
    | LosersCollected
    | WinnersPaid
    | CoupDiscarded
)
