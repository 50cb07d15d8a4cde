"""What several families ask of a session that is on."""

from punto.clause import Malformed
from punto.table.table import Table
from punto.tournament.entrant import ACTIVE
from punto.tournament.people import known
from punto.tournament.session import Seat
from punto.tournament.tournament import Tournament


def table_of(tournament: Tournament, number: int) -> Table:
    """Return a table of the tournament at which a session is on."""
    table = tournament.tables.get(number)
    if table is None:
        raise Malformed(f"table {number} is not one of the tournament", code="no_such_thing")
    session = tournament.session
    if session is None or session.begun_at is None:
        raise Malformed("no session is on", code="not_now")
    return table


def place_of(tournament: Tournament, name: str) -> Seat:
    """Return the place of somebody who plays in the session."""
    entrant = known(tournament, name)
    if entrant.standing not in ACTIVE:
        raise Malformed(f"{name} is {entrant.standing} and plays no more", code="not_playing")
    place = tournament.session.seats.get(name) if tournament.session else None
    if place is None:
        raise Malformed(f"{name} has no seat in this session", code="not_playing")
    return place
