"""Cards out of the shoe, into hands and into the hands of patrons, and wagers settled."""

from typing import Literal

from msgspec import field

from punto.aggregate.command import Command
from punto.cards import Card
from punto.rulebook.policies import NomineeCards

Hand = Literal["player", "banker"]


class AboutDeal(Command, frozen=True):
    """A command about a coup."""


class DirectNoBet(AboutDeal, frozen=True, tag="direct_no_bet"):
    """The next coup is to be dealt without wagers; ``lifted`` if it is not to be after all."""

    requested_by: str | None = None
    agreed: tuple[str, ...] = ()
    marker: bool = False
    surveillance_told: bool = False
    lifted: bool = False


class ChangeMethod(AboutDeal, frozen=True, tag="change_method"):
    """The next coups are dealt in another way."""

    method: str
    requested_by: str | None = None


class DirectTurning(AboutDeal, frozen=True, tag="direct_turning"):
    """It is said who turns the cards of a hand: patrons, or the dealer if nobody is named."""

    hand: Hand
    patrons: tuple[str, ...] = ()


class Draw(AboutDeal, frozen=True, tag="draw"):
    """The next card leaves the shoe; ``card`` is its face, unless it lies face down unread."""

    card: Card | None = None
    burn_missed: bool = False
    face_down: bool = False


class PassCards(AboutDeal, frozen=True, tag="pass_cards"):
    """The dealer passes cards of a hand, face down, to a patron."""

    hand: Hand
    to: str
    cards: tuple[int, ...] = ()


class DeclineCards(AboutDeal, frozen=True, tag="decline_cards"):
    """A patron does not want the cards of a hand."""

    hand: Hand


class NominateTurner(AboutDeal, frozen=True, tag="nominate_turner"):
    """The patron whose cards they are lets others turn them, as staff approved before.

    ``which`` says that it is for the opening cards alone, or for the third card alone.
    """

    hand: Hand
    patrons: tuple[str, ...]
    approved_by: str | None = None
    which: NomineeCards | None = None


class TurnCards(AboutDeal, frozen=True, tag="turn_cards"):
    """Whoever has the cards of a hand turns them face up; all of them unless some are named.

    ``faces`` are what the cards turn out to be, where nobody knew them.
    """

    hand: Hand
    cards: tuple[int, ...] = ()
    faces: tuple[Card, ...] = ()


class ReturnCards(AboutDeal, frozen=True, tag="return_cards"):
    """A patron gives the cards of a hand back to the dealer."""

    hand: Hand


class TakeBackCards(AboutDeal, frozen=True, tag="take_back_cards"):
    """A patron loses control of the cards."""

    patron: str


class OfferRole(AboutDeal, frozen=True, tag="offer_role"):
    """The Banker cards are offered to patrons in their order."""


class AcceptRole(AboutDeal, frozen=True, tag="accept_role"):
    """The patron to whom the Banker cards are offered takes them."""


class DeclineRole(AboutDeal, frozen=True, tag="decline_role"):
    """The patron to whom the Banker cards are offered does not want them."""


class PassRole(AboutDeal, frozen=True, tag="pass_role"):
    """The patron who holds the Banker cards passes them on."""


class SettlePairs(AboutDeal, frozen=True, tag="settle_pairs"):
    """Wagers on the opening cards are collected and paid before any third card."""


class CollectLosers(AboutDeal, frozen=True, tag="collect_losers"):
    """Losing stakes go to the float; ``collected`` where the dealer took another amount."""

    collected: dict[int, int] = field(default_factory=dict)


class PayWinners(AboutDeal, frozen=True, tag="pay_winners"):
    """Winners are paid and stakes go back; ``paid`` where the dealer paid another amount."""

    paid: dict[int, int] = field(default_factory=dict)


class Discard(AboutDeal, frozen=True, tag="discard"):
    """The cards of a settled coup go to the discards, and the coup is over."""


DealCommand = (
    DirectNoBet
    | ChangeMethod
    | DirectTurning
    | Draw
    | PassCards
    | DeclineCards
    | NominateTurner
    | TurnCards
    | ReturnCards
    | TakeBackCards
    | OfferRole
    | AcceptRole
    | DeclineRole
    | PassRole
    | SettlePairs
    | CollectLosers
    | PayWinners
    | Discard
)
