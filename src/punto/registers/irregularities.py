"""Irregularities in dealing, and the steps that followed."""

from collections.abc import Iterator, Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine, in_coups
from punto.registers.row import EventRow, event_row, rows_by_time
from punto.table.register import Unblocked


def irregularities(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all irregularities, in order."""
    return rows_by_time(_irregularity_rows(lines))


def _irregularity_rows(lines: Sequence[JournalLine]) -> Iterator[EventRow]:
    for line, coup in in_coups(lines):
        event = line.event
        if not event.belongs_to(Register.IRREGULARITIES):
            continue
        if isinstance(event, Unblocked):
            if event.kind == "scan_differs" and event.reasons:
                yield event_row(line, kind="result_confirmed", coup=coup)
        elif event.reasons:
            yield event_row(line, coup=coup)
