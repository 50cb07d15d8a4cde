"""When a session starts, and by when everybody is in their seat."""

from punto.aggregate.actor import Actor, check_moment
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import SeatedBy
from punto.table.authority import require, speaks_for
from punto.tournament.entrant import ACTIVE, Standing
from punto.tournament.events import Events
from punto.tournament.people import known
from punto.tournament.rules import law
from punto.tournament.running import session_drawn, starts_at, to_play
from punto.tournament.seating import commands as do
from punto.tournament.seating import events as happened
from punto.tournament.seating.leading import check_lead
from punto.tournament.tournament import Tournament


def set_seating_time(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SetSeatingTime
) -> Events:
    """Say by when everybody is to be in their seat."""
    clause = require(rules, by, Power.SET_SEATING_TIME, "say by when entrants take their seats")
    check_lead(rules, tournament, by)
    check_moment(command.time)
    if session_drawn(tournament).begun_at is not None:
        raise Malformed("the session has begun", code=ErrorCode.NOT_NOW)
    reason = Reason("the time by which everybody is in their seat", clause)
    return (happened.SeatingTimeSet(at=command.time, reasons=(reason,)),)


def seated_by(rules: TableRules, tournament: Tournament) -> int | None:
    """Return by when everybody is to be in their seat, if a time was named."""
    session = tournament.session
    if law(rules.edition).seating.seated_by.value is SeatedBy.TIME_SET_BY_LEAD:
        return session.seated_by if session else None
    if session is not None and session.begun_at is not None:
        return session.begun_at
    return starts_at(tournament)


def move_start(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.MoveStart
) -> Events:
    """Let the next session start at another time, once everybody who plays in it was told."""
    clause = require(rules, by, Power.MOVE_SESSION_START, "move the start of a session")
    check_lead(rules, tournament, by)
    check_moment(command.time)
    session = tournament.session
    if session is not None and session.begun_at is not None:
        raise Malformed("the session has begun", code=ErrorCode.NOT_NOW)
    moved = law(rules.edition).seating.start_moved
    clause = moved.clause if moved else clause
    concerned = session.seats if session is not None else to_play(tournament)
    untold = sorted(set(concerned) - set(command.told))
    if untold:
        raise Refused(ErrorCode.NOT_TOLD, clause, f"not told of another start: {', '.join(untold)}")
    if by.at >= command.time:
        raise Refused(ErrorCode.NO_NOTICE, clause, "a start is moved before it, not after")
    reason = Reason("the session starts at another time", clause)
    told = happened.StartMoved(to=command.time, told=command.told, reasons=(reason,))
    return (told,)


def check_start(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    """Refuse to begin before the time that entrants know of."""
    start, seating = starts_at(tournament), law(rules.edition).seating
    if start is not None and by.at < start:
        clause = (seating.start_moved or seating.seated_by).clause
        raise Refused(ErrorCode.BEFORE_START, clause, "the session does not begin before its time")


def take_seat(rules: TableRules, tournament: Tournament, by: Actor, command: do.TakeSeat) -> Events:
    """Let an entrant take the seat, or come back to it."""
    speaks_for(by, command.name)
    session, entrant = session_drawn(tournament), known(tournament, command.name)
    if entrant.standing is Standing.FORFEITED:
        text = f"{entrant.name} was not there and has lost the place"
        raise Refused(ErrorCode.PLACE_FORFEITED, forfeited_by(rules, tournament), text)
    check_seat(tournament, entrant.name)
    if not session.absent(entrant.name):
        raise Malformed(f"{entrant.name} is in the seat", code=ErrorCode.ALREADY_SO)
    if entrant.name in session.away:
        return (happened.SeatTaken(name=entrant.name),)
    due = seated_by(rules, tournament)
    late = due is not None and by.at >= due
    clause = law(rules.edition).seating.seated_by.clause
    reason = Reason(f"{entrant.name} takes the seat {'late' if late else 'in time'}", clause)
    return (happened.SeatTaken(name=entrant.name, late=late, reasons=(reason,)),)


def check_seat(tournament: Tournament, name: str) -> None:
    """Say that somebody has no seat at a table where coups are played."""
    session, entrant = session_drawn(tournament), known(tournament, name)
    seat = session.seats.get(name)
    if seat is None or entrant.standing not in ACTIVE or not session.plays_at(seat.table):
        raise Malformed(f"{name} has no seat", code=ErrorCode.UNKNOWN_ENTRANT)


def forfeited_by(rules: TableRules, tournament: Tournament) -> Clauses:
    """Return the clauses by which whoever is not there has lost the place."""
    absence = law(rules.edition).seating.absence
    if tournament.conditions.live and absence.not_seated_live:
        return absence.not_seated_live.clause
    return (absence.then_cancelled or absence.not_seated).clause
