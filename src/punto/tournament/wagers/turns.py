"""The order of wagering: whose turn it is, and where the marker goes."""

from collections.abc import Sequence

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require
from punto.table.events import AnyEvent as TableEvent
from punto.tournament.events import Events
from punto.tournament.running import table_of
from punto.tournament.session import Turns
from punto.tournament.tournament import Tournament
from punto.tournament.wagers import commands as do
from punto.tournament.wagers import events as happened


def in_turn(tournament: Tournament, number: int) -> tuple[str, ...]:
    """Return those who wager at a table, in the order of this coup."""
    table = tournament.tables[number]
    session = tournament.session
    turns = session.turns.get(number, Turns()) if session else Turns()
    seats = sorted((patron.seat, patron.name) for patron in table.patrons)
    first = turns.marker or 1
    behind = [name for seat, name in seats if seat >= first]
    return (*behind, *(name for seat, name in seats if seat < first))


def ask_wager(rules: TableRules, tournament: Tournament, by: Actor, command: do.AskWager) -> Events:
    """Ask the next entrant for a wager."""
    require(rules, by, "deal", "ask for wagers")
    table_of(tournament, command.table)
    session = tournament.session
    assert session is not None
    asked = session.turns.get(command.table, Turns()).asked
    waiting = [name for name in in_turn(tournament, command.table) if name not in asked]
    if not waiting:
        raise Malformed("everybody has been asked", code="already_so")
    return (happened.WagerAsked(table=command.table, name=waiting[0]),)


def marker_moves(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return where the marker goes when a coup is over."""
    del rules, tournament, number, events
    return ()
