"""Chip count sheets: what the record says that everybody has, beside room for what is counted."""

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
    """Return the words of the count of a session, table by table."""
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
