"""Export events: JSON Lines, CSV and Parquet, one line or row for each event."""

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
# The first characters of spreadsheet formulas.
_FORMULAS = frozenset("=+-@\t\r")
_NUMBERS = ("position", "version", "part", "parts")


def document(event: StoredEvent) -> dict[str, Any]:
    """Return an event as one object: its envelope, its clauses, its payload, its hashes."""
    body = content(event)
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
        "clauses": [clause for reason in reasons(body) for clause in reason.clause],
        "event": body,
        "hash": event.hash.hex(),
        "chain": event.chain.hex(),
    }


def content(event: StoredEvent) -> Any:
    """Return the payload of an event as plain values; bytes that are not JSON as text."""
    try:
        return msgspec.json.decode(event.payload)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return event.payload.decode("utf-8", "backslashreplace")


def reasons(happened: Any) -> list[Reason]:
    """Return the reasons of an event, and of the table event that it may contain."""
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
    """Return an event as one row: the payload is JSON, the clauses are one text."""
    row = document(event)
    row["clauses"] = "; ".join(row["clauses"])
    row["event"] = event.payload.decode("utf-8", "backslashreplace")
    return row


def as_lines(events: Iterable[StoredEvent], file: BinaryIO) -> None:
    """Write one JSON document on each line."""
    file.writelines(msgspec.json.encode(document(event)) + b"\n" for event in events)


def as_csv(events: Iterable[StoredEvent], file: BinaryIO) -> None:
    """Write a table with a header line."""
    text = io.TextIOWrapper(file, "utf-8", newline="", write_through=True)
    writer = csv.DictWriter(text, _column_names())
    writer.writeheader()
    for event in events:
        writer.writerow({name: _escape_formula(value) for name, value in flat(event).items()})
    text.detach()


def _escape_formula(value: Any) -> Any:
    """Escape a text that a spreadsheet would read as a formula."""
    formula = isinstance(value, str) and value[:1] in _FORMULAS
    return f"'{value}" if formula else value


def as_parquet(events: Iterable[StoredEvent], file: BinaryIO) -> None:
    """Write a Parquet file in batches, so that memory does not grow with the log."""
    # Imported only here, because it is large.
    import polars as pl  # noqa: PLC0415
    from polars.io.plugins import register_io_source  # noqa: PLC0415

    schema = {name: pl.Int64() if name in _NUMBERS else pl.String() for name in _column_names()}
    frames = _batches(events, lambda rows: pl.DataFrame(rows, schema=schema))

    def source(
        with_columns: list[str] | None, predicate: Any, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        del predicate, n_rows, batch_size
        return (frame.select(with_columns) if with_columns else frame for frame in frames)

    register_io_source(source, schema=schema).sink_parquet(file)


def _batches(events: Iterable[StoredEvent], to_frame: Callable[[list[Any]], Any]) -> Iterator[Any]:
    rest = iter(events)
    while rows := [flat(event) for event in islice(rest, _BATCH)]:
        yield to_frame(rows)


def _column_names() -> list[str]:
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
    """Return the named format, or the one of the file's suffix."""
    name = named or path.suffix.removeprefix(".").lower()
    if name not in FORMATS:
        raise InvalidAppend(
            f"{named or path.name!r} names no format", f"one of {', '.join(FORMATS)}"
        )
    return name
