"""The float of each table: fills, credits and counts, with the people involved."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, rows_by_time
from punto.table.float.counting import FloatCounted
from punto.table.float.fills_and_credits import FloatCredited, FloatFilled


class FloatRow(EventRow, frozen=True, kw_only=True):
    """A fill, a credit or a count; ``over_cents`` is how much a count exceeds the books."""

    cents: int = 0
    over_cents: int = 0
    slip: str = ""


def floats(lines: Sequence[JournalLine]) -> tuple[FloatRow, ...]:
    """Return all fills, credits and counts of floats, in order."""
    rows = []
    for line in lines_of_register(lines, Register.FLOATS):
        event = line.event
        match event:
            case FloatFilled():
                row = _step_row(line, event.brought_by, event.cents, slip=event.slip)
            case FloatCredited():
                row = _step_row(line, event.taken_by, -event.cents, slip=event.slip)
            case FloatCounted():
                row = _step_row(line, event.counted_with, event.cents, over=event.over_cents)
            case _:
                row = _step_row(line, "", 0)
        rows.append(row)
    return rows_by_time(rows)


def _step_row(
    line: JournalLine, person: str, cents: int, *, over: int = 0, slip: str = ""
) -> FloatRow:
    row = event_row(line, person=person)
    fields = {name: getattr(row, name) for name in EventRow.__struct_fields__}
    return FloatRow(**fields, cents=cents, over_cents=over, slip=slip)
