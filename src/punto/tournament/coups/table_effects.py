"""The effects of a step at a table on turns and on forms."""

from punto.rulebook.elect import TableRules
from punto.tournament.base_classes import Events
from punto.tournament.context import after
from punto.tournament.secret.form_effects import effects_on_forms
from punto.tournament.table_step import TableStep
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.turn_effects import effects_on_wagers


def table_effects(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the effects on wagering, then the effects on forms."""
    effects = effects_on_wagers(rules, tournament, step)
    return (*effects, *effects_on_forms(rules, after(tournament, effects), step))
