"""Terms drafted, written, published, sent to the regulator; the start of a promotion."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.calendar import HOUR, local_text, point
from punto.house.events import Events
from punto.house.guards import check_open, check_whole, leading
from punto.house.house import House
from punto.house.law import law
from punto.house.promotion import MOST_CENTS, Promotion, Stage, Terms
from punto.house.terms import commands as do
from punto.house.terms import events as happened
from punto.house.terms.evolve import together
from punto.house.terms.prizes import check_allowed
from punto.house.terms.topics import missing
from punto.rulebook.elect import TableRules
from punto.rulebook.promotion_policies import CheckedAt


def draft_promotion(
    rules: TableRules, house: House, by: Actor, command: do.DraftPromotion
) -> Events:
    """Begin a promotion."""
    clause = leading(rules, by)
    if not command.name.strip():
        raise Malformed("a promotion has a name", code=ErrorCode.INCOMPLETE)
    number = len(house.promotions) + 1
    reason = Reason(f"promotion {number}: {command.name}", clause)
    return (happened.PromotionDrafted(promotion=number, name=command.name, reasons=(reason,)),)


def write_terms(rules: TableRules, house: House, by: Actor, command: do.WriteTerms) -> Events:
    """Write terms, or amend them; once published they stay complete."""
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
    written = happened.TermsWritten(
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


def publish_terms(rules: TableRules, house: House, by: Actor, command: do.PublishTerms) -> Events:
    """Publish terms that say all they have to."""
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if held.published:
        raise Malformed("the terms are published", code=ErrorCode.ALREADY_SO)
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
        happened.TermsPublished(
            promotion=held.number,
            starts_at=times.starts_at,
            closes_at=times.closes_at,
            reasons=(reason,),
        ),
    )


def send_terms(rules: TableRules, house: House, by: Actor, command: do.SendTerms) -> Events:
    """Put on record that the regulator was sent the terms as they are now."""
    leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if not held.published:
        text = "terms are published before they are sent"
        raise Refused(ErrorCode.TERMS_NOT_PUBLISHED, law(rules).says.terms_written, text)
    if held.version in held.sent:
        raise Malformed("the regulator has these terms", code=ErrorCode.ALREADY_SO)
    again = held.stage is Stage.STARTED
    clause = law(rules).says.submitted_again if again else law(rules).terms_sent_hours.clause
    sent = happened.TermsSent(
        promotion=held.number,
        version=held.version,
        reasons=(Reason("the regulator has the terms", clause),),
    )
    return (sent,)


def start_promotion(
    rules: TableRules, house: House, by: Actor, command: do.StartPromotion
) -> Events:
    """Start a promotion of which the regulator has had the terms long enough."""
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if not held.published:
        text = "nothing starts before its terms are published"
        raise Refused(ErrorCode.TERMS_NOT_PUBLISHED, law(rules).says.terms_written, text)
    if held.stage is Stage.STARTED:
        raise Malformed("the promotion has started", code=ErrorCode.ALREADY_SO)
    check_whole(rules, held)
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
    return (happened.PromotionStarted(promotion=held.number, reasons=(reason,)),)
