"""A command about conduct to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.tournament.conduct import commands as do
from punto.tournament.conduct.breaches import report_breach, rule_on_breach
from punto.tournament.conduct.disputes import dispute_rules, settle_dispute
from punto.tournament.conduct.disqualifying import disqualify
from punto.tournament.events import Events
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.ConductCommand
) -> Events:
    """Return what a command about conduct brings about."""
    match command:
        case do.ReportBreach():
            return report_breach(rules, tournament, by, command)
        case do.RuleOnBreach():
            return rule_on_breach(rules, tournament, by, command)
        case do.Disqualify():
            return disqualify(rules, tournament, by, command)
        case do.DisputeRules():
            return dispute_rules(rules, tournament, by, command)
        case do.SettleDispute():
            return settle_dispute(rules, tournament, by, command)
        case _:
            assert_never(command)
