"""Entries of a promotion: eligible, in time, and with a qualifying wager used only once."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Attestation, Number, PersonKey, PromotionNumber, StreamName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import HouseContext, changes
from punto.house.guards import check_any_promotion, check_integrity
from punto.house.house import House
from punto.house.lookups import HouseLookups
from punto.house.promotion import Promotion, PromotionEntry, PromotionStage, QualifyingWager
from punto.house.promotion_rules import promotion_section
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import promotion as schema
from punto.table.authority import check_acts_for, require_staff

entries: Topic[House, HouseContext] = Topic("entries", changes)


class EnterPromotion(HouseCommand, frozen=True, tag="enter_promotion"):
    """A person enters a promotion; ``eligible`` is what staff found.

    If a wager must qualify, ``stream`` and ``version`` name the event in which it was made.
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
    """A person entered a promotion."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.REPORTED
    concerns = "person"

    promotion: int
    number: int
    person: str
    wager: QualifyingWager | None = None


@entries.permits(EnterPromotion)
def may_enter(at: HouseContext) -> None:
    """Raise an error if no promotion accepts an entry from this person."""
    promotion_section(at.rules)
    if not at.by.is_patron:
        require_staff(at.rules, at.by, "take an entry")
    check_any_promotion(
        at.state, lambda promotion: _check_takes_entries(at.rules, promotion, at.by.at)
    )


def _check_takes_entries(rules: TableRules, promotion: Promotion, at: int) -> None:
    if promotion.stage is not PromotionStage.STARTED:
        raise Malformed(
            f"promotion {promotion.number} takes no entries: it is {promotion.stage}",
            code=ErrorCode.NOT_NOW,
        )
    check_integrity(rules, promotion)
    _check_open(rules, promotion, at)


@entries.decides(EnterPromotion)
def enter_promotion(at: HouseContext, command: EnterPromotion) -> Events:
    """Accept an entry."""
    rules, house, by, lookups = at.rules, at.state, at.by, at.known
    promotion_section(rules)
    check_acts_for(by, command.person)
    if not by.is_patron:
        require_staff(rules, by, "take an entry")
    if not command.person.strip():
        raise Malformed("say who enters", code=ErrorCode.INCOMPLETE)
    promotion = house.promotion(command.promotion)
    _check_takes_entries(rules, promotion, by.at)
    topics = promotion_section(rules).topics
    if not command.eligible:
        text = f"{command.person} is not eligible: {promotion.terms.eligibility}"
        raise Refused(ErrorCode.NOT_ELIGIBLE, _topic_clause(topics.eligibility), text)
    wager = _qualifying_wager(rules, house, promotion, command, lookups)
    entered = PromotionEntered(
        promotion=promotion.number,
        number=len(promotion.entries) + 1,
        person=command.person,
        wager=wager,
        reasons=(Reason(f"entry {len(promotion.entries) + 1}", _topic_clause(topics.eligibility)),),
    )
    return (entered,)


def _topic_clause(topic: schema.Topic | schema.TopicIf | None) -> Clauses:
    return topic.clause if topic else ()


def _check_open(rules: TableRules, promotion: Promotion, at: int) -> None:
    """Refuse an entry after the closing time in the terms."""
    topics = promotion_section(rules).topics
    assert promotion.closes_at is not None
    if at > promotion.closes_at:
        closing_clause = _topic_clause(topics.closes_time) or _topic_clause(topics.closes_day)
        raise Refused(ErrorCode.ENTRIES_CLOSED, closing_clause, "entries are closed")


def _qualifying_wager(
    rules: TableRules,
    house: House,
    promotion: Promotion,
    command: EnterPromotion,
    lookups: HouseLookups,
) -> QualifyingWager | None:
    """Return the qualifying wager of an entry, or ``None`` if none is needed. Refuse a bad one."""
    is_named = command.stream is not None and command.version is not None
    if not promotion.terms.wager_needed:
        if command.stream is not None or command.version is not None:
            raise Malformed("no wager is needed to enter", code=ErrorCode.INCOMPLETE)
        return None
    clause, minimum = (
        _topic_clause(promotion_section(rules).topics.qualifying),
        promotion.terms.qualifying_cents,
    )
    assert minimum is not None, "published terms say which wager qualifies"
    if not is_named:
        text = f"a wager of {dollars(minimum)} or more qualifies; name the one that was made"
        raise Refused(ErrorCode.NO_QUALIFYING_WAGER, clause, text)
    assert command.stream is not None
    assert command.version is not None
    wager = QualifyingWager(command.stream, command.version)
    record = lookups.wagers.get(wager)
    if record is None:
        text = f"{wager.stream} {wager.version} is no wager"
        raise Malformed(text, "name the event in which it was placed", code=ErrorCode.NO_SUCH_THING)
    if record.person != command.person:
        raise Malformed(f"that wager is not one of {command.person}", code=ErrorCode.OTHER_PERSON)
    if used_wager_key(promotion.number, wager.stream, wager.version) in house.wagers_used:
        raise Malformed("that wager was counted", code=ErrorCode.ALREADY_SO)
    assert promotion.starts_at is not None
    if record.at < promotion.starts_at:
        raise Refused(
            ErrorCode.NO_QUALIFYING_WAGER, clause, "that wager was made before the promotion"
        )
    if record.cents < minimum:
        text = f"{dollars(record.cents)} is less than {dollars(minimum)}"
        raise Refused(ErrorCode.NO_QUALIFYING_WAGER, clause, text)
    return wager


@entries.applies(PromotionEntered)
def promotion_entered(house: House, event: PromotionEntered, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    entry = PromotionEntry(event.number, event.person, event.wager)
    house = house.with_promotion(replace(promotion, entries=(*promotion.entries, entry)))
    if event.wager is None:
        return house
    used = used_wager_key(promotion.number, event.wager.stream, event.wager.version)
    return replace(house, wagers_used=(*house.wagers_used, used))


def used_wager_key(promotion: int, stream: str, version: int) -> str:
    """Return the key of a wager that was used for a promotion."""
    return f"{promotion} {stream} {version}"
