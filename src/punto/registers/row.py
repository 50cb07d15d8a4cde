"""The rows of registers, and the conversion of journal lines to rows."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from punto.aggregate.event import Register
from punto.clause import Clauses, merged
from punto.journal import JournalLine, everything
from punto.table.register import RECORDED, RegisterEntry


class Row(Struct, frozen=True, kw_only=True):
    """A row of a register: its line in the journal, and the clauses of its reasons.

    ``by`` and ``title`` are empty if the log does not name the actor.
    """

    stream: str
    version: int
    at: int
    by: str = ""
    title: str = ""
    clause: Clauses = ()


class EventRow(Row, frozen=True, kw_only=True):
    """An event as text, with its kind, its coup and its person."""

    kind: str
    text: str
    coup: int = 0
    person: str = ""
    to: tuple[str, ...] = ()


AnyRow = TypeVar("AnyRow", bound=Row)


def reason_clauses(line: JournalLine) -> Clauses:
    """Return the clauses of the reasons of an event."""
    return merged(*(reason.clause for reason in line.event.reasons))


def reason_text(line: JournalLine) -> str:
    """Return the reasons of an event as text."""
    return "; ".join(reason.text.removeprefix(RECORDED) for reason in line.event.reasons)


def kind_of(line: JournalLine) -> str:
    """Return the tag of an event."""
    return line.event.tag()


def event_row(
    line: JournalLine,
    text: str | None = None,
    *,
    kind: str | None = None,
    coup: int = 0,
    person: str = "",
    to: tuple[str, ...] = (),
) -> EventRow:
    """Return an event as a row. Without ``text``, its reasons are the text."""
    event = line.event
    if isinstance(event, RegisterEntry):
        coup, person, to = event.coup, event.person or "", event.to
    return EventRow(
        stream=line.envelope.stream,
        version=line.envelope.version,
        at=line.envelope.at,
        by=line.envelope.actor,
        title=line.envelope.title,
        clause=reason_clauses(line),
        kind=kind or (event.kind if isinstance(event, RegisterEntry) else kind_of(line)),
        text=reason_text(line) if text is None else text,
        coup=coup,
        person=person,
        to=to,
    )


def lines_of_register(lines: Sequence[JournalLine], register: Register) -> Iterator[JournalLine]:
    """Yield the lines of the journal whose events belong to a register, in order."""
    return (line for line in everything(lines) if line.event.belongs_to(register))


def rows_by_time(rows: Iterable[AnyRow]) -> tuple[AnyRow, ...]:
    """Return rows by time, then by stream and version."""
    return tuple(sorted(rows, key=lambda row: (row.at, row.stream, row.version)))
