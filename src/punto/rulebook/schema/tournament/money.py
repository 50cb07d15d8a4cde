"""Fees, what the house keeps, the pool and the prizes."""

from typing import Annotated, Literal

from msgspec import Meta, field

from punto.clause import Cited
from punto.rulebook.schema.section import Days, RefusedOnly, Section, unsaid
from punto.rulebook.tournament_policies import (
    Cancelling,
    DisqualifiedRefund,
    HouseKeeps,
    OddCents,
    Refunds,
)


class Money(Section, frozen=True, kw_only=True):
    """Fees, what the house keeps, the pool and the prizes."""

    keeps: Cited[HouseKeeps] = unsaid("what the house may keep of entry fees")
    """What the house may keep of the fees."""
    keeps_percent_max: Cited[Annotated[int, Meta(ge=0, le=100)]] | None = None
    """The greatest share of the fees that it may keep, where it is a share."""
    refunds: Cited[Refunds] = unsaid("when an entry fee is given back")
    """When somebody who withdraws gets the fee back."""
    withdrawal_days: Cited[Days] | None = None
    """How long before the start somebody must withdraw to get it back."""
    disqualified: Cited[DisqualifiedRefund] | None = None
    """Whether somebody who is put out may get it back."""
    disqualified_for: dict[str, Cited[DisqualifiedRefund]] = field(default_factory=dict)
    """The same for grounds that differ, each under the name of its ground."""
    cancelling: Cited[Cancelling] = unsaid("whether a tournament may be called off")
    """Until when a tournament may be called off."""
    cancelled_keeps: Cited[Literal["disqualified"]] | None = None
    """Whose fee stays then, although everybody else's goes back."""
    odd_cents: Cited[OddCents] = unsaid("how prizes are shared by entrants who are level")
    """What becomes of cents that equal shares leave over."""
    cash_chips: Cited[RefusedOnly] | None = None
    """A tournament with chips that are worth money is refused."""
