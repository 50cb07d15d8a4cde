"""Seat slips: one for each entrant of a session, with table, seat and the seed of the draw."""

from typing import Any

from punto.sheets.session_records import Record, SessionSeats, by_table, heading, round_name
from punto.verifiable_draw import commitment

# The printed length of a digest.
_SHOWN = 16


def seat_slips(found: Record, seated: SessionSeats) -> dict[str, Any]:
    """Return the values of the seat slips of a session."""
    name = round_name(seated.tournament)
    slips = [
        {"name": entrant, "table": table, "seat": seat, "session": name}
        for table, rows in by_table(seated.seats).items()
        for seat, entrant in rows
    ]
    values = {**heading(found), "slips": slips}
    if seated.seed is None:
        return values
    # The digest was published before the draw, so the seed proves both.
    digest = commitment(seated.seed)[:_SHOWN]
    foot = f"Lots from the seed {seated.seed}, committed to before as {digest}..."
    return {**values, "foot": foot}
