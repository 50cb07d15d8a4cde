"""The draw: a seed fixed before anybody entered, lots that anybody can draw again."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import (
    Attestation,
    Commitment,
    PersonKey,
    PersonName,
    PromotionNumber,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import At, changes
from punto.house.guards import check_open, check_some, check_whole, leading, may_lead
from punto.house.house import House
from punto.house.promotion import Promotion, Stage, Winner
from punto.house.promotion_rules import law
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.verifiable_draw import check_commitment, check_seed, lots

drawing: Topic[House, At] = Topic("drawing", changes)


class CommitDraw(HouseCommand, frozen=True, tag="commit_draw"):
    """The seed of the draw is fixed by its digest, before anybody has entered."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    commitment: Commitment


class NameScrutineer(HouseCommand, frozen=True, tag="name_scrutineer"):
    """Somebody is to oversee the draw."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    name: PersonName


class DrawWinners(HouseCommand, frozen=True, tag="draw_winners"):
    """Lots are drawn for every prize; ``present`` are those who are there, where they must be."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    seed: Text
    present: Attestation[tuple[PersonKey, ...]] = ()


class DrawCommitted(HouseEvent, frozen=True, gc=False, tag="draw_committed"):
    """The seed of the draw was fixed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    commitment: str


class ScrutineerNamed(HouseEvent, frozen=True, gc=False, tag="scrutineer_named"):
    """Somebody was named to oversee the draw."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    name: str


class WinnersDrawn(HouseEvent, frozen=True, gc=False, tag="winners_drawn"):
    """Lots were drawn: prize by prize the entry that won, and who was passed over as not there.

    A prize for which nobody is left has none. ``commitment`` is the digest of the seed, as it was
    published before.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    seed: str
    won: dict[int, int] = {}
    absent: tuple[int, ...] = ()
    commitment: str | None = None


@drawing.permits(CommitDraw)
def may_commit(at: At) -> None:
    """Raise an error if there is no draw whose seed this person may commit."""
    may_lead(at)

    def check(held: Promotion) -> None:
        check_open(held)
        _check_no_entries(held)

    check_some(at.state, check)


@drawing.permits(NameScrutineer)
def may_name_scrutineer(at: At) -> None:
    """Raise an error if there is no draw for which this person may name a scrutineer."""
    may_lead(at)
    check_some(at.state, check_open)


@drawing.permits(DrawWinners)
def may_draw(at: At) -> None:
    """Raise an error if there is no draw that this person may hold."""
    may_lead(at)

    def check(held: Promotion) -> None:
        check_open(held)
        _check_entries_closed(at.rules, held, at.by.at)
        if not held.entries:
            raise Malformed("nobody has entered", code=ErrorCode.NOTHING_THERE)

    check_some(at.state, check)


def _check_no_entries(held: Promotion) -> None:
    if held.entries:
        raise Malformed("the seed is fixed before anybody enters", code=ErrorCode.TOO_LATE)


def _check_entries_closed(rules: TableRules, held: Promotion, at: int) -> None:
    if held.stage is not Stage.STARTED:
        raise Malformed(f"promotion {held.number} is {held.stage}", code=ErrorCode.NOT_NOW)
    check_whole(rules, held)
    assert held.closes_at is not None
    if at < held.closes_at:
        raise Refused(ErrorCode.ENTRIES_OPEN, _closing(rules), "entries are still taken")


@drawing.decides(CommitDraw)
def commit_draw(at: At, command: CommitDraw) -> Events:
    """Fix the seed while nobody can know which entry it would favour."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    check_commitment(command.commitment, held.committed)
    _check_no_entries(held)
    reason = Reason("the lots are fixed, and nobody knows them", clause)
    return (DrawCommitted(promotion=held.number, commitment=command.commitment, reasons=(reason,)),)


@drawing.decides(NameScrutineer)
def name_scrutineer(at: At, command: NameScrutineer) -> Events:
    """Name somebody to oversee a draw with a prize that is large enough."""
    rules, house, by = at.rules, at.state, at.by
    leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if not command.name.strip():
        raise Malformed("say who oversees the draw", code=ErrorCode.INCOMPLETE)
    if held.scrutineer == command.name:
        raise Malformed(f"{command.name} oversees it already", code=ErrorCode.ALREADY_SO)
    over = law(rules).scrutineer_over_cents
    if not any((prize.value_cents or 0) > over.value for prize in held.prizes.values()):
        text = f"no single prize is worth more than {dollars(over.value)}"
        raise Refused(ErrorCode.NO_SCRUTINEER, over.clause, text)
    clause = merged(over.clause, law(rules).says.scrutineer_named)
    reason = Reason(f"{command.name} oversees the draw", clause)
    return (ScrutineerNamed(promotion=held.number, name=command.name, reasons=(reason,)),)


@drawing.decides(DrawWinners)
def draw_winners(at: At, command: DrawWinners) -> Events:
    """Draw lots for every prize, the first prize first."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    _check_entries_closed(rules, held, by.at)
    check_seed(command.seed, held.committed)
    if not held.entries:
        raise Malformed("nobody has entered", code=ErrorCode.NOTHING_THERE)
    won, absent = _drawn(held, command)
    topics = law(rules).topics
    overseen: tuple[Reason, ...] = ()
    if held.terms.presence and topics.presence:
        overseen = (Reason("whoever is not there is passed over", topics.presence.clause),)
    if held.scrutineer is not None:
        named = Reason(f"{held.scrutineer} oversees it", law(rules).says.scrutineer_named)
        overseen = (*overseen, named)
    method = topics.award_method
    drawn = WinnersDrawn(
        promotion=held.number,
        seed=command.seed,
        won=won,
        absent=absent,
        commitment=held.committed,
        reasons=(
            Reason(
                f"drawn: {held.terms.award_method}", merged(clause, method.clause if method else ())
            ),
            *overseen,
        ),
    )
    return (drawn,)


def _closing(rules: TableRules) -> Clauses:
    topics = law(rules).topics
    return topics.closes_time.clause if topics.closes_time else ()


def _drawn(held: Promotion, command: DrawWinners) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the entry that wins each prize, and those that lots named but who were not there."""
    people = {entry.number: entry.person for entry in held.entries}
    order = [int(name) for name in lots(command.seed, [str(number) for number in people])]
    there = [
        number for number in order if not held.terms.presence or people[number] in command.present
    ]
    won = dict(zip(sorted(held.prizes), there, strict=False))
    last = order.index(there[len(won) - 1]) if len(won) == len(held.prizes) else len(order)
    return won, tuple(number for number in order[:last] if number not in there)


@drawing.applies(DrawCommitted)
def draw_committed(house: House, event: DrawCommitted, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    return house.with_promotion(replace(held, committed=event.commitment))


@drawing.applies(ScrutineerNamed)
def scrutineer_named(house: House, event: ScrutineerNamed, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    return house.with_promotion(replace(held, scrutineer=event.name))


@drawing.applies(WinnersDrawn)
def winners_drawn(house: House, event: WinnersDrawn, envelope: Envelope) -> House:
    held = house.promotions[event.promotion]
    people = {entry.number: entry.person for entry in held.entries}
    winners = {
        prize: Winner(prize, entry, people[entry], envelope.at)
        for prize, entry in event.won.items()
    }
    held = replace(held, stage=Stage.DRAWN, winners=winners)
    if event.commitment is not None:
        held = replace(held, seed=event.seed, passed_over=event.absent)
    return house.with_promotion(held)
