"""Who was told what: surveillance, an inspector, a supervisor, as each line says."""

from collections.abc import Sequence

from punto.journal import Line, everything
from punto.registers.row import Entry, entry, in_order
from punto.table.register import Recorded


def notices(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return everything that somebody was told, in order: it stands in another register as well."""
    return in_order(
        entry(line)
        for line in everything(lines)
        if isinstance(line.event, Recorded) and line.event.to
    )
