"""Seat slips: one for each entrant of a session, with table and seat and the lot that gave it."""

from typing import Any

from punto.sheets.session_records import Record, SessionSeats, by_table, heading, round_name
from punto.verifiable_draw import commitment

# So much of a digest stands on a slip.
_SHOWN = 16


def seat_slips(found: Record, seated: SessionSeats) -> dict[str, Any]:
    """Return the words of the seat slips of a session, table by table."""
    name = round_name(seated.tournament)
    slips = [
        {"name": entrant, "table": table, "seat": seat, "session": name}
        for table, rows in by_table(seated.seats).items()
        for seat, entrant in rows
    ]
    words = {**heading(found), "slips": slips}
    if seated.seed is None:
        return words
    # The digest was published before the draw: whoever has the seed can check both.
    digest = commitment(seated.seed)[:_SHOWN]
    foot = f"Lots from the seed {seated.seed}, committed to before as {digest}..."
    return {**words, "foot": foot}
