"""The length of a session, and when a table has finished it."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.tournament_policies import LengthUnit
from punto.table.guards import coup_is_on
from punto.tournament.conditions import SessionLength
from punto.tournament.rules import tournament_section
from punto.tournament.session import Session
from punto.tournament.session_queries import current_session
from punto.tournament.tournament import Tournament

MINUTE = 60


def check_length(rules: TableRules, length: SessionLength) -> None:
    """Refuse a session length in a unit that the rulebook does not permit."""
    units = tournament_section(rules.edition).seating.session_units
    if length.unit not in units.value:
        permitted = " or ".join(units.value)
        raise Refused(ErrorCode.SESSION_UNIT, units.clause, f"a session is so many {permitted}")
    if length.number < 1:
        raise Malformed("a session lasts for some time", code=ErrorCode.NO_SUCH_AMOUNT)


def session_end(length: SessionLength, begun: int) -> int | None:
    """Return the time at which a session measured in minutes ends, otherwise ``None``."""
    return begun + length.number * MINUTE if length.unit is LengthUnit.MINUTES else None


def is_session_played(session: Session, number: int, at: int) -> bool:
    """Return whether a table has played all coups, shoes or minutes of the session."""
    match session.length.unit:
        case LengthUnit.COUPS:
            return session.coups.get(number, 0) >= session.length.number
        case LengthUnit.SHOES:
            return session.shoes.get(number, 0) >= session.length.number
        case LengthUnit.MINUTES:
            return session.ends_at is not None and at >= session.ends_at


def is_table_finished(tournament: Tournament, number: int, at: int) -> bool:
    """Return whether a table has finished: played out, stopped early, or empty."""
    session, table = tournament.session, tournament.tables[number]
    assert session is not None
    # The current coup, perhaps opened again after the table had finished, ends first.
    if coup_is_on(table):
        return False
    return number in session.over or not table.patrons or is_session_played(session, number, at)


def session_tables(tournament: Tournament) -> tuple[int, ...]:
    """Return the tables of the session."""
    assert tournament.session is not None
    return tuple(sorted({seat.table for seat in tournament.session.seats.values()}))


def check_session_not_over(
    rules: TableRules, tournament: Tournament, by: Actor, number: int
) -> None:
    """Refuse a command for another coup if the table has finished the session."""
    session = current_session(tournament)
    if number in session.play_offs:
        return
    if session.ended:
        raise Malformed("the session is over", code=ErrorCode.NOT_NOW)
    if is_table_finished(tournament, number, by.at):
        units = tournament_section(rules.edition).seating.session_units
        text = f"table {number} has played the whole session"
        raise Refused(ErrorCode.SESSION_OVER, units.clause, text)
