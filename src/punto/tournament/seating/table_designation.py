"""The tables of the tournament, and how many entrants sit at each."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import ByMachine, Number, TableNumber
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.opening.creation import GameInPlay, set_up
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entry.approvals import check_approved
from punto.tournament.rules import tournament_section
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, TournamentStage

table_designation: Topic[Tournament, TournamentContext] = Topic("table_designation", changes)

# The float of a tournament table. Its chips are not worth money.
STOCK_CENTS = 10**13


class DesignateTable(TournamentCommand, frozen=True, tag="designate_table"):
    """A table is designated for the tournament; ``in_play`` if its shoe is ready."""

    group = Group.SESSION
    powers = (Power.DESIGNATE_TABLES,)

    table: TableNumber
    in_play: ByMachine[GameInPlay] | None = None
    low_limit: bool = False


class SetTableSize(TournamentCommand, frozen=True, tag="set_table_size"):
    """The number of entrants at a table in the next session is set."""

    group = Group.SESSION
    powers = (Power.SET_TABLE_SIZES,)

    table: TableNumber
    entrants: Number


class TableDesignated(TournamentEvent, frozen=True, gc=False, tag="table_designated"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    table: int


class TableSizeSet(TournamentEvent, frozen=True, gc=False, tag="table_size_set"):
    """The number of entrants at a table in the next session was set."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    table: int
    entrants: int


@table_designation.permits(DesignateTable)
def may_designate_table(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not designate a table now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.DESIGNATE_TABLES, "designate a table")
    check_director(rules, tournament, by)
    return clause


@table_designation.decides(DesignateTable)
def designate_table(at: TournamentContext, command: DesignateTable) -> Events:
    """Designate a table for the tournament, and set it up by the elections."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_designate_table(at)
    if command.table < 1:
        raise Malformed("tables are numbered from one", code=ErrorCode.NO_SUCH_THING)
    if command.table in tournament.floor.tables:
        raise Malformed(f"table {command.table} is designated", code=ErrorCode.ALREADY_SO)
    if command.low_limit:
        _refuse_low_limit(rules)
    _check_overrides_published(rules, tournament, by)
    table_set_up = set_up(rules, tournament.setup.elections, STOCK_CENTS, command.in_play)
    reason = Reason(f"table {command.table} is for the tournament", clause)
    return (
        TableDesignated(table=command.table, reasons=(reason,)),
        TableStepped(table=command.table, event=table_set_up),
    )


def _check_overrides_published(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    """Raise an error if overrides for the tables are not published or not approved yet."""
    if not tournament.conditions.overrides:
        return
    if tournament.stage is TournamentStage.DRAFT:
        text = "the conditions that change the rules of the tables are not published"
        raise Malformed(text, code=ErrorCode.NOT_NOW)
    check_approved(rules, tournament, by)


def _refuse_low_limit(rules: TableRules) -> None:
    """Refuse a table with low-limit gaming."""
    banned = rules.edition.opening.low_limit_tournament
    if banned is None:
        raise Malformed(f"{rules.edition.id} knows no low-limit gaming")
    text = "no tournament is held where low-limit gaming is offered"
    raise Refused(ErrorCode.LOW_LIMIT_TOURNAMENT, banned.clause, text)


@table_designation.permits(SetTableSize)
def may_set_table_size(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not say how many sit at a table now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.SET_TABLE_SIZES, "say how many sit at a table")
    check_director(rules, tournament, by)
    return clause


@table_designation.decides(SetTableSize)
def set_table_size(at: TournamentContext, command: SetTableSize) -> Events:
    """Set the number of entrants at a table in the next session, before its seats are drawn."""
    rules, tournament = at.rules, at.state
    clause = may_set_table_size(at)
    if command.table not in tournament.floor.tables:
        raise Malformed(f"table {command.table} is not designated", code=ErrorCode.NO_SUCH_THING)
    if tournament.session is not None:
        raise Malformed("seats are drawn already", code=ErrorCode.NOT_NOW)
    if not 1 <= command.entrants <= rules.seats:
        text = f"1 to {rules.seats} can sit at a table"
        raise Malformed(text, code=ErrorCode.NO_SUCH_AMOUNT)
    reason = Reason(f"{command.entrants} sit at table {command.table}", clause)
    sized = TableSizeSet(table=command.table, entrants=command.entrants, reasons=(reason,))
    return (sized,)


def check_designated(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse play at a table that is not designated."""
    needed = tournament_section(rules.edition).seating.designated
    if needed and number not in tournament.floor.tables:
        text = f"table {number} is not designated for the tournament"
        raise Refused(ErrorCode.NOT_DESIGNATED, needed.clause, text)


@table_designation.applies(TableDesignated)
def table_designated(
    tournament: Tournament, event: TableDesignated, envelope: Envelope
) -> Tournament:
    floor = tournament.floor
    return replace(tournament, floor=replace(floor, tables=(*floor.tables, event.table)))


@table_designation.applies(TableSizeSet)
def table_size_set(tournament: Tournament, event: TableSizeSet, envelope: Envelope) -> Tournament:
    floor = tournament.floor
    sizes = {**floor.sizes, event.table: event.entrants}
    return replace(tournament, floor=replace(floor, sizes=sizes))
