"""Device failures, and how each coup continued."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order
from punto.table.errors.device_failure import StakesChosen
from punto.table.open_issues import BlockKind
from punto.table.register import Unblocked


def devices(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return all device failures and the steps that followed, in order."""
    rows = []
    for line in belonging(lines, Register.DEVICES):
        match line.event:
            case StakesChosen():
                rows.append(entry(line, person=line.event.name))
            case Unblocked(kind=BlockKind.NO_DEVICE):
                rows.append(entry(line, kind="device_ready"))
            case Unblocked():
                pass
            case _:
                rows.append(entry(line))
    return in_order(rows)
