"""Who enters a promotion: eligible, in time, and with the wager that qualifies, once."""

from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.house.draw import commands as do
from punto.house.draw import events as happened
from punto.house.draw.evolve import used_as
from punto.house.events import Events
from punto.house.guards import check_whole
from punto.house.house import House
from punto.house.known import Known
from punto.house.law import law
from punto.house.promotion import Promotion, Qualified, Stage
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.promotion import Topic, TopicIf
from punto.table.authority import require_staff, speaks_for


def enter_promotion(
    rules: TableRules, house: House, by: Actor, command: do.EnterPromotion, known: Known
) -> Events:
    """Take an entry."""
    law(rules)
    speaks_for(by, command.person)
    if not by.is_patron:
        require_staff(rules, by, "take an entry")
    if not command.person.strip():
        raise Malformed("say who enters", code=ErrorCode.INCOMPLETE)
    held = house.promotion(command.promotion)
    if held.stage is not Stage.STARTED:
        raise Malformed(
            f"promotion {held.number} takes no entries: it is {held.stage}", code=ErrorCode.NOT_NOW
        )
    check_whole(rules, held)
    _check_open(rules, held, by.at)
    topics = law(rules).topics
    if not command.eligible:
        text = f"{command.person} is not eligible: {held.terms.eligibility}"
        raise Refused(ErrorCode.NOT_ELIGIBLE, _clause(topics.eligibility), text)
    wager = _qualified(rules, house, held, command, known)
    entered = happened.PromotionEntered(
        promotion=held.number,
        number=len(held.entries) + 1,
        person=command.person,
        wager=wager,
        reasons=(Reason(f"entry {len(held.entries) + 1}", _clause(topics.eligibility)),),
    )
    return (entered,)


def _clause(topic: Topic | TopicIf | None) -> Clauses:
    return topic.clause if topic else ()


def _check_open(rules: TableRules, held: Promotion, at: int) -> None:
    """Refuse an entry after the closing time that the terms give."""
    topics = law(rules).topics
    assert held.closes_at is not None
    if at > held.closes_at:
        closed = _clause(topics.closes_time) or _clause(topics.closes_day)
        raise Refused(ErrorCode.ENTRIES_CLOSED, closed, "entries are closed")


def _qualified(
    rules: TableRules, house: House, held: Promotion, command: do.EnterPromotion, known: Known
) -> Qualified | None:
    """Return the wager that an entry rests on, or refuse it; none where none qualifies."""
    named = command.stream is not None and command.version is not None
    if not held.terms.wager_needed:
        if command.stream is not None or command.version is not None:
            raise Malformed("no wager is needed to enter", code=ErrorCode.INCOMPLETE)
        return None
    clause, least = _clause(law(rules).topics.qualifying), held.terms.qualifying_cents
    assert least is not None, "published terms say which wager qualifies"
    if not named:
        text = f"a wager of {dollars(least)} or more qualifies; name the one that was made"
        raise Refused(ErrorCode.NO_QUALIFYING_WAGER, clause, text)
    assert command.stream is not None
    assert command.version is not None
    wager = Qualified(command.stream, command.version)
    made = known.wagers.get(wager)
    if made is None:
        text = f"{wager.stream} {wager.version} is no wager"
        raise Malformed(text, "name the event in which it was placed", code=ErrorCode.NO_SUCH_THING)
    if made.person != command.person:
        raise Malformed(f"that wager is not one of {command.person}", code=ErrorCode.OTHER_PERSON)
    if used_as(held.number, wager.stream, wager.version) in house.wagers_used:
        raise Malformed("that wager was counted", code=ErrorCode.ALREADY_SO)
    assert held.starts_at is not None
    if made.at < held.starts_at:
        raise Refused(
            ErrorCode.NO_QUALIFYING_WAGER, clause, "that wager was made before the promotion"
        )
    if made.cents < least:
        text = f"{dollars(made.cents)} is less than {dollars(least)}"
        raise Refused(ErrorCode.NO_QUALIFYING_WAGER, clause, text)
    return wager
