"""A command about wagering to its events: dispatch only."""

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.events import Events
from punto.tournament.tournament import Tournament
from punto.tournament.wagers import commands as do
from punto.tournament.wagers.turns import ask_wager


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.WagersCommand
) -> Events:
    """Return what a command about wagering brings about."""
    return ask_wager(rules, tournament, by, command)
