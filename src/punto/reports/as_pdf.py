"""A report as PDF: a table for each part; other columns are below each row."""

from collections.abc import Sequence
from typing import Any

from punto.clause import short
from punto.reports.document import Document, PrintedColumn, ReportTable
from punto.reports.text_cells import RIGHT, brief_cells, lines_of_details, period_text, titles_text
from punto.sheets.render import pdf, pictures

TEMPLATE = "report"
# Columns of long text share the remaining width.
_WIDE_COLUMNS = frozenset({"text", "facts", "rulings", "clause", "name"})


def template_data(document: Document) -> dict[str, Any]:
    """Return the data for the template of a report."""
    zone = document.span.zone
    clause_text = f"By {' '.join(map(short, document.clause))}" if document.clause else ""
    return {
        "title": document.title,
        # The header of every page.
        "tournament": period_text(document),
        "rulebook": document.rulebook,
        "foot": f"{document.rulebook} {document.digest[:12]}",
        "period": period_text(document),
        "clause": clause_text,
        "readers": titles_text(document.readers),
        "notes": list(document.notes),
        "parts": [_part_data(part, zone) for part in document.parts],
    }


def _part_data(part: ReportTable, zone: str) -> dict[str, Any]:
    columns = [column for column in part.columns if column.brief]
    heads, rows = brief_cells(part, zone)
    detail_lines = lines_of_details(part, zone)
    return {
        "title": part.title,
        "heads": heads,
        "right": [column.kind in RIGHT for column in columns],
        "widths": _widths(columns),
        "rows": [
            {"cells": cells, "more": detail}
            for cells, detail in zip(rows, detail_lines, strict=True)
        ],
        "empty": part.empty,
    }


def _widths(columns: Sequence[PrintedColumn]) -> list[str]:
    """Return the width of each column. Columns of long text, or the first one, share the rest."""
    text_keys = [column.key for column in columns if column.kind not in RIGHT]
    wide = set(text_keys) & _WIDE_COLUMNS or set(text_keys[:1])
    return ["wide" if column.key in wide else "auto" for column in columns]


def as_pdf(document: Document) -> bytes:
    """Return a report as PDF; the same report gives the same bytes."""
    return pdf(TEMPLATE, template_data(document))


def as_pictures(document: Document) -> list[bytes]:
    """Return the pages of a report as pictures, for a screen."""
    return pictures(TEMPLATE, template_data(document))
