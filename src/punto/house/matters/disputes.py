"""Disputes about the terms of a promotion: decided once, with advice of the right to complain."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.house.events import Events
from punto.house.guards import leading
from punto.house.house import House
from punto.house.law import law
from punto.house.matters import commands as do
from punto.house.matters import events as happened
from punto.house.promotion import Promotion, PromotionDispute
from punto.rulebook.elect import TableRules
from punto.table.authority import require_staff, speaks_for


def dispute_terms(rules: TableRules, house: House, by: Actor, command: do.DisputeTerms) -> Events:
    """Take up what somebody disputes about the terms of a promotion."""
    law(rules)
    speaks_for(by, command.person)
    if not by.is_patron:
        require_staff(rules, by, "take up a dispute")
    held = house.promotion(command.promotion)
    if not held.published:
        raise Malformed("there are no terms to dispute", code=ErrorCode.NOT_NOW)
    if not command.facts.strip() or not command.person.strip():
        raise Malformed("say who disputes what", code=ErrorCode.INCOMPLETE)
    disputed = happened.TermsDisputed(
        promotion=held.number,
        number=len(held.disputes) + 1,
        person=command.person,
        facts=command.facts,
        reasons=(Reason(f"dispute {len(held.disputes) + 1}", ()),),
    )
    return (disputed,)


def decide_terms(rules: TableRules, house: House, by: Actor, command: do.DecideTerms) -> Events:
    """Decide a dispute, once and for all."""
    leading(rules, by)
    held, dispute = _open(house, command.promotion, command.dispute)
    if dispute.decision is not None:
        raise Refused(ErrorCode.DECISION_FINAL, law(rules).says.final, "what was decided is final")
    if not command.decision.strip():
        raise Malformed("say how it is decided", code=ErrorCode.INCOMPLETE)
    decided = happened.TermsDecided(
        promotion=held.number,
        number=dispute.number,
        decision=command.decision,
        satisfied=command.satisfied,
        reasons=(Reason("what the house decides is final", law(rules).says.final),),
    )
    return (decided,)


def advise_complaint(
    rules: TableRules, house: House, by: Actor, command: do.AdviseComplaint
) -> Events:
    """Tell somebody who is not satisfied of the right to complain."""
    require_staff(rules, by, "advise a patron")
    held, dispute = _open(house, command.promotion, command.dispute)
    if dispute.decision is None:
        raise Malformed("the dispute is not decided", code=ErrorCode.NOT_NOW)
    if dispute.advised:
        raise Malformed(f"{dispute.person} was told", code=ErrorCode.ALREADY_SO)
    reason = Reason(
        f"{dispute.person} may complain to an inspector", law(rules).says.complaint_advised
    )
    advised = happened.ComplaintAdvised(
        promotion=held.number, number=dispute.number, reasons=(reason,)
    )
    return (advised,)


def close_terms_dispute(
    rules: TableRules, house: House, by: Actor, command: do.CloseTermsDispute
) -> Events:
    """Close a dispute; whoever is not satisfied has been told of the right to complain."""
    leading(rules, by)
    held, dispute = _open(house, command.promotion, command.dispute)
    if dispute.decision is None:
        raise Malformed("the dispute is not decided", code=ErrorCode.NOT_NOW)
    if not dispute.satisfied and not dispute.advised:
        text = f"{dispute.person} is first told of the right to complain to an inspector"
        raise Refused(ErrorCode.COMPLAINT_NOT_ADVISED, law(rules).says.complaint_advised, text)
    closed = happened.TermsDisputeClosed(promotion=held.number, number=dispute.number)
    return (closed,)


def _open(house: House, number: int, dispute: int) -> tuple[Promotion, PromotionDispute]:
    held = house.promotion(number)
    found = next((one for one in held.disputes if one.number == dispute), None)
    if found is None:
        raise Malformed(f"there is no dispute {dispute}", code=ErrorCode.NO_SUCH_THING)
    if found.closed:
        raise Malformed(f"dispute {dispute} is closed", code=ErrorCode.ALREADY_SO)
    return held, found
