"""What several families ask of a session that is on."""

from punto.clause import Malformed
from punto.table.table import Table
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
