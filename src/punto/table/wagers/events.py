"""Betting opened and closed; wagers placed, raised, handed back, forfeited."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.table.ledger import Back


class OfWagers(Event, frozen=True, gc=False):
    """An event about wagers."""


class BettingOpened(OfWagers, frozen=True, gc=False, tag="betting_opened"):
    """Patrons may wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class BettingClosed(OfWagers, frozen=True, gc=False, tag="betting_closed"):
    """Betting is called closed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class WagerPlaced(OfWagers, frozen=True, gc=False, tag="wager_placed"):
    """Chips or tokens of a patron lie on a wager, in their own space unless another is named.

    ``placed_by`` is staff who put them there; ``on_behalf_of`` somebody present for whom they lie.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    patron: str
    wager: str
    stake_cents: int
    box: int | None = None
    token_cents: int = 0
    placed_by: str | None = None
    on_behalf_of: str | None = None


class WagerRaised(OfWagers, frozen=True, gc=False, tag="wager_raised"):
    """Chips or tokens are added to a wager that lies there."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    number: int
    cents: int
    token_cents: int = 0


class StakesReturned(OfWagers, frozen=True, gc=False, tag="stakes_returned"):
    """Stakes go back to their owners: taken back, refused, invalid, void, or simply not lost."""

    visibility = Visibility.EVERYBODY
    registers = (Register.VOIDS,)

    stakes: tuple[Back, ...]


class WagersForfeited(OfWagers, frozen=True, gc=False, tag="wagers_forfeited"):
    """Stakes go to the float because of what their owner did."""

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    name: str
    stakes: tuple[Back, ...]


class BothHandsApproved(OfWagers, frozen=True, gc=False, tag="both_hands_approved"):
    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str


class LockRelaxed(OfWagers, frozen=True, gc=False, tag="lock_relaxed"):
    """A patron may change wagers although the first card is out."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str


class OfferRestricted(OfWagers, frozen=True, gc=False, tag="offer_restricted"):
    """An optional wager is kept for patrons who have a main wager."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    offer: str


class OfferOpened(OfWagers, frozen=True, gc=False, tag="offer_opened"):
    """An optional wager is open to all again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    offer: str


WagersEvent = (
    WagerPlaced
    | StakesReturned
    | BettingOpened
    | BettingClosed
    | WagerRaised
    | WagersForfeited
    | BothHandsApproved
    | LockRelaxed
    | OfferRestricted
    | OfferOpened
)
