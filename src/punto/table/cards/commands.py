"""The cards on their way into play and out of it."""

from msgspec import field

from punto.aggregate.command import Command
from punto.cards import Card
from punto.rulebook.terms import Supply


class AboutCards(Command, frozen=True):
    """A command about the cards on their way."""


class CheckCards(AboutCards, frozen=True, tag="check_cards"):
    """A patron looks the cards over."""


class VerifyCards(AboutCards, frozen=True, tag="verify_cards"):
    """Staff, or a checking device, verify the cards one by one.

    ``faces`` are those found another number of times than the decks have them, ``joker`` too.
    """

    count: int
    device: str | None = None
    faces: dict[str, int] = field(default_factory=dict)


class Shuffle(AboutCards, frozen=True, tag="shuffle"):
    """The cards have been shuffled; their order is nobody's to know."""

    machine: str | None = None


class Riffle(AboutCards, frozen=True, tag="riffle"):
    """Cards that came shuffled are riffled once more, as a patron asked and staff approved."""

    point: str
    requested_by: str | None = None
    approved_by: str | None = None


class ManualShuffle(AboutCards, frozen=True, tag="manual_shuffle"):
    """Cards that came shuffled are shuffled by hand before they go into a device."""

    approved_by: str | None = None


class OfferCut(AboutCards, frozen=True, tag="offer_cut"):
    """The stack is offered to patrons; ``to`` only where the rulebook sets no order."""

    to: str | None = None


class DeclineCut(AboutCards, frozen=True, tag="decline_cut"):
    """The patron to whom the cut is offered declines it."""


class NominateCutter(AboutCards, frozen=True, tag="nominate_cutter"):
    """The patron to whom the cut is offered names another."""

    patron: str


class Cut(AboutCards, frozen=True, tag="cut"):
    """The cards in front of a place go to the back; where cards are keyed it may be unknown."""

    at: int | None = None


class Mark(AboutCards, frozen=True, tag="mark"):
    """The end-of-shoe card goes in, so many cards from the back; keyed, that may be unknown."""

    behind: int | None = None


class Load(AboutCards, frozen=True, tag="load"):
    """The cards go into the shoe or the device; ``uncut`` if nobody noticed that the cut is due."""

    uncut: bool = False


class Burn(AboutCards, frozen=True, tag="burn"):
    """Cards are burned by one of the permitted procedures; ``card`` is the first, if it is seen.

    ``forgotten`` counts further cards that should have been burned and were not.
    """

    procedure: str
    approved_by: str | None = None
    card: Card | None = None
    forgotten: int = 0


class AskBurned(AboutCards, frozen=True, tag="ask_burned"):
    """A patron asks to see the card that was burned; ``card`` is what it turns out to be."""

    card: Card | None = None


class ShowCuttingCard(AboutCards, frozen=True, tag="show_cutting_card"):
    """The end-of-shoe card shows; ``since`` counts the cards drawn from behind it by then."""

    since: int = 0


class NewShoe(AboutCards, frozen=True, tag="new_shoe"):
    """The same cards are taken out to make the next shoe."""


class DeclareLast(AboutCards, frozen=True, tag="declare_last"):
    """Staff declare that the next coup is the last of this shoe."""


class ReplaceCards(AboutCards, frozen=True, tag="replace_cards"):
    """Other cards take the place of these; ``unfit`` if that is why.

    ``backs`` are those of single packs, where they are named; ``supply`` how these cards come, if
    not as those before them.


    The sets of a table are numbered as they come, from 1. ``set_number`` names one that lay here
    before; without it a set comes that is new to the table.

    Single ``cards`` that are named are replaced by the same ones, with the back that is in use.
    """

    back: str = ""
    unfit: bool = False
    same_back_approved_by: str | None = None
    backs: tuple[str, ...] = ()
    supply: Supply | None = None
    cards: tuple[Card, ...] = ()
    set_number: int | None = None


class SignOffCards(AboutCards, frozen=True, tag="sign_off_cards"):
    """Somebody has looked at every card that was brought in as a replacement, or at those named."""

    cards: tuple[Card, ...] = ()


class OrderCardCheck(AboutCards, frozen=True, tag="order_card_check"):
    """The cards are to be checked, at any moment."""


class OrderShuffle(AboutCards, frozen=True, tag="order_shuffle"):
    """The cards are to be shuffled once the coup is over."""

    reason: str


class DropCards(AboutCards, frozen=True, tag="drop_cards"):
    """Cards fell or were fumbled."""

    count: int


class ConfirmPickedUp(AboutCards, frozen=True, tag="confirm_picked_up"):
    """All cards that fell have been picked up."""

    count: int


class VoidShoe(AboutCards, frozen=True, tag="void_shoe"):
    """Patrons saw the order of the cards: the shoe is void."""

    reason: str
    report: str


CardsCommand = (
    CheckCards
    | VerifyCards
    | Shuffle
    | Riffle
    | ManualShuffle
    | OfferCut
    | DeclineCut
    | NominateCutter
    | Cut
    | Mark
    | Load
    | Burn
    | AskBurned
    | ShowCuttingCard
    | NewShoe
    | DeclareLast
    | ReplaceCards
    | SignOffCards
    | OrderCardCheck
    | OrderShuffle
    | DropCards
    | ConfirmPickedUp
    | VoidShoe
)
