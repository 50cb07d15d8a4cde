"""A report as PDF: a table for each part, and below each row what did not fit beside it."""

from collections.abc import Sequence
from typing import Any

from punto.clause import short
from punto.reports.document import Document, Part, Shown
from punto.reports.text_cells import RIGHT, brief, details, period, titled
from punto.sheets.render import pdf, pictures

TEMPLATE = "report"
# Columns of running text share what room there is.
_WIDE = frozenset({"text", "facts", "rulings", "clause", "name"})


def page_words(document: Document) -> dict[str, Any]:
    """Return everything that stands on the pages of a report."""
    zone = document.span.zone
    asked = f"By {' '.join(map(short, document.clause))}" if document.clause else ""
    return {
        "title": document.title,
        # What stands at the head of every page.
        "tournament": period(document),
        "rulebook": document.rulebook,
        "foot": f"{document.rulebook} {document.digest[:12]}",
        "period": period(document),
        "clause": asked,
        "readers": titled(document.readers),
        "notes": list(document.notes),
        "parts": [_part(part, zone) for part in document.parts],
    }


def _part(part: Part, zone: str) -> dict[str, Any]:
    shown = [column for column in part.columns if column.brief]
    heads, rows = brief(part, zone)
    more = details(part, zone)
    return {
        "title": part.title,
        "heads": heads,
        "right": [column.kind in RIGHT for column in shown],
        "widths": _widths(shown),
        "rows": [{"cells": cells, "more": line} for cells, line in zip(rows, more, strict=True)],
        "empty": part.empty,
    }


def _widths(columns: Sequence[Shown]) -> list[str]:
    """Return which columns share the room that is left: those of running text, else the first."""
    texts = [column.key for column in columns if column.kind not in RIGHT]
    wide = set(texts) & _WIDE or set(texts[:1])
    return ["wide" if column.key in wide else "auto" for column in columns]


def as_pdf(document: Document) -> bytes:
    """Return a report as PDF; the same report gives the same bytes."""
    return pdf(TEMPLATE, page_words(document))


def as_pictures(document: Document) -> list[bytes]:
    """Return the pages of a report as pictures, for a screen."""
    return pictures(TEMPLATE, page_words(document))
