"""What several families ask of a session that is on."""

from typing import Any

from msgspec.structs import replace

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.shoe import Stage
from punto.table.table import Table
from punto.tournament.conditions import Round
from punto.tournament.entrant import ACTIVE
from punto.tournament.entrant_lookup import known
from punto.tournament.session import Seat, Session, Turns
from punto.tournament.tournament import Tournament, with_session


def table_of(tournament: Tournament, number: int) -> Table:
    """Return a table of the tournament at which a session is on."""
    table = tournament.tables.get(number)
    if table is None:
        raise Malformed(
            f"table {number} is not one of the tournament", code=ErrorCode.NO_SUCH_THING
        )
    session_on(tournament)
    return table


def session_on(tournament: Tournament) -> Session:
    """Return the session that is on: it has begun, and who is where is not confirmed yet."""
    session = tournament.session
    if session is None or session.begun_at is None:
        raise Malformed("no session is on", code=ErrorCode.NOT_NOW)
    return session


def session_drawn(tournament: Tournament) -> Session:
    """Return the session whose seats are known, begun or not."""
    if tournament.session is None:
        raise Malformed("no seats are drawn", code=ErrorCode.NOT_NOW)
    return tournament.session


def round_now(tournament: Tournament) -> Round | None:
    """Return the round of the structure that is on, if there is a structure."""
    rounds, number = tournament.conditions.rounds, tournament.progress.round
    return rounds[number] if number < len(rounds) else None


def is_final(tournament: Tournament) -> bool:
    """Return whether the round that is on is the last one."""
    return tournament.progress.round >= len(tournament.conditions.rounds) - 1


def to_play(tournament: Tournament) -> tuple[str, ...]:
    """Return those who are still to play in the round that is on."""
    played = set(tournament.progress.played)
    return tuple(entrant.name for entrant in tournament.active if entrant.name not in played)


def starts_at(tournament: Tournament) -> int | None:
    """Return when the next session starts, if a time for it is known."""
    progress = tournament.progress
    if progress.starts_at is not None or progress.sessions:
        return progress.starts_at
    return tournament.conditions.start


def minimum_cents(tournament: Tournament, number: int) -> int:
    """Return the minimum at a table: what its sign says, or else the conditions."""
    posted = tournament.tables[number].limits.minimum
    return posted if posted is not None else tournament.conditions.minimum_cents or 0


def takes_wagers(table: Table) -> bool:
    """Return whether the coup that is on, or else the next, is one that entrants wager on."""
    no_bet = table.next.no_bet
    return no_bet is None or not no_bet.wagers_refused


def value_cents(table: Table, name: str) -> int:
    """Return what somebody has in chips, those on the layout among them."""
    patron = table.patron(name)
    lying = sum(wager.chips_cents for wager in table.wagers if wager.patron == name)
    return lying + (patron.chips_cents if patron else 0)


def place_of(tournament: Tournament, name: str) -> Seat:
    """Return the place of somebody who plays in the session."""
    entrant = known(tournament, name)
    if entrant.standing not in ACTIVE:
        raise Malformed(
            f"{name} is {entrant.standing} and plays no more", code=ErrorCode.NOT_PLAYING
        )
    place = tournament.session.seats.get(name) if tournament.session else None
    if place is None:
        raise Malformed(f"{name} has no seat in this session", code=ErrorCode.NOT_PLAYING)
    return place


def taken_place(tournament: Tournament, name: str) -> Seat:
    """Return the place of somebody who plays in the session and sits in it."""
    place, session = place_of(tournament, name), tournament.session
    if session is not None and session.absent(name):
        raise Malformed(
            f"{name} is not in the seat", "take_seat comes first", code=ErrorCode.NOT_IN_SEAT
        )
    table = tournament.tables.get(place.table)
    if table is None or table.patron(name) is None:
        raise Malformed(f"{name} has no chips on a table", code=ErrorCode.NOT_PLAYING)
    return place


def ready(table: Table) -> bool:
    """Return whether a coup can come from the shoe: it is loaded, and burned unless forgotten."""
    return table.shoe.stage in (Stage.LOADED, Stage.READY)


def turns_at(tournament: Tournament, number: int) -> Turns:
    """Return how far the turns of a table have come."""
    session = tournament.session
    return session.turns.get(number, Turns()) if session else Turns()


def with_turns(tournament: Tournament, number: int, **values: Any) -> Tournament:
    """Return the tournament with something about the turns of a table changed."""
    session = tournament.session
    assert session is not None
    turns = replace(session.turns.get(number, Turns()), **values)
    return with_session(tournament, turns={**session.turns, number: turns})
