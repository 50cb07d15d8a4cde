"""Disputes: raised, ruled on, ruled on again by another person, and closed."""

from msgspec.structs import replace

from punto.clause import Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import DisputeReview
from punto.table import commands as do
from punto.table import events as happened
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, provided, require
from punto.table.records import Dispute
from punto.table.state import Table


def raise_dispute(rules: TableRules, table: Table, by: Actor, command: do.RaiseDispute) -> Events:
    """Take up what somebody disputes."""
    clause = provided(rules, "dispute", "how disputes are settled")
    if not command.facts.strip():
        raise Malformed("say what is disputed", code="incomplete")
    dispute = Dispute(len(table.records.disputes) + 1, by.name, command.facts)
    reason = Reason(f"dispute {dispute.number} of {by.name}", clause)
    return (happened.DisputeMoved(dispute=dispute, reasons=(reason,)),)


def _found(table: Table, number: int) -> Dispute:
    for one in table.records.disputes:
        if one.number == number:
            return one
    raise Malformed(f"there is no dispute {number}", code="no_such_thing")


def request_review(rules: TableRules, table: Table, by: Actor, command: do.RequestReview) -> Events:
    """Take up that whoever raised a dispute wants another ruling."""
    clause = provided(rules, "dispute", "how disputes are settled")
    dispute = _found(table, command.number)
    if dispute.person != by.name:
        raise Refused("not_theirs", clause, f"the dispute is not {by.name}'s")
    if dispute.state == "open" or dispute.review_requested:
        raise Malformed(f"dispute {dispute.number} is not ruled on, or a review is asked for")
    after = replace(dispute, review_requested=True)
    reason = Reason(f"{by.name} asks for another ruling on dispute {dispute.number}", clause)
    return (happened.DisputeMoved(dispute=after, reasons=(reason,)),)


def rule_on_dispute(
    rules: TableRules, table: Table, by: Actor, command: do.RuleOnDispute
) -> Events:
    """Rule on a dispute: first, then on request once more, by another person."""
    clause = provided(rules, "dispute", "how disputes are settled")
    dispute = _found(table, command.number)
    if not command.ruling.strip():
        raise Malformed("say what is ruled", code="incomplete")
    if dispute.state == "open":
        first = "hear_disputes" if "hear_disputes" in rules.edition.powers else "decide_disputes"
        held = require(rules, by, first, "rule on a dispute")
        after = replace(dispute, state="ruled")
    else:
        again = "rehear_disputes"
        if again not in rules.edition.powers:
            again = "review_disputes"
        held = require(rules, by, again, "rule on a dispute again")
        if not dispute.review_requested:
            raise Refused("not_requested", held, "another ruling is given when it is asked for")
        if by.name in {name for name, _, _ in dispute.rulings}:
            raise Refused("same_person", held, "another person than the first rules again")
        if len(dispute.rulings) > 1:
            raise Malformed(
                f"dispute {dispute.number} was ruled on again already", code="already_so"
            )
        closed = dispute.state == "closed"
        after = replace(dispute, state="closed" if closed else "reviewed")
    after = replace(after, rulings=(*dispute.rulings, (by.name, by.title, command.ruling)))
    reason = Reason(f"dispute {dispute.number}: {command.ruling}", merged(held, clause))
    return (happened.DisputeMoved(dispute=after, reasons=(reason,)),)


def close_dispute(rules: TableRules, table: Table, by: Actor, command: do.CloseDispute) -> Events:
    """Close a dispute; whoever is not satisfied is told where they may go."""
    clause = provided(rules, "dispute_closed", "who has the last word")
    dispute = _found(table, command.number)
    review = rules.edition.conduct.dispute_review
    if review is None:
        raise not_held(rules.edition, "who has the last word")
    require(rules, by, "decide_disputes", "close a dispute")
    if dispute.state not in ("ruled", "reviewed"):
        raise Refused("not_ruled", clause, "a dispute is ruled on before it is closed")
    if dispute.review_requested and dispute.state != "reviewed":
        raise Refused("review_pending", clause, "another ruling was asked for and is not given")
    if not command.satisfied and not command.advised:
        inspector = review.value is DisputeReview.COMPLAINT_TO_INSPECTOR
        where = "complain to an inspector" if inspector else "ask for a review by the commission"
        text = f"{dispute.person} is told that they may {where}"
        code = "complaint_right_not_told" if inspector else "review_right_not_told"
        raise Refused(code, review.clause, text)
    after = replace(dispute, state="closed", advised=command.advised)
    reason = Reason(f"dispute {dispute.number} closed", merged(clause, review.clause))
    return (happened.DisputeMoved(dispute=after, reasons=(reason,)),)


HANDLERS: Handlers = {
    do.RaiseDispute: raise_dispute,
    do.RuleOnDispute: rule_on_dispute,
    do.RequestReview: request_review,
    do.CloseDispute: close_dispute,
}
