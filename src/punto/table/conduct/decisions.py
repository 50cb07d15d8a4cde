"""What a rulebook leaves open: decided by whoever has the last word, and kept."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Attestation, DecidedMatter, GivenReason, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import not_held
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import MatterDecisionRecorded
from punto.table.register import record
from punto.table.table import Table

decisions: Topic[Table, At] = Topic("decisions", changes)


class RecordDecision(TableCommand, frozen=True, tag="record_decision"):
    """What the rulebook leaves open is decided for this table, and the decision is kept."""

    group = Group.SETTLING
    powers = (Power.DECIDE_DISPUTES,)

    matter: Attestation[DecidedMatter]
    ruling: GivenReason[Text]


class DecisionRecorded(TableEvent, frozen=True, gc=False, tag="decision_recorded"):
    """A matter that the rulebook leaves open was decided; a later decision replaces it."""

    visibility = Visibility.STAFF
    registers = Unregistered.CONSEQUENCE

    matter: str
    ruling: str


@decisions.permits(RecordDecision)
def may_record_decision(at: At) -> Clauses:
    """Raise an error if this person may not decide what the rules leave open now."""
    rules, by = at.rules, at.by
    gaps = rules.edition.conduct.left_to_operator
    if gaps is None:
        raise not_held(rules.edition, "who decides what it leaves open")
    return require(rules, by, Power.DECIDE_DISPUTES, "decide what the rules leave open")


@decisions.decides(RecordDecision)
def record_decision(at: At, command: RecordDecision) -> Events:
    """Record a decision about a matter that the rulebook leaves open."""
    rules, table = at.rules, at.state
    power = may_record_decision(at)
    gaps = rules.edition.conduct.left_to_operator
    assert gaps is not None
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
    decided = DecisionRecorded(matter=command.matter, ruling=command.ruling, reasons=(reason,))
    return (decided, record(MatterDecisionRecorded, table, text, clause))


@decisions.applies(DecisionRecorded)
def decision_recorded(table: Table, event: DecisionRecorded, envelope: Envelope) -> Table:
    decided = {**table.papers.decided, event.matter: event.ruling}
    return replace(table, papers=replace(table.papers, decided=decided))
