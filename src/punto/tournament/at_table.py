"""What people do at a table of the tournament: its own checks, the table's, what follows.

The table decides as any table does. Before it, the tournament looks whether its own rules let the
command through; after it, what happened may move a marker, put somebody out, end a session.
"""

from collections.abc import Callable, Mapping, Sequence

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table import commands as do
from punto.table.authority import Actor
from punto.table.events import AnyEvent as TableEvent
from punto.table.limits.commands import AboutLimits
from punto.table.phase import PastCoup
from punto.table.seats.commands import AboutSeats
from punto.table.step import decide as decide_table
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.running import table_of
from punto.tournament.seating.sessions import coups_counted
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.turns import marker_moves

# What follows from something that happened at a table, in this order.
Follows = Callable[[TableRules, Tournament, int, Sequence[TableEvent]], Events]
_FOLLOWS: tuple[Follows, ...] = (coups_counted, marker_moves)


def at_table(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    command: AtTable,
    past: Mapping[int, PastCoup],
) -> Events:
    """Carry out a command at a table, with what the tournament asks before and does after."""
    table = table_of(tournament, command.table)
    _check(rules, tournament, by, command)
    events = decide_table(rules, table, by, command.command, past)
    stepped: Events = tuple(TableStepped(table=command.table, event=event) for event in events)
    for follows in _FOLLOWS:
        then = after(tournament, stepped)
        stepped = (*stepped, *follows(rules, then, command.table, events))
    return stepped


def _check(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse what a tournament arranges itself, and what its own rules forbid."""
    del rules, tournament, by
    asked = command.command
    if isinstance(asked, AboutSeats | AboutLimits) and not isinstance(asked, do.LookBack):
        raise Malformed(
            "seats, chips and limits of a tournament are not arranged at its tables",
            code="not_at_a_tournament",
        )
