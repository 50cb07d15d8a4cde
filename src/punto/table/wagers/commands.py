"""Wagers: placed, taken back, refused, found wrong."""

from punto.aggregate.command import Command


class AboutWagers(Command, frozen=True):
    """A command about wagers."""


class OpenBetting(AboutWagers, frozen=True, tag="open_betting"):
    """Patrons are given the opportunity to wager."""


class CallBets(AboutWagers, frozen=True, tag="call_bets"):
    """The dealer calls for bets, which opens betting if it was not open."""


class PlaceWager(AboutWagers, frozen=True, tag="place_wager"):
    """A patron puts chips on a wager, in their own space unless another box is named.

    ``unnoticed`` chips lie on the layout although nobody looked whether they may. A dealer who
    places them on a patron's word names the ``patron``. ``on_behalf_of`` is for somebody else;
    it matters whether that person is outside the casino. ``made_with`` names what the stake is
    made of where that is not chips of this table.
    """

    wager: str
    stake_cents: int
    box: int | None = None
    unnoticed: bool = False
    token: bool = False
    patron: str | None = None
    on_behalf_of: str | None = None
    outside: bool = False
    made_with: str | None = None


class WithdrawWager(AboutWagers, frozen=True, tag="withdraw_wager"):
    """A patron takes a wager back before the first card: all of it, or a part of its stake."""

    wager: str
    stake_cents: int | None = None


class ClaimWager(AboutWagers, frozen=True, tag="claim_wager"):
    """A patron says that a wager was meant for another area."""

    wager: str
    meant: str


class RefuseWager(AboutWagers, frozen=True, tag="refuse_wager"):
    """A wager is refused and removed before the first card.

    ``stake_cents`` is what partners offered and nobody took: it never lay on the layout.
    """

    patron: str
    wager: str
    reason: str
    stake_cents: int | None = None


class FindInvalid(AboutWagers, frozen=True, tag="find_invalid"):
    """A wager turns out to lie wrongly or not to be allowed."""

    patron: str
    wager: str
    flaw: str


class RelaxLock(AboutWagers, frozen=True, tag="relax_lock"):
    """A patron may change wagers although the first card is out."""

    patron: str
    reason: str


class ApproveBothHands(AboutWagers, frozen=True, tag="approve_both_hands"):
    """A patron is allowed to back Player and Banker in one coup."""

    patron: str


class NoMoreBets(AboutWagers, frozen=True, tag="no_more_bets"):
    """The dealer calls that betting is closed."""


class RestrictOffer(AboutWagers, frozen=True, tag="restrict_offer"):
    """An optional wager is kept for patrons who have a main wager, or opened again."""

    offer: str
    lifted: bool = False


WagersCommand = (
    OpenBetting
    | CallBets
    | PlaceWager
    | WithdrawWager
    | ClaimWager
    | RefuseWager
    | FindInvalid
    | RelaxLock
    | ApproveBothHands
    | NoMoreBets
    | RestrictOffer
)
