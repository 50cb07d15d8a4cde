"""Prizes put into the terms of a promotion, or taken out: some things are none."""

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
from punto.house.context import At, changes
from punto.house.guards import check_open, check_some, leading, may_lead
from punto.house.house import House
from punto.house.promotion import MOST_CENTS, Prize, Promotion
from punto.house.promotion_rules import law
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import CheckedAt

prizes: Topic[House, At] = Topic("prizes", changes)


class OfferPrize(HouseCommand, frozen=True, tag="offer_prize"):
    """A prize is put into the terms."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: Prize


class WithdrawPrize(HouseCommand, frozen=True, tag="withdraw_prize"):
    """A prize is taken out of the terms."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber


class PrescribeItem(HouseCommand, frozen=True, tag="prescribe_item"):
    """Regulations bar something as a prize; ``lifted`` if they no longer do."""

    group = Group.PROMOTIONS
    powers = (Power.OFFER_PROMOTIONS,)

    item: Text
    lifted: bool = False


class PrizeOffered(HouseEvent, frozen=True, gc=False, tag="prize_offered"):
    """A prize was put into the terms."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    number: int
    prize: Prize


class PrizeWithdrawn(HouseEvent, frozen=True, gc=False, tag="prize_withdrawn"):
    """A prize was taken out of the terms."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    version: int
    number: int


class ItemPrescribed(HouseEvent, frozen=True, gc=False, tag="item_prescribed"):
    """Regulations bar something as a prize."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    item: str


class ItemLifted(HouseEvent, frozen=True, gc=False, tag="item_lifted"):
    """Regulations no longer bar something."""

    visibility = Visibility.WATCH
    registers = Unregistered.ARRANGEMENT

    item: str


prizes.permits(PrescribeItem)(may_lead)


@prizes.permits(OfferPrize)
def may_offer(at: At) -> None:
    """Raise an error if there is no promotion to which this person may add a prize."""
    may_lead(at)
    check_some(at.state, check_open)


@prizes.permits(WithdrawPrize)
def may_withdraw(at: At) -> None:
    """Raise an error if there is no prize that this person may take out of the terms."""
    may_lead(at)
    check_some(at.state, _check_has_prize)


def _check_has_prize(held: Promotion) -> None:
    check_open(held)
    if not held.prizes:
        raise Malformed("there is no prize", code=ErrorCode.NO_SUCH_THING)


@prizes.decides(OfferPrize)
def offer_prize(at: At, command: OfferPrize) -> Events:
    """Put a prize into the terms, unless it is or includes what may be none."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held, prize = house.promotion(command.promotion), command.prize
    check_open(held)
    _check(rules, prize)
    check_allowed(rules, house, prize, CheckedAt.OFFERING)
    offered = PrizeOffered(
        promotion=held.number,
        version=held.version + 1,
        number=held.prizes_made + 1,
        prize=prize,
        reasons=(Reason(f"prize {held.prizes_made + 1}: {prize.title}", clause),),
    )
    return (offered,)


def _check(rules: TableRules, prize: Prize) -> None:
    """Say that a prize makes no sense."""
    if not prize.title.strip():
        raise Malformed("a prize has a name", code=ErrorCode.INCOMPLETE)
    if prize.value_cents is not None and not 0 < prize.value_cents < MOST_CENTS:
        raise Malformed("a prize is worth something", code=ErrorCode.NO_SUCH_AMOUNT)
    if prize.liquor_centilitres < 0:
        raise Malformed("less than no liquor is none", code=ErrorCode.NO_SUCH_AMOUNT)
    kind = law(rules).kinds.get(prize.kind)
    unknown = [name for name in prize.details if kind is None or name not in kind.details]
    if unknown:
        listed = ", ".join(kind.details) if kind else "none"
        text = f"nobody asks for {unknown[0]!r} of {prize.title}"
        raise Malformed(text, f"details: {listed}", code=ErrorCode.NO_SUCH_THING)


def check_allowed(rules: TableRules, house: House, prize: Prize, when: CheckedAt) -> None:
    """Refuse a prize that is or includes what may be none, where it is looked at then."""
    held = law(rules).barred_when
    if when not in (held.value if held else (CheckedAt.OFFERING,)):
        return
    for text, barred in _barred(rules, house, prize):
        raise Refused(ErrorCode.PRIZE_BARRED, merged(law(rules).says.prizes_barred, barred), text)


def _barred(rules: TableRules, house: House, prize: Prize) -> Iterator[tuple[str, Clauses]]:
    """Yield why a prize may be none."""
    data = law(rules)
    for part in prize.contents:
        if part in data.barred.value:
            text = f"{prize.title} includes {part.replace('_', ' ')}, and no prize may"
            yield text, clause_of(data.barred, part)
    most = data.liquor_max_centilitres
    if prize.liquor_centilitres > most.value:
        yield f"{prize.title} includes more than {most.value // 100} litres of liquor", most.clause
    for item in (prize.title, *prize.items):
        if item.strip().casefold() in house.prescribed:
            yield f"regulations bar {item}", law(rules).says.prescribed


@prizes.decides(WithdrawPrize)
def withdraw_prize(at: At, command: WithdrawPrize) -> Events:
    """Take a prize out of the terms."""
    rules, house, by = at.rules, at.state, at.by
    clause = leading(rules, by)
    held = house.promotion(command.promotion)
    check_open(held)
    if command.prize not in held.prizes:
        raise Malformed(f"there is no prize {command.prize}", code=ErrorCode.NO_SUCH_THING)
    if held.published and len(held.prizes) == 1:
        raise Refused(
            ErrorCode.TERMS_INCOMPLETE, _topic(rules), "a promotion that is published keeps a prize"
        )
    gone = PrizeWithdrawn(
        promotion=held.number,
        version=held.version + 1,
        number=command.prize,
        reasons=(Reason(f"prize {command.prize} is withdrawn", clause),),
    )
    return (gone,)


def _topic(rules: TableRules) -> Clauses:
    topic = law(rules).topics.prizes
    return topic.clause if topic else ()


@prizes.decides(PrescribeItem)
def prescribe_item(at: At, command: PrescribeItem) -> Events:
    """Keep the list of what regulations bar."""
    rules, house, by = at.rules, at.state, at.by
    leading(rules, by)
    item, clause = command.item.strip().casefold(), law(rules).says.prescribed
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
    left = tuple(item for item in house.prescribed if item != event.item)
    return replace(house, prescribed=left)


@prizes.applies(PrizeOffered)
def prize_offered(house: House, event: PrizeOffered, envelope: Envelope) -> House:
    held = house.promotions[event.promotion].amended(event.version, envelope.at)
    offered = {**held.prizes, event.number: event.prize}
    return house.with_promotion(replace(held, prizes=offered, prizes_made=event.number))


@prizes.applies(PrizeWithdrawn)
def prize_withdrawn(house: House, event: PrizeWithdrawn, envelope: Envelope) -> House:
    held = house.promotions[event.promotion].amended(event.version, envelope.at)
    left = {key: prize for key, prize in held.prizes.items() if key != event.number}
    return house.with_promotion(replace(held, prizes=left))
