"""The draw, from a seed committed before the first entry, so that anybody can verify it."""

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
from punto.house.context import HouseContext, changes
from punto.house.guards import (
    check_any_promotion,
    check_integrity,
    check_promotion_open,
    may_offer_promotions,
    require_promotion_power,
)
from punto.house.house import House
from punto.house.promotion import Promotion, PromotionStage, Winner
from punto.house.promotion_rules import promotion_section
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.verifiable_draw import check_commitment, check_seed, lots

drawing: Topic[House, HouseContext] = Topic("drawing", changes)


class CommitDraw(HouseCommand, frozen=True, tag="commit_draw"):
    """The seed of the draw is committed by its digest, before the first entry."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    commitment: Commitment


class NameScrutineer(HouseCommand, frozen=True, tag="name_scrutineer"):
    """A scrutineer is named to oversee the draw."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    name: PersonName


class DrawWinners(HouseCommand, frozen=True, tag="draw_winners"):
    """Winners of all prizes are drawn; ``present`` are the people who are there, if required."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    seed: Text
    present: Attestation[tuple[PersonKey, ...]] = ()


class DrawCommitted(HouseEvent, frozen=True, gc=False, tag="draw_committed"):
    """The seed of the draw was committed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    commitment: str


class ScrutineerNamed(HouseEvent, frozen=True, gc=False, tag="scrutineer_named"):
    """A scrutineer was named to oversee the draw."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    name: str


class WinnersDrawn(HouseEvent, frozen=True, gc=False, tag="winners_drawn"):
    """The winners were drawn: the entry that won each prize, and the absent entries passed over.

    A prize without an entry left has no winner. ``commitment`` is the digest of the seed, as it
    was published before.
    """

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    seed: str
    won: dict[int, int] = {}
    absent: tuple[int, ...] = ()
    commitment: str | None = None


@drawing.permits(CommitDraw)
def may_commit(at: HouseContext) -> None:
    """Raise an error if there is no draw whose seed this person may commit."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        check_promotion_open(promotion)
        _check_no_entries(promotion)

    check_any_promotion(at.state, check)


@drawing.permits(NameScrutineer)
def may_name_scrutineer(at: HouseContext) -> None:
    """Raise an error if there is no draw for which this person may name a scrutineer."""
    may_offer_promotions(at)
    check_any_promotion(at.state, check_promotion_open)


@drawing.permits(DrawWinners)
def may_draw(at: HouseContext) -> None:
    """Raise an error if there is no draw that this person may hold."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        check_promotion_open(promotion)
        _check_entries_closed(at.rules, promotion, at.by.at)
        if not promotion.entries:
            raise Malformed("nobody has entered", code=ErrorCode.NOTHING_THERE)

    check_any_promotion(at.state, check)


def _check_no_entries(promotion: Promotion) -> None:
    if promotion.entries:
        raise Malformed("the seed is fixed before anybody enters", code=ErrorCode.TOO_LATE)


def _check_entries_closed(rules: TableRules, promotion: Promotion, at: int) -> None:
    if promotion.stage is not PromotionStage.STARTED:
        raise Malformed(
            f"promotion {promotion.number} is {promotion.stage}", code=ErrorCode.NOT_NOW
        )
    check_integrity(rules, promotion)
    assert promotion.closes_at is not None
    if at < promotion.closes_at:
        raise Refused(ErrorCode.ENTRIES_OPEN, _closing_clause(rules), "entries are still taken")


@drawing.decides(CommitDraw)
def commit_draw(at: HouseContext, command: CommitDraw) -> Events:
    """Commit the seed while nobody can know which entry it would favour."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    check_promotion_open(promotion)
    check_commitment(command.commitment, promotion.committed)
    _check_no_entries(promotion)
    reason = Reason("the lots are fixed, and nobody knows them", clause)
    return (
        DrawCommitted(promotion=promotion.number, commitment=command.commitment, reasons=(reason,)),
    )


@drawing.decides(NameScrutineer)
def name_scrutineer(at: HouseContext, command: NameScrutineer) -> Events:
    """Name a scrutineer for a draw with a prize above the threshold."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    check_promotion_open(promotion)
    if not command.name.strip():
        raise Malformed("say who oversees the draw", code=ErrorCode.INCOMPLETE)
    if promotion.scrutineer == command.name:
        raise Malformed(f"{command.name} oversees it already", code=ErrorCode.ALREADY_SO)
    threshold = promotion_section(rules).scrutineer_over_cents
    if not any((prize.value_cents or 0) > threshold.value for prize in promotion.prizes.values()):
        text = f"no single prize is worth more than {dollars(threshold.value)}"
        raise Refused(ErrorCode.NO_SCRUTINEER, threshold.clause, text)
    clause = merged(threshold.clause, promotion_section(rules).says.scrutineer_named)
    reason = Reason(f"{command.name} oversees the draw", clause)
    return (ScrutineerNamed(promotion=promotion.number, name=command.name, reasons=(reason,)),)


@drawing.decides(DrawWinners)
def draw_winners(at: HouseContext, command: DrawWinners) -> Events:
    """Draw the winner of every prize, the first prize first."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    check_promotion_open(promotion)
    _check_entries_closed(rules, promotion, by.at)
    check_seed(command.seed, promotion.committed)
    if not promotion.entries:
        raise Malformed("nobody has entered", code=ErrorCode.NOTHING_THERE)
    won, absent = _draw_entries(promotion, command)
    topics = promotion_section(rules).topics
    draw_reasons: tuple[Reason, ...] = ()
    if promotion.terms.presence and topics.presence:
        draw_reasons = (Reason("whoever is not there is passed over", topics.presence.clause),)
    if promotion.scrutineer is not None:
        scrutineer_reason = Reason(
            f"{promotion.scrutineer} oversees it", promotion_section(rules).says.scrutineer_named
        )
        draw_reasons = (*draw_reasons, scrutineer_reason)
    method = topics.award_method
    drawn = WinnersDrawn(
        promotion=promotion.number,
        seed=command.seed,
        won=won,
        absent=absent,
        commitment=promotion.committed,
        reasons=(
            Reason(
                f"drawn: {promotion.terms.award_method}",
                merged(clause, method.clause if method else ()),
            ),
            *draw_reasons,
        ),
    )
    return (drawn,)


def _closing_clause(rules: TableRules) -> Clauses:
    topics = promotion_section(rules).topics
    return topics.closes_time.clause if topics.closes_time else ()


def _draw_entries(
    promotion: Promotion, command: DrawWinners
) -> tuple[dict[int, int], tuple[int, ...]]:
    """Return the winning entry of each prize, and the entries drawn for absent people."""
    people = {entry.number: entry.person for entry in promotion.entries}
    order = [int(name) for name in lots(command.seed, [str(number) for number in people])]
    eligible = [
        number
        for number in order
        if not promotion.terms.presence or people[number] in command.present
    ]
    won = dict(zip(sorted(promotion.prizes), eligible, strict=False))
    last = order.index(eligible[len(won) - 1]) if len(won) == len(promotion.prizes) else len(order)
    return won, tuple(number for number in order[:last] if number not in eligible)


@drawing.applies(DrawCommitted)
def draw_committed(house: House, event: DrawCommitted, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    return house.with_promotion(replace(promotion, committed=event.commitment))


@drawing.applies(ScrutineerNamed)
def scrutineer_named(house: House, event: ScrutineerNamed, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    return house.with_promotion(replace(promotion, scrutineer=event.name))


@drawing.applies(WinnersDrawn)
def winners_drawn(house: House, event: WinnersDrawn, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    people = {entry.number: entry.person for entry in promotion.entries}
    winners = {
        prize: Winner(prize, entry, people[entry], envelope.at)
        for prize, entry in event.won.items()
    }
    promotion = replace(promotion, stage=PromotionStage.DRAWN, winners=winners)
    if event.commitment is not None:
        promotion = replace(promotion, seed=event.seed, passed_over=event.absent)
    return house.with_promotion(promotion)
