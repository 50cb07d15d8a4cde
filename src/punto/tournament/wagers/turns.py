"""Turns: the marker, asking entrants for wagers, removal of wagers out of turn."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import EntrantName, TableNumber
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.rulebook.schema.tournament.wagers import Order
from punto.rulebook.tournament_policies import EarlyWager, FirstHolder
from punto.table.authority import require
from punto.table.deal.no_bets import check_wager as check_no_bet
from punto.table.guards import coup_is_on
from punto.table.phase import Betting, Settling
from punto.table.returned_stakes import StakesReturned, whole_stake
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.session_queries import seat_of, table_of, turns_of, with_turns
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.wagers.order import (
    is_ascending,
    names_in_order,
    order_rules,
    playing_patrons,
    seats_from,
)
from punto.tournament.wagers.stakes import wager_rules

turns: Topic[Tournament, TournamentContext] = Topic("turns", changes)


class SetStartingMarker(TournamentCommand, frozen=True, tag="set_starting_marker"):
    """The tournament director selects who wagers first in the first coup of a session."""

    group = Group.PLAY
    powers = (Power.SET_STARTING_MARKER,)

    name: EntrantName


class AskWager(TournamentCommand, frozen=True, tag="ask_wager"):
    """The dealer asks the next entrant for a wager; the turn of the previous entrant ends."""

    group = Group.PLAY
    powers = (Power.DEAL,)

    table: TableNumber = 1
    name: EntrantName | None = None


class RemoveEarlyWager(TournamentCommand, frozen=True, tag="remove_early_wager"):
    """A wager made out of turn is removed: until its turn, or because it is void."""

    group = Group.PLAY
    powers = (Power.DEAL, Power.VOID_EARLY_WAGER)

    name: EntrantName


class MarkerMoved(TournamentEvent, frozen=True, gc=False, tag="marker_moved"):
    """The marker moved to the seat of the entrant who wagers first in the next coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    seat: int


class WagerAsked(TournamentEvent, frozen=True, gc=False, tag="wager_asked"):
    """The dealer asked an entrant for a wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class TurnPassed(TournamentEvent, frozen=True, gc=False, tag="turn_passed"):
    """The turn of an entrant in this coup is over. It does not come again."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str


class EarlyWagerRemoved(TournamentEvent, frozen=True, gc=False, tag="early_wager_removed"):
    """A wager out of turn was removed; if it is void, its owner does not play the coup."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    name: str
    void: bool = False


def _required_order(rules: TableRules, tournament: Tournament) -> Order:
    """Return the rules of the order of wagering. Refuse if there is none."""
    order, data = order_rules(rules, tournament), wager_rules(rules).order
    if order is not None:
        return order
    if data is None:
        raise not_held(rules.edition, "in which order entrants wager")
    text = "the conditions lay down no order of wagering"
    raise Refused(ErrorCode.NO_ORDER, data.applies.clause, text)


@turns.permits(SetStartingMarker)
def may_set_starting_marker(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not say who wagers first now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.SET_STARTING_MARKER, "say who wagers first")


@turns.decides(SetStartingMarker)
def set_starting_marker(at: TournamentContext, command: SetStartingMarker) -> Events:
    """Place the marker at the entrant who wagers first in a session."""
    rules, tournament = at.rules, at.state
    clause = may_set_starting_marker(at)
    seat = seat_of(tournament, command.name)
    table = table_of(tournament, seat.table)
    if table.number and turns_of(tournament, seat.table).marker is not None:
        marker_clause = _required_order(rules, tournament).marker_direction.clause
        text = "after the first coup the marker goes on by itself"
        raise Refused(ErrorCode.MARKER_GOES_ON, merged(clause, marker_clause), text)
    reason = Reason(f"{command.name} wagers first", clause)
    moved = MarkerMoved(table=seat.table, seat=seat.seat, reasons=(reason,))
    return (moved,)


@turns.permits(AskWager)
def may_ask_wager(at: TournamentContext) -> None:
    """Raise an error if this person may not ask for wagers now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.DEAL, "ask for wagers")


@turns.decides(AskWager)
def ask_wager(at: TournamentContext, command: AskWager) -> Events:
    """Ask the next entrant for a wager. That ends the turn of the previous entrant."""
    rules, tournament = at.rules, at.state
    may_ask_wager(at)
    table = table_of(tournament, command.table)
    order, turns = _required_order(rules, tournament), turns_of(tournament, command.table)
    if not isinstance(table.phase, Betting) or table.phase.closed:
        raise Malformed("betting is not open", code=ErrorCode.NOT_NOW)
    check_no_bet(rules, table)
    _check_marker(order, turns.marker)
    names = names_in_order(rules, tournament, command.table)
    unasked = [name for name in names if name not in turns.asked]
    if not unasked:
        raise Malformed("everybody has been asked", code=ErrorCode.ALREADY_SO)
    next_name = unasked[0]
    leads_clause = order.direction.clause
    if next_name == names[0]:
        begins_clause = () if _coups_played(tournament, command.table) else order.first.clause
        leads_clause = merged(order.leads.clause, begins_clause)
    if command.name not in (None, next_name):
        entrant_named(tournament, str(command.name))
        raise Refused(
            ErrorCode.NOT_NEXT, leads_clause, f"{next_name} is asked before {command.name}"
        )
    ends_clause = order.turn_ends.clause if order.turn_ends and turns.asked else ()
    clause = merged(order.applies.clause, leads_clause, order.turn_opens.clause, ends_clause)
    reason = Reason(f"{next_name} is asked", clause)
    event = WagerAsked(table=command.table, name=next_name, reasons=(reason,))
    return (event,)


def _coups_played(tournament: Tournament, number: int) -> int:
    """Return the number of coups of the session that a table has played."""
    assert tournament.session is not None
    return tournament.session.coups.get(number, 0)


def _check_marker(order: Order, marker: int | None) -> None:
    if marker is None and order.first.value is FirstHolder.SET_BY_LEAD:
        text = "whoever leads says first who wagers first"
        raise Refused(ErrorCode.MARKER_NOT_SET, order.first.clause, text)


turns.permits(RemoveEarlyWager)(anybody)


@turns.decides(RemoveEarlyWager)
def remove_early_wager(at: TournamentContext, command: RemoveEarlyWager) -> Events:
    """Remove a wager that was made out of turn: until its turn, or because it is void."""
    rules, tournament, by = at.rules, at.state, at.by
    order = _required_order(rules, tournament)
    seat = seat_of(tournament, command.name)
    table, turns = table_of(tournament, seat.table), turns_of(tournament, seat.table)
    if order.early.value is EarlyWager.STANDS:
        raise Refused(ErrorCode.WAGER_STANDS, order.early.clause, "a wager out of turn stands")
    void = order.early.value is EarlyWager.STANDS_WITH_ADVICE
    clause = order.early.clause
    if void:
        clause = require(rules, by, Power.VOID_EARLY_WAGER, "void a wager out of turn")
    else:
        require(rules, by, Power.DEAL, "send a wager back")
    if command.name not in turns.early:
        raise Malformed(f"{command.name} has not wagered out of turn", code=ErrorCode.NO_SUCH_THING)
    if void and command.name in turns.told:
        text = f"{command.name} was told only now: this wager stands"
        raise Refused(ErrorCode.WAGER_STANDS, order.early.clause, text)
    if isinstance(table.phase, Settling) and table.phase.begun:
        raise Refused(ErrorCode.ALREADY_SETTLED, clause, "the wagers are being settled")
    if not void and coup_is_on(table):
        raise Malformed("the first card is out", code=ErrorCode.NOT_NOW)
    stakes = tuple(whole_stake(wager) for wager in table.wagers if wager.patron == command.name)
    status_text = "is void" if void else "waits for its turn"
    reasons = (Reason(f"the wager of {command.name} {status_text}", clause),)
    returned = StakesReturned(stakes=stakes, reasons=reasons)
    removed = EarlyWagerRemoved(table=seat.table, name=command.name, void=void, reasons=reasons)
    return (TableStepped(table=seat.table, event=returned), removed)


def first_marker(rules: TableRules, tournament: Tournament) -> Events:
    """Return the events that place the marker at every table, if the rulebook gives its seat."""
    order = order_rules(rules, tournament)
    if order is None or order.first.value is FirstHolder.SET_BY_LEAD:
        return ()
    events = []
    for number, table in tournament.tables.items():
        seats = [patron.seat for patron in playing_patrons(tournament, table)]
        if seats:
            ascending = is_ascending(rules, order.marker_direction.value)
            seat = seats_from(seats, 1, upwards=ascending)[0]
            reason = Reason(f"the marker lies at seat {seat}", order.first.clause)
            events.append(MarkerMoved(table=number, seat=seat, reasons=(reason,)))
    return tuple(events)


def advance_marker(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the event that moves the marker to the next entrant after a coup."""
    order, marker = order_rules(rules, tournament), turns_of(tournament, number).marker
    seats = [patron.seat for patron in playing_patrons(tournament, tournament.tables[number])]
    if order is None or marker is None or not seats:
        return ()
    ascending = is_ascending(rules, order.marker_direction.value)
    next_seats = [seat for seat in seats_from(seats, marker, upwards=ascending) if seat != marker]
    if not next_seats:
        return ()
    step = order.marker_step
    seat = next_seats[(step.value - 1) % len(next_seats)]
    clause = merged(order.marker_direction.clause, step.clause)
    reason = Reason(f"the marker goes on to seat {seat}", clause)
    return (MarkerMoved(table=number, seat=seat, reasons=(reason,)),)


def skip_empty_seat(rules: TableRules, tournament: Tournament, number: int) -> Events:
    """Return the event that moves the marker from an empty seat, before betting opens."""
    order, marker = order_rules(rules, tournament), turns_of(tournament, number).marker
    seats = [patron.seat for patron in playing_patrons(tournament, tournament.tables[number])]
    if order is None or not seats or marker in seats:
        return ()
    ascending = is_ascending(rules, order.marker_direction.value)
    if marker is None:
        # The table has not played in this session: it is a play-off at a separate table.
        if order.first.value is FirstHolder.SET_BY_LEAD:
            return ()
        seat = seats_from(seats, 1, upwards=ascending)[0]
        reason = Reason(f"the marker lies at seat {seat}", order.first.clause)
    else:
        seat = seats_from(seats, marker, upwards=ascending)[0]
        reason = Reason(f"the marker goes on to seat {seat}", order.marker_step.clause)
    return (MarkerMoved(table=number, seat=seat, reasons=(reason,)),)


@turns.applies(MarkerMoved)
def marker_moved(tournament: Tournament, event: MarkerMoved, envelope: Envelope) -> Tournament:
    return with_turns(tournament, event.table, marker=event.seat)


@turns.applies(WagerAsked)
def wager_asked(tournament: Tournament, event: WagerAsked, envelope: Envelope) -> Tournament:
    asked_names = (*turns_of(tournament, event.table).asked, event.name)
    return with_turns(tournament, event.table, asked=asked_names, since=envelope.at)


@turns.applies(EarlyWagerRemoved)
def early_wager_removed(
    tournament: Tournament, event: EarlyWagerRemoved, envelope: Envelope
) -> Tournament:
    turns = turns_of(tournament, event.table)
    early = tuple(name for name in turns.early if name != event.name)
    void = (*turns.void, event.name) if event.void else turns.void
    return with_turns(tournament, event.table, early=early, void=void)


@turns.applies(TurnPassed)
def turn_passed(tournament: Tournament, event: TurnPassed, envelope: Envelope) -> Tournament:
    turns = turns_of(tournament, event.table)
    return with_turns(tournament, event.table, done=(*turns.done, event.name))
