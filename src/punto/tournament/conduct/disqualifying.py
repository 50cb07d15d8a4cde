"""Disqualification: by whom, for what, and what becomes of chips and fee."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.tournament.conduct import commands as do
from punto.tournament.conduct import events as happened
from punto.tournament.entrant import ACTIVE
from punto.tournament.events import Events
from punto.tournament.people import known
from punto.tournament.tournament import Tournament


def disqualify(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.Disqualify
) -> Events:
    """Put an entrant out."""
    require_staff(rules, by, "disqualify an entrant")
    entrant = known(tournament, command.name)
    if entrant.standing not in ACTIVE:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code="already_so")
    return (happened.EntrantDisqualified(name=entrant.name, cause=command.cause),)
