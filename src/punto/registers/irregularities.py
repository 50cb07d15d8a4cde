"""Irregularities in dealing, and the steps that followed."""

from collections.abc import Iterator, Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine, in_coups
from punto.registers.row import Entry, entry, in_order
from punto.table.register import Unblocked


def irregularities(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return all irregularities, in order."""
    return in_order(_irregularity_rows(lines))


def _irregularity_rows(lines: Sequence[JournalLine]) -> Iterator[Entry]:
    for line, coup in in_coups(lines):
        event = line.event
        if not event.belongs_to(Register.IRREGULARITIES):
            continue
        if isinstance(event, Unblocked):
            if event.kind == "scan_differs" and event.reasons:
                yield entry(line, kind="result_confirmed", coup=coup)
        elif event.reasons:
            yield entry(line, coup=coup)
