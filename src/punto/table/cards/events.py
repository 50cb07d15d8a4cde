"""Cards were looked over, mixed, cut, loaded, burned, replaced; what nobody saw is not named."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.cards import Card
from punto.clause import Clauses
from punto.rulebook.terms import Supply
from punto.shoe import Stage


class OfCards(Event, frozen=True, gc=False):
    """An event about the cards on their way."""


class CardsLookedOver(OfCards, frozen=True, gc=False, tag="cards_looked_over"):
    """A patron has looked the cards over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class CardsVerified(OfCards, frozen=True, gc=False, tag="cards_verified"):
    """The cards were looked through one by one; ``settles`` if that ends what waited for it.

    ``surplus`` and ``missing`` are the faces of which there were too many or too few. So many
    packs of that shoe; earlier logs do not say.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    count: int
    device: str | None = None
    settles: bool = True
    surplus: dict[str, int] = {}
    missing: dict[str, int] = {}
    shoe: int = 0
    decks: int = 0


class CardsShuffled(OfCards, frozen=True, gc=False, tag="cards_shuffled"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    machine: str | None = None


class CardsRiffled(OfCards, frozen=True, gc=False, tag="cards_riffled"):
    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    point: str


class CardsShuffledByHand(OfCards, frozen=True, gc=False, tag="cards_shuffled_by_hand"):
    """Cards that came shuffled were shuffled by hand before loading."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)


class CutOffered(OfCards, frozen=True, gc=False, tag="cut_offered"):
    """The cut is offered to these patrons in turn."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    to: tuple[str, ...]


class CutDeclined(OfCards, frozen=True, gc=False, tag="cut_declined"):
    """Somebody does not cut; ``then`` are those asked now, where another order begins."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str
    then: tuple[str, ...] | None = None


class CutterNominated(OfCards, frozen=True, gc=False, tag="cutter_nominated"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    name: str


class CardsCut(OfCards, frozen=True, gc=False, tag="cards_cut"):
    """The cards in front of a place went to the back; nothing if nobody counted them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    at: int | None = None
    seat: int | None = None


class CuttingCardPlaced(OfCards, frozen=True, gc=False, tag="cutting_card_placed"):
    """So many cards lie behind the end-of-shoe card; nothing if nobody counted them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    behind: int | None = None


class CardsLoaded(OfCards, frozen=True, gc=False, tag="cards_loaded"):
    """The cards are in what they are dealt from; ``shuffled`` if that shuffles them."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    stage: Stage
    shuffled: bool = False


class CardsBurned(OfCards, frozen=True, gc=False, tag="cards_burned"):
    """So many cards were burned; the first was shown, or may be asked for, or neither."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    count: int
    shown: Card | None = None
    on_request: bool = False
    clause: Clauses = ()


class BurnedCardShown(OfCards, frozen=True, gc=False, tag="burned_card_shown"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    card: Card


class CuttingCardShown(OfCards, frozen=True, gc=False, tag="cutting_card_shown"):
    """The end-of-shoe card shows behind so many cards; ``expected`` where it was thought to be.

    Where staff ``announced`` it, that many coups are to come, and were when the last one began.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    in_front: int
    announced: bool = False
    expected: int | None = None
    coups_left: int | None = None
    coups_left_before: int | None = None
    extra_given: bool = False
    last_called: bool = False


class ShoeTakenOut(OfCards, frozen=True, gc=False, tag="shoe_taken_out"):
    """The same cards are taken out to make the next shoe."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int


class LastCoupDeclared(OfCards, frozen=True, gc=False, tag="last_coup_declared"):
    """Staff declared that the next coup is the last of the shoe."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class CardsReplaced(OfCards, frozen=True, gc=False, tag="cards_replaced"):
    """Other cards lie on the table: whole decks with this back.

    ``set_number`` is that of the set which comes; ``retired`` says that patrons handled the set
    which goes.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    back: str
    number: int
    cards: int
    set_number: int | None = None
    retired: bool = False
    supply: Supply | None = None


class CardsSwapped(OfCards, frozen=True, gc=False, tag="cards_swapped"):
    """Single cards were replaced by the same ones; who has to look at each of them first."""

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    cards: tuple[Card, ...]
    looked_at_by: tuple[str, ...] = ()


class CardsSignedOff(OfCards, frozen=True, gc=False, tag="cards_signed_off"):
    """Somebody of a title has looked at every new card, or at single ones that were swapped."""

    visibility = Visibility.EVERYBODY
    registers = (Register.CARD_CHECKS,)

    title: str
    cards: tuple[Card, ...] = ()


class CardsHandled(OfCards, frozen=True, gc=False, tag="cards_handled"):
    """A patron had cards of this shoe in their hands."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE


CardsEvent = (
    CardsLookedOver
    | CardsVerified
    | CardsShuffled
    | CardsRiffled
    | CardsShuffledByHand
    | CutOffered
    | CutDeclined
    | CutterNominated
    | CardsCut
    | CuttingCardPlaced
    | CardsLoaded
    | CardsBurned
    | BurnedCardShown
    | CuttingCardShown
    | ShoeTakenOut
    | LastCoupDeclared
    | CardsReplaced
    | CardsSwapped
    | CardsSignedOff
    | CardsHandled
)
