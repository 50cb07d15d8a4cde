"""Payment of prizes: money by cheque or transfer, never in cash; other prizes handed over."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import PrizeNumber, PromotionNumber
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, clause_of, merged
from punto.error_codes import ErrorCode
from punto.house.award.winners import winner_of
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import HouseContext, changes
from punto.house.guards import (
    check_any_promotion,
    check_integrity,
    may_offer_promotions,
    require_promotion_power,
)
from punto.house.house import House
from punto.house.promotion import PrizePart, Promotion, PromotionPrize, Winner
from punto.house.promotion_rules import promotion_section
from punto.house.terms.prizes import check_allowed
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import CheckedAt, PaidBy

payment: Topic[House, HouseContext] = Topic("payment", changes)


class TakeMoneyInstead(HouseCommand, frozen=True, tag="take_money_instead"):
    """A winner takes the value of a prize in money instead of the prize."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber


class PayPromotionPrize(HouseCommand, frozen=True, tag="pay_promotion_prize"):
    """A prize in money is paid, in one part or several."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber
    parts: tuple[PrizePart, ...]


class HandOverPrize(HouseCommand, frozen=True, tag="hand_over_prize"):
    """A prize that is not money is handed over."""

    group = Group.PRIZES
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    prize: PrizeNumber


class MoneyTakenInstead(HouseEvent, frozen=True, gc=False, tag="money_taken_instead"):
    """A winner took the value of a prize in money instead of the prize."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    cents: int


class PromotionPrizePaid(HouseEvent, frozen=True, gc=False, tag="promotion_prize_paid"):
    """A prize in money was paid."""

    visibility = Visibility.STAFF
    registers = Unregistered.REPORTED

    promotion: int
    prize: int
    parts: tuple[PrizePart, ...]


class PrizeHandedOver(HouseEvent, frozen=True, gc=False, tag="prize_handed_over"):
    """A prize was handed over."""

    visibility = Visibility.STAFF
    registers = Unregistered.REPORTED

    promotion: int
    prize: int


@payment.permits(TakeMoneyInstead)
def may_pay_money_instead(at: HouseContext) -> None:
    """Raise an error if there is no prize for which this person may let a winner take money."""
    may_offer_promotions(at)
    check_any_promotion(at.state, _check_outstanding)


@payment.permits(PayPromotionPrize, HandOverPrize)
def may_pay(at: HouseContext) -> None:
    """Raise an error if there is no prize that this person may pay or hand over."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        check_integrity(at.rules, promotion)
        _check_outstanding(promotion)

    check_any_promotion(at.state, check)


def _check_outstanding(promotion: Promotion) -> None:
    if not any(not (winner.received or winner.denied) for winner in promotion.winners.values()):
        raise Malformed("no prize is to come", code=ErrorCode.NOT_NOW)


@payment.decides(TakeMoneyInstead)
def take_money_instead(at: HouseContext, command: TakeMoneyInstead) -> Events:
    """Let a winner take the value of a prize in money instead of the prize."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, winner = winner_of(house, command.promotion, command.prize)
    prize = promotion.prizes[command.prize]
    _check_winner_outstanding(winner)
    excluded_kinds = promotion_section(rules).no_money_instead
    if prize.kind in excluded_kinds.value:
        text = f"nobody is paid money instead of {prize.kind.replace('_', ' ')}"
        raise Refused(ErrorCode.NO_MONEY_INSTEAD, excluded_kinds.clause, text)
    if prize.money or winner.money_instead:
        raise Malformed(f"{prize.title} is money", code=ErrorCode.ALREADY_SO)
    cents = _value_cents(prize)
    reason = Reason(
        f"{dollars(cents)} instead of {prize.title}", promotion_section(rules).says.money_instead
    )
    return (
        MoneyTakenInstead(
            promotion=promotion.number, prize=command.prize, cents=cents, reasons=(reason,)
        ),
    )


@payment.decides(PayPromotionPrize)
def pay_promotion_prize(at: HouseContext, command: PayPromotionPrize) -> Events:
    """Pay a prize in money: to the winner, by permitted means, and exactly."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, winner = winner_of(house, command.promotion, command.prize)
    prize = promotion.prizes[command.prize]
    check_integrity(rules, promotion)
    _check_winner_outstanding(winner)
    if not prize.money and not winner.money_instead:
        raise Malformed(f"{prize.title} is no money", code=ErrorCode.NOT_NOW)
    clause = merged(*(_part_clause(rules, winner, part) for part in command.parts))
    total = sum(part.cents for part in command.parts)
    if total != _value_cents(prize):
        text = f"{dollars(total)} is not {dollars(_value_cents(prize))}"
        raise Malformed(text, code=ErrorCode.NOT_THE_PRIZE)
    reasons = [Reason(f"{dollars(total)} to {winner.person}", clause)]
    if len({part.means for part in command.parts}) > 1:
        reasons.append(
            Reason("partly one way, partly another", promotion_section(rules).says.in_parts)
        )
    if winner.money_instead:
        reasons.append(
            Reason(f"instead of {prize.title}", promotion_section(rules).says.money_instead_paid)
        )
    paid = PromotionPrizePaid(
        promotion=promotion.number,
        prize=command.prize,
        parts=command.parts,
        reasons=tuple(reasons),
    )
    return (paid,)


def _part_clause(rules: TableRules, winner: Winner, part: PrizePart) -> Clauses:
    """Return the clause that permits a part of a payment. Refuse it if there is none."""
    if part.cents <= 0:
        raise Malformed("each part is worth something", code=ErrorCode.NO_SUCH_AMOUNT)
    permitted = promotion_section(rules).paid_by
    if part.means is PaidBy.CASH and part.means not in permitted.value:
        instead_clause = (
            promotion_section(rules).says.money_instead_paid if winner.money_instead else ()
        )
        clause = merged(promotion_section(rules).says.never_cash, instead_clause)
        raise Refused(ErrorCode.NEVER_IN_CASH, clause, "no prize is paid in cash")
    if part.means not in permitted.value:
        means_list = ", ".join(means.replace("_", " ") for means in permitted.value)
        text = f"prizes are not paid by {part.means.replace('_', ' ')}"
        raise Refused(ErrorCode.MEANS_NOT_ALLOWED, permitted.clause, text, f"by {means_list}")
    clause = clause_of(permitted, part.means)
    if part.payee != winner.person:
        text = f"the payee is {winner.person}, not {part.payee}"
        raise Refused(ErrorCode.PAYEE_NOT_WINNER, clause, text)
    return clause


def _value_cents(prize: PromotionPrize) -> int:
    assert prize.value_cents is not None, "published terms give every value"
    return prize.value_cents


def _check_winner_outstanding(winner: Winner) -> None:
    """Raise an error if a prize was received or denied already."""
    if winner.received:
        raise Malformed(f"{winner.person} has the prize", code=ErrorCode.ALREADY_SO)
    if winner.denied:
        raise Malformed(f"{winner.person} was refused the prize", code=ErrorCode.NOT_NOW)


@payment.decides(HandOverPrize)
def hand_over_prize(at: HouseContext, command: HandOverPrize) -> Events:
    """Hand over a prize that is not money."""
    rules, house, by = at.rules, at.state, at.by
    clause = require_promotion_power(rules, by)
    promotion, winner = winner_of(house, command.promotion, command.prize)
    prize = promotion.prizes[command.prize]
    check_integrity(rules, promotion)
    _check_winner_outstanding(winner)
    if prize.money or winner.money_instead:
        text = f"{prize.title} is money: it is paid, and not handed over"
        raise Refused(ErrorCode.NEVER_IN_CASH, promotion_section(rules).says.never_cash, text)
    check_allowed(rules, house, prize, CheckedAt.HANDING_OVER)
    reason = Reason(f"{prize.title} for {winner.person}", clause)
    return (PrizeHandedOver(promotion=promotion.number, prize=command.prize, reasons=(reason,)),)


@payment.applies(MoneyTakenInstead)
def money_taken_instead(house: House, event: MoneyTakenInstead, envelope: Envelope) -> House:
    return house.with_winner(event.promotion, event.prize, money_instead=True)


@payment.applies(PromotionPrizePaid, PrizeHandedOver)
def prize_received(
    house: House, event: PromotionPrizePaid | PrizeHandedOver, envelope: Envelope
) -> House:
    return house.with_winner(event.promotion, event.prize, received=True)
