"""What people do at a table of the tournament: its own checks, the table's, what follows.

The table decides as any table does. Before it, the tournament looks whether its own rules let the
command through; after it, what happened may move a marker, put somebody out, end a session.
"""

from collections.abc import Callable, Mapping, Sequence

from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.table.events import AnyEvent as TableEvent
from punto.table.phase import PastCoup
from punto.table.step import decide as decide_table
from punto.tournament.conduct.measures import measures_follow
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.placing.reinstating import chips_owed
from punto.tournament.running import table_of
from punto.tournament.seating.designating import check_designated
from punto.tournament.seating.playing import before_coup, check_play, coup_follows
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.turns import marker_moves

# What follows from something that happened at a table, in this order.
Follows = Callable[[TableRules, Tournament, int, Sequence[TableEvent]], Events]
_FOLLOWS: tuple[Follows, ...] = (chips_owed, measures_follow, marker_moves)


def at_table(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    command: AtTable,
    past: Mapping[int, PastCoup],
) -> Events:
    """Carry out a command at a table, with what the tournament asks before and does after."""
    number = command.table
    check_designated(rules, tournament, number)
    table_of(tournament, number)
    _check(rules, tournament, by, command)
    before = before_coup(rules, tournament, by, command)
    then = after(tournament, before)
    events = decide_table(rules, then.tables[number], by, command.command, past)
    stepped: Events = tuple(TableStepped(table=number, event=event) for event in events)
    then = after(then, stepped)
    more = coup_follows(rules, then, by, number, events)
    found = (*before, *stepped, *more)
    for follows in _FOLLOWS:
        then = after(then, more)
        more = follows(rules, then, number, events)
        found = (*found, *more)
    return found


def _check(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse what a tournament arranges itself, and what its own rules forbid."""
    check_play(rules, tournament, by, command)
