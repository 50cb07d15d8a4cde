"""A log in a file: JSON Lines, one event with its envelope a line, as `log export` writes it too.

Each line has the hash of its event, which covers the hash of the line before. An altered, removed
or moved line is found when the file is read.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime
from io import BufferedWriter
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from punto import codec
from punto.aggregate.envelope import LogEntry
from punto.aggregate.event import Event
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.store.chain import NOTHING, linked
from punto.store.export import document
from punto.store.records import StoredEvent
from punto.store.stream_kinds import HOUSE, TABLE, TOURNAMENT, of_kind

# The kinds of stream whose log a file may hold.
KINDS = (TABLE, TOURNAMENT, HOUSE)
# What only a store knows about an event, and what follows from the event.
_LEFT_OUT = frozenset({"position", "chain", "clauses"})


class _Line(Struct, kw_only=True):
    """A line of a file, as far as it is read back."""

    stream: str
    kind: str
    version: int
    time: datetime
    actor: str = ""
    title: str = ""
    entered_by: str | None = None
    key: str | None = None
    command: str = ""
    part: int = 1
    parts: int = 1
    rulebook: str = ""
    type: str
    event: msgspec.Raw
    hash: str | None = None

    def recorded(self) -> StoredEvent:
        """Return the line as a store holds it, without its place in a store."""
        return StoredEvent(
            position=0,
            stream=self.stream,
            kind=self.kind,
            version=self.version,
            type=self.type,
            payload=bytes(self.event),
            time_ms=round(self.time.timestamp() * 1000),
            actor=self.actor,
            title=self.title,
            entered_by=self.entered_by,
            key=self.key,
            command=bytes.fromhex(self.command),
            part=self.part,
            parts=self.parts,
            rulebook=self.rulebook,
            hash=bytes.fromhex(self.hash or ""),
            chain=b"",
        )


_decoder = msgspec.json.Decoder(_Line)


class Lines:
    """Turns the entries of one log into lines, one after the other."""

    def __init__(self, previous: bytes = NOTHING, rulebook: str = "") -> None:
        self.previous, self.rulebook = previous, rulebook

    def line(self, entry: LogEntry[Event]) -> bytes:
        """Return an entry as the next line."""
        event, envelope = entry.event, entry.envelope
        # The first event of a log names the rulebook that all of it is under.
        self.rulebook = self.rulebook or getattr(event, "rulebook", "")
        recorded = StoredEvent(
            position=0,
            stream=envelope.stream,
            kind=envelope.kind,
            version=envelope.version,
            type=event.tag(),
            payload=codec.encode(event),
            time_ms=envelope.time_ms,
            actor=envelope.actor,
            title=envelope.title,
            entered_by=envelope.entered_by,
            key=envelope.key,
            command=b"",
            part=envelope.part,
            parts=envelope.parts,
            rulebook=self.rulebook,
            hash=b"",
            chain=b"",
        )
        hashed = linked(self.previous, recorded)
        self.previous = hashed
        whole = document(msgspec.structs.replace(recorded, hash=hashed))
        # The very bytes that the hash covers.
        whole["event"] = msgspec.Raw(recorded.payload)
        kept = {
            name: value
            for name, value in whole.items()
            if name not in _LEFT_OUT and value not in (None, "")
        }
        return msgspec.json.encode(kept) + b"\n"


def written(log: Iterable[LogEntry[Any]]) -> bytes:
    """Return a whole log as lines."""
    return b"".join(map(Lines().line, log))


class LogFile:
    """A file to which the entries of a log are added, each once."""

    def __init__(self, file: BufferedWriter, lines: Lines, written: int = 0) -> None:
        self.file, self.lines, self.written = file, lines, written

    def write(self, log: Sequence[LogEntry[Any]]) -> None:
        """Add the entries that are not in the file yet."""
        self.file.writelines(self.lines.line(entry) for entry in log[self.written :])
        self.file.flush()
        self.written = len(log)


class FileLog(Struct, frozen=True):
    """What a file holds: the kind of its stream, its rulebook and its entries."""

    kind: str
    rulebook: str
    entries: tuple[LogEntry[Any], ...]
    recorded: tuple[StoredEvent, ...]


def new_file(path: Path) -> LogFile:
    """Return a new file for a log, or raise an error if there is one already."""
    try:
        return LogFile(path.open("xb"), Lines())
    except OSError as error:
        raise _unusable(path, error) from None


def continued_file(path: Path, held: FileLog) -> LogFile:
    """Return a file that holds the beginning of a log, so that the rest can be added."""
    try:
        file = path.open("ab")
    except OSError as error:
        raise _unusable(path, error) from None
    return LogFile(file, Lines(held.recorded[-1].hash, held.rulebook), len(held.entries))


def read_file(path: Path) -> FileLog:
    """Return what a log file holds, or raise an error that names the line at fault."""
    try:
        return read_lines(path.read_bytes(), str(path))
    except OSError as error:
        raise _unusable(path, error) from None


def read_lines(text: bytes, name: str = "the log") -> FileLog:
    """Return what the lines of a log hold; ``name`` is what an error calls it."""
    recorded = tuple(_recorded(text, name))
    if not recorded:
        raise Malformed(f"{name} is empty", "a log: one event a line", code=ErrorCode.UNREADABLE)
    first = recorded[0]
    kind = of_kind(first.kind)
    if first.type != kind.birth:
        text_ = f"{name} begins with no table, no tournament and no house"
        hint = "a log, as `punto play --log` or `punto tournament run --log` writes one"
        raise Malformed(text_, hint, code=ErrorCode.UNREADABLE)
    entries = tuple(_entries(recorded, kind.read_event, kind.name, name))
    return FileLog(first.kind, first.rulebook, entries, recorded)


def _recorded(text: bytes, name: str) -> Iterator[StoredEvent]:
    previous, stream = NOTHING, ""
    for number, line in enumerate(filter(bytes.strip, text.splitlines()), start=1):
        try:
            found = _decoder.decode(line).recorded()
        except (msgspec.MsgspecError, UnicodeDecodeError, ValueError) as error:
            raise Malformed(
                f"{name} is no log: line {number}: {error}",
                "a log, as `punto play --log` or `punto tournament run --log` writes one",
                code=ErrorCode.UNREADABLE,
            ) from None
        stream = stream or found.stream
        if found.kind not in KINDS or (found.stream, found.version) != (stream, number):
            said = f"{name}: line {number} is version {found.version} of {found.stream}"
            raise Malformed(said, "one log, one file, every line of it", code=ErrorCode.UNREADABLE)
        if found.hash and found.hash != linked(previous, found):
            said = f"{name}: line {number} is not what was written"
            raise Malformed(
                said, "the line, or one before it, was altered", code=ErrorCode.UNREADABLE
            )
        previous = found.hash
        yield found


def _entries(
    recorded: Iterable[StoredEvent], read: Callable[[bytes], Any], kind: str, name: str
) -> Iterator[LogEntry[Any]]:
    for one in recorded:
        try:
            yield LogEntry(one.envelope, read(one.payload))
        except Malformed as error:
            raise Malformed(
                f"{name} is not the log of a {kind}: line {one.version}: {error.message}",
                code=ErrorCode.UNREADABLE,
            ) from None


def _unusable(path: Path, error: OSError) -> Malformed:
    return Malformed(f"--log {path}: {error.strerror or error}", code=ErrorCode.SYSTEM)
