"""A command about secret wagers to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.tournament.events import Events
from punto.tournament.secret import commands as do
from punto.tournament.secret.announcing import announce_forms
from punto.tournament.secret.examining import examine_form
from punto.tournament.secret.handing_in import hand_in_form
from punto.tournament.secret.layout import place_form
from punto.tournament.secret.showing import ask_form
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SecretCommand
) -> Events:
    """Return what a command about secret wagers brings about."""
    match command:
        case do.HandInForm():
            return hand_in_form(rules, tournament, by, command)
        case do.ExamineForm():
            return examine_form(rules, tournament, by, command)
        case do.AnnounceForms():
            return announce_forms(rules, tournament, by, command)
        case do.PlaceForm():
            return place_form(rules, tournament, by, command)
        case do.AskForm():
            return ask_form(rules, tournament, by, command)
        case _:
            assert_never(command)
