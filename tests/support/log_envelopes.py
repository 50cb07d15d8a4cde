"""Logs of tests as lines of a journal, under the names of their streams."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope, LogEntry
from punto.aggregate.event import Event
from punto.journal import JournalLine


def journal_lines(stream: str, log: Iterable[LogEntry[Any]]) -> list[JournalLine]:
    """Return the entries of a log as those of a stream of that name."""
    return [LogEntry(replace(entry.envelope, stream=stream), entry.event) for entry in log]


def said(event: Event, at: int = 0, by: str = "", title: str = "") -> LogEntry[Any]:
    """Return an event with its time and its actor; ``lines_of`` gives it a place in a log."""
    return LogEntry(Envelope(time_ms=at * 1000, actor=by, title=title), event)


def lines_of(
    stream: str, kind: str, events: Iterable[Event | LogEntry[Any]], start: int = 0
) -> list[JournalLine]:
    """Return events as the log of a stream; one without a time happened when the last one did."""
    found: list[JournalLine] = []
    time_ms = start * 1000
    for version, one in enumerate(events, start=1):
        entry = one if isinstance(one, LogEntry) else said(one)
        time_ms = max(time_ms, entry.envelope.time_ms)
        envelope = replace(
            entry.envelope, stream=stream, kind=kind, version=version, time_ms=time_ms
        )
        found.append(LogEntry(envelope, entry.event))
    return found
