"""Checks before a coup at a table of the tournament, and effects of its start and its end."""

from collections.abc import Sequence

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.deal.coup_reversal import WinningsTakenBack
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CoupDiscarded
from punto.table.guards import coup_is_on
from punto.table.phase import Betting, Idle
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import ChangeSeat, Join
from punto.table.table import Table
from punto.table.wagers.betting import CallBets, OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.tournament.base_classes import Events, TournamentEvent
from punto.tournament.conduct.disputes import check_disputes
from punto.tournament.conduct.lead import check_director_present
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.entrant import ACTIVE
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.leaving import leave_table
from punto.tournament.placing.elimination import check_seat_open, eliminations
from punto.tournament.placing.play_offs import count_play_off
from punto.tournament.rules import tournament_section
from punto.tournament.seating.absence import lose_places, miss_coups
from punto.tournament.seating.breaks import TableFinished, check_break
from punto.tournament.session_length import (
    check_session_not_over,
    is_session_played,
    is_table_finished,
)
from punto.tournament.session_queries import current_session, is_shoe_ready
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament, with_session

coup_checks: Topic[Tournament, TournamentContext] = Topic("coup_checks", changes)


class CoupCounted(TournamentEvent, frozen=True, gc=False, tag="coup_counted"):
    """A coup of the session ended at a table; ``coup`` is its number at that table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    coup: int


class ShoeCounted(TournamentEvent, frozen=True, gc=False, tag="shoe_counted"):
    """A shoe of the session ended at a table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


def check_play(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse commands of outsiders and at other seats, and a coup that must wait."""
    table_command, table = command.command, tournament.tables[command.table]
    _check_people(rules, table, by, table_command)
    if isinstance(table_command, PlaceWager) and table_command.box is not None:
        check_seat_open(rules, tournament, command.table, table_command.box)
    opens = isinstance(table_command, OpenBetting | CallBets)
    if starts_coup(table, table_command) or opens:
        _check_coup_may_start(rules, tournament, by, command.table)
    # A wager is final in a tournament: it could not be withdrawn to prepare the cards.
    if (opens or isinstance(table_command, PlaceWager)) and not is_shoe_ready(table):
        raise Malformed("the cards are made ready first", code=ErrorCode.NOT_NOW)


def starts_coup(table: Table, command: TableCommand) -> bool:
    """Return whether a command draws the first card of a coup."""
    return isinstance(command, Draw) and isinstance(table.phase, Idle | Betting)


def _check_people(rules: TableRules, table: Table, by: Actor, command: TableCommand) -> None:
    """Refuse people who do not play at this table, and a change of the drawn seat."""
    seating = tournament_section(rules.edition).seating
    patron = None
    if isinstance(command, Join | BuyChips):
        patron = command.patron
    elif isinstance(command, PlaceWager):
        patron = command.patron or by.name
    if patron is not None and table.patron(patron) is None and seating.exclusive:
        text = f"{patron} does not play in this tournament, and the table is for it alone"
        raise Refused(ErrorCode.TABLE_EXCLUSIVE, seating.exclusive.clause, text)
    if isinstance(command, ChangeSeat) and seating.place_kept:
        text = f"{command.patron} plays in the place that was drawn"
        raise Refused(ErrorCode.PLACE_KEPT, seating.place_kept.clause, text)


def _check_coup_may_start(
    rules: TableRules, tournament: Tournament, by: Actor, number: int
) -> None:
    """Refuse a coup if the table has finished, during a break or dispute, or without a director."""
    check_session_not_over(rules, tournament, by, number)
    check_director_present(rules, tournament)
    check_break(rules, tournament, by)
    check_disputes(rules, tournament, number)


def lose_places_before_coup(
    rules: TableRules, tournament: Tournament, by: Actor, command: AtTable
) -> Events:
    """Return the events of entrants who lose their place before the first card of a coup."""
    session, table = tournament.session, tournament.tables[command.table]
    assert session is not None
    if not session.plays_at(command.table) or not starts_coup(table, command.command):
        return ()
    return lose_places(rules, tournament, by, command.table)


def coup_effects(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    number: int,
    events: Sequence[TableEvent],
) -> Events:
    """Return the effects of the start and the end of a coup at a table."""
    session = tournament.session
    assert session is not None
    effects: Events = ()
    for event in events:
        if isinstance(event, CoupStarted) and session.plays_at(number):
            effects = (*effects, *miss_coups(rules, after(tournament, effects), by, number))
        elif isinstance(event, CoupDiscarded) and number in session.play_offs:
            effects = (*effects, *count_play_off(rules, after(tournament, effects), number))
        elif isinstance(event, CoupDiscarded):
            effects = (*effects, *_end_coup(rules, after(tournament, effects), by, number))
        elif isinstance(event, WinningsTakenBack):
            effects = (
                *effects,
                *_eliminations_after_reversal(rules, after(tournament, effects), by, number),
            )
    return effects


def _count_coup(tournament: Tournament, number: int) -> Events:
    """Return the events that count a coup, and its shoe if that ends. A coup is counted once."""
    table, session = tournament.tables[number], current_session(tournament)
    if session.numbers.get(number) == table.number:
        return ()
    events: Events = (CoupCounted(table=number, coup=table.number),)
    if table.shoe.coups_left == 0:
        return (*events, ShoeCounted(table=number))
    return events


def _eliminations_after_reversal(
    rules: TableRules, tournament: Tournament, by: Actor, number: int
) -> Events:
    """Return the eliminations that follow when a finished coup is reversed."""
    session, table = current_session(tournament), tournament.tables[number]
    if session.ended or coup_is_on(table) or is_table_finished(tournament, number, by.at):
        return ()
    return eliminations(rules, tournament, number)


def _leave_inactive(tournament: Tournament, number: int) -> Events:
    """Return the events by which entrants leave who were put out during the coup."""
    events: Events = ()
    for patron in tournament.tables[number].patrons:
        if entrant_named(tournament, patron.name).standing not in ACTIVE:
            events = (*events, *leave_table(after(tournament, events), patron.name)[0])
    return events


def _end_coup(rules: TableRules, tournament: Tournament, by: Actor, number: int) -> Events:
    """Return the events at the end of a coup: its count, eliminations, and the table's finish."""
    departures = _leave_inactive(tournament, number)
    events = (*departures, *_count_coup(tournament, number))
    current = after(tournament, events)
    assert current.session is not None
    units = tournament_section(rules.edition).seating.session_units
    if number in current.session.over:
        return events
    if is_session_played(current.session, number, by.at):
        reason = Reason(f"table {number} has played the whole session", units.clause)
        return (*events, TableFinished(table=number, reasons=(reason,)))
    eliminated = eliminations(rules, current, number)
    if eliminated and not after(current, eliminated).tables[number].patrons:
        return (*events, *eliminated, TableFinished(table=number))
    return (*events, *eliminated)


@coup_checks.applies(CoupCounted)
def coup_counted(tournament: Tournament, event: CoupCounted, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    coups = {**session.coups, event.table: session.coups.get(event.table, 0) + 1}
    numbers = {**session.numbers, event.table: event.coup}
    counts = {
        name: cents
        for name, cents in session.counts.items()
        if session.seats[name].table != event.table
    }
    return with_session(tournament, coups=coups, numbers=numbers, counts=counts)


@coup_checks.applies(ShoeCounted)
def shoe_counted(tournament: Tournament, event: ShoeCounted, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    shoes = {**session.shoes, event.table: session.shoes.get(event.table, 0) + 1}
    return with_session(tournament, shoes=shoes)
