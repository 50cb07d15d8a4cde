"""What every command about a log takes: where the store is, and which events are wanted."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, time, timedelta
from typing import Annotated

import cyclopts

from punto.clause import Malformed
from punto.cli.output import progress
from punto.house.calendar import zone_of
from punto.notation.time_parser import parse_day
from punto.store.errors import StoreError
from punto.store.event_filter import Wanted
from punto.store.verify import Told

Store = Annotated[
    str,
    cyclopts.Parameter(
        name="--store",
        env_var="PUNTO_STORE",
        help="A file, or postgresql://USER@HOST/NAME; PUNTO_STORE in the environment if left out.",
    ),
]
Stream = Annotated[
    list[str] | None,
    cyclopts.Parameter(
        name=["--stream", "--table"], negative="", help="Only this stream; may be repeated."
    ),
]
Person = Annotated[
    str | None, cyclopts.Parameter(help="Only what this person did, or entered for another.")
]
Type = Annotated[
    list[str] | None,
    cyclopts.Parameter(
        name="--type", negative="", help="Only this type of event, such as wager_placed."
    ),
]
Day = Annotated[str | None, cyclopts.Parameter(help="Only this day, such as 2024-05-16.")]
Zone = Annotated[str, cyclopts.Parameter(help="Where the clock is read, such as Australia/Sydney.")]


@contextmanager
def told_plainly() -> Iterator[None]:
    """Tell what is wrong with a store as every command tells what is wrong."""
    try:
        yield
    except StoreError as error:
        raise Malformed(error.message, error.hint, code=error.code) from None


@contextmanager
def far(label: str) -> Iterator[Told]:
    """Yield a callback that shows the progress of long work."""
    with progress(label) as bar:
        task = bar.add_task("", total=None)

        def told(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        yield told


def wanted(
    streams: list[str] | None,
    person: str | None,
    types: list[str] | None,
    day: str | None,
    zone: str,
) -> Wanted:
    """Return the choice of events that options make."""
    start = until = None
    where = zone_of(zone)
    if day is not None:
        first = datetime.combine(parse_day(day), time(), where)
        start = int(first.timestamp()) * 1000
        # The next midnight by the same clock: a day is not always 24 hours.
        after = datetime.combine(parse_day(day) + timedelta(days=1), time(), where)
        until = int(after.timestamp()) * 1000
    return Wanted(
        streams=tuple(streams or ()),
        person=person,
        types=tuple(types or ()),
        from_ms=start,
        until_ms=until,
    )
