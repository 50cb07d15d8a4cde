"""``punto log show``: the log as a shift log, every step with its clauses."""

from collections import deque
from collections.abc import Iterator
from datetime import datetime, tzinfo
from typing import Annotated

import cyclopts
from rich.text import Text

from punto.clause import Malformed
from punto.cli.log.store_options import (
    Day,
    Person,
    Store,
    Stream,
    Type,
    Zone,
    told_plainly,
    wanted,
)
from punto.cli.log.teller import NarratedEvent, Teller, fact
from punto.cli.options import Json
from punto.cli.output import console, emit, heading, paragraph, talk, with_clause
from punto.error_codes import ErrorCode
from punto.house.calendar import zone_of
from punto.store.address import read_log
from punto.store.export import document
from punto.store.log import Log
from punto.store.records import StoredEvent


def show(
    *,
    store: Store,
    stream: Stream = None,
    person: Person = None,
    type: Type = None,  # noqa: A002  the name of the option
    day: Day = None,
    zone: Zone = "UTC",
    last: Annotated[int | None, cyclopts.Parameter(help="Only so many steps, the latest.")] = None,
    json: Json = False,
) -> None:
    """Show what happened, step by step, with who did it and the clauses that made it so."""
    chosen, where = wanted(stream, person, type, day, zone), zone_of(zone)
    if last is not None and last < 1:
        raise Malformed(f"--last {last}: at least one step", code=ErrorCode.USAGE)
    with told_plainly(), read_log(store) as log:
        _check_known(log, stream)
        steps: Iterator[StoredEvent] | deque[StoredEvent] = _first_events(log.all_of(chosen))
        if last is not None:
            steps = deque(steps, maxlen=last)
        if json:
            emit([document(event) for step in steps for event in _events_of_command(log, step)])
            return
        shown = _print(log, steps, where)
    if not shown:
        talk().print("nothing of that kind is in the log", markup=False)


def _check_known(log: Log, streams: list[str] | None) -> None:
    for name in streams or ():
        if log.stream(name) is None:
            names = [head.stream for head in log.streams()]
            hint = f"there are {', '.join(names[:12])}" + (" ..." if len(names) > 12 else "")
            raise Malformed(f"there is no stream {name!r}", hint, code=ErrorCode.NO_SUCH_STREAM)


def _first_events(events: Iterator[StoredEvent]) -> Iterator[StoredEvent]:
    """Yield the first matching event of each command."""
    before = ("", 0)
    for event in events:
        step = (event.stream, event.version - event.part)
        if step != before:
            yield event
        before = step


def _events_of_command(log: Log, event: StoredEvent) -> Iterator[StoredEvent]:
    """Yield all events of the command that caused an event."""
    first = event.version - event.part
    return log.read(event.stream, first, first + event.parts)


def _print(log: Log, steps: Iterator[StoredEvent] | deque[StoredEvent], where: tzinfo) -> int:
    tellers: dict[str, Teller] = {}
    day, count = "", 0
    for event in steps:
        teller = tellers.setdefault(event.stream, Teller(log, event.stream, event.kind))
        moment = datetime.fromtimestamp(event.time_ms // 1000, where)
        if f"{moment:%A %d %B %Y}" != day:
            day = f"{moment:%A %d %B %Y}"
            console().print(heading(day))
        _print_step(event, f"{moment:%H:%M:%S}")
        first = event.version - event.part + 1
        for entry in teller.entries(first, first + event.parts - 1):
            _print_entry(entry)
        count += 1
    return count


def _print_step(event: StoredEvent, clock: str) -> None:
    """Print when a step was taken, where, and by whom."""
    first = event.version - event.part + 1
    versions = f"{first}" if event.parts == 1 else f"{first}-{first + event.parts - 1}"
    by = f"{event.actor}, {event.title}"
    if event.entered_by is not None:
        by += f" (entered by {event.entered_by})"
    console().print(Text(f"{clock}  {event.stream} {versions}  {by}", style="bold"), soft_wrap=True)


def _print_entry(entry: NarratedEvent) -> None:
    paragraph(fact(entry.event), 4, 4)
    for text in entry.called:
        paragraph(f'"{text}"', 6, 4)
    for reason in entry.reasons:
        paragraph(with_clause(reason.text, reason.clause), 6, 4)
