"""A report before it is printed: parts of columns and rows, whatever paper they come on."""

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import Generic, TypeVar

from msgspec import Struct

from punto.clause import Clauses
from punto.reports.time_spans import Span

T_contra = TypeVar("T_contra", contravariant=True)
T = TypeVar("T")
Cell = str | int | bool | None | tuple[str, ...]


class As(StrEnum):
    """What stands in a column: how it is printed depends on it."""

    TEXT = "text"
    NAME = "name"
    NUMBER = "number"
    CENTS = "cents"
    CHIPS = "chips"
    MOMENT = "moment"
    CLAUSES = "clauses"
    YES_NO = "yes_no"


class Column(Struct, Generic[T_contra], frozen=True):
    """A column: its name for machines, its head for people, what stands in it.

    ``brief`` if it is shown on a terminal too, which is narrow.
    """

    key: str
    head: str
    value: Callable[[T_contra], Cell]
    kind: As = As.TEXT
    brief: bool = True


class Shown(Struct, frozen=True):
    """A column as it is printed."""

    key: str
    head: str
    kind: As
    brief: bool


class Part(Struct, frozen=True):
    """A table of a report, and what is said where it is empty."""

    key: str
    title: str
    columns: tuple[Shown, ...]
    rows: tuple[tuple[Cell, ...], ...]
    empty: str = "none"


class Document(Struct, frozen=True):
    """A report: what it is, under which text, of which time, for whom, and what it says.

    ``readers`` are the titles that may read it, ``clause`` what asks for it, if anything does.
    """

    report: str
    title: str
    rulebook: str
    digest: str
    span: Span
    readers: tuple[str, ...]
    clause: Clauses
    parts: tuple[Part, ...]
    notes: tuple[str, ...] = ()


def part(
    key: str, title: str, columns: Iterable[Column[T]], rows: Iterable[T], *, empty: str = "none"
) -> Part:
    """Return a table of rows, each column asked for its value."""
    asked = tuple(columns)
    return Part(
        key,
        title,
        tuple(Shown(column.key, column.head, column.kind, column.brief) for column in asked),
        tuple(tuple(column.value(row) for column in asked) for row in rows),
        empty,
    )


class Said(Struct, frozen=True):
    """What a report says before it is a document: its parts, what asks for it, remarks."""

    parts: tuple[Part, ...]
    clause: Clauses = ()
    notes: tuple[str, ...] = ()
