"""Device failures, and how each coup continued."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, rows_by_time
from punto.table.errors.device_failure import StakesChosen
from punto.table.open_issues import BlockKind
from punto.table.register import Unblocked


def devices(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all device failures and the steps that followed, in order."""
    rows = []
    for line in lines_of_register(lines, Register.DEVICES):
        match line.event:
            case StakesChosen():
                rows.append(event_row(line, person=line.event.name))
            case Unblocked(kind=BlockKind.NO_DEVICE):
                rows.append(event_row(line, kind="device_ready"))
            case Unblocked():
                pass
            case _:
                rows.append(event_row(line))
    return rows_by_time(rows)
