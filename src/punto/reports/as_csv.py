"""A report as CSV: one table, a column that names the part, amounts as decimals."""

import csv
import io
import re

from punto.reports.document import As, Cell, Document
from punto.reports.time_spans import local

# A spreadsheet takes a text that begins with one of these for a formula; the last are wide ones.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_SHARE = re.compile(r"-?[0-9]+(\.[0-9]+)? ?%")
_FIRST = ("report", "period", "part")


def as_csv(document: Document) -> bytes:
    """Return a report as CSV in UTF-8; a column that a part does not have is empty there."""
    keys = dict.fromkeys(column.key for part in document.parts for column in part.columns)
    written = io.StringIO(newline="")
    sheet = csv.writer(written)
    sheet.writerow([*_FIRST, *keys])
    for part in document.parts:
        for row in part.rows:
            cells = {
                column.key: _cell(cell, column.kind, document.span.zone)
                for column, cell in zip(part.columns, row, strict=True)
            }
            first = (document.report, document.span.label, part.key)
            sheet.writerow([*first, *(cells.get(key, "") for key in keys)])
    return written.getvalue().encode()


def _cell(cell: Cell, kind: As, zone: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return _number(cell, kind, zone)
    text = (" " if kind is As.CLAUSES else "; ").join(cell) if isinstance(cell, tuple) else cell
    # A share is a number and no formula.
    harmless = _SHARE.fullmatch(text) is not None
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) and not harmless else text


def _number(number: int, kind: As, zone: str) -> str:
    match kind:
        case As.CENTS | As.CHIPS:
            sign = "-" if number < 0 else ""
            return f"{sign}{abs(number) // 100}.{abs(number) % 100:02d}"
        case As.MOMENT:
            return local(zone, number)
        case _:
            return str(number)
