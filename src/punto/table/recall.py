"""Earlier coups, read from the log of a table."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.table.base_classes import TableEvent
from punto.table.deal.coup_reversal import CoupReopened
from punto.table.deal.settling import CoupDiscarded
from punto.table.deal.void_coup import CoupVoided
from punto.table.errors.late_errors import CoupReversed
from punto.table.mispayments import Mispaid, MispaymentCured, WagersReversed, as_moved
from punto.table.opening.creation import TableSetUp, born
from punto.table.phase import PastCoup
from punto.table.registry import evolve
from punto.table.seats.joining import PatronLeft
from punto.table.table import Table


def recalled(log: Iterable[LogEntry[TableEvent]], numbers: Iterable[int]) -> dict[int, PastCoup]:
    """Return finished coups by their numbers, as they were left; void ones say so."""
    wanted = set(numbers)
    if not wanted:
        return {}
    found: dict[int, PastCoup] = {}
    table: Table | None = None
    for entry in log:
        event = entry.event
        if isinstance(event, TableSetUp):
            table = born(event)
            continue
        assert table is not None, "a log begins with the table being set up"
        table = evolve(table, event, entry.envelope)
        match event:
            case CoupDiscarded() if (
                table.past.last is not None and table.past.last.number in wanted
            ):
                found[table.past.last.number] = table.past.last
            case CoupReopened() | CoupVoided():
                found.pop(table.number, None)
            case PatronLeft():
                # What was told to somebody ends when they go: it rests on no coup any more.
                found = {number: _untold(coup, event.name) for number, coup in found.items()}
            case CoupReversed() if event.number in found:
                found[event.number] = replace(found[event.number], void=True)
            case Mispaid() | WagersReversed() | MispaymentCured():
                _adjusted(found, table, event)
            case _:
                pass
    return found


def _untold(coup: PastCoup, name: str) -> PastCoup:
    """Return a coup on which no advice to somebody rests."""
    if name not in coup.advised:
        return coup
    return replace(coup, advised=tuple(other for other in coup.advised if other != name))


def _adjusted(
    found: dict[int, PastCoup], table: Table, event: Mispaid | WagersReversed | MispaymentCured
) -> None:
    """Let a coup have moved what it is known to have moved by now."""
    known = table.open.mispayments
    if isinstance(event, MispaymentCured):
        coups = {wrong.coup for wrong in known if wrong.number == event.number}
    else:
        coups = {event.coup}
    for number in coups & found.keys():
        found[number] = as_moved(found[number], event, known)
