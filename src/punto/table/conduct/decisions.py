"""What a rulebook leaves open: decided by whoever has the last word, and kept."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.conduct import commands as do
from punto.table.conduct import events as happened
from punto.table.entries import MatterDecisionRecorded
from punto.table.events import Events
from punto.table.register import record
from punto.table.table import Table


def record_decision(
    rules: TableRules, table: Table, by: Actor, command: do.RecordDecision
) -> Events:
    """Keep what was decided of a matter that the rulebook leaves open."""
    gaps = rules.edition.conduct.left_to_operator
    if gaps is None:
        raise not_held(rules.edition, "who decides what it leaves open")
    power = require(rules, by, Power.DECIDE_DISPUTES, "decide what the rules leave open")
    if command.matter not in gaps.value:
        text = f"{command.matter!r} is nothing that these rules leave open"
        raise Refused(
            ErrorCode.NOT_LEFT_OPEN, gaps.clause, text, f"left open: {', '.join(gaps.value)}"
        )
    if not command.ruling.strip():
        raise Malformed("say what is decided", code=ErrorCode.INCOMPLETE)
    clause = merged(gaps.clause, power)
    text = f"{command.matter.replace('_', ' ')}: {command.ruling}"
    reason = Reason(f"decided, since the rules say nothing of it: {text}", clause)
    decided = happened.DecisionRecorded(
        matter=command.matter, ruling=command.ruling, reasons=(reason,)
    )
    return (decided, record(MatterDecisionRecorded, table, text, clause))
