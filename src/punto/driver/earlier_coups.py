"""Earlier coups of a table, read from its log once and kept up with it."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.table.base_classes import TableEvent
from punto.table.deal.coup_reversal import CoupReopened
from punto.table.deal.settling import CoupDiscarded
from punto.table.deal.void_coup import CoupVoided
from punto.table.errors.late_errors import CoupReversed
from punto.table.mispayments import Mispaid, MispaymentCured, WagersReversed, with_correction
from punto.table.opening.creation import TableSetUp, initial_table
from punto.table.phase import PastCoup
from punto.table.registry import evolve
from punto.table.seats.joining import PatronLeft
from punto.table.table import Table


class EarlierCoups(Struct, frozen=True):
    """Finished coups by their numbers, as they were left; void ones say so.

    ``length`` is how many entries of the log have been read, ``table`` stands after them.
    """

    length: int = 0
    table: Table | None = None
    coups: Mapping[int, PastCoup] = {}

    def of(self, numbers: Iterable[int]) -> Mapping[int, PastCoup]:
        """Return the coups of these numbers that are finished."""
        return {number: self.coups[number] for number in numbers if number in self.coups}

    def extended(self, entries: Iterable[LogEntry[TableEvent]]) -> "EarlierCoups":
        """Return what is known when further entries of the log have been read."""
        length, table, coups = self.length, self.table, dict(self.coups)
        for entry in entries:
            length += 1
            event = entry.event
            if isinstance(event, TableSetUp):
                table = initial_table(event)
                continue
            assert table is not None, "a log begins with the table being set up"
            table = evolve(table, event, entry.envelope)
            _add(coups, table, event)
        return EarlierCoups(length, table, coups)


def _add(coups: dict[int, PastCoup], table: Table, event: TableEvent) -> None:
    match event:
        case CoupDiscarded() if table.past.last is not None:
            coups[table.past.last.number] = table.past.last
        case CoupReopened() | CoupVoided():
            coups.pop(table.number, None)
        case PatronLeft():
            # What was told to somebody ends when they go: it rests on no coup any more.
            for number, coup in coups.items():
                if event.name in coup.advised:
                    advised = tuple(name for name in coup.advised if name != event.name)
                    coups[number] = replace(coup, advised=advised)
        case CoupReversed() if event.number in coups:
            coups[event.number] = replace(coups[event.number], void=True)
        case Mispaid() | WagersReversed() | MispaymentCured():
            _adjust(coups, table, event)
        case _:
            pass


def _adjust(
    coups: dict[int, PastCoup], table: Table, event: Mispaid | WagersReversed | MispaymentCured
) -> None:
    """Let a coup have moved what it is known to have moved by now."""
    known = table.open.mispayments
    if isinstance(event, MispaymentCured):
        numbers = {wrong.coup for wrong in known if wrong.number == event.number}
    else:
        numbers = {event.coup}
    for number in numbers & coups.keys():
        coups[number] = with_correction(coups[number], event, known)
