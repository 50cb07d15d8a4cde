"""What the sign says changed, was announced, or was agreed with one patron."""

from punto.aggregate.event import Event, Register, Unregistered, Visibility
from punto.table.ledger import Back
from punto.table.notice import Limits, Proposed


class OfLimits(Event, frozen=True, gc=False):
    """An event about limits and notices."""


class NoticePosted(OfLimits, frozen=True, gc=False, tag="notice_posted"):
    """A notice is up; ``replaces`` are the places of those that came down for it."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: Proposed
    effective_at: int | None = None
    replaces: tuple[int, ...] = ()


class LimitsChanged(OfLimits, frozen=True, gc=False, tag="limits_changed"):
    """The sign says something else; ``kept`` is the earlier minimum that patrons keep, or lose.

    ``done`` are the places of the notices that announced just this and came down; ``former`` are
    the limits of before, which stay on the sign as long as somebody keeps their minimum. It may
    have been ``ordered`` earlier, while a coup was on. Where wagers stay bound ``as_made``, those
    of the coup that is on, or was the last, have the limits of before.
    """

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: Proposed
    kept: dict[str, int | None] = {}
    done: tuple[int, ...] = ()
    former: Limits | None = None
    ordered: bool = False
    as_made: bool = False


class LimitsOrdered(OfLimits, frozen=True, gc=False, tag="limits_ordered"):
    """The sign will say something else once the coup is over."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    change: Proposed


class SettlementChanged(OfLimits, frozen=True, gc=False, tag="settlement_changed"):
    """Wagers are settled in another way from now on; a coup that is on keeps the way it ``was``."""

    visibility = Visibility.EVERYBODY
    registers = (Register.LIMITS,)

    settlement: str
    done: tuple[int, ...] = ()
    was: str | None = None


class LimitsAgreed(OfLimits, frozen=True, gc=False, tag="limits_agreed"):
    """One patron plays to limits of their own: on one kind of bet, or wherever the table's hold.

    Where wagers stay bound ``as_made``, those of the last coup have the limits of before.
    """

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str
    minimum_cents: int | None
    maximum_cents: int
    wager: str | None = None
    as_made: bool = False


class LimitsWithdrawn(OfLimits, frozen=True, gc=False, tag="limits_withdrawn"):
    """A patron plays to the limits of the sign again; wagers may stay bound ``as_made``."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str
    as_made: bool = False


class PatronAdvised(OfLimits, frozen=True, gc=False, tag="patron_advised"):
    """A patron is told that further wagers under the minimum will be returned."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str


class WagersReduced(OfLimits, frozen=True, gc=False, tag="wagers_reduced"):
    """What is handed back of each wager so that no cap is exceeded."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    stakes: tuple[Back, ...]


LimitsEvent = (
    NoticePosted
    | LimitsChanged
    | LimitsOrdered
    | SettlementChanged
    | LimitsAgreed
    | LimitsWithdrawn
    | PatronAdvised
    | WagersReduced
)
