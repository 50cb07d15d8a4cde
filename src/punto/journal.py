"""Several streams read as one: every event with its stream, its moment and who was behind it."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.event import Event
from punto.table import events as at_table
from punto.tournament import events as in_tournament
from punto.tournament.tables import TableStepped

Kind = Literal["table", "tournament", "house"]
Happened = Event

# Where the moment at which something was done stands, if it is not called ``at``.
_CALLED = {at_table.NoticePosted: "shown_at", in_tournament.StartMoved: "told_at"}
# What is called ``at`` and is a place in the cards, or a time that is still to come.
_NO_MOMENT = (at_table.CardsCut, at_table.RestCut, in_tournament.SeatingTimeSet)


class Line(Struct, frozen=True):
    """An event of a stream: the how-manieth it is there, when it happened, and by whom.

    ``at`` is in seconds since 1970, UTC; ``by`` and ``title`` are empty where a log does not say.
    """

    stream: str
    kind: Kind
    version: int
    at: int
    by: str
    title: str
    event: Happened


def moment_of(event: Happened) -> int:
    """Return when an event says that it happened, nought if it does not."""
    if isinstance(event, TableStepped):
        return moment_of(event.event)
    if isinstance(event, _NO_MOMENT):
        return 0
    at = getattr(event, _CALLED.get(type(event), "at"), 0)
    assert isinstance(at, int), "a moment is a number of seconds"
    return at


def _people(event: Happened) -> tuple[str, str]:
    """Return by whom an event was brought about and under which title, as far as it says so."""
    if isinstance(event, TableStepped):
        return _people(event.event)
    by = getattr(event, "by", "")
    # A title without a name is of whoever an event is about.
    return by, getattr(event, "title", "") if by else ""


def lines_of_log(stream: str, kind: Kind, events: Iterable[Happened]) -> list[Line]:
    """Return the lines of a plain log.

    An event that does not say when it happened did so at the last moment that one before it
    mentions; what comes before any moment happened at the first. Where a clock was put back, the
    order of the log is right and the clock is not.
    """
    log = list(events)
    said = [moment_of(event) for event in log]
    at = next((moment for moment in said if moment), 0)
    lines = []
    for version, (event, moment) in enumerate(zip(log, said, strict=True), start=1):
        at = max(moment, at)
        lines.append(Line(stream, kind, version, at, *_people(event), event))
    return lines


def known_before(lines: Iterable[Line], until: int) -> list[Line]:
    """Return what had happened before a moment: nobody knew more then."""
    return [line for line in lines if line.at < until]


def by_stream(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """Return the lines of each stream in their order, streams by their names."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        found.setdefault(line.stream, []).append(line)
    return {
        stream: sorted(found[stream], key=lambda line: line.version) for stream in sorted(found)
    }


def standing(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of one stream without the steps that were taken back."""
    found: list[Line] = []
    for line in lines:
        if isinstance(line.event, in_tournament.StepUndone):
            del found[len(found) - line.event.events :]
        else:
            found.append(line)
    return found


def tables(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """Return what stands of every table, those of tournaments included: ``autumn/2``."""
    found: dict[str, list[Line]] = {}
    for stream, inside in by_stream(lines).items():
        for line in standing(inside):
            if isinstance(line.event, TableStepped):
                name = f"{stream}/{line.event.table}"
                event = replace(line, stream=name, kind="table", event=line.event.event)
                found.setdefault(name, []).append(event)
            elif line.kind == "table":
                found.setdefault(stream, []).append(line)
    return found


def tournaments(lines: Iterable[Line]) -> dict[str, list[Line]]:
    """Return what stands of every tournament apart from what happened at its tables."""
    found = {}
    for stream, inside in by_stream(lines).items():
        if inside[0].kind == "tournament":
            found[stream] = [
                line for line in standing(inside) if not isinstance(line.event, TableStepped)
            ]
    return found


def everything(lines: Sequence[Line]) -> Iterator[Line]:
    """Yield what stands everywhere, in the order in which it happened."""
    house = [line for line in lines if line.kind == "house"]
    inside = [*tables(lines).values(), *tournaments(lines).values(), house]
    yield from sorted(
        (line for stream in inside for line in stream),
        key=lambda line: (line.at, line.stream, line.version),
    )


def in_coups(lines: Sequence[Line]) -> Iterator[tuple[Line, int]]:
    """Yield what stands everywhere with the coup that was on at its table, or was the last."""
    coups: dict[str, int] = {}
    for line in everything(lines):
        if isinstance(line.event, at_table.CoupStarted):
            coups[line.stream] = line.event.number
        yield line, coups.get(line.stream, 0)
