"""A promotion whose integrity is compromised: put off or cancelled, and the inspector told."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.house.award.events import AwardRefused
from punto.house.calendar import HOUR, local_text
from punto.house.events import Events
from punto.house.guards import leading
from punto.house.house import House
from punto.house.law import law
from punto.house.matters import commands as do
from punto.house.matters import events as happened
from punto.house.promotion import Doubt, Promotion, Stage
from punto.rulebook.elect import TableRules
from punto.rulebook.promotion_policies import DrawnThenCancelled


def doubt_promotion(
    rules: TableRules, house: House, by: Actor, command: do.DoubtPromotion
) -> Events:
    """Find that the integrity of a promotion is compromised."""
    leading(rules, by)
    held = house.promotion(command.promotion)
    if not held.published or held.stage is Stage.CANCELLED:
        raise Malformed(f"promotion {held.number} is {held.stage}", code=ErrorCode.NOT_NOW)
    if held.doubt is not None:
        raise Malformed("that was found already", code=ErrorCode.ALREADY_SO)
    if not command.text.strip():
        raise Malformed("say what compromises it", code=ErrorCode.INCOMPLETE)
    found = happened.PromotionDoubted(
        promotion=held.number,
        number=len(held.doubts) + 1,
        text=command.text,
        reasons=(Reason("its integrity is compromised", law(rules).says.postponed),),
    )
    return (found,)


def postpone_promotion(
    rules: TableRules, house: House, by: Actor, command: do.PostponePromotion
) -> Events:
    """Put a promotion off until it is validated."""
    leading(rules, by)
    held, doubt = _doubted(house, command.promotion)
    if doubt.postponed_at is not None:
        raise Malformed("it is put off", code=ErrorCode.ALREADY_SO)
    reason = Reason("put off until it is validated", law(rules).says.postponed)
    return (
        happened.PromotionPostponed(promotion=held.number, number=doubt.number, reasons=(reason,)),
    )


def cancel_draw(rules: TableRules, house: House, by: Actor, command: do.CancelDraw) -> Events:
    """Cancel a draw: it is never held, or counts no more for prizes that are still to come."""
    leading(rules, by)
    held, doubt = _doubted(house, command.promotion)
    if doubt.cancelled_at is not None:
        raise Malformed("it is cancelled", code=ErrorCode.ALREADY_SO)
    refused = _refused(rules, held, doubt) if held.stage is Stage.DRAWN else ()
    reason = Reason("the draw is cancelled", law(rules).says.cancelled)
    cancelled = happened.DrawCancelled(
        promotion=held.number, number=doubt.number, reasons=(reason,)
    )
    return (cancelled, *refused)


def _refused(rules: TableRules, held: Promotion, doubt: Doubt) -> Events:
    """Return that prizes which nobody has received yet are not awarded any more."""
    rule = law(rules).drawn_then_cancelled
    if rule is None or rule.value is DrawnThenCancelled.NOT_CANCELLED:
        raise Malformed("the draw was held", code=ErrorCode.NOT_NOW)
    to_come = [one for one in held.winners.values() if not (one.received or one.denied)]
    clause = merged(rule.clause, law(rules).says.reason_told)
    return tuple(
        AwardRefused(
            promotion=held.number,
            number=number,
            prize=winner.prize,
            person=winner.person,
            text=doubt.text,
            reasons=(Reason(f"prize {winner.prize} is not awarded", clause),),
        )
        for number, winner in enumerate(to_come, start=len(held.denied) + 1)
    )


def tell_inspector(rules: TableRules, house: House, by: Actor, command: do.TellInspector) -> Events:
    """Put on record that the inspector was told, and whether in time."""
    leading(rules, by)
    held = house.promotion(command.promotion)
    doubt = next((one for one in held.doubts if one.told_at is None), None)
    if doubt is None:
        raise Malformed("there is nothing to tell the inspector", code=ErrorCode.NOT_NOW)
    if doubt.postponed_at is None and doubt.cancelled_at is None:
        raise Malformed("first put it off, or cancel the draw", code=ErrorCode.NOT_NOW)
    hours = law(rules).inspector_told_hours
    until = doubt.at + hours.value * HOUR
    late = by.at > until
    text = f"{'too late' if late else 'in time'}: until {local_text(house.setup.zone, until)}"
    told = happened.InspectorTold(
        promotion=held.number,
        number=doubt.number,
        late=late,
        reasons=(Reason(text, hours.clause),),
    )
    return (told,)


def validate_promotion(
    rules: TableRules, house: House, by: Actor, command: do.ValidatePromotion
) -> Events:
    """Let a promotion go on that was put off."""
    leading(rules, by)
    held, doubt = _doubted(house, command.promotion)
    if held.stage is Stage.CANCELLED:
        raise Malformed("a draw that is cancelled is not held", code=ErrorCode.NOT_NOW)
    if doubt.postponed_at is None:
        raise Malformed("it is not put off", code=ErrorCode.NOT_NOW)
    if not command.text.strip():
        raise Malformed("say how it was validated", code=ErrorCode.INCOMPLETE)
    reason = Reason("found whole again", law(rules).says.postponed)
    return (
        happened.PromotionValidated(
            promotion=held.number,
            number=doubt.number,
            text=command.text,
            reasons=(reason,),
        ),
    )


def _doubted(house: House, number: int) -> tuple[Promotion, Doubt]:
    held = house.promotion(number)
    if held.doubt is None:
        raise Malformed("nothing compromises it", code=ErrorCode.NOT_NOW)
    return held, held.doubt
