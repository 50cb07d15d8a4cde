"""What may be asked of a table."""

from typing import Literal

from msgspec import Struct

from punto.cards import Card


class Command(Struct, frozen=True, forbid_unknown_fields=True):
    """Something a person at the table does; the tag is the name of the type."""


class Join(Command, frozen=True, tag="join"):
    """Somebody sits down, or stands at a seat's betting space."""

    patron: str
    seat: int
    standing: bool = False


class Leave(Command, frozen=True, tag="leave"):
    """Somebody leaves the table with their chips."""

    patron: str


class BuyChips(Command, frozen=True, tag="buy_chips"):
    """Somebody buys chips from the float."""

    patron: str
    cents: int


class CheckCards(Command, frozen=True, tag="check_cards"):
    """A patron looks the cards over."""


class Shuffle(Command, frozen=True, tag="shuffle"):
    """The cards have been shuffled into an order that comes from outside."""

    order: tuple[Card, ...]


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
    """The cards are taken out to make the next shoe."""


class OpenBetting(Command, frozen=True, tag="open_betting"):
    """Patrons are given the opportunity to wager."""


class PlaceWager(Command, frozen=True, tag="place_wager"):
    """A patron puts chips on a wager, in their own space unless another box is named.

    ``unnoticed`` chips lie on the layout although nobody looked whether the limits allow them.
    """

    wager: str
    stake_cents: int
    box: int | None = None
    unnoticed: bool = False


class AgreeLimits(Command, frozen=True, tag="agree_limits"):
    """A patron gets limits of their own, shown by a marker or a sign."""

    patron: str
    maximum_cents: int
    minimum_cents: int | None = None


class ReduceWagers(Command, frozen=True, tag="reduce_wagers"):
    """The dealer cuts wagers pro rata until no cap is exceeded."""


class WithdrawWager(Command, frozen=True, tag="withdraw_wager"):
    """A patron takes a wager back before the first card."""

    wager: str


class ApproveBothHands(Command, frozen=True, tag="approve_both_hands"):
    """A patron is allowed to back Player and Banker in one coup."""

    patron: str


class DirectNoBet(Command, frozen=True, tag="direct_no_bet"):
    """The next coup is to be dealt without wagers."""

    requested_by: str | None = None
    agreed: tuple[str, ...] = ()
    marker: bool = False
    surveillance_told: bool = False


class NoMoreBets(Command, frozen=True, tag="no_more_bets"):
    """The dealer calls that betting is closed."""


class Draw(Command, frozen=True, tag="draw"):
    """The next card leaves the shoe; ``card`` is what the dealer says it is."""

    card: Card | None = None
    burn_missed: bool = False


class PullCard(Command, frozen=True, tag="pull_card"):
    """The dealer pulls the next card and puts it where it is not due, or nowhere."""

    to: Literal["player", "banker", "nobody"]
    seen: bool = True


class VoidCoup(Command, frozen=True, tag="void_coup"):
    """A coup is declared void; the ground is kept with it."""

    ground: str


class CollectLosers(Command, frozen=True, tag="collect_losers"):
    """Losing stakes go to the float."""


class PayWinners(Command, frozen=True, tag="pay_winners"):
    """Winners are paid and stakes go back."""


class Discard(Command, frozen=True, tag="discard"):
    """The cards of a settled coup go to the discards, and the coup is over."""


AnyCommand = (
    Join
    | Leave
    | BuyChips
    | CheckCards
    | Shuffle
    | OfferCut
    | DeclineCut
    | NominateCutter
    | Cut
    | Mark
    | Load
    | Burn
    | AskBurned
    | NewShoe
    | OpenBetting
    | PlaceWager
    | AgreeLimits
    | ReduceWagers
    | WithdrawWager
    | ApproveBothHands
    | DirectNoBet
    | NoMoreBets
    | Draw
    | PullCard
    | VoidCoup
    | CollectLosers
    | PayWinners
    | Discard
)
