"""Conditions: laid down by the house, complete as the rulebook wants them, then published."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.tournament.entry import commands as do
from punto.tournament.entry import events as happened
from punto.tournament.events import Events
from punto.tournament.tournament import Stage, Tournament


def set_conditions(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SetConditions
) -> Events:
    """Lay the conditions down, or say that they stand already."""
    require_staff(rules, by, "lay down the conditions of a tournament")
    if tournament.stage is not Stage.DRAFT:
        raise Malformed("the conditions are published", code="already_so")
    return (happened.ConditionsSet(conditions=command.conditions),)


def publish_conditions(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Publish the conditions, so that people may apply."""
    require_staff(rules, by, "publish the conditions of a tournament")
    if tournament.stage is not Stage.DRAFT:
        raise Malformed("the conditions are published", code="already_so")
    return (happened.ConditionsPublished(),)
