"""A command about placings to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.rulebook.elect import TableRules
from punto.tournament.events import Events
from punto.tournament.placing import commands as do
from punto.tournament.placing.confirming import confirm_placings, set_advancing
from punto.tournament.placing.counting import count_chips, order_chip_count
from punto.tournament.placing.play_offs import order_play_off
from punto.tournament.placing.reinstating import reinstate
from punto.tournament.tournament import Tournament


def decide(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.PlacingCommand
) -> Events:
    """Return what a command about placings brings about."""
    match command:
        case do.SetAdvancing():
            return set_advancing(rules, tournament, by, command)
        case do.OrderChipCount():
            return order_chip_count(rules, tournament, by)
        case do.CountChips():
            return count_chips(rules, tournament, by, command)
        case do.OrderPlayOff():
            return order_play_off(rules, tournament, by, command)
        case do.Reinstate():
            return reinstate(rules, tournament, by, command)
        case do.ConfirmPlacings():
            return confirm_placings(rules, tournament, by, command)
        case _:
            assert_never(command)
