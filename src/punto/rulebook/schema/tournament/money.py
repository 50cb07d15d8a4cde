"""Fees, retained fees, the pool and the prizes."""

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
    """Fees, retained fees, the pool and the prizes."""

    keeps: Cited[HouseKeeps] = unsaid("what the house may keep of entry fees")
    """The part of the fees that the house may retain."""
    keeps_percent_max: Cited[Annotated[int, Meta(ge=0, le=100)]] | None = None
    """The maximum percentage of the fees that it may retain, if it is a share."""
    refunds: Cited[Refunds] = unsaid("when an entry fee is given back")
    """When an entrant who withdraws gets a refund of the fee."""
    withdrawal_days: Cited[Days] | None = None
    """How many days before the start an entrant must withdraw to get it."""
    disqualified: Cited[DisqualifiedRefund] | None = None
    """Whether a disqualified entrant may get a refund."""
    disqualified_for: dict[str, Cited[DisqualifiedRefund]] = field(default_factory=dict)
    """The same for grounds that differ, by name of the ground."""
    cancelling: Cited[Cancelling] = unsaid("whether a tournament may be called off")
    """Until when a tournament may be cancelled."""
    cancelled_keeps: Cited[Literal["disqualified"]] | None = None
    """Whose fee is not refunded after a cancellation."""
    odd_cents: Cited[OddCents] = unsaid("how prizes are shared by entrants who are level")
    """What happens to cents that are left over from equal shares."""
    cash_chips: Cited[RefusedOnly] | None = None
    """A tournament with chips that are worth money is refused."""
