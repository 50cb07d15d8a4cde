"""A report as parts of columns and rows, independent of the output format."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from punto.clause import Clauses
from punto.reports.time_spans import TimeSpan

T_contra = TypeVar("T_contra", contravariant=True)
T = TypeVar("T")
Cell = str | int | bool | None | tuple[str, ...]


class ColumnKind(StrEnum):
    """The kind of values in a column. It determines how they are printed."""

    TEXT = "text"
    NAME = "name"
    NUMBER = "number"
    CENTS = "cents"
    CHIPS = "chips"
    MOMENT = "moment"
    CLAUSES = "clauses"
    YES_NO = "yes_no"


class Column(Struct, Generic[T_contra], frozen=True):
    """A column: its key, its heading, the function of its value, and the kind of values.

    ``brief`` if it is also shown on a narrow terminal.
    """

    key: str
    head: str
    value: Callable[[T_contra], Cell]
    kind: ColumnKind = ColumnKind.TEXT
    brief: bool = True


class PrintedColumn(Struct, frozen=True):
    """A column as it is printed."""

    key: str
    head: str
    kind: ColumnKind
    brief: bool


class ReportTable(Struct, frozen=True):
    """A table of a report, with the text that is shown if it is empty."""

    key: str
    title: str
    columns: tuple[PrintedColumn, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str = "none"


class Document(Struct, frozen=True):
    """A report with its rulebook, its span, its readers and its parts.

    ``readers`` are the titles that may read it; ``clause`` are the clauses that require it, if any.
    """

    report: str
    title: str
    rulebook: str
    digest: str
    span: TimeSpan
    readers: tuple[str, ...]
    clause: Clauses
    parts: tuple[ReportTable, ...]
    notes: tuple[str, ...] = ()


def report_table(
    key: str, title: str, columns: Iterable[Column[T]], rows: Iterable[T], *, empty: str = "none"
) -> ReportTable:
    """Return a table of rows, with the value of each column."""
    listed_columns = tuple(columns)
    return ReportTable(
        key,
        title,
        tuple(
            PrintedColumn(column.key, column.head, column.kind, column.brief)
            for column in listed_columns
        ),
        tuple(tuple(column.value(row) for column in listed_columns) for row in rows),
        empty,
    )


class ReportContent(Struct, frozen=True):
    """The content of a report: its parts, the clauses that require it, and notes."""

    parts: tuple[ReportTable, ...]
    clause: Clauses = ()
    notes: tuple[str, ...] = ()
