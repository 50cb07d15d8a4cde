"""The cards on their way into play and out of it."""

from punto.cards import Card
from punto.table.commands.base import Command


class CheckCards(Command, frozen=True, tag="check_cards"):
    """A patron looks the cards over."""


class VerifyCards(Command, frozen=True, tag="verify_cards"):
    """Staff, or a checking device, verify the cards one by one."""

    count: int
    device: str | None = None


class Shuffle(Command, frozen=True, tag="shuffle"):
    """The cards have been shuffled into an order that comes from outside."""

    order: tuple[Card, ...]
    machine: str | None = None


class Riffle(Command, frozen=True, tag="riffle"):
    """Cards that came shuffled are riffled once more, as a patron asked and staff approved."""

    order: tuple[Card, ...]
    point: str
    requested_by: str | None = None
    approved_by: str | None = None


class ManualShuffle(Command, frozen=True, tag="manual_shuffle"):
    """Cards that came shuffled are shuffled by hand before they go into a device."""

    order: tuple[Card, ...]
    approved_by: str | None = None


class OfferCut(Command, frozen=True, tag="offer_cut"):
    """The stack is offered to patrons; ``to`` only where the rulebook sets no order."""

    to: str | None = None


class DeclineCut(Command, frozen=True, tag="decline_cut"):
    """The patron to whom the cut is offered declines it."""


class NominateCutter(Command, frozen=True, tag="nominate_cutter"):
    """The patron to whom the cut is offered names another."""

    patron: str


class Cut(Command, frozen=True, tag="cut"):
    """The cards in front of a place go to the back."""

    at: int


class Mark(Command, frozen=True, tag="mark"):
    """The end-of-shoe card goes in, so many cards from the back."""

    behind: int


class Load(Command, frozen=True, tag="load"):
    """The cards go into the shoe or the device."""


class Burn(Command, frozen=True, tag="burn"):
    """Cards are burned by one of the permitted procedures."""

    procedure: str
    approved_by: str | None = None


class AskBurned(Command, frozen=True, tag="ask_burned"):
    """A patron asks to see the card that was burned."""


class NewShoe(Command, frozen=True, tag="new_shoe"):
    """The same cards are taken out to make the next shoe."""


class DeclareLast(Command, frozen=True, tag="declare_last"):
    """Staff declare that the next coup is the last of this shoe."""


class ReplaceCards(Command, frozen=True, tag="replace_cards"):
    """Other cards take the place of these; ``unfit`` if that is why."""

    back: str
    unfit: bool = False
    same_back_approved_by: str | None = None


class SignOffCards(Command, frozen=True, tag="sign_off_cards"):
    """Somebody has looked at every card that was brought in as a replacement."""


class OrderCardCheck(Command, frozen=True, tag="order_card_check"):
    """The cards are to be checked, at any moment."""


class OrderShuffle(Command, frozen=True, tag="order_shuffle"):
    """The cards are to be shuffled once the coup is over."""

    reason: str


class DropCards(Command, frozen=True, tag="drop_cards"):
    """Cards fell or were fumbled."""

    count: int


class ConfirmPickedUp(Command, frozen=True, tag="confirm_picked_up"):
    """All cards that fell have been picked up."""

    count: int


class VoidShoe(Command, frozen=True, tag="void_shoe"):
    """Patrons saw the order of the cards: the shoe is void."""

    reason: str
    report: str
