"""What people do at a table of the tournament: its own checks, the table's, what follows.

The table decides as any table does. Before it, the tournament looks whether its own rules let the
command through; after it, what happened may move a marker, put somebody out, end a session.
"""

from collections.abc import Callable, Mapping, Sequence

from punto.aggregate.actor import Actor
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.deal.commands import Draw
from punto.table.events import AnyEvent as TableEvent
from punto.table.float.commands import AboutFloat
from punto.table.phase import PastCoup
from punto.table.seats.commands import AboutSeats
from punto.table.step import decide as decide_table
from punto.tournament.conduct.measures import measures_follow
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.happening import Happening
from punto.tournament.placing.reinstating import chips_owed
from punto.tournament.running import table_of
from punto.tournament.seating.designating import check_designated
from punto.tournament.seating.playing import before_coup, check_play, coup_follows
from punto.tournament.secret.checks import as_locked, check_secret, check_sign
from punto.tournament.secret.following import follow_secret
from punto.tournament.tables import AtTable, stepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.checks import check_wagers
from punto.tournament.wagers.following import follow_wagers
from punto.tournament.wagers.lying import before_cards

# What follows from something that happened at a table, in this order.
Follows = Callable[[TableRules, Tournament, int, Sequence[TableEvent]], Events]
_FOLLOWS: tuple[Follows, ...] = (chips_owed, measures_follow)
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
    number = command.table
    check_designated(rules, tournament, number)
    table_of(tournament, number)
    _check(rules, tournament, by, command)
    before = (
        *before_coup(rules, tournament, by, command),
        *before_cards(rules, tournament, command),
    )
    then = after(tournament, before)
    locked = as_locked(rules, then, number)
    events = decide_table(locked, then.tables[number], by, command.command, past)
    check_sign(rules, then, command)
    found = (*before, *stepped(number, events))
    then = after(tournament, found)
    more = coup_follows(rules, then, by, number, events)
    found, then = (*found, *more), after(then, more)
    for follows in _FOLLOWS:
        more = follows(rules, then, number, events)
        found, then = (*found, *more), after(then, more)
    step = Happening(number, by, command.command, tournament, events)
    for follow in _STEPS:
        more = follow(rules, then, step)
        found, then = (*found, *more), after(then, more)
    return found


def _check(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse what a tournament arranges itself, and what its own rules forbid."""
    if isinstance(command.command, Draw):
        # What the first card waits for can be a form: whoever does not deal is not told.
        require(rules, by, Power.DEAL, "deal")
    check_play(rules, tournament, by, command)
    check_secret(rules, tournament, by, command)
    check_wagers(rules, tournament, by, command)
    if isinstance(command.command, AboutSeats | AboutFloat):
        raise Malformed(
            "seats and chips of a tournament are not arranged at its tables",
            code=ErrorCode.NOT_AT_A_TOURNAMENT,
        )
