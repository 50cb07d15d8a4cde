"""Who may enter: applications made, accepted and refused."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff, speaks_for
from punto.tournament.entrant import Standing
from punto.tournament.entry import commands as do
from punto.tournament.entry import events as happened
from punto.tournament.events import Events
from punto.tournament.people import known
from punto.tournament.tournament import Stage, Tournament


def apply(_: TableRules, tournament: Tournament, by: Actor, command: do.Apply) -> Events:
    """Apply to enter, while entries are open."""
    speaks_for(by, command.name)
    if tournament.stage is not Stage.OPEN:
        raise Malformed("entries are not open", code="not_now")
    if tournament.entrant(command.name) is not None:
        raise Malformed(f"{command.name} has applied already", code="already_so")
    number = len(tournament.entrants) + 1
    return (happened.ApplicationMade(name=command.name, number=number),)


def accept_entry(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.AcceptEntry
) -> Events:
    """Accept an application."""
    require_staff(rules, by, "accept an entry")
    entrant = known(tournament, command.name)
    if entrant.standing is not Standing.APPLIED:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code="already_so")
    return (happened.EntryAccepted(name=entrant.name),)
