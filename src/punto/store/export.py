"""Events written out for others: JSON Lines, CSV and Parquet, one line or row for each event."""

import csv
import io
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from punto.clause import Reason
from punto.store.errors import InvalidAppend
from punto.store.records import StoredEvent

_BATCH = 10_000
# With these a spreadsheet begins to calculate.
_FORMULAS = frozenset("=+-@\t\r")
_NUMBERS = ("position", "version", "part", "parts")


def document(event: StoredEvent) -> dict[str, Any]:
    """Return an event as one object: its envelope, its clauses, what happened, its hashes."""
    happened = content(event)
    return {
        "position": event.position,
        "stream": event.stream,
        "kind": event.kind,
        "version": event.version,
        "time": told_time(event.time_ms),
        "actor": event.actor,
        "title": event.title,
        "entered_by": event.entered_by,
        "key": event.key,
        "command": event.command.hex(),
        "part": event.part,
        "parts": event.parts,
        "rulebook": event.rulebook,
        "type": event.type,
        "clauses": [clause for reason in reasons(happened) for clause in reason.clause],
        "event": happened,
        "hash": event.hash.hex(),
        "chain": event.chain.hex(),
    }


def content(event: StoredEvent) -> Any:
    """Return what an event says, as plain values; bytes that are no JSON as text."""
    try:
        return msgspec.json.decode(event.payload)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return event.payload.decode("utf-8", "backslashreplace")


def reasons(happened: Any) -> list[Reason]:
    """Return the reasons of an event, and of the one at a table that it may hold."""
    if not isinstance(happened, dict):
        return []
    lines = happened.get("reasons", ())
    inner = reasons(happened.get("event"))
    return [*(Reason.read(line) for line in lines if isinstance(line, str)), *inner]


def told_time(time_ms: int) -> str:
    """Return a time as ISO 8601 in UTC, to the millisecond."""
    moment = datetime.fromtimestamp(time_ms // 1000, UTC)
    return f"{moment:%Y-%m-%dT%H:%M:%S}.{time_ms % 1000:03d}Z"


def flat(event: StoredEvent) -> dict[str, Any]:
    """Return an event as one row: what happened is JSON, clauses are one text."""
    row = document(event)
    row["clauses"] = "; ".join(row["clauses"])
    row["event"] = event.payload.decode("utf-8", "backslashreplace")
    return row


def as_lines(events: Iterable[StoredEvent], file: BinaryIO) -> None:
    """Write one JSON document a line."""
    file.writelines(msgspec.json.encode(document(event)) + b"\n" for event in events)


def as_csv(events: Iterable[StoredEvent], file: BinaryIO) -> None:
    """Write a table with a line of names."""
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    written = csv.DictWriter(text, _names())
    written.writeheader()
    for event in events:
        written.writerow({name: _inert(value) for name, value in flat(event).items()})
    text.detach()


def _inert(value: Any) -> Any:
    """Return what a spreadsheet takes for text: a name may begin like a formula."""
    formula = isinstance(value, str) and value[:1] in _FORMULAS
    return f"'{value}" if formula else value


def as_parquet(events: Iterable[StoredEvent], file: BinaryIO) -> None:
    """Write columns, so many events at a time that memory does not grow with the log."""
    # Loaded only here: it is large, and nobody else needs it.
    import polars as pl  # noqa: PLC0415
    from polars.io.plugins import register_io_source  # noqa: PLC0415

    schema = {name: pl.Int64() if name in _NUMBERS else pl.String() for name in _names()}
    frames = _frames(events, lambda rows: pl.DataFrame(rows, schema=schema))

    def source(
        with_columns: list[str] | None, predicate: Any, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        del predicate, n_rows, batch_size
        return (frame.select(with_columns) if with_columns else frame for frame in frames)

    register_io_source(source, schema=schema).sink_parquet(file)


def _frames(events: Iterable[StoredEvent], made: Callable[[list[Any]], Any]) -> Iterator[Any]:
    rest = iter(events)
    while rows := [flat(event) for event in islice(rest, _BATCH)]:
        yield made(rows)


def _names() -> list[str]:
    return [
        *document(
            StoredEvent(0, "", "", 0, "", b"0", 0, "", "", None, None, b"", 0, 0, "", b"", b"")
        )
    ]


FORMATS: dict[str, Callable[[Iterable[StoredEvent], BinaryIO], None]] = {
    "jsonl": as_lines,
    "csv": as_csv,
    "parquet": as_parquet,
}


def format_of(path: Path, named: str | None = None) -> str:
    """Return the form in which a file is written: the one that is named, or that its name says."""
    found = named or path.suffix.removeprefix(".").lower()
    if found not in FORMATS:
        raise InvalidAppend(
            f"{named or path.name!r} names no format", f"one of {', '.join(FORMATS)}"
        )
    return found
