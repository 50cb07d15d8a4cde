"""The start of a session, and the time by which entrants must be seated."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor, check_moment
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Attestation, EntrantName, Moment
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import SeatedBy
from punto.table.authority import check_acts_for, require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import ACTIVE, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.rules import tournament_section
from punto.tournament.session_queries import drawn_session, names_to_play, starts_at
from punto.tournament.tournament import Tournament, with_session

start_times: Topic[Tournament, TournamentContext] = Topic("start_times", changes)


class SetSeatingTime(TournamentCommand, frozen=True, tag="set_seating_time"):
    """The time by which entrants must be seated is set."""

    group = Group.SESSION
    powers = (Power.SET_SEATING_TIME,)

    time: Moment


class MoveStart(TournamentCommand, frozen=True, tag="move_start"):
    """The next session starts at another time; ``told`` are the people who were informed."""

    group = Group.SESSION
    powers = (Power.MOVE_SESSION_START,)

    time: Moment
    told: Attestation[tuple[EntrantName, ...]] = ()


class TakeSeat(TournamentCommand, frozen=True, tag="take_seat"):
    """An entrant takes their seat, or returns to it."""

    group = Group.SESSION
    powers = ()
    own = True

    name: EntrantName


class SeatingTimeSet(TournamentEvent, frozen=True, gc=False, tag="seating_time_set"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    at: int


class StartMoved(TournamentEvent, frozen=True, gc=False, tag="start_moved"):
    """The next session starts at another time; ``told`` are the people who were informed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    to: int
    told: tuple[str, ...]


class SeatTaken(TournamentEvent, frozen=True, gc=False, tag="seat_taken"):
    """An entrant took their seat; ``late`` if the time for that was past."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    late: bool = False


@start_times.permits(SetSeatingTime)
def may_set_seating_time(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not say by when entrants take their seats now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.SET_SEATING_TIME, "say by when entrants take their seats")
    check_director(rules, tournament, by)
    return clause


@start_times.decides(SetSeatingTime)
def set_seating_time(at: TournamentContext, command: SetSeatingTime) -> Events:
    """Set the time by which entrants must be seated."""
    tournament = at.state
    clause = may_set_seating_time(at)
    check_moment(command.time)
    if drawn_session(tournament).begun_at is not None:
        raise Malformed("the session has begun", code=ErrorCode.NOT_NOW)
    reason = Reason("the time by which everybody is in their seat", clause)
    return (SeatingTimeSet(at=command.time, reasons=(reason,)),)


def seating_deadline(rules: TableRules, tournament: Tournament) -> int | None:
    """Return the time by which entrants must be seated, or ``None`` if none is set."""
    session = tournament.session
    if tournament_section(rules.edition).seating.seated_by.value is SeatedBy.TIME_SET_BY_LEAD:
        return session.seated_by if session else None
    if session is not None and session.begun_at is not None:
        return session.begun_at
    return starts_at(tournament)


@start_times.permits(MoveStart)
def may_move_start(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not move the start of a session now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.MOVE_SESSION_START, "move the start of a session")
    check_director(rules, tournament, by)
    return clause


@start_times.decides(MoveStart)
def move_start(at: TournamentContext, command: MoveStart) -> Events:
    """Move the start of the next session, after all its entrants were informed."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_move_start(at)
    check_moment(command.time)
    session = tournament.session
    if session is not None and session.begun_at is not None:
        raise Malformed("the session has begun", code=ErrorCode.NOT_NOW)
    datum = tournament_section(rules.edition).seating.start_moved
    clause = datum.clause if datum else clause
    names = session.seats if session is not None else names_to_play(tournament)
    uninformed = sorted(set(names) - set(command.told))
    if uninformed:
        raise Refused(
            ErrorCode.NOT_TOLD, clause, f"not told of another start: {', '.join(uninformed)}"
        )
    if by.at >= command.time:
        raise Refused(ErrorCode.NO_NOTICE, clause, "a start is moved before it, not after")
    reason = Reason("the session starts at another time", clause)
    event = StartMoved(to=command.time, told=command.told, reasons=(reason,))
    return (event,)


def check_start(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    """Refuse to begin before the start time that entrants know."""
    start, seating = starts_at(tournament), tournament_section(rules.edition).seating
    if start is not None and by.at < start:
        clause = (seating.start_moved or seating.seated_by).clause
        raise Refused(ErrorCode.BEFORE_START, clause, "the session does not begin before its time")


start_times.permits(TakeSeat)(anybody)


@start_times.decides(TakeSeat)
def take_seat(at: TournamentContext, command: TakeSeat) -> Events:
    """Let an entrant take their seat, or return to it."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    session, entrant = drawn_session(tournament), entrant_named(tournament, command.name)
    if entrant.standing is EntrantStatus.FORFEITED:
        text = f"{entrant.name} was not there and has lost the place"
        raise Refused(ErrorCode.PLACE_FORFEITED, forfeit_clauses(rules, tournament), text)
    check_has_seat(tournament, entrant.name)
    if not session.absent(entrant.name):
        raise Malformed(f"{entrant.name} is in the seat", code=ErrorCode.ALREADY_SO)
    if entrant.name in session.away:
        return (SeatTaken(name=entrant.name),)
    due = seating_deadline(rules, tournament)
    late = due is not None and by.at >= due
    clause = tournament_section(rules.edition).seating.seated_by.clause
    reason = Reason(f"{entrant.name} takes the seat {'late' if late else 'in time'}", clause)
    return (SeatTaken(name=entrant.name, late=late, reasons=(reason,)),)


def check_has_seat(tournament: Tournament, name: str) -> None:
    """Raise an error if an entrant has no seat at a table where coups are played."""
    session, entrant = drawn_session(tournament), entrant_named(tournament, name)
    seat = session.seats.get(name)
    if seat is None or entrant.standing not in ACTIVE or not session.plays_at(seat.table):
        raise Malformed(f"{name} has no seat", code=ErrorCode.UNKNOWN_ENTRANT)


def forfeit_clauses(rules: TableRules, tournament: Tournament) -> Clauses:
    """Return the clauses by which an absent entrant loses the place."""
    absence = tournament_section(rules.edition).seating.absence
    if tournament.conditions.live and absence.not_seated_live:
        return absence.not_seated_live.clause
    return (absence.then_cancelled or absence.not_seated).clause


@start_times.applies(StartMoved)
def start_moved(tournament: Tournament, event: StartMoved, envelope: Envelope) -> Tournament:
    return replace(tournament, progress=replace(tournament.progress, starts_at=event.to))


@start_times.applies(SeatingTimeSet)
def seating_time_set(
    tournament: Tournament, event: SeatingTimeSet, envelope: Envelope
) -> Tournament:
    return with_session(tournament, seated_by=event.at)


@start_times.applies(SeatTaken)
def seat_taken(tournament: Tournament, event: SeatTaken, envelope: Envelope) -> Tournament:
    session, name = tournament.session, event.name
    assert session is not None
    seated = {**session.seated, name: session.seated.get(name, envelope.at)}
    away = tuple(other for other in session.away if other != name)
    return with_session(tournament, seated=seated, away=away)
