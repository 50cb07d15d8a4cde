"""Promotions with compromised integrity: postponed or cancelled, reported to the inspector."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import GivenReason, PromotionNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.house.award.notification import AwardRefused
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.calendar import HOUR, local_text
from punto.house.context import HouseContext, changes
from punto.house.guards import check_any_promotion, may_offer_promotions, require_promotion_power
from punto.house.house import House
from punto.house.promotion import IntegrityIssue, Promotion, PromotionStage
from punto.house.promotion_rules import promotion_section
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.promotion_policies import DrawnThenCancelled

integrity: Topic[House, HouseContext] = Topic("integrity", changes)


class DoubtPromotion(HouseCommand, frozen=True, tag="doubt_promotion"):
    """The integrity of a promotion or its draw is found to be compromised."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    text: GivenReason[Text]


class PostponePromotion(HouseCommand, frozen=True, tag="postpone_promotion"):
    """A promotion whose integrity is compromised is postponed."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class CancelDraw(HouseCommand, frozen=True, tag="cancel_draw"):
    """A draw whose integrity is compromised is cancelled."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class TellInspector(HouseCommand, frozen=True, tag="tell_inspector"):
    """The inspector is told that a promotion was postponed or cancelled."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber


class ValidatePromotion(HouseCommand, frozen=True, tag="validate_promotion"):
    """The integrity of a postponed promotion is validated."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    text: GivenReason[Text]


class PromotionDoubted(HouseEvent, frozen=True, gc=False, tag="promotion_doubted"):
    """The integrity of a promotion was found to be compromised."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    number: int
    text: str


class PromotionPostponed(HouseEvent, frozen=True, gc=False, tag="promotion_postponed"):
    """A promotion was postponed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    number: int


class DrawCancelled(HouseEvent, frozen=True, gc=False, tag="draw_cancelled"):
    """A draw was cancelled."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    promotion: int
    number: int


class InspectorTold(HouseEvent, frozen=True, gc=False, tag="inspector_told"):
    """The inspector was told; ``late`` if the time for it was past."""

    visibility = Visibility.WATCH
    registers = (Register.NOTICES,)

    promotion: int
    number: int
    late: bool = False


class PromotionValidated(HouseEvent, frozen=True, gc=False, tag="promotion_validated"):
    """The integrity of a promotion was validated."""

    visibility = Visibility.WATCH
    registers = Unregistered.REPORTED

    promotion: int
    number: int
    text: str


@integrity.permits(DoubtPromotion)
def may_doubt(at: HouseContext) -> None:
    """Raise an error if there is no promotion that this person may find compromised."""
    may_offer_promotions(at)
    check_any_promotion(at.state, _check_no_doubt)


@integrity.permits(PostponePromotion, CancelDraw, ValidatePromotion)
def may_answer_doubt(at: HouseContext) -> None:
    """Raise an error if there is no compromised promotion for this person to deal with."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        if promotion.doubt is None:
            raise Malformed("nothing compromises it", code=ErrorCode.NOT_NOW)

    check_any_promotion(at.state, check)


@integrity.permits(TellInspector)
def may_tell_inspector(at: HouseContext) -> None:
    """Raise an error if this person has nothing to report to the inspector."""
    may_offer_promotions(at)

    def check(promotion: Promotion) -> None:
        if all(doubt.told_at is not None for doubt in promotion.doubts):
            text = "there is nothing to tell the inspector"
            raise Malformed(text, code=ErrorCode.NOT_NOW)

    check_any_promotion(at.state, check)


def _check_no_doubt(promotion: Promotion) -> None:
    if not promotion.published or promotion.stage is PromotionStage.CANCELLED:
        raise Malformed(
            f"promotion {promotion.number} is {promotion.stage}", code=ErrorCode.NOT_NOW
        )
    if promotion.doubt is not None:
        raise Malformed("that was found already", code=ErrorCode.ALREADY_SO)


@integrity.decides(DoubtPromotion)
def doubt_promotion(at: HouseContext, command: DoubtPromotion) -> Events:
    """Record that the integrity of a promotion is compromised."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    _check_no_doubt(promotion)
    if not command.text.strip():
        raise Malformed("say what compromises it", code=ErrorCode.INCOMPLETE)
    doubted = PromotionDoubted(
        promotion=promotion.number,
        number=len(promotion.doubts) + 1,
        text=command.text,
        reasons=(Reason("its integrity is compromised", promotion_section(rules).says.postponed),),
    )
    return (doubted,)


@integrity.decides(PostponePromotion)
def postpone_promotion(at: HouseContext, command: PostponePromotion) -> Events:
    """Postpone a promotion until it is validated."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, doubt = _open_doubt(house, command.promotion)
    if doubt.postponed_at is not None:
        raise Malformed("it is put off", code=ErrorCode.ALREADY_SO)
    reason = Reason("put off until it is validated", promotion_section(rules).says.postponed)
    return (PromotionPostponed(promotion=promotion.number, number=doubt.number, reasons=(reason,)),)


@integrity.decides(CancelDraw)
def cancel_draw(at: HouseContext, command: CancelDraw) -> Events:
    """Cancel a draw: it is not held, or prizes not yet received are not awarded."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, doubt = _open_doubt(house, command.promotion)
    if doubt.cancelled_at is not None:
        raise Malformed("it is cancelled", code=ErrorCode.ALREADY_SO)
    refused_awards = (
        _refused_awards(rules, promotion, doubt) if promotion.stage is PromotionStage.DRAWN else ()
    )
    reason = Reason("the draw is cancelled", promotion_section(rules).says.cancelled)
    cancelled = DrawCancelled(promotion=promotion.number, number=doubt.number, reasons=(reason,))
    return (cancelled, *refused_awards)


def _refused_awards(rules: TableRules, promotion: Promotion, doubt: IntegrityIssue) -> Events:
    """Return the events that refuse the prizes which were not received yet."""
    rule = promotion_section(rules).drawn_then_cancelled
    if rule is None or rule.value is DrawnThenCancelled.NOT_CANCELLED:
        raise Malformed("the draw was held", code=ErrorCode.NOT_NOW)
    outstanding = [
        winner for winner in promotion.winners.values() if not (winner.received or winner.denied)
    ]
    clause = merged(rule.clause, promotion_section(rules).says.reason_told)
    return tuple(
        AwardRefused(
            promotion=promotion.number,
            number=number,
            prize=winner.prize,
            person=winner.person,
            text=doubt.text,
            reasons=(Reason(f"prize {winner.prize} is not awarded", clause),),
        )
        for number, winner in enumerate(outstanding, start=len(promotion.denied) + 1)
    )


@integrity.decides(TellInspector)
def tell_inspector(at: HouseContext, command: TellInspector) -> Events:
    """Record that the inspector was told, and whether in time."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion = house.promotion(command.promotion)
    doubt = next((candidate for candidate in promotion.doubts if candidate.told_at is None), None)
    if doubt is None:
        raise Malformed("there is nothing to tell the inspector", code=ErrorCode.NOT_NOW)
    if doubt.postponed_at is None and doubt.cancelled_at is None:
        raise Malformed("first put it off, or cancel the draw", code=ErrorCode.NOT_NOW)
    hours = promotion_section(rules).inspector_told_hours
    until = doubt.at + hours.value * HOUR
    late = by.at > until
    text = f"{'too late' if late else 'in time'}: until {local_text(house.setup.zone, until)}"
    event = InspectorTold(
        promotion=promotion.number,
        number=doubt.number,
        late=late,
        reasons=(Reason(text, hours.clause),),
    )
    return (event,)


@integrity.decides(ValidatePromotion)
def validate_promotion(at: HouseContext, command: ValidatePromotion) -> Events:
    """Let a postponed promotion continue."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, doubt = _open_doubt(house, command.promotion)
    if promotion.stage is PromotionStage.CANCELLED:
        raise Malformed("a draw that is cancelled is not held", code=ErrorCode.NOT_NOW)
    if doubt.postponed_at is None:
        raise Malformed("it is not put off", code=ErrorCode.NOT_NOW)
    if not command.text.strip():
        raise Malformed("say how it was validated", code=ErrorCode.INCOMPLETE)
    reason = Reason("found whole again", promotion_section(rules).says.postponed)
    return (
        PromotionValidated(
            promotion=promotion.number,
            number=doubt.number,
            text=command.text,
            reasons=(reason,),
        ),
    )


def _open_doubt(house: House, number: int) -> tuple[Promotion, IntegrityIssue]:
    promotion = house.promotion(number)
    if promotion.doubt is None:
        raise Malformed("nothing compromises it", code=ErrorCode.NOT_NOW)
    return promotion, promotion.doubt


@integrity.applies(PromotionDoubted)
def promotion_doubted(house: House, event: PromotionDoubted, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    doubt = IntegrityIssue(event.number, event.text, envelope.at)
    return house.with_promotion(replace(promotion, doubts=(*promotion.doubts, doubt)))


@integrity.applies(PromotionPostponed)
def promotion_postponed(house: House, event: PromotionPostponed, envelope: Envelope) -> House:
    return _with_doubt(house, event.promotion, event.number, postponed_at=envelope.at)


@integrity.applies(DrawCancelled)
def draw_cancelled(house: House, event: DrawCancelled, envelope: Envelope) -> House:
    promotion = replace(house.promotions[event.promotion], stage=PromotionStage.CANCELLED)
    house = house.with_promotion(promotion)
    return _with_doubt(house, event.promotion, event.number, cancelled_at=envelope.at)


@integrity.applies(InspectorTold)
def inspector_told(house: House, event: InspectorTold, envelope: Envelope) -> House:
    return _with_doubt(house, event.promotion, event.number, told_at=envelope.at)


@integrity.applies(PromotionValidated)
def promotion_validated(house: House, event: PromotionValidated, envelope: Envelope) -> House:
    return _with_doubt(house, event.promotion, event.number, validated_at=envelope.at)


def _with_doubt(house: House, number: int, doubt_number: int, **changes: int) -> House:
    """Return the house with fields of one integrity issue of a promotion changed."""
    promotion = house.promotions[number]
    new_doubts = tuple(
        replace(doubt, **changes) if doubt.number == doubt_number else doubt
        for doubt in promotion.doubts
    )
    return house.with_promotion(replace(promotion, doubts=new_doubts))
