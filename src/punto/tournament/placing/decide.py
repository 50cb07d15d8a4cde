"""A command about placings to its events: dispatch only."""

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.events import Events
from punto.tournament.placing import commands as do
from punto.tournament.placing.ranking import confirm_placings
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.PlacingCommand
) -> Events:
    """Return what a command about placings brings about."""
    return confirm_placings(rules, tournament, by, command)
