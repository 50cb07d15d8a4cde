"""Devices that failed, and how each coup went on."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order
from punto.table.errors.device_failure import StakesChosen
from punto.table.open_issues import BlockKind
from punto.table.register import Unblocked


def devices(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return every fault of a device and what was done about it, in order."""
    found = []
    for line in belonging(lines, Register.DEVICES):
        match line.event:
            case StakesChosen():
                found.append(entry(line, person=line.event.name))
            case Unblocked(kind=BlockKind.NO_DEVICE):
                found.append(entry(line, kind="device_ready"))
            case Unblocked():
                pass
            case _:
                found.append(entry(line))
    return in_order(found)
