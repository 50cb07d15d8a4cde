"""A report as JSON: times with their offset from UTC, amounts in cents."""

from typing import Any

import msgspec

from punto.reports.document import Cell, ColumnKind, Document
from punto.reports.time_spans import local_time


def json_values(document: Document) -> dict[str, Any]:
    """Return a report as values for JSON."""
    zone = document.span.zone
    return {
        "report": document.report,
        "title": document.title,
        "rulebook": document.rulebook,
        "digest": document.digest,
        "period": document.span.label,
        "zone": zone,
        "since": document.span.first,
        "until": document.span.end,
        "readers": list(document.readers),
        "clause": list(document.clause),
        "notes": list(document.notes),
        "parts": {
            part.key: [
                {
                    column.key: _json_cell(cell, column.kind, zone)
                    for column, cell in zip(part.columns, row, strict=True)
                }
                for row in part.rows
            ]
            for part in document.parts
        },
    }


def _json_cell(cell: Cell, kind: ColumnKind, zone: str) -> Any:
    if kind is ColumnKind.MOMENT and isinstance(cell, int):
        return local_time(zone, cell) or None
    return list(cell) if isinstance(cell, tuple) else cell


def as_json(document: Document) -> bytes:
    """Return a report as one JSON document on one line."""
    return msgspec.json.encode(json_values(document)) + b"\n"
