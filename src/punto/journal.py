"""Several logs read as one: every event in its envelope."""

from collections.abc import Iterable, Iterator, Sequence
from heapq import merge

from msgspec.structs import replace

from punto.aggregate.envelope import LogEntry
from punto.aggregate.event import Event
from punto.table.deal.coup_start import CoupStarted
from punto.tournament.tables import TableStepped
from punto.tournament.undo_step import StepUndone

# A line of a journal is an entry of one of the logs that it is read from.
JournalLine = LogEntry[Event]


def known_before(lines: Iterable[JournalLine], until: int) -> list[JournalLine]:
    """Return what had happened before a moment: nobody knew more then."""
    return [line for line in lines if line.envelope.at < until]


def by_stream(lines: Iterable[JournalLine]) -> dict[str, list[JournalLine]]:
    """Return the lines of each stream in their order, streams by their names."""
    found: dict[str, list[JournalLine]] = {}
    for line in lines:
        found.setdefault(line.envelope.stream, []).append(line)
    return {
        stream: sorted(found[stream], key=lambda line: line.envelope.version)
        for stream in sorted(found)
    }


def standing(lines: Sequence[JournalLine]) -> list[JournalLine]:
    """Return the lines of one stream without the steps that were taken back."""
    found: list[JournalLine] = []
    for line in lines:
        if isinstance(line.event, StepUndone):
            while found and found[-1].envelope.version > line.event.back_to:
                found.pop()
        else:
            found.append(line)
    return found


def tables(lines: Iterable[JournalLine]) -> dict[str, list[JournalLine]]:
    """Return what stands of every table, those of tournaments included: ``autumn/2``."""
    found: dict[str, list[JournalLine]] = {}
    for stream, inside in by_stream(lines).items():
        for line in standing(inside):
            if isinstance(line.event, TableStepped):
                name = f"{stream}/{line.event.table}"
                envelope = replace(line.envelope, stream=name, kind="table")
                found.setdefault(name, []).append(LogEntry(envelope, line.event.event))
            elif line.envelope.kind == "table":
                found.setdefault(stream, []).append(line)
    return found


def tournaments(lines: Iterable[JournalLine]) -> dict[str, list[JournalLine]]:
    """Return what stands of every tournament apart from what happened at its tables."""
    found = {}
    for stream, inside in by_stream(lines).items():
        if inside[0].envelope.kind == "tournament":
            found[stream] = [
                line for line in standing(inside) if not isinstance(line.event, TableStepped)
            ]
    return found


def everything(lines: Sequence[JournalLine]) -> Iterator[JournalLine]:
    """Yield what stands everywhere, in the order in which it happened.

    The order within a stream is that of its log, even where a clock was set back.
    """
    house = [line for line in lines if line.envelope.kind == "house"]
    inside = [*tables(lines).values(), *tournaments(lines).values(), house]
    yield from merge(*inside, key=lambda line: (line.envelope.at, line.envelope.stream))


def in_coups(lines: Sequence[JournalLine]) -> Iterator[tuple[JournalLine, int]]:
    """Yield what stands everywhere with the coup that was on at its table, or was the last."""
    coups: dict[str, int] = {}
    for line in everything(lines):
        if isinstance(line.event, CoupStarted):
            coups[line.envelope.stream] = line.event.number
        yield line, coups.get(line.envelope.stream, 0)
