"""A command about conditions and entries to its events: dispatch only."""

from typing import assert_never

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.tournament.entry import commands as do
from punto.tournament.entry.conditions import publish_conditions, set_conditions
from punto.tournament.entry.entering import accept_entry, apply
from punto.tournament.events import Events
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.EntryCommand
) -> Events:
    """Return what a command about conditions and entries brings about."""
    match command:
        case do.SetConditions():
            return set_conditions(rules, tournament, by, command)
        case do.PublishConditions():
            return publish_conditions(rules, tournament, by)
        case do.Apply():
            return apply(rules, tournament, by, command)
        case do.AcceptEntry():
            return accept_entry(rules, tournament, by, command)
        case _:
            assert_never(command)
