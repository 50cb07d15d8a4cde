"""Terms drafted, written, published, sent to the regulator; the start of a promotion."""

from msgspec.structs import asdict, replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import PromotionNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.calendar import HOUR, local_text, point
from punto.house.context import At, changes
from punto.house.guards import check_open, check_some, check_whole, leading, may_lead
from punto.house.house import House
from punto.house.promotion import MOST_CENTS, Promotion, Stage, Terms
from punto.house.promotion_rules import law
from punto.house.terms.prizes import check_allowed
from punto.house.terms.topics import missing
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import CheckedAt

publishing: Topic[House, At] = Topic("publishing", changes)


class DraftPromotion(HouseCommand, frozen=True, tag="draft_promotion"):
    """A promotion is begun; nothing is promised yet."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    name: Text


class WriteTerms(HouseCommand, frozen=True, tag="write_terms"):
    """Terms are written, or amended: what is given replaces what was said before."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    terms: Terms


class PublishTerms(HouseCommand, frozen=True, tag="publish_terms"):
    """Terms are published."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class SendTerms(HouseCommand, frozen=True, tag="send_terms"):
    """Terms as they are now go to the regulator."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class StartPromotion(HouseCommand, frozen=True, tag="start_promotion"):
    """A promotion starts."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class PromotionDrafted(HouseEvent, frozen=True, gc=False, tag="promotion_drafted"):
    """A promotion was begun."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    promotion: int
    name: str


class TermsWritten(HouseEvent, frozen=True, gc=False, tag="terms_written"):
    """Terms were written; ``at`` is when, ``version`` what they are counted as."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    terms: Terms
    starts_at: int | None = None
    closes_at: int | None = None


class TermsPublished(HouseEvent, frozen=True, gc=False, tag="terms_published"):
    """Terms were published; from then on start and close are points in time."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    starts_at: int
    closes_at: int


class TermsSent(HouseEvent, frozen=True, gc=False, tag="terms_sent"):
    """Terms went to the regulator."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    promotion: int
    version: int


class PromotionStarted(HouseEvent, frozen=True, gc=False, tag="promotion_started"):
    """A promotion started."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int


publishing.permits(DraftPromotion)(may_lead)


@publishing.permits(WriteTerms)
def may_write(at: At) -> None:
    """Raise an error if no promotion has terms that this person may write."""
    may_lead(at)
    check_some(at.state, check_open)


@publishing.permits(PublishTerms)
def may_publish(at: At) -> None:
    """Raise an error if there are no terms that this person may publish."""
    may_lead(at)
    check_some(at.state, _check_draft)


@publishing.permits(SendTerms)
def may_send(at: At) -> None:
    """Raise an error if there are no terms that this person may send to the regulator."""
    may_lead(at)
    check_some(at.state, lambda held: _check_unsent(at.rules, held))


@publishing.permits(StartPromotion)
def may_start(at: At) -> None:
    """Raise an error if there is no promotion that this person may start."""
    may_lead(at)
    check_some(at.state, lambda held: _check_to_start(at.rules, held))


def _check_draft(held: Promotion) -> None:
    check_open(held)
    if held.published:
        raise Malformed("the terms are published", code=ErrorCode.ALREADY_SO)


def _check_unsent(rules: TableRules, held: Promotion) -> None:
    check_open(held)
    if not held.published:
        text = "terms are published before they are sent"
        raise Refused(ErrorCode.TERMS_NOT_PUBLISHED, law(rules).says.terms_written, text)
    if held.version in held.sent:
        raise Malformed("the regulator has these terms", code=ErrorCode.ALREADY_SO)


def _check_to_start(rules: TableRules, held: Promotion) -> None:
    check_open(held)
    if not held.published:
        text = "nothing starts before its terms are published"
        raise Refused(ErrorCode.TERMS_NOT_PUBLISHED, law(rules).says.terms_written, text)
    if held.stage is Stage.STARTED:
        raise Malformed("the promotion has started", code=ErrorCode.ALREADY_SO)
    check_whole(rules, held)


@publishing.decides(DraftPromotion)
def draft_promotion(at: At, command: DraftPromotion) -> Events:
    """Begin a promotion."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    if not command.name.strip():
        raise Malformed("a promotion has a name", code=ErrorCode.INCOMPLETE)
    number = len(house.promotions) + 1
    reason = Reason(f"promotion {number}: {command.name}", clause)
    return (PromotionDrafted(promotion=number, name=command.name, reasons=(reason,)),)


@publishing.decides(WriteTerms)
def write_terms(at: At, command: WriteTerms) -> Events:
    """Write terms, or amend them; once published they stay complete."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if command.terms == Terms():
        raise Malformed("say what the terms are", code=ErrorCode.INCOMPLETE)
    _check(command.terms)
    then = replace(held, terms=together(held.terms, command.terms))
    times = _times(house, then)
    if held.published:
        _check_complete(rules, then)
    if held.stage is Stage.STARTED and times.starts_at != held.starts_at:
        raise Malformed("the promotion has started", code=ErrorCode.NOT_NOW)
    written = TermsWritten(
        promotion=held.number,
        version=held.version + 1,
        terms=command.terms,
        starts_at=times.starts_at if held.published else None,
        closes_at=times.closes_at if held.published else None,
        reasons=(Reason("terms are written", merged(clause, law(rules).says.terms_written)),),
    )
    return (written,)


def _check(terms: Terms) -> None:
    if terms.qualifying_cents is not None and not 0 < terms.qualifying_cents < MOST_CENTS:
        raise Malformed("a wager is worth something", code=ErrorCode.NO_SUCH_AMOUNT)


def _times(house: House, held: Promotion) -> Promotion:
    """Return a promotion whose start and close are points in time, where both are given."""
    zone, terms = house.setup.zone, held.terms
    starts = closes = None
    if terms.starts_day is not None:
        starts = point(zone, terms.starts_day, terms.starts_time or "00:00")
    if terms.closes_day is not None:
        closes = point(zone, terms.closes_day, terms.closes_time or "00:00")
    if starts is not None and closes is not None and closes <= starts and terms.closes_time:
        raise Malformed("entries close before the promotion starts", code=ErrorCode.NO_SUCH_TIME)
    return replace(held, starts_at=starts, closes_at=closes)


def _check_complete(rules: TableRules, held: Promotion) -> None:
    """Refuse terms that leave out what has to be said, naming all of it."""
    lacks = missing(rules, held)
    if lacks:
        text = f"the terms do not say: {', '.join(name for name, _ in lacks)}"
        clause = merged(*(clause for _, clause in lacks), law(rules).says.terms_listed)
        raise Refused(ErrorCode.TERMS_INCOMPLETE, clause, text)


@publishing.decides(PublishTerms)
def publish_terms(at: At, command: PublishTerms) -> Events:
    """Publish terms that say all they have to."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    _check_draft(held)
    _check_complete(rules, held)
    for prize in held.prizes.values():
        check_allowed(rules, house, prize, CheckedAt.PUBLISHING)
    times = _times(house, held)
    assert times.starts_at is not None, "complete terms say when a promotion starts"
    assert times.closes_at is not None, "and when entries close"
    told = law(rules).says
    shown = (told.terms_written, told.marketing, told.available)
    reason = Reason("terms are published", merged(clause, *shown, law(rules).says.terms_listed))
    return (
        TermsPublished(
            promotion=held.number,
            starts_at=times.starts_at,
            closes_at=times.closes_at,
            reasons=(reason,),
        ),
    )


@publishing.decides(SendTerms)
def send_terms(at: At, command: SendTerms) -> Events:
    """Put on record that the regulator was sent the terms as they are now."""
    rules, house, by = at.rules, at.state, at.by
    leading(rules, by)
    held = house.promotion(command.promotion)
    _check_unsent(rules, held)
    again = held.stage is Stage.STARTED
    clause = law(rules).says.submitted_again if again else law(rules).terms_sent_hours.clause
    sent = TermsSent(
        promotion=held.number,
        version=held.version,
        reasons=(Reason("the regulator has the terms", clause),),
    )
    return (sent,)


@publishing.decides(StartPromotion)
def start_promotion(at: At, command: StartPromotion) -> Events:
    """Start a promotion of which the regulator has had the terms long enough."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    _check_to_start(rules, held)
    for prize in held.prizes.values():
        check_allowed(rules, house, prize, CheckedAt.STARTING)
    assert held.starts_at is not None
    hours, sent = law(rules).terms_sent_hours, held.sent.get(held.version)
    if sent is None or sent > max(held.starts_at, by.at) - hours.value * HOUR:
        had = "not at all" if sent is None else f"since {local_text(house.setup.zone, sent)}"
        text = f"the regulator has these terms {hours.value} hours before the start; {had}"
        raise Refused(ErrorCode.TERMS_NOT_SENT, hours.clause, text)
    if by.at < held.starts_at:
        raise Malformed(
            f"it starts {local_text(house.setup.zone, held.starts_at)}", code=ErrorCode.NOT_NOW
        )
    reason = Reason("the promotion starts", merged(clause, hours.clause))
    return (PromotionStarted(promotion=held.number, reasons=(reason,)),)


@publishing.applies(PromotionDrafted)
def promotion_drafted(house: House, event: PromotionDrafted, envelope: Envelope) -> House:
    return house.with_promotion(Promotion(event.promotion, event.name))


@publishing.applies(TermsWritten)
def terms_written(house: House, event: TermsWritten, envelope: Envelope) -> House:
    held = house.promotions[event.promotion].amended(event.version, envelope.at)
    starts = held.starts_at if event.starts_at is None else event.starts_at
    closes = held.closes_at if event.closes_at is None else event.closes_at
    terms = together(held.terms, event.terms)
    return house.with_promotion(replace(held, terms=terms, starts_at=starts, closes_at=closes))


@publishing.applies(TermsPublished)
def terms_published(house: House, event: TermsPublished, envelope: Envelope) -> House:
    held = replace(
        house.promotions[event.promotion],
        stage=Stage.PUBLISHED,
        starts_at=event.starts_at,
        closes_at=event.closes_at,
    )
    return house.with_promotion(held)


@publishing.applies(TermsSent)
def terms_sent(house: House, event: TermsSent, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    return house.with_promotion(replace(held, sent={**held.sent, event.version: envelope.at}))


@publishing.applies(PromotionStarted)
def promotion_started(house: House, event: PromotionStarted, envelope: Envelope) -> House:
    return house.with_promotion(replace(house.promotions[event.promotion], stage=Stage.STARTED))


def together(before: Terms, given: Terms) -> Terms:
    """Return terms with what is given in the place of what was said before."""
    blank = asdict(Terms())
    said = {key: value for key, value in asdict(given).items() if value != blank[key]}
    return replace(before, **said)
