"""``punto log export``: events as JSON Lines, CSV or Parquet."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, BinaryIO, Literal

import cyclopts

from punto.clause import Malformed
from punto.cli.log.store_options import (
    Day,
    Person,
    Store,
    Stream,
    Type,
    Zone,
    far,
    told_plainly,
    wanted,
)
from punto.cli.options import Json
from punto.cli.output import console, emit
from punto.error_codes import ErrorCode
from punto.store.address import read_log
from punto.store.backup import check_new
from punto.store.event_filter import Wanted
from punto.store.export import FORMATS, format_of
from punto.store.log import Log
from punto.store.records import StoredEvent
from punto.store.verify import Told


def export(
    file: Annotated[
        Path | None,
        cyclopts.Parameter(help="A new file, .jsonl, .csv or .parquet; printed if left out."),
    ] = None,
    *,
    store: Store,
    stream: Stream = None,
    person: Person = None,
    type: Type = None,  # noqa: A002  the name of the option
    day: Day = None,
    zone: Zone = "UTC",
    format: Annotated[  # noqa: A002
        Literal["jsonl", "csv", "parquet"] | None,
        cyclopts.Parameter(help="If the name of the file does not say it; jsonl if printed."),
    ] = None,
    json: Json = False,
) -> None:
    """Write events with their envelopes, clauses and hashes into a file."""
    chosen = wanted(stream, person, type, day, zone)
    with told_plainly(), read_log(store) as log:
        if file is None:
            FORMATS[format or "jsonl"](log.all_of(chosen), sys.stdout.buffer)
            return
        form = format_of(file, format)
        check_new(file)
        with far("exporting") as told:
            counted = _CountedEvents(log, chosen, told)
            _write_file(file, form, counted)
    if json:
        emit({"file": str(file), "format": form, "events": counted.count})
    else:
        console().print(f"{counted.count:,} events written to {file}", markup=False, soft_wrap=True)


class _CountedEvents:
    """Counts events while they are exported, and reports the progress."""

    def __init__(self, log: Log, chosen: Wanted, told: Told) -> None:
        self.log, self.chosen, self.told, self.count = log, chosen, told, 0

    def __iter__(self) -> Iterator[StoredEvent]:
        last = self.log.head().position
        for event in self.log.all_of(self.chosen):
            self.count += 1
            if self.count % 1000 == 0:
                self.told(event.position, last)
            yield event


def _write_file(file: Path, form: str, events: _CountedEvents) -> None:
    """Write a temporary file, and link it to its name when it is complete."""
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as opened:
            into: BinaryIO = opened
            FORMATS[form](events, into)
            opened.flush()
            os.fsync(opened.fileno())
        os.link(part, file)
    except OSError as error:
        raise Malformed(f"{file}: {error.strerror or error}", code=ErrorCode.SYSTEM) from None
    finally:
        part.unlink(missing_ok=True)
