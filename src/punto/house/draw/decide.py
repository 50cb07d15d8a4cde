"""A command about entries and the draw to its events: dispatch only."""

from typing import assert_never

from punto.aggregate.actor import Actor
from punto.house.draw import commands as do
from punto.house.draw.drawing import commit_draw, draw_winners, name_scrutineer
from punto.house.draw.entering import enter_promotion
from punto.house.events import Events
from punto.house.house import House
from punto.house.known import Known
from punto.rulebook.elect import TableRules


def decide(
    rules: TableRules, house: House, by: Actor, command: do.DrawCommand, known: Known
) -> Events:
    """Return what a command about entries and the draw brings about."""
    match command:
        case do.EnterPromotion():
            return enter_promotion(rules, house, by, command, known)
        case do.CommitDraw():
            return commit_draw(rules, house, by, command)
        case do.NameScrutineer():
            return name_scrutineer(rules, house, by, command)
        case do.DrawWinners():
            return draw_winners(rules, house, by, command)
        case _:
            assert_never(command)
