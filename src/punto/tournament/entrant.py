"""A person who applied to play in a tournament, with their status."""

from enum import StrEnum

from msgspec import Struct


class EntrantStatus(StrEnum):
    """The status of an entrant."""

    APPLIED = "applied"
    ENTERED = "entered"
    PLAYING = "playing"
    ELIMINATED = "eliminated"
    DISQUALIFIED = "disqualified"
    FORFEITED = "forfeited"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    REPLACED = "replaced"


# The entrants who may still play.
ACTIVE = frozenset({EntrantStatus.ENTERED, EntrantStatus.PLAYING})


class Entrant(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An entrant: what they paid and signed, their status, place and prize.

    ``bought_in`` is for the next session. ``bought_cents`` is the price of all buy-ins and
    buy-backs, ``cash_cents`` the chips worth money that the entrant took from the tables.
    ``out_round`` and ``out_rank`` order the eliminated entrants: by the round that they reached
    and their rank at their table. ``cause`` is the cause of a disqualification.
    """

    name: str
    number: int
    standing: EntrantStatus = EntrantStatus.APPLIED
    paid_cents: int = 0
    commission_cents: int = 0
    refunded_cents: int = 0
    eligible: bool | None = None
    given_conditions: bool = False
    told_conditions: bool = False
    signed: bool = False
    reserve: bool = False
    bought_in: bool = False
    missed_buy_in: bool = False
    bought_cents: int = 0
    bought_back: int = 0
    secondary: bool = False
    came_back: bool = False
    out_round: int | None = None
    out_rank: int | None = None
    cause: str | None = None
    place: int | None = None
    prize_cents: int = 0
    goods: tuple[str, ...] = ()
    prize_paid: bool = False
    cash_cents: int = 0
    advised: bool = False
