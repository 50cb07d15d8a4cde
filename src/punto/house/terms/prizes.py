"""Prizes added to the terms of a promotion or withdrawn, and things that may not be prizes."""

from collections.abc import Iterator

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import PrizeNumber, PromotionNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import HouseContext, changes
from punto.house.guards import (
    check_any_promotion,
    check_promotion_open,
    may_offer_promotions,
    require_promotion_power,
)
from punto.house.house import House
from punto.house.promotion import MOST_CENTS, Promotion, PromotionPrize
from punto.house.promotion_rules import promotion_section
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import CheckedAt

prizes: Topic[House, HouseContext] = Topic("prizes", changes)


class OfferPrize(HouseCommand, frozen=True, tag="offer_prize"):
    """A prize is added to the terms."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PromotionPrize


class WithdrawPrize(HouseCommand, frozen=True, tag="withdraw_prize"):
    """A prize is withdrawn from the terms."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber


class PrescribeItem(HouseCommand, frozen=True, tag="prescribe_item"):
    """Regulations bar an item as a prize; ``lifted`` if they no longer do."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    item: Text
    lifted: bool = False


class PrizeOffered(HouseEvent, frozen=True, gc=False, tag="prize_offered"):
    """A prize was added to the terms."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    number: int
    prize: PromotionPrize


class PrizeWithdrawn(HouseEvent, frozen=True, gc=False, tag="prize_withdrawn"):
    """A prize was withdrawn from the terms."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    number: int


class ItemPrescribed(HouseEvent, frozen=True, gc=False, tag="item_prescribed"):
    """Regulations bar an item as a prize."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    item: str


class ItemLifted(HouseEvent, frozen=True, gc=False, tag="item_lifted"):
    """Regulations no longer bar an item."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    item: str


prizes.permits(PrescribeItem)(may_offer_promotions)


@prizes.permits(OfferPrize)
def may_offer(at: HouseContext) -> None:
    """Raise an error if there is no promotion to which this person may add a prize."""
    may_offer_promotions(at)
    check_any_promotion(at.state, check_promotion_open)


@prizes.permits(WithdrawPrize)
def may_withdraw(at: HouseContext) -> None:
    """Raise an error if there is no prize that this person may withdraw from the terms."""
    may_offer_promotions(at)
    check_any_promotion(at.state, _check_has_prize)


def _check_has_prize(promotion: Promotion) -> None:
    check_promotion_open(promotion)
    if not promotion.prizes:
        raise Malformed("there is no prize", code=ErrorCode.NO_SUCH_THING)


@prizes.decides(OfferPrize)
def offer_prize(at: HouseContext, command: OfferPrize) -> Events:
    """Add a prize to the terms, unless it is or includes something barred."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion, prize = house.promotion(command.promotion), command.prize
    check_promotion_open(promotion)
    _check_prize(rules, prize)
    check_allowed(rules, house, prize, CheckedAt.OFFERING)
    offered = PrizeOffered(
        promotion=promotion.number,
        version=promotion.version + 1,
        number=promotion.prizes_made + 1,
        prize=prize,
        reasons=(Reason(f"prize {promotion.prizes_made + 1}: {prize.title}", clause),),
    )
    return (offered,)


def _check_prize(rules: TableRules, prize: PromotionPrize) -> None:
    """Raise an error if a prize has impossible values."""
    if not prize.title.strip():
        raise Malformed("a prize has a name", code=ErrorCode.INCOMPLETE)
    if prize.value_cents is not None and not 0 < prize.value_cents < MOST_CENTS:
        raise Malformed("a prize is worth something", code=ErrorCode.NO_SUCH_AMOUNT)
    if prize.liquor_centilitres < 0:
        raise Malformed("less than no liquor is none", code=ErrorCode.NO_SUCH_AMOUNT)
    kind = promotion_section(rules).kinds.get(prize.kind)
    unknown = [name for name in prize.details if kind is None or name not in kind.details]
    if unknown:
        detail_list = ", ".join(kind.details) if kind else "none"
        text = f"nobody asks for {unknown[0]!r} of {prize.title}"
        raise Malformed(text, f"details: {detail_list}", code=ErrorCode.NO_SUCH_THING)


def check_allowed(rules: TableRules, house: House, prize: PromotionPrize, when: CheckedAt) -> None:
    """Refuse a barred prize, if the rulebook checks prizes at this step."""
    checked_at = promotion_section(rules).barred_when
    if when not in (checked_at.value if checked_at else (CheckedAt.OFFERING,)):
        return
    for text, clause in _barred_reasons(rules, house, prize):
        raise Refused(
            ErrorCode.PRIZE_BARRED,
            merged(promotion_section(rules).says.prizes_barred, clause),
            text,
        )


def _barred_reasons(
    rules: TableRules, house: House, prize: PromotionPrize
) -> Iterator[tuple[str, Clauses]]:
    """Yield the reasons why a prize is barred, with their clauses."""
    data = promotion_section(rules)
    for part in prize.contents:
        if part in data.barred.value:
            text = f"{prize.title} includes {part.replace('_', ' ')}, and no prize may"
            yield text, clause_of(data.barred, part)
    maximum = data.liquor_max_centilitres
    if prize.liquor_centilitres > maximum.value:
        yield (
            f"{prize.title} includes more than {maximum.value // 100} litres of liquor",
            maximum.clause,
        )
    for item in (prize.title, *prize.items):
        if item.strip().casefold() in house.prescribed:
            yield f"regulations bar {item}", promotion_section(rules).says.prescribed


@prizes.decides(WithdrawPrize)
def withdraw_prize(at: HouseContext, command: WithdrawPrize) -> Events:
    """Withdraw a prize from the terms."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    check_promotion_open(promotion)
    if command.prize not in promotion.prizes:
        raise Malformed(f"there is no prize {command.prize}", code=ErrorCode.NO_SUCH_THING)
    if promotion.published and len(promotion.prizes) == 1:
        raise Refused(
            ErrorCode.TERMS_INCOMPLETE,
            _prizes_clause(rules),
            "a promotion that is published keeps a prize",
        )
    withdrawn = PrizeWithdrawn(
        promotion=promotion.number,
        version=promotion.version + 1,
        number=command.prize,
        reasons=(Reason(f"prize {command.prize} is withdrawn", clause),),
    )
    return (withdrawn,)


def _prizes_clause(rules: TableRules) -> Clauses:
    topic = promotion_section(rules).topics.prizes
    return topic.clause if topic else ()


@prizes.decides(PrescribeItem)
def prescribe_item(at: HouseContext, command: PrescribeItem) -> Events:
    """Add an item to the list of barred items, or remove it."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    item, clause = command.item.strip().casefold(), promotion_section(rules).says.prescribed
    if not item:
        raise Malformed("say what is prescribed", code=ErrorCode.INCOMPLETE)
    if (item in house.prescribed) is not command.lifted:
        raise Malformed(f"{item} is so already", code=ErrorCode.ALREADY_SO)
    if command.lifted:
        return (ItemLifted(item=item, reasons=(Reason(f"{item} may be won", clause),)),)
    reason = Reason(f"{item} is no prize", clause)
    return (ItemPrescribed(item=item, reasons=(reason,)),)


@prizes.applies(ItemPrescribed)
def item_prescribed(house: House, event: ItemPrescribed, envelope: Envelope) -> House:
    return replace(house, prescribed=(*house.prescribed, event.item))


@prizes.applies(ItemLifted)
def item_lifted(house: House, event: ItemLifted, envelope: Envelope) -> House:
    remaining = tuple(item for item in house.prescribed if item != event.item)
    return replace(house, prescribed=remaining)


@prizes.applies(PrizeOffered)
def prize_offered(house: House, event: PrizeOffered, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion].amended(event.version, envelope.at)
    all_prizes = {**promotion.prizes, event.number: event.prize}
    return house.with_promotion(replace(promotion, prizes=all_prizes, prizes_made=event.number))


@prizes.applies(PrizeWithdrawn)
def prize_withdrawn(house: House, event: PrizeWithdrawn, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion].amended(event.version, envelope.at)
    remaining = {key: prize for key, prize in promotion.prizes.items() if key != event.number}
    return house.with_promotion(replace(promotion, prizes=remaining))
