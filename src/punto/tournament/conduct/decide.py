"""A command about conduct to its events: dispatch only."""

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.conduct import commands as do
from punto.tournament.conduct.disqualifying import disqualify
from punto.tournament.events import Events
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.ConductCommand
) -> Events:
    """Return what a command about conduct brings about."""
    return disqualify(rules, tournament, by, command)
