"""A coup as it was dealt, turned, completed and settled."""

from punto.aggregate.event import Alert, Event, Register, Unregistered, Visibility
from punto.cards import Card
from punto.roads import Bead
from punto.rulebook.policies import NomineeCards
from punto.rulebook.terms import Side
from punto.table.wager import Outcomes


class OfDeal(Event, frozen=True, gc=False):
    """An event about a coup."""


class NoBetDirected(OfDeal, frozen=True, gc=False, tag="no_bet_directed"):
    """The next coup is dealt without wagers; ``agreed`` where everybody at the table had to.

    A ``marker`` on the layout shows that such a coup is underway.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY
    alert = Alert.NO_BET_COUP

    wagers_refused: bool
    agreed: tuple[str, ...] | None = None
    marker: bool = False


class NoBetLifted(OfDeal, frozen=True, gc=False, tag="no_bet_lifted"):
    """Wagers may be placed on the next coup after all."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class MethodChanged(OfDeal, frozen=True, gc=False, tag="method_changed"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    method: str


class TurningDirected(OfDeal, frozen=True, gc=False, tag="turning_directed"):
    """It is said who turns the cards of a hand in the next coup."""

    visibility = Visibility.STAFF
    registers = Unregistered.PLAY

    hand: str
    names: tuple[str, ...] = ()


class CoupStarted(OfDeal, frozen=True, gc=False, tag="coup_started"):
    """A coup begins, dealt as elected unless another method is named; so many coups follow it.

    ``at`` is when; earlier logs do not say, here and elsewhere.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    method: str | None = None
    coups_left: int | None = None
    last_called: bool = False


class CardDrawn(OfDeal, frozen=True, gc=False, tag="card_drawn"):
    """A card came to a hand: out of the shoe, or carried over from the last coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    card: Card | None = None
    up: bool = True
    from_carried: bool = False
    last_called: bool = False


class CardsPassed(OfDeal, frozen=True, gc=False, tag="cards_passed"):
    """Cards of a hand, by their places, lie with a patron."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    cards: tuple[int, ...]
    name: str


class CardsDeclined(OfDeal, frozen=True, gc=False, tag="cards_declined"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    name: str


class CardsForfeited(OfDeal, frozen=True, gc=False, tag="cards_forfeited"):
    """A patron has no control of the cards of a hand any more: the dealer turns them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    name: str


class TurnersNominated(OfDeal, frozen=True, gc=False, tag="turners_nominated"):
    """Others turn cards of a hand for whoever they go to: all, or only the first two or the third.

    ``nominator`` is that patron; older logs do not name them.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    side: Side
    names: tuple[str, ...]
    which: NomineeCards | None = None
    nominator: str | None = None


class CardsTurned(OfDeal, frozen=True, gc=False, tag="cards_turned"):
    """Cards of a hand, by their places, lie face up now, and these are their faces."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    cards: tuple[int, ...]
    faces: tuple[Card, ...]
    by: str


class CardsReturned(OfDeal, frozen=True, gc=False, tag="cards_returned"):
    """A patron's cards are back with the dealer, turned or not."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    side: Side
    name: str


class PointsAnnounced(OfDeal, frozen=True, gc=False, tag="points_announced"):
    """Player's total is called, then Banker's."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    player: int
    banker: int

    @property
    def words(self) -> str:
        """Return the call as it was made: a total may have a name."""
        figures = f"Player {self.player}, Banker {self.banker}"
        return self.reasons[0].text if self.reasons else figures


class RoleOffered(OfDeal, frozen=True, gc=False, tag="role_offered"):
    """The Banker cards are offered to these patrons in turn."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    to: tuple[str, ...]


class RoleTaken(OfDeal, frozen=True, gc=False, tag="role_taken"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    seat: int


class RoleDeclined(OfDeal, frozen=True, gc=False, tag="role_declined"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str


class RoleKept(OfDeal, frozen=True, gc=False, tag="role_kept"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str


class RoleGivenUp(OfDeal, frozen=True, gc=False, tag="role_given_up"):
    """Whoever held the Banker cards passed them on, or lost them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    seat: int


class PairsSettled(OfDeal, frozen=True, gc=False, tag="pairs_settled"):
    """Wagers on the opening cards are collected, so much of it in tokens, and paid."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    results: Outcomes
    token_cents: dict[int, int] = {}


class CoupCompleted(OfDeal, frozen=True, gc=False, tag="coup_completed"):
    """A coup has its result, and every wager what it comes to; so many coups are to come."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    bead: Bead
    player_total: int
    banker_total: int
    results: Outcomes = Outcomes()
    coups_left: int | None = None
    extra_given: bool = False
    last_called: bool = False
    answers: tuple[str, ...] = ()


class LosersCollected(OfDeal, frozen=True, gc=False, tag="losers_collected"):
    """What is taken from each losing wager, by its number, and of that in tokens."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: dict[int, int]
    token_cents: dict[int, int] = {}


class WinnersPaid(OfDeal, frozen=True, gc=False, tag="winners_paid"):
    """What is paid on each wager, by its number, and when."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: dict[int, int]


class CoupDiscarded(OfDeal, frozen=True, gc=False, tag="coup_discarded"):
    """The cards are away and the coup is over; the next is called the last, where it is."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    settlement: str
    last_called: bool = False


DealEvent = (
    CardDrawn
    | CoupStarted
    | CoupCompleted
    | LosersCollected
    | WinnersPaid
    | CoupDiscarded
    | PointsAnnounced
    | CardsTurned
    | CardsPassed
    | CardsReturned
    | CardsDeclined
    | CardsForfeited
    | TurnersNominated
    | NoBetDirected
    | NoBetLifted
    | MethodChanged
    | TurningDirected
    | RoleOffered
    | RoleTaken
    | RoleDeclined
    | RoleKept
    | RoleGivenUp
    | PairsSettled
)
