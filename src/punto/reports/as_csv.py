"""A report as CSV: one table, with a column for the part, and amounts as decimals."""

import csv
import io
import re

from punto.reports.document import Cell, ColumnKind, Document
from punto.reports.time_spans import local_time

# A spreadsheet reads a text that begins with one of these as a formula; the last are full-width.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
_PERCENTAGE = re.compile(r"-?[0-9]+(\.[0-9]+)? ?%")
_LEADING_COLUMNS = ("report", "period", "part")


def as_csv(document: Document) -> bytes:
    """Return a report as CSV in UTF-8. Columns that a part does not have are empty there."""
    keys = dict.fromkeys(column.key for part in document.parts for column in part.columns)
    buffer = io.StringIO(newline="")
    writer = csv.writer(buffer)
    writer.writerow([*_LEADING_COLUMNS, *keys])
    for part in document.parts:
        for row in part.rows:
            cells = {
                column.key: _cell_text(cell, column.kind, document.span.zone)
                for column, cell in zip(part.columns, row, strict=True)
            }
            leading_cells = (document.report, document.span.label, part.key)
            writer.writerow([*leading_cells, *(cells.get(key, "") for key in keys)])
    return buffer.getvalue().encode()


def _cell_text(cell: Cell, kind: ColumnKind, zone: str) -> str:
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, int):
        return _number_text(cell, kind, zone)
    text = (
        (" " if kind is ColumnKind.CLAUSES else "; ").join(cell)
        if isinstance(cell, tuple)
        else cell
    )
    # A percentage is a number, not a formula.
    is_percentage = _PERCENTAGE.fullmatch(text) is not None
    return f"'{text}" if text.lstrip(" ").startswith(_FORMULA) and not is_percentage else text


def _number_text(number: int, kind: ColumnKind, zone: str) -> str:
    match kind:
        case ColumnKind.CENTS | ColumnKind.CHIPS:
            sign = "-" if number < 0 else ""
            return f"{sign}{abs(number) // 100}.{abs(number) % 100:02d}"
        case ColumnKind.MOMENT:
            return local_time(zone, number)
        case _:
            return str(number)
