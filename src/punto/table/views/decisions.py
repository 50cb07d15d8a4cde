"""Pending decisions that do not stop the game, and who decides them by which command."""

from collections.abc import Iterator

from punto.clause import Reason, merged
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.errors.late_errors import ReportError
from punto.table.open_issues import Dispute
from punto.table.table import Table
from punto.table.views.due_shoe import Step, staff


def decisions(rules: TableRules, table: Table) -> tuple[Step, ...]:
    """Return every pending decision, with the title that decides."""
    disputes = (_dispute_step(rules, dispute) for dispute in table.open.disputes)
    return (*_late_error_steps(rules, table), *(step for step in disputes if step is not None))


def _late_error_steps(rules: TableRules, table: Table) -> Iterator[Step]:
    """Yield reported errors in earlier coups that wait for a decision to void."""
    late = rules.edition.late_errors
    if late is None:
        return
    by = staff(rules, Power.VOID_COUP)
    for report in table.open.late:
        text = f"coup {report.coup}, found late: {report.text}; it is void, or its cards lay right"
        void = ReportError(report.trigger, report.text, coup=report.coup)
        yield Step(Reason(text, late.found_late.clause), by, void)


def _dispute_step(rules: TableRules, dispute: Dispute) -> Step | None:
    """Return the next step of a dispute, without a command: the person writes the ruling."""
    if dispute.closed:
        return None
    powers, clause = rules.edition.powers, rules.says.dispute
    name = f"dispute {dispute.number} of {dispute.person}"
    if dispute.state == "open":
        first = Power.HEAR_DISPUTES if Power.HEAR_DISPUTES in powers else Power.DECIDE_DISPUTES
        return Step(Reason(f"{name}: a ruling", clause), staff(rules, first))
    if dispute.state == "ruled" and dispute.review_requested:
        again = Power.REHEAR_DISPUTES if Power.REHEAR_DISPUTES in powers else Power.REVIEW_DISPUTES
        reason = Reason(f"{name}: another ruling", rules.says.dispute_again or clause)
        return Step(reason, staff(rules, again))
    ended = merged(rules.says.dispute_closed) or clause
    return Step(Reason(f"{name}: closed", ended), staff(rules, Power.DECIDE_DISPUTES))
