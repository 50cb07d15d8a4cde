"""A command about secret wagers to its events: dispatch only."""

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.events import Events
from punto.tournament.secret import commands as do
from punto.tournament.secret.handing_in import hand_in_form
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SecretCommand
) -> Events:
    """Return what a command about secret wagers brings about."""
    return hand_in_form(rules, tournament, by, command)
