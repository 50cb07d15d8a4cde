"""A command about wagering to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.table.commands import VoidCoup
from punto.table.errors.events import CoupVoided
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.happening import Happening
from punto.tournament.secret.following import follow_secret
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers import commands as do
from punto.tournament.wagers.following import follow_wagers
from punto.tournament.wagers.limits import move_limits, place_indicator, show_indicator
from punto.tournament.wagers.pace import (
    announce_time_limit,
    direct_pace,
    hold_to_minimum,
    set_time_limit,
)
from punto.tournament.wagers.passing import play_pass_card
from punto.tournament.wagers.short import make_up_wager
from punto.tournament.wagers.tied import alter_wager
from punto.tournament.wagers.turns import ask_wager, remove_early_wager, set_starting_marker


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.WagersCommand
) -> Events:
    """Return what a command about wagering brings about."""
    match command:
        case do.AskWager():
            return ask_wager(rules, tournament, by, command)
        case do.SetStartingMarker():
            return set_starting_marker(rules, tournament, by, command)
        case do.RemoveEarlyWager():
            return remove_early_wager(rules, tournament, by, command)
        case do.AlterWager():
            return alter_wager(rules, tournament, by, command)
        case do.MakeUpWager():
            made = make_up_wager(rules, tournament, by, command)
            return (*made, *_void(rules, tournament, by, made))
        case do.PlayPassCard():
            return play_pass_card(rules, tournament, by, command)
        case do.AnnounceTimeLimit():
            return announce_time_limit(rules, tournament, by, command)
        case do.SetTimeLimit():
            return set_time_limit(rules, tournament, by, command)
        case do.DirectPace():
            return direct_pace(rules, tournament, by, command)
        case do.HoldToMinimum():
            return hold_to_minimum(rules, tournament, by, command)
        case do.PlaceIndicator():
            return place_indicator(rules, tournament, by, command)
        case do.ShowIndicator():
            return show_indicator(rules, tournament, by, command)
        case do.MoveLimits():
            return move_limits(rules, tournament, by, command)
        case _:
            assert_never(command)


def _void(rules: TableRules, tournament: Tournament, by: Actor, made: Events) -> Events:
    """Return what follows where a wager that cannot be made up took the coup with it."""
    moved = [event for event in made if isinstance(event, TableStepped)]
    if not any(isinstance(event.event, CoupVoided) for event in moved):
        return ()
    events = tuple(event.event for event in moved)
    step = Happening(moved[0].table, by, VoidCoup("wager void"), tournament, events)
    then = after(tournament, made)
    found = follow_wagers(rules, then, step)
    return (*found, *follow_secret(rules, after(then, found), step))
