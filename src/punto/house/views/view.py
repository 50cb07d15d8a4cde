"""The view of the house for each audience: published terms, a patron's own entries, or all."""

from msgspec import Struct

from punto.clause import Malformed, Reason
from punto.error_codes import ErrorCode
from punto.house.duty import Duty
from punto.house.house import House
from punto.house.promotion import (
    DeniedPrize,
    IntegrityIssue,
    Promotion,
    PromotionDispute,
    PromotionEntry,
    PromotionPrize,
    PromotionStage,
    PromotionTerms,
    Winner,
)
from punto.house.promotion_duties import open_promotion_duties
from punto.house.promotion_rules import promotion_section
from punto.house.views.audience import WATCH, Audience
from punto.rulebook.elect import TableRules


class SeenPromotion(Struct, frozen=True, omit_defaults=True):
    """A promotion as somebody sees it; lists that are not theirs to see are empty.

    ``drawn`` are the entries that won, by prize, ``seed`` and ``passed_over`` by which lots and
    without which entries: anybody draws again with them and the numbers of all ``entries_taken``.
    """

    number: int
    name: str
    stage: PromotionStage
    terms: PromotionTerms
    prizes: dict[int, PromotionPrize]
    committed: str | None = None
    seed: str | None = None
    passed_over: tuple[int, ...] = ()
    entries_taken: int = 0
    drawn: dict[int, int] = {}
    put_off: bool = False
    entries: tuple[PromotionEntry, ...] = ()
    winners: tuple[Winner, ...] = ()
    denied: tuple[DeniedPrize, ...] = ()
    disputes: tuple[PromotionDispute, ...] = ()
    doubts: tuple[IntegrityIssue, ...] = ()
    said: tuple[Reason, ...] = ()


class View(Struct, frozen=True, omit_defaults=True):
    """The house as somebody sees it."""

    __schema_name__ = "HouseView"
    name: str
    rulebook: str
    promotions: tuple[SeenPromotion, ...]
    duties: tuple[Duty, ...] = ()


def view(rules: TableRules, house: House, audience: Audience, viewer: str | None = None) -> View:
    """Return the view of an audience; ``viewer`` is the key of a patron."""
    if audience is Audience.PATRON and viewer is None:
        raise Malformed("say which patron looks", code=ErrorCode.INCOMPLETE)
    watches = audience in WATCH
    promotions = tuple(
        _promotion_view(rules, held, audience, viewer)
        for held in house.promotions.values()
        if watches or held.published
    )
    duties = open_promotion_duties(rules, house) if watches else ()
    return View(house.setup.name, house.setup.rulebook, promotions, duties)


def _promotion_view(
    rules: TableRules, held: Promotion, audience: Audience, viewer: str | None
) -> SeenPromotion:
    watches, staff = audience in WATCH, audience in (*WATCH, Audience.STAFF)
    mine = viewer if audience is Audience.PATRON else None
    return SeenPromotion(
        number=held.number,
        name=held.name,
        stage=held.stage,
        terms=held.terms,
        prizes=held.prizes,
        committed=held.committed,
        seed=held.seed,
        passed_over=held.passed_over,
        entries_taken=len(held.entries),
        drawn={prize: winner.entry for prize, winner in held.winners.items()},
        put_off=held.doubt is not None and held.doubt.postponed_at is not None,
        entries=tuple(entry for entry in held.entries if staff or entry.person == mine),
        winners=tuple(winner for winner in held.winners.values() if staff or winner.person == mine),
        denied=tuple(prize for prize in held.denied if watches or prize.person == mine),
        disputes=tuple(dispute for dispute in held.disputes if watches or dispute.person == mine),
        doubts=held.doubts if watches else (),
        said=_published_terms(rules, held),
    )


def _published_terms(rules: TableRules, held: Promotion) -> tuple[Reason, ...]:
    """Return the texts of the terms, each with the clause that requires it."""
    lines = []
    for topic, wanted in promotion_section(rules).topics.items():
        text = getattr(held.terms, topic, None)
        if isinstance(text, str):
            lines.append(Reason(f"{topic.replace('_', ' ')}: {text}", wanted.clause))
    return tuple(lines)
