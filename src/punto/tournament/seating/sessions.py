"""Sessions: begun with equal chips for all entrants, ended when every table has finished."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import Allocation, NotSeated
from punto.table.authority import require
from punto.table.seats.buying import ChipsBought
from punto.table.seats.joining import PatronJoined
from punto.tournament.absence_rules import rule_when_not_seated
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director, check_director_present
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import with_entrant
from punto.tournament.entry.start_checks import check_session_start
from punto.tournament.leaving import leave_table
from punto.tournament.money.buy_ins import BuyInMissed, use_buy_ins
from punto.tournament.money.stock import chip_owner_reasons, take_in_chips
from punto.tournament.placing.chip_counts import count_all_chips
from punto.tournament.placing.ranking import rankings
from punto.tournament.rules import tournament_section
from punto.tournament.seating.absence import EntrantForfeited, forfeit_place
from punto.tournament.seating.start_times import check_start, seating_deadline
from punto.tournament.session import Groups, Session
from punto.tournament.session_length import is_table_finished, session_end, session_tables
from punto.tournament.session_queries import current_round, current_session, is_final
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, TournamentStage, with_session
from punto.tournament.wagers.turn_effects import open_session

sessions: Topic[Tournament, TournamentContext] = Topic("sessions", changes)


class BeginSession(TournamentCommand, frozen=True, tag="begin_session"):
    """The session begins, and entrants receive their chips."""

    group = Group.SESSION
    powers = (Power.CONDUCT_TOURNAMENT,)


class EndSession(TournamentCommand, frozen=True, tag="end_session"):
    """The session ends at every table."""

    group = Group.SESSION
    powers = (Power.CONDUCT_TOURNAMENT,)


class SessionBegun(TournamentEvent, frozen=True, gc=False, tag="session_begun"):
    """The session began; ``ends_at`` if it is measured in minutes."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    ends_at: int | None = None


class SessionEnded(TournamentEvent, frozen=True, gc=False, tag="session_ended"):
    """The session ended: the chips of all entrants, and the ranking of each table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    chips: dict[str, int]
    ranked: dict[int, Groups] = {}


sessions.permits(BeginSession)(anybody)


@sessions.decides(BeginSession)
def begin_session(at: TournamentContext, command: BeginSession) -> Events:
    """Begin the session: seat entrants, post limits, place markers, give pass cards."""
    rules, tournament, by = at.rules, at.state, at.by
    begun = _seat_entrants(rules, tournament, by)
    return (*begun, *open_session(rules, after(tournament, begun)))


def _seat_entrants(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Return the events that seat the entrants, with the chips of the conditions."""
    clause = require(rules, by, Power.CONDUCT_TOURNAMENT, "begin a session")
    session = _session_to_begin(rules, tournament, by)
    check_session_start(rules, tournament, by, tuple(session.seats))
    chips = tournament.conditions.chips_cents
    if chips is None:
        raise Malformed("the conditions give no chips", code=ErrorCode.INCOMPLETE)
    forfeits = _forfeits(rules, tournament, session, by)
    excluded = {event.name for event in forfeits if isinstance(event, EntrantForfeited)}
    buy_ins = use_buy_ins(
        rules, tournament, tuple(name for name in session.seats if name not in excluded)
    )
    excluded |= {event.name for event in buy_ins if isinstance(event, BuyInMissed)}
    reasons = (
        Reason("the session begins", clause),
        Reason("dealt as any game is", tournament_section(rules.edition).says.at_table),
    )
    ends = session_end(session.length, by.at)
    events: list[TournamentEvent] = [SessionBegun(ends_at=ends, reasons=reasons)]
    for name, seat in session.seats.items():
        if name not in excluded:
            joined = PatronJoined(name=name, seat=seat.seat)
            bought = ChipsBought(name=name, cents=chips)
            events += [TableStepped(table=seat.table, event=event) for event in (joined, bought)]
    return (*forfeits, *buy_ins, *events)


def _session_to_begin(rules: TableRules, tournament: Tournament, by: Actor) -> Session:
    """Return the session that may begin now. Refuse if it may not."""
    session, allocation = tournament.session, tournament_section(rules.edition).seating.allocation
    if session is None and allocation.value is Allocation.BALLOT:
        text = "tables and seats are drawn before a session begins"
        raise Refused(ErrorCode.NO_BALLOT, allocation.clause, text)
    if session is None:
        raise Malformed("no seats are drawn", code=ErrorCode.NOT_NOW)
    if session.begun_at is not None:
        raise Malformed("the session has begun", code=ErrorCode.ALREADY_SO)
    check_director(rules, tournament, by)
    check_director_present(rules, tournament)
    check_start(rules, tournament, by)
    _check_advance(rules, tournament)
    return session


def _check_advance(rules: TableRules, tournament: Tournament) -> None:
    """Refuse to begin until the number of entrants who advance from the round is set."""
    round_ = current_round(tournament)
    if round_ is None or is_final(tournament) or round_.advance is not None:
        return
    fixed, text = (
        tournament_section(rules.edition).placing.advance_fixed,
        f"how many go on from {round_.name}?",
    )
    if fixed:
        raise Refused(ErrorCode.ADVANCE_NOT_SET, fixed.clause, text)
    raise Malformed(text, code=ErrorCode.INCOMPLETE)


def _forfeits(rules: TableRules, tournament: Tournament, session: Session, by: Actor) -> Events:
    """Return the forfeits of entrants who are not seated when the session begins."""
    missing = [name for name in session.seats if name not in session.seated]
    if not missing or rule_when_not_seated(rules, tournament).value is not NotSeated.FORFEITED:
        return ()
    due = seating_deadline(rules, tournament)
    if due is not None and by.at < due:
        return ()
    return tuple(event for name in missing for event in forfeit_place(rules, tournament, name))


@sessions.permits(EndSession)
def may_end_session(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not end a session now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.CONDUCT_TOURNAMENT, "end a session")
    check_director(rules, tournament, by)
    session = current_session(tournament)
    if session.ended:
        raise Malformed("the session is over", code=ErrorCode.ALREADY_SO)
    tables = session_tables(tournament)
    unfinished = [number for number in tables if not is_table_finished(tournament, number, by.at)]
    if unfinished:
        units = tournament_section(rules.edition).seating.session_units
        text = f"table {unfinished[0]} has not played the whole session"
        raise Refused(ErrorCode.SESSION_NOT_OVER, units.clause, text)
    return clause


@sessions.decides(EndSession)
def end_session(at: TournamentContext, command: EndSession) -> Events:
    """End the session: count the chips, return them to stock, and rank the entrants."""
    rules, tournament = at.rules, at.state
    clause = may_end_session(at)
    tables = session_tables(tournament)
    chips, count_reasons = count_all_chips(rules, tournament)
    departures: list[TournamentEvent] = []
    for number in tables:
        for patron in tournament.tables[number].patrons:
            departures += leave_table(after(tournament, departures), patron.name)[0]
    ended = SessionEnded(
        chips=chips,
        ranked=rankings(rules, tournament, chips),
        reasons=(
            Reason("the session is over", clause),
            *count_reasons,
            *chip_owner_reasons(rules, tournament),
        ),
    )
    return (*departures, *take_in_chips(tournament, chips), ended)


@sessions.applies(SessionBegun)
def session_begun(tournament: Tournament, event: SessionBegun, envelope: Envelope) -> Tournament:
    # Every entrant with a seat plays, unless it was forfeited.
    session = tournament.session
    assert session is not None
    for name in session.seats:
        entrant = tournament.entrant(name)
        if entrant is not None and entrant.standing is not EntrantStatus.FORFEITED:
            tournament = with_entrant(tournament, name, standing=EntrantStatus.PLAYING)
    begun = replace(session, begun_at=envelope.at, ends_at=event.ends_at)
    progress = replace(
        tournament.progress,
        sessions=session.number,
        played=(*tournament.progress.played, *session.seats),
        starts_at=None,
    )
    return replace(tournament, session=begun, stage=TournamentStage.RUNNING, progress=progress)


@sessions.applies(SessionEnded)
def session_ended(tournament: Tournament, event: SessionEnded, envelope: Envelope) -> Tournament:
    tournament = with_session(tournament, ended=True, ranked=event.ranked)
    return replace(tournament, counted=event.chips, forms=())
