"""What all registers have in common: a row, and lines of a table's own register as rows."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from msgspec import Struct

from punto.aggregate.event import Register
from punto.clause import Clauses, merged
from punto.journal import JournalLine, everything
from punto.table.register import RECORDED, RegisterEntry


class Row(Struct, frozen=True, kw_only=True):
    """A row of a register: the line of the journal it comes from, and the clauses of its reasons.

    ``by`` and ``title`` are empty where the log does not say.
    """

    stream: str
    version: int
    at: int
    by: str = ""
    title: str = ""
    clause: Clauses = ()


class Entry(Row, frozen=True, kw_only=True):
    """Something that happened, in words: what kind it is, in which coup, whom it is about."""

    kind: str
    text: str
    coup: int = 0
    person: str = ""
    to: tuple[str, ...] = ()


AnyRow = TypeVar("AnyRow", bound=Row)


def clauses(line: JournalLine) -> Clauses:
    """Return the clauses of everything that an event gives as a reason."""
    return merged(*(reason.clause for reason in line.event.reasons))


def words(line: JournalLine) -> str:
    """Return what an event gives as its reasons, in words."""
    return "; ".join(reason.text.removeprefix(RECORDED) for reason in line.event.reasons)


def kind_of(line: JournalLine) -> str:
    """Return what an event is called in a log."""
    return line.event.tag()


def entry(
    line: JournalLine,
    text: str | None = None,
    *,
    kind: str | None = None,
    coup: int = 0,
    person: str = "",
    to: tuple[str, ...] = (),
) -> Entry:
    """Return an event as a row; its own reasons are its words unless others are given."""
    event = line.event
    if isinstance(event, RegisterEntry):
        coup, person, to = event.coup, event.person or "", event.to
    return Entry(
        stream=line.envelope.stream,
        version=line.envelope.version,
        at=line.envelope.at,
        by=line.envelope.actor,
        title=line.envelope.title,
        clause=clauses(line),
        kind=kind or (event.kind if isinstance(event, RegisterEntry) else kind_of(line)),
        text=words(line) if text is None else text,
        coup=coup,
        person=person,
        to=to,
    )


def belonging(lines: Sequence[JournalLine], register: Register) -> Iterator[JournalLine]:
    """Yield what stands everywhere and declares that it belongs to a register, in order."""
    return (line for line in everything(lines) if line.event.belongs_to(register))


def in_order(rows: Iterable[AnyRow]) -> tuple[AnyRow, ...]:
    """Return rows as they happened, at one moment by stream."""
    return tuple(sorted(rows, key=lambda row: (row.at, row.stream, row.version)))
