"""A promotion: its terms, its prizes, who entered, who won, what is open."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.roles import Centilitres, Cents
from punto.rulebook.promotion_policies import Contents, PaidBy, PrizeKind, ToldBy

# A prize or a wager is worth less than this, or somebody mistyped.
MOST_CENTS = 10**12


class Stage(StrEnum):
    """How far a promotion has come."""

    __schema_name__ = "PromotionStage"
    DRAFT = "draft"
    PUBLISHED = "published"
    STARTED = "started"
    DRAWN = "drawn"
    CANCELLED = "cancelled"


class Terms(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the terms of a promotion say, topic by topic; nothing is what is not said.

    Days and times are those of the venue: ``2024-08-01`` and ``18:00``. ``wager_needed`` says
    whether a wager qualifies, ``reserves`` whether the house makes any reservation or guarantee.
    """

    award_method: str | None = None
    award_when: str | None = None
    award_where: str | None = None
    eligibility: str | None = None
    wager_needed: bool | None = None
    qualifying_cents: Cents | None = None
    prize_nature: str | None = None
    reserves: bool = False
    reservations: str | None = None
    closes_day: str | None = None
    closes_time: str | None = None
    place: str | None = None
    starts_day: str | None = None
    starts_time: str | None = None
    claim_method: str | None = None
    presence: bool | None = None
    winner_told: str | None = None
    results_published: str | None = None
    marketing: bool = False
    available: tuple[str, ...] = ()


class Prize(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A prize: what it is and worth, what it includes, and what its kind has to say besides.

    ``conditions`` are words, or ``none``; ``items`` is anything else in it, by name.
    """

    __schema_name__ = "PromotionPrize"
    title: str
    kind: PrizeKind = PrizeKind.GOODS
    value_cents: Cents | None = None
    conditions: str | None = None
    contents: tuple[Contents, ...] = ()
    items: tuple[str, ...] = ()
    liquor_centilitres: Centilitres = 0
    details: dict[str, str] = {}

    @property
    def money(self) -> bool:
        return self.kind is PrizeKind.MONEY


class Qualified(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The wager that an entry rests on: an event in a stream."""

    stream: str
    version: int


class PromotionEntry(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An entry, by its number: whose it is, and the wager that it rests on."""

    number: int
    person: str
    wager: Qualified | None = None


class Attempt(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An attempt to tell a winner."""

    means: ToldBy
    at: int
    reached: bool = False


class Part(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Part of a prize in money: how it is paid, how much, and to whom."""

    means: PaidBy
    cents: Cents
    payee: str


class Winner(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Who won a prize, and how far it has come to them."""

    prize: int
    entry: int
    person: str
    at: int
    attempts: tuple[Attempt, ...] = ()
    money_instead: bool = False
    received: bool = False
    denied: bool = False


class Denied(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A claim that was not met: whose, for what, why, and when they were told."""

    number: int
    prize: int
    person: str
    text: str
    at: int
    kept: bool = False
    told_at: int | None = None


class PromotionDispute(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """A dispute about the terms of a promotion: who raised it, how it was decided and closed."""

    number: int
    person: str
    facts: str
    decision: str | None = None
    decided_at: int = 0
    satisfied: bool | None = None
    advised: bool = False
    closed: bool = False


class Doubt(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The integrity of a promotion is found to be compromised: when, and what followed."""

    number: int
    text: str
    at: int
    postponed_at: int | None = None
    cancelled_at: int | None = None
    told_at: int | None = None
    validated_at: int | None = None


class Promotion(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One promotion.

    ``version`` counts its terms, ``sent`` says when each version went to the regulator;
    ``starts_at`` and ``closes_at`` are points in time once terms are published; ``committed`` is
    the digest of the seed of the draw, ``seed`` and ``passed_over`` what was drawn by it.
    """

    number: int
    name: str
    stage: Stage = Stage.DRAFT
    terms: Terms = Terms()
    prizes: dict[int, Prize] = {}
    prizes_made: int = 0
    version: int = 0
    sent: dict[int, int] = {}
    amended_at: int | None = None
    starts_at: int | None = None
    closes_at: int | None = None
    committed: str | None = None
    seed: str | None = None
    passed_over: tuple[int, ...] = ()
    scrutineer: str | None = None
    entries: tuple[PromotionEntry, ...] = ()
    winners: dict[int, Winner] = {}
    denied: tuple[Denied, ...] = ()
    disputes: tuple[PromotionDispute, ...] = ()
    doubts: tuple[Doubt, ...] = ()

    @property
    def doubt(self) -> Doubt | None:
        """Return what compromises it now, if anything does."""
        last = self.doubts[-1] if self.doubts else None
        return None if last is None or last.validated_at is not None else last

    @property
    def published(self) -> bool:
        return self.stage is not Stage.DRAFT

    def amended(self, version: int, at: int) -> "Promotion":
        """Return the promotion with another version of its terms.

        Only terms of a promotion that has started count as amended.
        """
        if self.stage in (Stage.DRAFT, Stage.PUBLISHED):
            return replace(self, version=version)
        # What waits to be sent waits since it was first amended.
        since = at if self.version in self.sent else self.amended_at
        return replace(self, version=version, amended_at=since)
