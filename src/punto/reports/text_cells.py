"""The cells of a report as text, with times in the zone of the venue."""

from punto.clause import short
from punto.money import dollars
from punto.reports.document import Cell, ColumnKind, Document, ReportTable
from punto.reports.time_spans import clock_text
from punto.sheets.session_records import chips_text

RIGHT = frozenset({ColumnKind.NUMBER, ColumnKind.CENTS, ColumnKind.CHIPS})


def cell_text(cell: Cell, kind: ColumnKind, zone: str) -> str:
    """Return a cell as text."""
    if cell is None:
        return ""
    if isinstance(cell, bool):
        return "yes" if cell else "no"
    if isinstance(cell, tuple):
        return " ".join(map(short, cell)) if kind is ColumnKind.CLAUSES else ", ".join(cell)
    if isinstance(cell, str):
        return cell.replace("_", " ") if kind is ColumnKind.NAME else cell
    match kind:
        case ColumnKind.CENTS:
            return dollars(cell)
        case ColumnKind.CHIPS:
            return chips_text(cell)
        case ColumnKind.MOMENT:
            return clock_text(zone, cell)
        case _:
            return str(cell)


def brief_cells(part: ReportTable, zone: str) -> tuple[list[str], list[list[str]]]:
    """Return the headings and rows of the brief columns of a part."""
    indexes = [index for index, column in enumerate(part.columns) if column.brief]
    heads = [part.columns[index].head for index in indexes]
    rows = [
        [cell_text(row[index], part.columns[index].kind, zone) for index in indexes]
        for row in part.rows
    ]
    return heads, rows


def lines_of_details(part: ReportTable, zone: str) -> list[str]:
    """Return the other columns of each row as one line of text."""
    lines = []
    for row in part.rows:
        cells = [
            f"{column.head}: {text}"
            for column, cell in zip(part.columns, row, strict=True)
            if not column.brief and (text := cell_text(cell, column.kind, zone))
        ]
        lines.append("; ".join(cells))
    return lines


def titles_text(names: tuple[str, ...]) -> str:
    """Return titles as text."""
    return ", ".join(name.replace("_", " ") for name in names)


def period_text(document: Document) -> str:
    """Return the period of a report as text."""
    return f"{document.span.label}, {document.span.zone}"
