"""Commands at a table of the tournament: its own checks, the decision of the table, the effects.

The table decides as any table does. Before that, the tournament checks its own rules. After it,
the events may move a marker, eliminate an entrant or end a session.
"""

from collections.abc import Callable, Sequence

from punto.aggregate.actor import Actor
from punto.aggregate.permission import anybody
from punto.aggregate.topic import Topic
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.deal.drawing import Draw
from punto.table.registry import FLOAT, SEATS, commands_of
from punto.table.registry import decide as decide_table
from punto.table.registry import may as may_at_table
from punto.tournament.base_classes import Events
from punto.tournament.conduct.disqualification import disqualify_barred
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.coups.coup_checks import check_play, coup_effects, lose_places_before_coup
from punto.tournament.coups.table_effects import table_effects
from punto.tournament.placing.reinstatement import chips_owed_events
from punto.tournament.seating.table_designation import check_designated
from punto.tournament.secret.checks import check_secret, check_sign, with_locked_wagers
from punto.tournament.session_queries import table_of
from punto.tournament.table_step import TableStep
from punto.tournament.tables import AtTable, events_of_table
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.checks import check_wagers
from punto.tournament.wagers.returned_wagers import return_wagers_before_cards

table_commands: Topic[Tournament, TournamentContext] = Topic("table_commands", changes)

# Commands at a table that a tournament does not permit, because it arranges these things itself.
_NOT_PERMITTED = commands_of(*SEATS, *FLOAT)

# The functions that return effects of the events at a table, in this order.
_EFFECTS: tuple[Callable[[TableRules, Tournament, int, Sequence[TableEvent]], Events], ...] = (
    chips_owed_events,
    disqualify_barred,
)


table_commands.permits(AtTable)(anybody)


@table_commands.decides(AtTable)
def at_table(at: TournamentContext, command: AtTable) -> Events:
    """Decide a command at a table, with the checks of the tournament and the effects."""
    rules, tournament, by = at.rules, at.state, at.by
    number = command.table
    check_designated(rules, tournament, number)
    table_of(tournament, number)
    _check_command(rules, tournament, by, command)
    before = (
        *lose_places_before_coup(rules, tournament, by, command),
        *return_wagers_before_cards(rules, tournament, number, type(command.command)),
    )
    current = after(tournament, before)
    table_rules = with_locked_wagers(rules, current, number)
    events = decide_table(table_rules, current.tables[number], by, command.command, at.past)
    check_sign(rules, current, command)
    decided: Events = (*before, *events_of_table(number, events))
    current = after(tournament, decided)
    effects = coup_effects(rules, current, by, number, events)
    decided, current = (*decided, *effects), after(current, effects)
    for effects_of in _EFFECTS:
        effects = effects_of(rules, current, number, events)
        decided, current = (*decided, *effects), after(current, effects)
    step = TableStep(number, by, command.command, tournament, events)
    return (*decided, *table_effects(rules, current, step))


def check_at_table(at: TournamentContext, number: int, kind: type[TableCommand]) -> None:
    """Raise an error if somebody may not give a kind of command at a table now."""
    rules, tournament = at.rules, at.state
    check_designated(rules, tournament, number)
    table_of(tournament, number)
    then = after(tournament, return_wagers_before_cards(rules, tournament, number, kind))
    locked = with_locked_wagers(rules, then, number)
    error = may_at_table(locked, then.tables[number], at.by, kind).error
    if error is not None:
        raise error


def _check_command(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse a command that the tournament does not permit at its tables."""
    if isinstance(command.command, Draw):
        # The first card may wait for a form. Only the dealer may learn that.
        require(rules, by, Power.DEAL, "deal")
    check_play(rules, tournament, by, command)
    check_secret(rules, tournament, by, command)
    check_wagers(rules, tournament, by, command)
    if type(command.command) in _NOT_PERMITTED:
        raise Malformed(
            "seats and chips of a tournament are not arranged at its tables",
            code=ErrorCode.NOT_AT_A_TOURNAMENT,
        )
