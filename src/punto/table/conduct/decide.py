"""Commands about conduct and disputes: dispatch only."""

from collections.abc import Mapping

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.conduct import commands as do
from punto.table.conduct.decisions import record_decision
from punto.table.conduct.disputes import (
    close_dispute,
    raise_dispute,
    request_review,
    rule_on_dispute,
)
from punto.table.conduct.incidents import (
    bar_patron,
    detain,
    exclude_patron,
    hand_over,
    report_incident,
)
from punto.table.conduct.voiding import void_wagers
from punto.table.events import Events
from punto.table.phase import PastCoup
from punto.table.table import Table


def decide(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.ConductCommand,
    past: Mapping[int, PastCoup],
) -> Events:
    """Return what happens when somebody reports conduct, acts on it, or disputes."""
    match command:
        case do.ReportIncident():
            return report_incident(rules, table, command)
        case do.VoidWagers():
            return void_wagers(rules, table, by, command, past)
        case do.BarPatron():
            return bar_patron(rules, table, by, command)
        case do.ExcludePatron():
            return exclude_patron(rules, table, by, command)
        case do.Detain():
            return detain(rules, table, by, command)
        case do.HandOver():
            return hand_over(rules, table, by, command)
        case do.RecordDecision():
            return record_decision(rules, table, by, command)
        case do.RaiseDispute():
            return raise_dispute(rules, table, by, command)
        case do.RuleOnDispute():
            return rule_on_dispute(rules, table, by, command)
        case do.RequestReview():
            return request_review(rules, table, by, command)
        case do.CloseDispute():
            return close_dispute(rules, table, by, command)
