"""The limits of a tournament: posted from the conditions, moved as announced."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Cents, Number, TableNumber
from punto.aggregate.topic import Topic
from punto.cards import DECK
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.rulebook.schema.tournament.wagers import Indicator as IndicatorRules
from punto.rulebook.tournament_policies import LimitsMove
from punto.shoe import Stage
from punto.table.authority import require
from punto.table.deal.drawing import CardDrawn
from punto.table.guards import coup_is_on, wagers_keep_limits
from punto.table.limits.deferred_changes import LimitsChanged
from punto.table.notice import SignChange
from punto.table.table import Table
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conditions import LimitRise
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.placing.elimination import eliminations
from punto.tournament.session import IndicatorCard
from punto.tournament.session_queries import table_of
from punto.tournament.table_step import TableStep
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, with_session
from punto.tournament.wagers.stakes import wager_rules

limits: Topic[Tournament, TournamentContext] = Topic("limits", changes)


class PlaceIndicator(TournamentCommand, frozen=True, tag="place_indicator"):
    """The indicator card, after which limits may rise, is put into the stack."""

    group = Group.PLAY
    powers = (Power.PLACE_INDICATOR,)

    table: TableNumber = 1
    behind: Number | None = None


class ShowIndicator(TournamentCommand, frozen=True, tag="show_indicator"):
    """The indicator card appears at a table where its position was unknown."""

    group = Group.PLAY
    powers = (Power.DEAL,)

    table: TableNumber = 1


class MoveLimits(TournamentCommand, frozen=True, tag="move_limits"):
    """The limits at a table move to figures that were announced before the tournament."""

    group = Group.PLAY
    powers = (Power.MOVE_TOURNAMENT_LIMITS,)

    minimum_cents: Cents
    maximum_cents: Cents
    table: TableNumber = 1


class IndicatorPlaced(TournamentEvent, frozen=True, gc=False, tag="indicator_placed"):
    """The indicator card is in the stack, behind ``in_front`` cards if that is known."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    in_front: int | None = None


class IndicatorShown(TournamentEvent, frozen=True, gc=False, tag="indicator_shown"):
    """The indicator card has appeared and is laid aside. The coup continues."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    coup: int


def post_limits(tournament: Tournament) -> Events:
    """Return the events that post the limits of the conditions when a session begins."""
    conditions = tournament.conditions
    change = SignChange(
        minimum_cents=conditions.minimum_cents,
        maximum_cents=conditions.maximum_cents,
        step_cents=conditions.step_cents,
    )
    if change == SignChange():
        return ()
    posted = LimitsChanged(change=change)
    return tuple(TableStepped(table=number, event=posted) for number in tournament.tables)


@limits.permits(MoveLimits)
def may_move_limits(at: TournamentContext) -> None:
    """Raise an error if this person may not move the limits now."""
    rules, by = at.rules, at.by
    data = wager_rules(rules)
    if data.limits_move is None or data.limits_known is None:
        raise not_held(rules.edition, "how the limits of a tournament move")
    require(rules, by, Power.MOVE_TOURNAMENT_LIMITS, "move the limits")


@limits.decides(MoveLimits)
def move_limits(at: TournamentContext, command: MoveLimits) -> Events:
    """Move the limits at a table to figures that were announced before the tournament."""
    rules, tournament = at.rules, at.state
    may_move_limits(at)
    data = wager_rules(rules)
    assert data.limits_move is not None
    assert data.limits_known is not None
    table = table_of(tournament, command.table)
    new_limits = (command.minimum_cents, command.maximum_cents)
    announced = [
        rise
        for rise in tournament.conditions.rises
        if (rise.minimum_cents, rise.maximum_cents) == new_limits
    ]
    limits_text = f"{dollars(new_limits[0])} to {dollars(new_limits[1])}"
    if not announced:
        text = f"{limits_text} was not announced before the tournament"
        raise Refused(ErrorCode.NOT_ANNOUNCED, data.limits_known.clause, text)
    if coup_is_on(table):
        raise Refused(ErrorCode.COUP_RUNNING, data.limits_move.clause, "limits move between coups")
    if data.limits_move.value is LimitsMove.ONCE_DUE:
        clause = _due_clause(tournament, command.table, data.limits_move.clause, announced)
    else:
        clause = _rise_clause(tournament, command, table, data.limits_move.clause)
    reason = Reason(f"the limits are {limits_text}", merged(clause, data.limits_known.clause))
    change = SignChange(minimum_cents=new_limits[0], maximum_cents=new_limits[1])
    sign = LimitsChanged(change=change, as_made=wagers_keep_limits(table), reasons=(reason,))
    stepped = TableStepped(table=command.table, event=sign)
    # An entrant with less than the new minimum cannot wager on another coup.
    return (stepped, *eliminations(rules, after(tournament, (stepped,)), command.table))


def _due_clause(
    tournament: Tournament, number: int, clause: Clauses, rises: list[LimitRise]
) -> Clauses:
    """Return the clause by which limits may move at their coup. Refuse before it."""
    session = tournament.session
    assert session is not None
    next_coup = session.coups.get(number, 0) + 1
    first_coup = min(rise.from_coup or 1 for rise in rises)
    if next_coup < first_coup:
        text = f"these limits hold from coup {first_coup}; coup {next_coup} is next"
        raise Refused(ErrorCode.NOT_DUE, clause, text)
    return clause


def _rise_clause(
    tournament: Tournament, command: MoveLimits, table: Table, clause: Clauses
) -> Clauses:
    """Return the clause by which limits may rise after the indicator. Refuse before it."""
    session = tournament.session
    assert session is not None
    indicator = session.indicators.get(command.table)
    if indicator is None or indicator.coup is None:
        raise Refused(ErrorCode.INDICATOR_NOT_OUT, clause, "the indicator card has not appeared")
    limits = table.limits
    minimum_falls = command.minimum_cents < (limits.minimum or 0)
    if minimum_falls or command.maximum_cents < (limits.maximum or 0):
        raise Refused(ErrorCode.LIMITS_ONLY_RISE, clause, "limits are raised, never lowered")
    return clause


def _indicator(rules: TableRules) -> IndicatorRules:
    data = wager_rules(rules).indicator
    if data is None:
        raise not_held(rules.edition, "whether an indicator card is used")
    return data


@limits.permits(PlaceIndicator)
def may_place_indicator(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not place the indicator card now."""
    rules, by = at.rules, at.by
    _indicator(rules)
    return require(rules, by, Power.PLACE_INDICATOR, "place the indicator card")


@limits.decides(PlaceIndicator)
def place_indicator(at: TournamentContext, command: PlaceIndicator) -> Events:
    """Put the indicator card into the stack, before the cards are loaded into the shoe."""
    rules, tournament = at.rules, at.state
    clause = may_place_indicator(at)
    data = _indicator(rules)
    shoe = table_of(tournament, command.table).shoe
    if shoe.stage in (Stage.LOADED, Stage.READY):
        raise Refused(ErrorCode.CARDS_LOADED, clause, "it goes in before the cards are in the shoe")
    behind = data.decks_behind.value * len(DECK) if command.behind is None else command.behind
    if not 0 < behind < shoe.size:
        raise Malformed(f"{behind} cards cannot lie behind it", code=ErrorCode.NO_SUCH_AMOUNT)
    in_front = None if rules.origin is Origin.KEYED else shoe.size - behind
    reason = Reason(f"about {behind} cards lie behind the indicator", data.decks_behind.clause)
    placed = IndicatorPlaced(table=command.table, in_front=in_front, reasons=(reason,))
    return (placed,)


@limits.permits(ShowIndicator)
def may_show_indicator(at: TournamentContext) -> None:
    """Raise an error if this person may not lay the indicator card aside now."""
    rules, by = at.rules, at.by
    _indicator(rules)
    require(rules, by, Power.DEAL, "lay the indicator card aside")


@limits.decides(ShowIndicator)
def show_indicator(at: TournamentContext, command: ShowIndicator) -> Events:
    """Lay the indicator card aside. The coup continues."""
    rules, tournament = at.rules, at.state
    may_show_indicator(at)
    data = _indicator(rules)
    table, session = table_of(tournament, command.table), tournament.session
    assert session is not None
    indicator = session.indicators.get(command.table, IndicatorCard())
    if command.table not in session.indicators or indicator.in_front is not None:
        raise Malformed("no such card lies in this shoe unseen", code=ErrorCode.NO_SUCH_THING)
    if indicator.coup is not None:
        raise Malformed("the indicator has appeared", code=ErrorCode.ALREADY_SO)
    return (_indicator_shown(data, command.table, table),)


def _indicator_shown(data: IndicatorRules, number: int, table: Table) -> TournamentEvent:
    reason = Reason("the indicator is laid aside; the coup goes on", data.coup_completed.clause)
    coup = table.number if coup_is_on(table) else table.number + 1
    return IndicatorShown(table=number, coup=coup, reasons=(reason,))


def indicator_appears(rules: TableRules, tournament: Tournament, step: TableStep) -> Events:
    """Return the event of the indicator if a card behind it was drawn."""
    session, data = tournament.session, wager_rules(rules).indicator
    if session is None or data is None or not step.had(CardDrawn):
        return ()
    indicator = session.indicators.get(step.table)
    if indicator is None or indicator.in_front is None or indicator.coup is not None:
        return ()
    table = tournament.tables[step.table]
    if table.shoe.drawn <= indicator.in_front:
        return ()
    return (_indicator_shown(data, step.table, table),)


@limits.applies(IndicatorPlaced)
def indicator_placed(
    tournament: Tournament, event: IndicatorPlaced, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    indicators = {**session.indicators, event.table: IndicatorCard(event.in_front)}
    return with_session(tournament, indicators=indicators)


@limits.applies(IndicatorShown)
def indicator_shown(
    tournament: Tournament, event: IndicatorShown, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    indicator = session.indicators.get(event.table, IndicatorCard())
    indicators = {**session.indicators, event.table: replace(indicator, coup=event.coup)}
    return with_session(tournament, indicators=indicators)
