"""Find the session, round, table and seat. Several families use these functions."""

from typing import Any

from msgspec.structs import replace

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.shoe import Stage
from punto.table.table import Table
from punto.tournament.conditions import Round
from punto.tournament.entrant import ACTIVE
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.session import Seat, Session, Turns
from punto.tournament.tournament import Tournament, with_session


def table_of(tournament: Tournament, number: int) -> Table:
    """Return a table of the tournament. Raise an error if no session is on."""
    table = tournament.tables.get(number)
    if table is None:
        raise Malformed(
            f"table {number} is not one of the tournament", code=ErrorCode.NO_SUCH_THING
        )
    current_session(tournament)
    return table


def current_session(tournament: Tournament) -> Session:
    """Return the session that has begun. Raise an error if there is none."""
    session = tournament.session
    if session is None or session.begun_at is None:
        raise Malformed("no session is on", code=ErrorCode.NOT_NOW)
    return session


def drawn_session(tournament: Tournament) -> Session:
    """Return the session whose seats are drawn, begun or not. Raise an error if there is none."""
    if tournament.session is None:
        raise Malformed("no seats are drawn", code=ErrorCode.NOT_NOW)
    return tournament.session


def current_round(tournament: Tournament) -> Round | None:
    """Return the current round of the structure, or ``None`` if there is no structure."""
    rounds, number = tournament.conditions.rounds, tournament.progress.round
    return rounds[number] if number < len(rounds) else None


def is_final(tournament: Tournament) -> bool:
    """Return whether the current round is the last one."""
    return tournament.progress.round >= len(tournament.conditions.rounds) - 1


def names_to_play(tournament: Tournament) -> tuple[str, ...]:
    """Return the entrants who have not yet played in the current round."""
    played = set(tournament.progress.played)
    return tuple(entrant.name for entrant in tournament.active if entrant.name not in played)


def starts_at(tournament: Tournament) -> int | None:
    """Return the start time of the next session, or ``None`` if it is not set."""
    progress = tournament.progress
    if progress.starts_at is not None or progress.sessions:
        return progress.starts_at
    return tournament.conditions.start


def minimum_cents(tournament: Tournament, number: int) -> int:
    """Return the minimum at a table: from its sign, otherwise from the conditions."""
    posted = tournament.tables[number].limits.minimum
    return posted if posted is not None else tournament.conditions.minimum_cents or 0


def takes_wagers(table: Table) -> bool:
    """Return whether the current coup, or otherwise the next, accepts wagers."""
    no_bet = table.next.no_bet
    return no_bet is None or not no_bet.wagers_refused


def value_cents(table: Table, name: str) -> int:
    """Return the chips of an entrant in cents, including those on the layout."""
    patron = table.patron(name)
    layout_cents = sum(wager.chips_cents for wager in table.wagers if wager.patron == name)
    return layout_cents + (patron.chips_cents if patron else 0)


def seat_of(tournament: Tournament, name: str) -> Seat:
    """Return the seat of an entrant who plays in the session. Raise an error if there is none."""
    entrant = entrant_named(tournament, name)
    if entrant.standing not in ACTIVE:
        raise Malformed(
            f"{name} is {entrant.standing} and plays no more", code=ErrorCode.NOT_PLAYING
        )
    place = tournament.session.seats.get(name) if tournament.session else None
    if place is None:
        raise Malformed(f"{name} has no seat in this session", code=ErrorCode.NOT_PLAYING)
    return place


def occupied_seat_of(tournament: Tournament, name: str) -> Seat:
    """Return the seat of an entrant who plays in the session and is in that seat with chips."""
    place, session = seat_of(tournament, name), tournament.session
    if session is not None and session.absent(name):
        raise Malformed(
            f"{name} is not in the seat", "take_seat comes first", code=ErrorCode.NOT_IN_SEAT
        )
    table = tournament.tables.get(place.table)
    if table is None or table.patron(name) is None:
        raise Malformed(f"{name} has no chips on a table", code=ErrorCode.NOT_PLAYING)
    return place


def is_shoe_ready(table: Table) -> bool:
    """Return whether a coup can be dealt: the shoe is loaded, burned or not."""
    return table.shoe.stage in (Stage.LOADED, Stage.READY)


def turns_of(tournament: Tournament, number: int) -> Turns:
    """Return the turns of a table."""
    session = tournament.session
    return session.turns.get(number, Turns()) if session else Turns()


def with_turns(tournament: Tournament, number: int, **values: Any) -> Tournament:
    """Return the tournament with fields of the turns of a table changed."""
    session = tournament.session
    assert session is not None
    turns = replace(session.turns.get(number, Turns()), **values)
    return with_session(tournament, turns={**session.turns, number: turns})
