"""What a coup at a table of the tournament waits for, and what its beginning and end bring."""

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
from punto.tournament.conduct.lead import check_present
from punto.tournament.context import At, after, changes
from punto.tournament.entrant import ACTIVE
from punto.tournament.entrant_lookup import known
from punto.tournament.leaving import left
from punto.tournament.placing.elimination import check_seat, eliminations
from punto.tournament.placing.play_offs import count_play_off
from punto.tournament.rules import law
from punto.tournament.seating.absence import coups_missed, places_lost
from punto.tournament.seating.breaks import TableFinished, check_break
from punto.tournament.session_length import check_not_over, played_out, table_over
from punto.tournament.session_queries import ready, session_on
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament, with_session

coup_checks: Topic[Tournament, At] = Topic("coup_checks", changes)


class CoupCounted(TournamentEvent, frozen=True, gc=False, tag="coup_counted"):
    """A coup of the session is over at a table: the number that it has there."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int
    coup: int


class ShoeCounted(TournamentEvent, frozen=True, gc=False, tag="shoe_counted"):
    """A shoe of the session is over at a table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    table: int


def check_play(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> None:
    """Refuse other people and other places, and a coup that has to wait."""
    asked, table = command.command, tournament.tables[command.table]
    _check_people(rules, table, by, asked)
    if isinstance(asked, PlaceWager) and asked.box is not None:
        check_seat(rules, tournament, command.table, asked.box)
    opens = isinstance(asked, OpenBetting | CallBets)
    if starts_coup(table, asked) or opens:
        _check_on(rules, tournament, by, command.table)
    # A wager is final here: it could not come off again for cards to be made ready.
    if (opens or isinstance(asked, PlaceWager)) and not ready(table):
        raise Malformed("the cards are made ready first", code=ErrorCode.NOT_NOW)


def starts_coup(table: Table, asked: TableCommand) -> bool:
    """Return whether a command draws the first card of a coup."""
    return isinstance(asked, Draw) and isinstance(table.phase, Idle | Betting)


def _check_people(rules: TableRules, table: Table, by: Actor, asked: TableCommand) -> None:
    """Refuse anybody who does not play here, and another place than the one that was drawn."""
    seating = law(rules.edition).seating
    who = None
    if isinstance(asked, Join | BuyChips):
        who = asked.patron
    elif isinstance(asked, PlaceWager):
        who = asked.patron or by.name
    if who is not None and table.patron(who) is None and seating.exclusive:
        text = f"{who} does not play in this tournament, and the table is for it alone"
        raise Refused(ErrorCode.TABLE_EXCLUSIVE, seating.exclusive.clause, text)
    if isinstance(asked, ChangeSeat) and seating.place_kept:
        text = f"{asked.patron} plays in the place that was drawn"
        raise Refused(ErrorCode.PLACE_KEPT, seating.place_kept.clause, text)


def _check_on(rules: TableRules, tournament: Tournament, by: Actor, number: int) -> None:
    """Refuse a coup when the table is done, and while something has to be waited for."""
    check_not_over(rules, tournament, by, number)
    check_present(rules, tournament)
    check_break(rules, tournament, by)
    check_disputes(rules, tournament, number)


def before_coup(rules: TableRules, tournament: Tournament, by: Actor, command: AtTable) -> Events:
    """Return who loses a place because the first card of a coup is about to come."""
    session, table = tournament.session, tournament.tables[command.table]
    assert session is not None
    if not session.plays_at(command.table) or not starts_coup(table, command.command):
        return ()
    return places_lost(rules, tournament, by, command.table)


def coup_follows(
    rules: TableRules,
    tournament: Tournament,
    by: Actor,
    number: int,
    events: Sequence[TableEvent],
) -> Events:
    """Return what follows when a coup begins or is over at a table."""
    session = tournament.session
    assert session is not None
    found: Events = ()
    for event in events:
        if isinstance(event, CoupStarted) and session.plays_at(number):
            found = (*found, *coups_missed(rules, after(tournament, found), by, number))
        elif isinstance(event, CoupDiscarded) and number in session.play_offs:
            found = (*found, *count_play_off(rules, after(tournament, found), number))
        elif isinstance(event, CoupDiscarded):
            found = (*found, *_coup_over(rules, after(tournament, found), by, number))
        elif isinstance(event, WinningsTakenBack):
            found = (*found, *_taken_back(rules, after(tournament, found), by, number))
    return found


def _counted(tournament: Tournament, number: int) -> Events:
    """Return a coup, and the shoe that ends with it, counted: once, though it be settled again."""
    table, session = tournament.tables[number], session_on(tournament)
    if session.numbers.get(number) == table.number:
        return ()
    counted: Events = (CoupCounted(table=number, coup=table.number),)
    if table.shoe.coups_left == 0:
        return (*counted, ShoeCounted(table=number))
    return counted


def _taken_back(rules: TableRules, tournament: Tournament, by: Actor, number: int) -> Events:
    """Return who is out because a coup was taken back when it was over."""
    session, table = session_on(tournament), tournament.tables[number]
    if session.ended or coup_is_on(table) or table_over(tournament, number, by.at):
        return ()
    return eliminations(rules, tournament, number)


def _put_out(tournament: Tournament, number: int) -> Events:
    """Return those leaving whom something put out while they had a wager on the coup."""
    gone: Events = ()
    for patron in tournament.tables[number].patrons:
        if known(tournament, patron.name).standing not in ACTIVE:
            gone = (*gone, *left(after(tournament, gone), patron.name)[0])
    return gone


def _coup_over(rules: TableRules, tournament: Tournament, by: Actor, number: int) -> Events:
    """Return a coup of the session counted, who is out after it, and whether the table is done."""
    gone = _put_out(tournament, number)
    counted = (*gone, *_counted(tournament, number))
    then = after(tournament, counted)
    assert then.session is not None
    units = law(rules.edition).seating.session_units
    if number in then.session.over:
        return counted
    if played_out(then.session, number, by.at):
        reason = Reason(f"table {number} has played the whole session", units.clause)
        return (*counted, TableFinished(table=number, reasons=(reason,)))
    out = eliminations(rules, then, number)
    if out and not after(then, out).tables[number].patrons:
        return (*counted, *out, TableFinished(table=number))
    return (*counted, *out)


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
