"""A promotion: its terms, prizes, entries, winners and open matters."""

from enum import StrEnum

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.roles import Centilitres, Cents
from punto.rulebook.promotion_policies import Contents, PaidBy, PrizeKind, ToldBy

# The upper bound of a prize or a wager. A larger amount is a typing error.
MOST_CENTS = 10**12


class PromotionStage(StrEnum):
    """The stage of a promotion."""

    __schema_name__ = "PromotionStage"
    DRAFT = "draft"
    PUBLISHED = "published"
    STARTED = "started"
    DRAWN = "drawn"
    CANCELLED = "cancelled"


class PromotionTerms(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The terms of a promotion, by topic; ``None`` if they are silent.

    Days and times are those of the venue: ``2024-08-01`` and ``18:00``. ``wager_needed`` is whether
    an entry needs a wager, ``reserves`` whether the house makes a reservation or guarantee.
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


class PromotionPrize(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A prize: its title, value and contents, and the details that its kind requires.

    ``conditions`` is a text, or ``none``; ``items`` are other things in it, by name.
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


class QualifyingWager(Struct, frozen=True, gc=False, array_like=True, forbid_unknown_fields=True):
    """The qualifying wager of an entry: an event in a stream."""

    stream: str
    version: int


class PromotionEntry(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An entry with its number, its person and its qualifying wager."""

    number: int
    person: str
    wager: QualifyingWager | None = None


class NotificationAttempt(
    Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True
):
    """An attempt to notify a winner."""

    means: ToldBy
    at: int
    reached: bool = False


class PrizePart(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A part of a prize in money: the means of payment, the amount and the payee."""

    means: PaidBy
    cents: Cents
    payee: str


class Winner(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The winner of a prize, with the progress of notification and payment."""

    prize: int
    entry: int
    person: str
    at: int
    attempts: tuple[NotificationAttempt, ...] = ()
    money_instead: bool = False
    received: bool = False
    denied: bool = False


class DeniedPrize(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A denied claim: the person, the prize, the reason, and when the person was told."""

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
    """A dispute about the terms of a promotion: its person, its decision and its state."""

    number: int
    person: str
    facts: str
    decision: str | None = None
    decided_at: int = 0
    satisfied: bool | None = None
    advised: bool = False
    closed: bool = False


class IntegrityIssue(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An integrity issue of a promotion: when it was found, and the steps that followed."""

    number: int
    text: str
    at: int
    postponed_at: int | None = None
    cancelled_at: int | None = None
    told_at: int | None = None
    validated_at: int | None = None


class Promotion(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """The state of a promotion.

    ``version`` is the version of its terms, ``sent`` the time at which each version was sent to the
    regulator. ``starts_at`` and ``closes_at`` are set when terms are published. ``committed`` is
    the digest of the seed of the draw; ``seed`` and ``passed_over`` are from the draw.
    """

    number: int
    name: str
    stage: PromotionStage = PromotionStage.DRAFT
    terms: PromotionTerms = PromotionTerms()
    prizes: dict[int, PromotionPrize] = {}
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
    denied: tuple[DeniedPrize, ...] = ()
    disputes: tuple[PromotionDispute, ...] = ()
    doubts: tuple[IntegrityIssue, ...] = ()

    @property
    def doubt(self) -> IntegrityIssue | None:
        """Return the open integrity issue, or ``None``."""
        last = self.doubts[-1] if self.doubts else None
        return None if last is None or last.validated_at is not None else last

    @property
    def published(self) -> bool:
        return self.stage is not PromotionStage.DRAFT

    def amended(self, version: int, at: int) -> "Promotion":
        """Return the promotion with a new version of its terms.

        Only terms of a promotion that has started count as amended.
        """
        if self.stage in (PromotionStage.DRAFT, PromotionStage.PUBLISHED):
            return replace(self, version=version)
        # Unsent terms count from their first amendment.
        since = at if self.version in self.sent else self.amended_at
        return replace(self, version=version, amended_at=since)
