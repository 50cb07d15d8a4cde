"""Forms handed in: kept as they are written, seen by their maker and the official alone."""

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, speaks_for
from punto.tournament.events import Events
from punto.tournament.running import table_of
from punto.tournament.secret import commands as do
from punto.tournament.secret import events as happened
from punto.tournament.tournament import Tournament


def hand_in_form(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.HandInForm
) -> Events:
    """Take a form in for the coup that comes."""
    del rules
    speaks_for(by, command.name)
    session = tournament.session
    seat = session.seats.get(command.name) if session else None
    if seat is None:
        raise Malformed(f"{command.name} has no seat", code="unknown_entrant")
    table = table_of(tournament, seat.table)
    handed = happened.FormHandedIn(
        name=command.name,
        table=seat.table,
        coup=table.number + 1,
        wager=command.wager,
        stake_cents=command.stake_cents,
        words=command.words,
    )
    return (handed,)
