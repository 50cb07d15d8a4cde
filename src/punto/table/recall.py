"""Earlier coups, read from the log of a table."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.table.deal.events import CoupDiscarded
from punto.table.errors.events import (
    CoupReopened,
    CoupReversed,
    CoupVoided,
    Mispaid,
    MispaymentCured,
    WagersReversed,
)
from punto.table.errors.evolve_payments import as_moved
from punto.table.events import AnyEvent
from punto.table.evolve import evolve
from punto.table.opening.events import TableSetUp
from punto.table.opening.evolve import set_up
from punto.table.phase import PastCoup
from punto.table.seats.events import PatronLeft
from punto.table.table import Table


def recalled(log: Iterable[LogEntry[AnyEvent]], numbers: Iterable[int]) -> dict[int, PastCoup]:
    """Return finished coups by their numbers, as they were left; void ones say so."""
    wanted = set(numbers)
    if not wanted:
        return {}
    found: dict[int, PastCoup] = {}
    table: Table | None = None
    for entry in log:
        event = entry.event
        if isinstance(event, TableSetUp):
            table = set_up(event)
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
