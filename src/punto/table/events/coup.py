"""Wagers, cards, results and payments: what happened in a coup."""

from punto.cards import Card
from punto.coup import CoupResult
from punto.roads import Bead
from punto.rulebook.policies import Side
from punto.shoe import Shoe
from punto.table.events.base import Event
from punto.table.records import Debt
from punto.table.state import (
    HeldCard,
    Out,
    SettledWager,
    TableWager,
)


class BettingOpened(Event, frozen=True, gc=False, tag="betting_opened"):
    pass


class WagerPlaced(Event, frozen=True, gc=False, tag="wager_placed"):
    wager: TableWager


class WagerRaised(Event, frozen=True, gc=False, tag="wager_raised"):
    """Chips are added to a wager that lies there."""

    number: int
    cents: int
    token_cents: int = 0


class WagersReduced(Event, frozen=True, gc=False, tag="wagers_reduced"):
    """What is handed back of each wager, by its number."""

    cents: dict[int, int]


class WagerWithdrawn(Event, frozen=True, gc=False, tag="wager_withdrawn"):
    """A wager goes back to its owner: taken back, refused, invalid or void."""

    number: int


class WagersForfeited(Event, frozen=True, gc=False, tag="wagers_forfeited"):
    """Stakes go to the float because of what their owner did."""

    name: str


class BothHandsApproved(Event, frozen=True, gc=False, tag="both_hands_approved"):
    name: str


class LockRelaxed(Event, frozen=True, gc=False, tag="lock_relaxed"):
    name: str


class NoBetDirected(Event, frozen=True, gc=False, tag="no_bet_directed"):
    """The next coup is dealt without wagers."""

    wagers_refused: bool


class BettingClosed(Event, frozen=True, gc=False, tag="betting_closed"):
    call: str | None


class CoupStarted(Event, frozen=True, gc=False, tag="coup_started"):
    shoe: Shoe
    method: str | None = None


class CardDrawn(Event, frozen=True, gc=False, tag="card_drawn"):
    """A card came to a hand: out of the shoe, or held over from the last coup."""

    card: Card
    side: Side
    from_held: bool = False
    up: bool = True
    last_called: bool = False


class CardsPassed(Event, frozen=True, gc=False, tag="cards_passed"):
    """Cards lie with a patron."""

    out: Out


class CardsDeclined(Event, frozen=True, gc=False, tag="cards_declined"):
    side: Side
    name: str


class TurnersNominated(Event, frozen=True, gc=False, tag="turners_nominated"):
    side: Side
    names: tuple[str, ...]


class CardsTurned(Event, frozen=True, gc=False, tag="cards_turned"):
    """Cards of a hand lie face up now."""

    side: Side
    cards: tuple[int, ...]
    by: str


class CardsReturned(Event, frozen=True, gc=False, tag="cards_returned"):
    """A patron's cards are back with the dealer, turned or not."""

    side: Side
    name: str


class PointsAnnounced(Event, frozen=True, gc=False, tag="points_announced"):
    """Player's total is called, then Banker's."""

    player: int
    banker: int


class PairsSettled(Event, frozen=True, gc=False, tag="pairs_settled"):
    """Wagers on the opening cards are collected and paid."""

    settled: tuple[SettledWager, ...]


class PairsReversed(Event, frozen=True, gc=False, tag="pairs_reversed"):
    """What was settled on the opening cards for one patron is undone, wager by wager."""

    name: str
    numbers: tuple[int, ...]


class WagersRemovable(Event, frozen=True, gc=False, tag="wagers_removable"):
    """A coup was rebuilt, and until play goes on patrons may take wagers back."""


class CardHeld(Event, frozen=True, gc=False, tag="card_held"):
    """A card in excess left the shoe and opens the next coup."""

    carried: HeldCard
    off_table: bool = False


class CardRetired(Event, frozen=True, gc=False, tag="card_retired"):
    """A card in excess left the shoe and is not dealt any more."""

    card: Card
    off_table: bool = False


class HeldCardSwept(Event, frozen=True, gc=False, tag="held_card_swept"):
    """A card held for the next coup is burned now."""


class CoupVoided(Event, frozen=True, gc=False, tag="coup_voided"):
    """A coup has no result: every stake goes back and nothing is paid."""

    ground: str
    shoe: Shoe
    could_not_rebuild: bool = False


class CoupReopened(Event, frozen=True, gc=False, tag="coup_reopened"):
    """What a coup moved is undone, and its cards and wagers lie as they did before the result."""

    number: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]
    debts: tuple[Debt, ...] = ()


class CoupUnbet(Event, frozen=True, gc=False, tag="coup_unbet"):
    """No wager is left on a coup that is being dealt: it is finished without."""

    method: str


class WagersResettled(Event, frozen=True, gc=False, tag="wagers_resettled"):
    """Wagers come to something else because another has gone."""

    settled: tuple[SettledWager, ...]


class CoupReversed(Event, frozen=True, gc=False, tag="coup_reversed"):
    """An earlier coup is void after all: what it moved goes back."""

    number: int
    debts: tuple[Debt, ...] = ()


class CoupCompleted(Event, frozen=True, gc=False, tag="coup_completed"):
    coup: CoupResult
    bead: Bead
    settled: tuple[SettledWager, ...]
    shoe: Shoe
    answers: tuple[str, ...] = ()


class LosersCollected(Event, frozen=True, gc=False, tag="losers_collected"):
    """What is taken from each losing wager, by its number."""

    cents: dict[int, int]


class WinnersPaid(Event, frozen=True, gc=False, tag="winners_paid"):
    """What each patron wins; what still lies on the layout goes back to its owners."""

    cents: dict[str, int]


class CoupDiscarded(Event, frozen=True, gc=False, tag="coup_discarded"):
    """The coup is over; kept so that it can be settled again or taken back."""

    settlement: str
