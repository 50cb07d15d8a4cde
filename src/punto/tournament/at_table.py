"""What people do at a table of the tournament: its own checks, the table's, what follows.

The table decides as any table does. Before it, the tournament looks whether its own rules let the
command through; after it, what happened may move a marker, put somebody out, end a session.
"""

from collections.abc import Callable, Mapping, Sequence

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor
from punto.table.events import AnyEvent as TableEvent
from punto.table.phase import PastCoup
from punto.table.seats.commands import AboutSeats
from punto.table.step import decide as decide_table
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.happening import Happening
from punto.tournament.running import table_of
from punto.tournament.seating.sessions import coups_counted
from punto.tournament.secret.checks import check_secret
from punto.tournament.secret.following import follow_secret
from punto.tournament.tables import AtTable, stepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.checks import check_wagers
from punto.tournament.wagers.following import follow_wagers

# What follows from something that happened at a table, in this order.
Follows = Callable[[TableRules, Tournament, int, Sequence[TableEvent]], Events]
_FOLLOWS: tuple[Follows, ...] = (coups_counted,)
# The same, for those who also ask who did what and how things stood before.
_STEPS: tuple[Callable[[TableRules, Tournament, Happening], Events], ...] = (
    follow_wagers,
    follow_secret,
)


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
    found: Events = stepped(command.table, events)
    then = after(tournament, found)
    for follows in _FOLLOWS:
        more = follows(rules, then, command.table, events)
        found, then = (*found, *more), after(then, more)
    step = Happening(command.table, by, command.command, tournament, events)
    for follow in _STEPS:
        more = follow(rules, then, step)
        found, then = (*found, *more), after(then, more)
    return found


def _check(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse what a tournament arranges itself, and what its own rules forbid."""
    check_secret(rules, tournament, command)
    check_wagers(rules, tournament, by, command)
    if isinstance(command.command, AboutSeats):
        raise Malformed(
            "seats and chips of a tournament are not arranged at its tables",
            code="not_at_a_tournament",
        )
