"""Chip count sheets: the recorded chips of each entrant, with space for the counted ones."""

from typing import Any

from punto.sheets.session_records import (
    Record,
    SessionChipCount,
    by_table,
    chips_text,
    heading,
    lead_title,
    round_name,
)


def chip_count(found: Record, counted: SessionChipCount) -> dict[str, Any]:
    """Return the values of the chip count sheet of a session, for each table."""
    seated = counted.seated
    tables = [
        {
            "table": table,
            "rows": [
                {"seat": seat, "name": name, "chips": chips_text(counted.chips.get(name)) or "out"}
                for seat, name in rows
            ],
        }
        for table, rows in by_table(seated.seats).items()
    ]
    return {
        **heading(found),
        "session": round_name(seated.tournament),
        "lead": lead_title(found),
        "tables": tables,
    }
