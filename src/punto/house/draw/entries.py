"""Who enters a promotion: eligible, in time, and with the wager that qualifies, once."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Attestation, Number, PersonKey, PromotionNumber, StreamName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import At, changes
from punto.house.guards import check_some, check_whole
from punto.house.house import House
from punto.house.lookups import HouseLookups
from punto.house.promotion import Promotion, PromotionEntry, Qualified, Stage
from punto.house.promotion_rules import law
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import promotion as schema
from punto.table.authority import check_acts_for, require_staff

entries: Topic[House, At] = Topic("entries", changes)


class EnterPromotion(HouseCommand, frozen=True, tag="enter_promotion"):
    """Somebody enters a promotion; ``eligible`` is what whoever takes the entry found.

    Where a wager qualifies, ``stream`` and ``version`` name the event in which it was made.
    """

    group = Group.PROMOTIONS
    powers = ()
    own = True

    promotion: PromotionNumber
    person: PersonKey
    eligible: Attestation[bool]
    stream: StreamName | None = None
    version: Number | None = None


class PromotionEntered(HouseEvent, frozen=True, gc=False, tag="promotion_entered"):
    """Somebody entered a promotion."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.REPORTED
    concerns = "person"

    promotion: int
    number: int
    person: str
    wager: Qualified | None = None


@entries.permits(EnterPromotion)
def may_enter(at: At) -> None:
    """Raise an error if no promotion takes an entry from this person."""
    law(at.rules)
    if not at.by.is_patron:
        require_staff(at.rules, at.by, "take an entry")
    check_some(at.state, lambda held: _check_takes_entries(at.rules, held, at.by.at))


def _check_takes_entries(rules: TableRules, held: Promotion, at: int) -> None:
    if held.stage is not Stage.STARTED:
        raise Malformed(
            f"promotion {held.number} takes no entries: it is {held.stage}", code=ErrorCode.NOT_NOW
        )
    check_whole(rules, held)
    _check_open(rules, held, at)


@entries.decides(EnterPromotion)
def enter_promotion(at: At, command: EnterPromotion) -> Events:
    """Take an entry."""
    rules, house, by, known = at.rules, at.state, at.by, at.known
    law(rules)
    check_acts_for(by, command.person)
    if not by.is_patron:
        require_staff(rules, by, "take an entry")
    if not command.person.strip():
        raise Malformed("say who enters", code=ErrorCode.INCOMPLETE)
    held = house.promotion(command.promotion)
    _check_takes_entries(rules, held, by.at)
    topics = law(rules).topics
    if not command.eligible:
        text = f"{command.person} is not eligible: {held.terms.eligibility}"
        raise Refused(ErrorCode.NOT_ELIGIBLE, _clause(topics.eligibility), text)
    wager = _qualified(rules, house, held, command, known)
    entered = PromotionEntered(
        promotion=held.number,
        number=len(held.entries) + 1,
        person=command.person,
        wager=wager,
        reasons=(Reason(f"entry {len(held.entries) + 1}", _clause(topics.eligibility)),),
    )
    return (entered,)


def _clause(topic: schema.Topic | schema.TopicIf | None) -> Clauses:
    return topic.clause if topic else ()


def _check_open(rules: TableRules, held: Promotion, at: int) -> None:
    """Refuse an entry after the closing time that the terms give."""
    topics = law(rules).topics
    assert held.closes_at is not None
    if at > held.closes_at:
        closed = _clause(topics.closes_time) or _clause(topics.closes_day)
        raise Refused(ErrorCode.ENTRIES_CLOSED, closed, "entries are closed")


def _qualified(
    rules: TableRules, house: House, held: Promotion, command: EnterPromotion, known: HouseLookups
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


@entries.applies(PromotionEntered)
def promotion_entered(house: House, event: PromotionEntered, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    entry = PromotionEntry(event.number, event.person, event.wager)
    house = house.with_promotion(replace(held, entries=(*held.entries, entry)))
    if event.wager is None:
        return house
    used = used_as(held.number, event.wager.stream, event.wager.version)
    return replace(house, wagers_used=(*house.wagers_used, used))


def used_as(promotion: int, stream: str, version: int) -> str:
    """Return the name under which a wager is used up for a promotion."""
    return f"{promotion} {stream} {version}"
