"""Devices that failed, and how each coup went on."""

from collections.abc import Sequence

from punto.journal import Line, everything
from punto.registers.row import Entry, entry, in_order, recorded, words
from punto.table import events as happened

KINDS = frozenset({"device_fault"})


def devices(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every fault of a device and what was done about it, in order."""
    found = recorded(lines, KINDS)
    for line in everything(lines):
        match line.event:
            case happened.DeviceFailed() | happened.CardsMovedOver():
                found.append(entry(line))
            case happened.RestShuffled() | happened.RestCut():
                found.append(entry(line))
            case happened.StakesChosen():
                found.append(entry(line, person=line.event.name))
            case happened.Unblocked(kind="no_device"):
                found.append(entry(line, words(line), kind="device_ready"))
            case _:
                pass
    return in_order(found)
