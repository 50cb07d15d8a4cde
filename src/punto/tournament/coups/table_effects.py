"""What follows for wagering and for forms from something that happened at a table."""

from punto.rulebook.elect import TableRules
from punto.tournament.base_classes import Events
from punto.tournament.context import after
from punto.tournament.secret.form_effects import follow_secret
from punto.tournament.table_step import TableStep
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.turn_effects import follow_wagers


def table_effects(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return what follows for wagering, and after that for forms."""
    found = follow_wagers(rules, tournament, step)
    return (*found, *follow_secret(rules, after(tournament, found), step))
