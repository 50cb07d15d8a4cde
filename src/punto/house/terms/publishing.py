"""Terms of a promotion: drafted, written, published, sent to the regulator; the start."""

from msgspec.structs import asdict, replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import PromotionNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.calendar import HOUR, local_text, point_in_time
from punto.house.context import HouseContext, changes
from punto.house.guards import (
    check_any_promotion,
    check_integrity,
    check_promotion_open,
    may_offer_promotions,
    require_promotion_power,
)
from punto.house.house import House
from punto.house.promotion import MOST_CENTS, Promotion, PromotionStage, PromotionTerms
from punto.house.promotion_rules import promotion_section
from punto.house.terms.prizes import check_allowed
from punto.house.terms.topics import missing_terms
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import CheckedAt

publishing: Topic[House, HouseContext] = Topic("publishing", changes)


class DraftPromotion(HouseCommand, frozen=True, tag="draft_promotion"):
    """A draft of a promotion is created; nothing is promised yet."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    name: Text


class WriteTerms(HouseCommand, frozen=True, tag="write_terms"):
    """Terms are written or amended; given values replace the previous ones."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    terms: PromotionTerms


class PublishTerms(HouseCommand, frozen=True, tag="publish_terms"):
    """Terms are published."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class SendTerms(HouseCommand, frozen=True, tag="send_terms"):
    """The current terms are sent to the regulator."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class StartPromotion(HouseCommand, frozen=True, tag="start_promotion"):
    """A promotion starts."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class PromotionDrafted(HouseEvent, frozen=True, gc=False, tag="promotion_drafted"):
    """A draft of a promotion was created."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    promotion: int
    name: str


class TermsWritten(HouseEvent, frozen=True, gc=False, tag="terms_written"):
    """Terms were written; ``version`` is the number of this version."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    terms: PromotionTerms
    starts_at: int | None = None
    closes_at: int | None = None


class TermsPublished(HouseEvent, frozen=True, gc=False, tag="terms_published"):
    """Terms were published, with the start and the close as points in time."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    starts_at: int
    closes_at: int


class TermsSent(HouseEvent, frozen=True, gc=False, tag="terms_sent"):
    """Terms were sent to the regulator."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    promotion: int
    version: int


class PromotionStarted(HouseEvent, frozen=True, gc=False, tag="promotion_started"):
    """A promotion started."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int


publishing.permits(DraftPromotion)(may_offer_promotions)


@publishing.permits(WriteTerms)
def may_write(at: HouseContext) -> None:
    """Raise an error if no promotion has terms that this person may write."""
    may_offer_promotions(at)
    check_any_promotion(at.state, check_promotion_open)


@publishing.permits(PublishTerms)
def may_publish(at: HouseContext) -> None:
    """Raise an error if there are no terms that this person may publish."""
    may_offer_promotions(at)
    check_any_promotion(at.state, _check_draft)


@publishing.permits(SendTerms)
def may_send(at: HouseContext) -> None:
    """Raise an error if there are no terms that this person may send to the regulator."""
    may_offer_promotions(at)
    check_any_promotion(at.state, lambda promotion: _check_unsent(at.rules, promotion))


@publishing.permits(StartPromotion)
def may_start(at: HouseContext) -> None:
    """Raise an error if there is no promotion that this person may start."""
    may_offer_promotions(at)
    check_any_promotion(at.state, lambda promotion: _check_to_start(at.rules, promotion))


def _check_draft(promotion: Promotion) -> None:
    check_promotion_open(promotion)
    if promotion.published:
        raise Malformed("the terms are published", code=ErrorCode.ALREADY_SO)


def _check_unsent(rules: TableRules, promotion: Promotion) -> None:
    check_promotion_open(promotion)
    if not promotion.published:
        text = "terms are published before they are sent"
        raise Refused(
            ErrorCode.TERMS_NOT_PUBLISHED, promotion_section(rules).says.terms_written, text
        )
    if promotion.version in promotion.sent:
        raise Malformed("the regulator has these terms", code=ErrorCode.ALREADY_SO)


def _check_to_start(rules: TableRules, promotion: Promotion) -> None:
    check_promotion_open(promotion)
    if not promotion.published:
        text = "nothing starts before its terms are published"
        raise Refused(
            ErrorCode.TERMS_NOT_PUBLISHED, promotion_section(rules).says.terms_written, text
        )
    if promotion.stage is PromotionStage.STARTED:
        raise Malformed("the promotion has started", code=ErrorCode.ALREADY_SO)
    check_integrity(rules, promotion)


@publishing.decides(DraftPromotion)
def draft_promotion(at: HouseContext, command: DraftPromotion) -> Events:
    """Create a draft of a promotion."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    if not command.name.strip():
        raise Malformed("a promotion has a name", code=ErrorCode.INCOMPLETE)
    number = len(house.promotions) + 1
    reason = Reason(f"promotion {number}: {command.name}", clause)
    return (PromotionDrafted(promotion=number, name=command.name, reasons=(reason,)),)


@publishing.decides(WriteTerms)
def write_terms(at: HouseContext, command: WriteTerms) -> Events:
    """Write or amend terms. Published terms must stay complete."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    check_promotion_open(promotion)
    if command.terms == PromotionTerms():
        raise Malformed("say what the terms are", code=ErrorCode.INCOMPLETE)
    _check_qualifying_amount(command.terms)
    amended = replace(promotion, terms=merge_terms(promotion.terms, command.terms))
    timed = _with_times(house, amended)
    if promotion.published:
        _check_complete(rules, amended)
    if promotion.stage is PromotionStage.STARTED and timed.starts_at != promotion.starts_at:
        raise Malformed("the promotion has started", code=ErrorCode.NOT_NOW)
    written = TermsWritten(
        promotion=promotion.number,
        version=promotion.version + 1,
        terms=command.terms,
        starts_at=timed.starts_at if promotion.published else None,
        closes_at=timed.closes_at if promotion.published else None,
        reasons=(
            Reason(
                "terms are written", merged(clause, promotion_section(rules).says.terms_written)
            ),
        ),
    )
    return (written,)


def _check_qualifying_amount(terms: PromotionTerms) -> None:
    if terms.qualifying_cents is not None and not 0 < terms.qualifying_cents < MOST_CENTS:
        raise Malformed("a wager is worth something", code=ErrorCode.NO_SUCH_AMOUNT)


def _with_times(house: House, promotion: Promotion) -> Promotion:
    """Return the promotion with its start and close as points in time, if they are given."""
    zone, terms = house.setup.zone, promotion.terms
    starts = closes = None
    if terms.starts_day is not None:
        starts = point_in_time(zone, terms.starts_day, terms.starts_time or "00:00")
    if terms.closes_day is not None:
        closes = point_in_time(zone, terms.closes_day, terms.closes_time or "00:00")
    if starts is not None and closes is not None and closes <= starts and terms.closes_time:
        raise Malformed("entries close before the promotion starts", code=ErrorCode.NO_SUCH_TIME)
    return replace(promotion, starts_at=starts, closes_at=closes)


def _check_complete(rules: TableRules, promotion: Promotion) -> None:
    """Refuse terms that omit required topics. The refusal names all of them."""
    missing_topics = missing_terms(rules, promotion)
    if missing_topics:
        text = f"the terms do not say: {', '.join(name for name, _ in missing_topics)}"
        clause = merged(
            *(clause for _, clause in missing_topics), promotion_section(rules).says.terms_listed
        )
        raise Refused(ErrorCode.TERMS_INCOMPLETE, clause, text)


@publishing.decides(PublishTerms)
def publish_terms(at: HouseContext, command: PublishTerms) -> Events:
    """Publish complete terms."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    _check_draft(promotion)
    _check_complete(rules, promotion)
    for prize in promotion.prizes.values():
        check_allowed(rules, house, prize, CheckedAt.PUBLISHING)
    timed = _with_times(house, promotion)
    assert timed.starts_at is not None, "complete terms say when a promotion starts"
    assert timed.closes_at is not None, "and when entries close"
    says = promotion_section(rules).says
    clauses = (says.terms_written, says.marketing, says.available)
    reason = Reason(
        "terms are published", merged(clause, *clauses, promotion_section(rules).says.terms_listed)
    )
    return (
        TermsPublished(
            promotion=promotion.number,
            starts_at=timed.starts_at,
            closes_at=timed.closes_at,
            reasons=(reason,),
        ),
    )


@publishing.decides(SendTerms)
def send_terms(at: HouseContext, command: SendTerms) -> Events:
    """Record that the current terms were sent to the regulator."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    _check_unsent(rules, promotion)
    started = promotion.stage is PromotionStage.STARTED
    clause = (
        promotion_section(rules).says.submitted_again
        if started
        else promotion_section(rules).terms_sent_hours.clause
    )
    sent = TermsSent(
        promotion=promotion.number,
        version=promotion.version,
        reasons=(Reason("the regulator has the terms", clause),),
    )
    return (sent,)


@publishing.decides(StartPromotion)
def start_promotion(at: HouseContext, command: StartPromotion) -> Events:
    """Start a promotion, if the terms were sent to the regulator early enough."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    _check_to_start(rules, promotion)
    for prize in promotion.prizes.values():
        check_allowed(rules, house, prize, CheckedAt.STARTING)
    assert promotion.starts_at is not None
    hours, sent = promotion_section(rules).terms_sent_hours, promotion.sent.get(promotion.version)
    if sent is None or sent > max(promotion.starts_at, by.at) - hours.value * HOUR:
        sent_text = "not at all" if sent is None else f"since {local_text(house.setup.zone, sent)}"
        text = f"the regulator has these terms {hours.value} hours before the start; {sent_text}"
        raise Refused(ErrorCode.TERMS_NOT_SENT, hours.clause, text)
    if by.at < promotion.starts_at:
        raise Malformed(
            f"it starts {local_text(house.setup.zone, promotion.starts_at)}", code=ErrorCode.NOT_NOW
        )
    reason = Reason("the promotion starts", merged(clause, hours.clause))
    return (PromotionStarted(promotion=promotion.number, reasons=(reason,)),)


@publishing.applies(PromotionDrafted)
def promotion_drafted(house: House, event: PromotionDrafted, envelope: Envelope) -> House:
    return house.with_promotion(Promotion(event.promotion, event.name))


@publishing.applies(TermsWritten)
def terms_written(house: House, event: TermsWritten, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion].amended(event.version, envelope.at)
    starts = promotion.starts_at if event.starts_at is None else event.starts_at
    closes = promotion.closes_at if event.closes_at is None else event.closes_at
    terms = merge_terms(promotion.terms, event.terms)
    return house.with_promotion(replace(promotion, terms=terms, starts_at=starts, closes_at=closes))


@publishing.applies(TermsPublished)
def terms_published(house: House, event: TermsPublished, envelope: Envelope) -> House:
    promotion = replace(
        house.promotions[event.promotion],
        stage=PromotionStage.PUBLISHED,
        starts_at=event.starts_at,
        closes_at=event.closes_at,
    )
    return house.with_promotion(promotion)


@publishing.applies(TermsSent)
def terms_sent(house: House, event: TermsSent, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    return house.with_promotion(
        replace(promotion, sent={**promotion.sent, event.version: envelope.at})
    )


@publishing.applies(PromotionStarted)
def promotion_started(house: House, event: PromotionStarted, envelope: Envelope) -> House:
    return house.with_promotion(
        replace(house.promotions[event.promotion], stage=PromotionStage.STARTED)
    )


def merge_terms(before: PromotionTerms, new_terms: PromotionTerms) -> PromotionTerms:
    """Return terms with the given values in place of the previous ones."""
    defaults = asdict(PromotionTerms())
    new_values = {key: value for key, value in asdict(new_terms).items() if value != defaults[key]}
    return replace(before, **new_values)
