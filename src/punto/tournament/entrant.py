"""Somebody who applied to play in a tournament, and how far they have come."""

from enum import StrEnum

from msgspec import Struct


class Standing(StrEnum):
    """How somebody stands in a tournament."""

    APPLIED = "applied"
    ENTERED = "entered"
    PLAYING = "playing"
    ELIMINATED = "eliminated"
    DISQUALIFIED = "disqualified"
    FORFEITED = "forfeited"
    WITHDRAWN = "withdrawn"
    REFUSED = "refused"
    REPLACED = "replaced"


# Those who may still play.
ACTIVE = frozenset({Standing.ENTERED, Standing.PLAYING})


class Entrant(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A person of a tournament: what they paid and signed, and what became of them.

    ``out_at`` orders those who went out: by round, coup, and within a coup by rank.
    """

    name: str
    number: int
    standing: Standing = Standing.APPLIED
    paid_cents: int = 0
    refunded_cents: int = 0
    given_conditions: bool = False
    signed: bool = False
    reserve: bool = False
    place: int | None = None
    prize_cents: int = 0
    advised: bool = False
