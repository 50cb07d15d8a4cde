"""Disputes about the terms of a promotion: one decision, and advice of the right to complain."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.roles import (
    Attestation,
    Consent,
    DisputeNumber,
    GivenReason,
    PersonKey,
    PromotionNumber,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.context import HouseContext, changes
from punto.house.guards import check_any_promotion, may_offer_promotions, require_promotion_power
from punto.house.house import House
from punto.house.promotion import Promotion, PromotionDispute
from punto.house.promotion_rules import promotion_section
from punto.rulebook.power import Power
from punto.table.authority import check_acts_for, require_staff

disputes: Topic[House, HouseContext] = Topic("disputes", changes)


class DisputeTerms(HouseCommand, frozen=True, tag="dispute_terms"):
    """A person disputes the terms of a promotion."""

    group = Group.COMPLIANCE
    powers = ()
    own = True

    promotion: PromotionNumber
    person: PersonKey
    facts: Attestation[Text]


class DecideTerms(HouseCommand, frozen=True, tag="decide_terms"):
    """A dispute about terms is decided; ``satisfied`` is the person's answer."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    dispute: DisputeNumber
    decision: GivenReason[Text]
    satisfied: Consent[bool]


class AdviseComplaint(HouseCommand, frozen=True, tag="advise_complaint"):
    """A person who is not satisfied is told of the right to complain."""

    group = Group.COMPLIANCE
    powers = ()

    promotion: PromotionNumber
    dispute: DisputeNumber


class CloseTermsDispute(HouseCommand, frozen=True, tag="close_terms_dispute"):
    """A dispute about terms is closed."""

    group = Group.COMPLIANCE
    powers = (Power.OFFER_PROMOTIONS,)

    promotion: PromotionNumber
    dispute: DisputeNumber


class TermsDisputed(HouseEvent, frozen=True, gc=False, tag="terms_disputed"):
    """A person disputed the terms of a promotion."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.DISPUTES,)
    concerns = "person"
    alert = Alert.DISPUTE

    promotion: int
    number: int
    person: str
    facts: str


class TermsDecided(HouseEvent, frozen=True, gc=False, tag="terms_decided"):
    """A dispute about terms was decided."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    promotion: int
    number: int
    decision: str
    satisfied: bool


class ComplaintAdvised(HouseEvent, frozen=True, gc=False, tag="complaint_advised"):
    """A person was told of the right to complain."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    promotion: int
    number: int


class TermsDisputeClosed(HouseEvent, frozen=True, gc=False, tag="terms_dispute_closed"):
    """A dispute about terms was closed."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    promotion: int
    number: int


@disputes.permits(DisputeTerms)
def may_dispute(at: HouseContext) -> None:
    """Raise an error if there are no terms that this person may dispute."""
    promotion_section(at.rules)
    if not at.by.is_patron:
        require_staff(at.rules, at.by, "take up a dispute")
    check_any_promotion(at.state, _check_disputable)


@disputes.permits(DecideTerms)
def may_decide(at: HouseContext) -> None:
    """Raise an error if there is no dispute that this person may decide."""
    may_offer_promotions(at)
    _check_some_dispute(at.state, decided=False)


@disputes.permits(AdviseComplaint)
def may_advise(at: HouseContext) -> None:
    """Raise an error if there is no dispute for which this person may advise of the right."""
    require_staff(at.rules, at.by, "advise a patron")
    _check_some_dispute(at.state, decided=True)


@disputes.permits(CloseTermsDispute)
def may_close(at: HouseContext) -> None:
    """Raise an error if there is no dispute that this person may close."""
    may_offer_promotions(at)
    _check_some_dispute(at.state, decided=True)


def _check_disputable(promotion: Promotion) -> None:
    if not promotion.published:
        raise Malformed("there are no terms to dispute", code=ErrorCode.NOT_NOW)


def _check_some_dispute(house: House, *, decided: bool) -> None:
    """Raise an error if no open dispute is decided, or undecided if ``decided`` is false."""

    def check(promotion: Promotion) -> None:
        for dispute in promotion.disputes:
            if not dispute.closed and (dispute.decision is not None) is decided:
                return
        raise Malformed("there is no such dispute", code=ErrorCode.NO_SUCH_THING)

    check_any_promotion(house, check)


@disputes.decides(DisputeTerms)
def dispute_terms(at: HouseContext, command: DisputeTerms) -> Events:
    """Record a dispute about the terms of a promotion."""
    rules, house, by = at.rules, at.state, at.by
    promotion_section(rules)
    check_acts_for(by, command.person)
    if not by.is_patron:
        require_staff(rules, by, "take up a dispute")
    promotion = house.promotion(command.promotion)
    _check_disputable(promotion)
    if not command.facts.strip() or not command.person.strip():
        raise Malformed("say who disputes what", code=ErrorCode.INCOMPLETE)
    disputed = TermsDisputed(
        promotion=promotion.number,
        number=len(promotion.disputes) + 1,
        person=command.person,
        facts=command.facts,
        reasons=(Reason(f"dispute {len(promotion.disputes) + 1}", ()),),
    )
    return (disputed,)


@disputes.decides(DecideTerms)
def decide_terms(at: HouseContext, command: DecideTerms) -> Events:
    """Decide a dispute. The decision is final."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, dispute = _open_dispute(house, command.promotion, command.dispute)
    if dispute.decision is not None:
        raise Refused(
            ErrorCode.DECISION_FINAL,
            promotion_section(rules).says.final,
            "what was decided is final",
        )
    if not command.decision.strip():
        raise Malformed("say how it is decided", code=ErrorCode.INCOMPLETE)
    decided = TermsDecided(
        promotion=promotion.number,
        number=dispute.number,
        decision=command.decision,
        satisfied=command.satisfied,
        reasons=(Reason("what the house decides is final", promotion_section(rules).says.final),),
    )
    return (decided,)


@disputes.decides(AdviseComplaint)
def advise_complaint(at: HouseContext, command: AdviseComplaint) -> Events:
    """Advise a person who is not satisfied of the right to complain."""
    rules, house, by = at.rules, at.state, at.by
    require_staff(rules, by, "advise a patron")
    promotion, dispute = _open_dispute(house, command.promotion, command.dispute)
    if dispute.decision is None:
        raise Malformed("the dispute is not decided", code=ErrorCode.NOT_NOW)
    if dispute.advised:
        raise Malformed(f"{dispute.person} was told", code=ErrorCode.ALREADY_SO)
    reason = Reason(
        f"{dispute.person} may complain to an inspector",
        promotion_section(rules).says.complaint_advised,
    )
    advised = ComplaintAdvised(promotion=promotion.number, number=dispute.number, reasons=(reason,))
    return (advised,)


@disputes.decides(CloseTermsDispute)
def close_terms_dispute(at: HouseContext, command: CloseTermsDispute) -> Events:
    """Close a dispute, after a dissatisfied person was told of the right to complain."""
    rules, house, by = at.rules, at.state, at.by
    require_promotion_power(rules, by)
    promotion, dispute = _open_dispute(house, command.promotion, command.dispute)
    if dispute.decision is None:
        raise Malformed("the dispute is not decided", code=ErrorCode.NOT_NOW)
    if not dispute.satisfied and not dispute.advised:
        text = f"{dispute.person} is first told of the right to complain to an inspector"
        raise Refused(
            ErrorCode.COMPLAINT_NOT_ADVISED, promotion_section(rules).says.complaint_advised, text
        )
    closed = TermsDisputeClosed(promotion=promotion.number, number=dispute.number)
    return (closed,)


def _open_dispute(house: House, number: int, dispute: int) -> tuple[Promotion, PromotionDispute]:
    promotion = house.promotion(number)
    open_dispute = next(
        (candidate for candidate in promotion.disputes if candidate.number == dispute), None
    )
    if open_dispute is None:
        raise Malformed(f"there is no dispute {dispute}", code=ErrorCode.NO_SUCH_THING)
    if open_dispute.closed:
        raise Malformed(f"dispute {dispute} is closed", code=ErrorCode.ALREADY_SO)
    return promotion, open_dispute


@disputes.applies(TermsDisputed)
def terms_disputed(house: House, event: TermsDisputed, envelope: Envelope) -> House:
    promotion = house.promotions[event.promotion]
    dispute = PromotionDispute(event.number, event.person, event.facts)
    return house.with_promotion(replace(promotion, disputes=(*promotion.disputes, dispute)))


@disputes.applies(TermsDecided)
def terms_decided(house: House, event: TermsDecided, envelope: Envelope) -> House:
    return _with_dispute(
        house,
        event.promotion,
        event.number,
        decision=event.decision,
        satisfied=event.satisfied,
        decided_at=envelope.at,
    )


@disputes.applies(ComplaintAdvised)
def complaint_advised(house: House, event: ComplaintAdvised, envelope: Envelope) -> House:
    return _with_dispute(house, event.promotion, event.number, advised=True)


@disputes.applies(TermsDisputeClosed)
def terms_dispute_closed(house: House, event: TermsDisputeClosed, envelope: Envelope) -> House:
    return _with_dispute(house, event.promotion, event.number, closed=True)


def _with_dispute(house: House, number: int, dispute_number: int, **changes: str | int) -> House:
    """Return the house with fields of one dispute of a promotion changed."""
    promotion = house.promotions[number]
    new_disputes = tuple(
        replace(dispute, **changes) if dispute.number == dispute_number else dispute
        for dispute in promotion.disputes
    )
    return house.with_promotion(replace(promotion, disputes=new_disputes))
