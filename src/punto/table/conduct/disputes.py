"""Disputes: raised, ruled on, ruled on again by another person, and closed."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import (
    Attestation,
    Consent,
    CoupNumber,
    DisputeNumber,
    GivenReason,
    PatronName,
    Text,
)
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import DisputeReview
from punto.rulebook.power import Power
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.open_issues import Dispute, Ruling
from punto.table.table import Table

disputes: Topic[Table, At] = Topic("disputes", changes)


class RaiseDispute(TableCommand, frozen=True, tag="raise_dispute"):
    """Somebody disputes what was done; staff may enter it for a ``patron``.

    It is about the current or last coup, unless another is named.
    """

    group = Group.SETTLING
    trouble = ErrorArea.PERSON
    powers = ()

    facts: Attestation[Text]
    patron: PatronName | None = None
    coup: CoupNumber | None = None


class RuleOnDispute(TableCommand, frozen=True, tag="rule_on_dispute"):
    """A dispute is ruled on, for the first time or again."""

    group = Group.SETTLING
    powers = (
        Power.DECIDE_DISPUTES,
        Power.HEAR_DISPUTES,
        Power.REHEAR_DISPUTES,
        Power.REVIEW_DISPUTES,
    )

    number: DisputeNumber
    ruling: GivenReason[Text]


class RequestReview(TableCommand, frozen=True, tag="request_review"):
    """Whoever raised a dispute asks for another ruling; staff may enter it for a ``patron``."""

    group = Group.SETTLING
    powers = ()

    number: DisputeNumber
    patron: PatronName | None = None


class CloseDispute(TableCommand, frozen=True, tag="close_dispute"):
    """A dispute ends with a decision; whoever is not satisfied is told where they may go."""

    group = Group.SETTLING
    powers = (Power.DECIDE_DISPUTES,)

    number: DisputeNumber
    satisfied: Consent[bool]
    advised: Attestation[bool] = False
    decision: GivenReason[Text] = ""


class DisputeRaised(TableEvent, frozen=True, gc=False, tag="dispute_raised"):
    """A person disputes what was done in a coup; ``coup`` is 0 if it is about none."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)
    alert = Alert.DISPUTE

    number: int
    person: str
    facts: str
    coup: int = 0


class ReviewRequested(TableEvent, frozen=True, gc=False, tag="review_requested"):
    """The person who raised a dispute asks for another ruling."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    person: str


class DisputeRuled(TableEvent, frozen=True, gc=False, tag="dispute_ruled"):
    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    person: str
    ruling: str


class DisputeClosed(TableEvent, frozen=True, gc=False, tag="dispute_closed"):
    """A dispute ended; ``advised`` if the person was told where they may complain."""

    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    person: str
    satisfied: bool
    advised: bool = False
    decision: str = ""


@disputes.permits(RaiseDispute)
def may_raise_dispute(at: At) -> Clauses:
    """Raise an error if this person may not raise a dispute now."""
    rules = at.rules
    return require_clauses(rules, rules.says.dispute, "how disputes are settled")


@disputes.decides(RaiseDispute)
def raise_dispute(at: At, command: RaiseDispute) -> Events:
    """Record a dispute."""
    table, by = at.state, at.by
    clause = may_raise_dispute(at)
    if not command.facts.strip():
        raise Malformed("say what is disputed", code=ErrorCode.INCOMPLETE)
    number, person = table.count.disputes + 1, _disputant(by, command.patron)
    coup = table.number if command.coup is None else command.coup
    if command.coup is not None and not 1 <= coup <= table.number:
        raise Malformed(f"there is no coup {coup}", code=ErrorCode.NO_SUCH_THING)
    entered = "" if person == by.name else f", entered by {by.name}"
    raised = DisputeRaised(
        number=number,
        person=person,
        facts=command.facts,
        coup=coup,
        reasons=(Reason(f"dispute {number} of {person}{entered}", clause),),
    )
    return (raised,)


def _disputant(by: Actor, patron: str | None) -> str:
    """Return whose dispute it is: that of the actor, or of a patron for whom staff enter it."""
    if patron is None or patron == by.name:
        return by.name
    if by.is_patron:
        raise Malformed(
            f"{by.name} disputes for {by.name}, not for {patron}", code=ErrorCode.NOT_NOW
        )
    if not patron.strip():
        raise Malformed("say whose dispute it is", code=ErrorCode.INCOMPLETE)
    return patron


def _open_dispute(table: Table, number: int) -> Dispute:
    for dispute in table.open.disputes:
        if dispute.number == number:
            return dispute
    raise Malformed(f"there is no dispute {number}", code=ErrorCode.NO_SUCH_THING)


def _review_clauses(rules: TableRules) -> Clauses:
    """Return the clauses about another ruling, or refuse if the rulebook has none."""
    dispute_clause = require_clauses(rules, rules.says.dispute, "how disputes are settled")
    return rules.says.dispute_again or dispute_clause


def _check_not_final(rules: TableRules, dispute: Dispute) -> None:
    """Refuse another ruling on a closed dispute if its decision is final."""
    final = rules.says.dispute_final
    if dispute.closed and final:
        text = f"dispute {dispute.number} was decided, and that is final"
        raise Refused(ErrorCode.DECISION_FINAL, final, text)


disputes.permits(RequestReview)(anybody)


@disputes.decides(RequestReview)
def request_review(at: At, command: RequestReview) -> Events:
    """Record that the person who raised a dispute asks for another ruling."""
    rules, table, by = at.rules, at.state, at.by
    clause = _review_clauses(rules)
    dispute = _open_dispute(table, command.number)
    _check_not_final(rules, dispute)
    person = _disputant(by, command.patron)
    if dispute.person != person:
        raise Refused(ErrorCode.NOT_THEIRS, clause, f"the dispute is not {person}'s")
    if dispute.state == "open" or dispute.review_requested:
        raise Malformed(
            f"dispute {dispute.number} is not ruled on, or a review is asked for",
            code=ErrorCode.NOT_NOW,
        )
    reason = Reason(f"{person} asks for another ruling on dispute {dispute.number}", clause)
    requested = ReviewRequested(number=dispute.number, person=person, reasons=(reason,))
    return (requested,)


@disputes.permits(RuleOnDispute)
def may_rule_on_dispute(at: At) -> Clauses:
    """Raise an error if this person may not rule on a dispute now."""
    rules = at.rules
    return require_clauses(rules, rules.says.dispute, "how disputes are settled")


@disputes.decides(RuleOnDispute)
def rule_on_dispute(at: At, command: RuleOnDispute) -> Events:
    """Rule on a dispute. On request, another person rules a second time."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_rule_on_dispute(at)
    dispute = _open_dispute(table, command.number)
    _check_not_final(rules, dispute)
    if not command.ruling.strip():
        raise Malformed("say what is ruled", code=ErrorCode.INCOMPLETE)
    if dispute.state == "open":
        first_power = (
            Power.HEAR_DISPUTES
            if Power.HEAR_DISPUTES in rules.edition.powers
            else Power.DECIDE_DISPUTES
        )
        power_clause = require(rules, by, first_power, "rule on a dispute")
    else:
        clause = rules.says.dispute_again or clause
        review_power = Power.REHEAR_DISPUTES
        if review_power not in rules.edition.powers:
            review_power = Power.REVIEW_DISPUTES
        power_clause = require(rules, by, review_power, "rule on a dispute again")
        if not dispute.review_requested:
            raise Refused(
                ErrorCode.NOT_REQUESTED,
                power_clause,
                "another ruling is given when it is asked for",
            )
        if by.name in {ruling.by for ruling in dispute.rulings}:
            raise Refused(
                ErrorCode.SAME_PERSON, power_clause, "another person than the first rules again"
            )
        clause = _review_clauses(rules)
        if len(dispute.rulings) > 1:
            raise Malformed(
                f"dispute {dispute.number} was ruled on again already", code=ErrorCode.ALREADY_SO
            )
    ruled = DisputeRuled(
        number=dispute.number,
        person=dispute.person,
        ruling=command.ruling,
        reasons=(
            Reason(f"dispute {dispute.number}: {command.ruling}", merged(power_clause, clause)),
        ),
    )
    return (ruled,)


@disputes.permits(CloseDispute)
def may_close_dispute(at: At) -> Clauses:
    """Raise an error if this person may not close a dispute now."""
    rules = at.rules
    return require_clauses(rules, rules.says.dispute_closed, "who has the last word")


@disputes.decides(CloseDispute)
def close_dispute(at: At, command: CloseDispute) -> Events:
    """Close a dispute. A person who is not satisfied is told where they may complain."""
    rules, table, by = at.rules, at.state, at.by
    clause = may_close_dispute(at)
    dispute = _open_dispute(table, command.number)
    _check_not_final(rules, dispute)
    review = rules.edition.conduct.dispute_review
    if review is None:
        raise not_held(rules.edition, "who has the last word")
    require(rules, by, Power.DECIDE_DISPUTES, "close a dispute")
    if dispute.state not in ("ruled", "reviewed"):
        raise Refused(ErrorCode.NOT_RULED, clause, "a dispute is ruled on before it is closed")
    if dispute.review_requested and dispute.state != "reviewed":
        review_clause = merged(clause, rules.says.dispute_again)
        raise Refused(
            ErrorCode.REVIEW_PENDING, review_clause, "another ruling was asked for and is not given"
        )
    if not command.satisfied and not command.advised:
        inspector = review.value is DisputeReview.COMPLAINT_TO_INSPECTOR
        advice = "complain to an inspector" if inspector else "ask for a review by the commission"
        text = f"{dispute.person} is told that they may {advice}"
        code = ErrorCode.COMPLAINT_RIGHT_NOT_TOLD if inspector else ErrorCode.REVIEW_RIGHT_NOT_TOLD
        raise Refused(code, review.clause, text)
    closed = DisputeClosed(
        number=dispute.number,
        person=dispute.person,
        satisfied=command.satisfied,
        advised=command.advised,
        decision=command.decision,
        reasons=_closing_reasons(dispute, command, clause, review.clause),
    )
    return (closed,)


def _closing_reasons(
    dispute: Dispute, command: CloseDispute, clause: Clauses, advice_clause: Clauses
) -> tuple[Reason, ...]:
    """Return the reasons of a closed dispute: the decision, and the advice to the person."""
    decision_text = f": {command.decision}" if command.decision.strip() else ""
    closed = Reason(f"dispute {dispute.number} closed{decision_text}", clause)
    if not command.advised:
        return (closed,)
    return (closed, Reason(f"{dispute.person} was told where they may go", advice_clause))


@disputes.applies(DisputeRaised)
def dispute_raised(table: Table, event: DisputeRaised, envelope: Envelope) -> Table:
    dispute = Dispute(event.number, event.person, event.facts, coup=event.coup)
    count = replace(table.count, disputes=event.number)
    disputes = (*table.open.disputes, dispute)
    return replace(table, count=count, open=replace(table.open, disputes=disputes))


@disputes.applies(ReviewRequested, DisputeRuled, DisputeClosed)
def dispute_changed(
    table: Table,
    event: ReviewRequested | DisputeRuled | DisputeClosed,
    envelope: Envelope,
) -> Table:
    disputes = tuple(
        dispute_after(dispute, event, envelope) if dispute.number == event.number else dispute
        for dispute in table.open.disputes
    )
    return replace(table, open=replace(table.open, disputes=disputes))


def dispute_after(
    dispute: Dispute,
    event: ReviewRequested | DisputeRuled | DisputeClosed,
    envelope: Envelope,
) -> Dispute:
    """Return a dispute after an event."""
    match event:
        case ReviewRequested():
            return replace(dispute, review_requested=True)
        case DisputeRuled():
            ruling = Ruling(envelope.actor, envelope.title, event.ruling)
            return replace(dispute, rulings=(*dispute.rulings, ruling))
        case DisputeClosed():
            return replace(dispute, closed=True, advised=event.advised, decision=event.decision)
