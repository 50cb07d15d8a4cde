"""Load a stream: its state, from its snapshot if that is usable, and the later events."""

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from punto import codec
from punto.aggregate.envelope import LogEntry
from punto.aggregate.topic import UndoneEarlierError
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.store.errors import InvalidAppend, NoStore
from punto.store.log import Log
from punto.store.records import StreamHead
from punto.store.snapshots import EVERY, Snapshot, due
from punto.store.stream_kinds import StreamKind, codec_of, of_kind


class Opened(Struct, frozen=True):
    """The state of a stream at a version; ``since`` is the version its snapshot was taken at."""

    stream: str
    kind: str
    version: int
    rulebook: str
    state: Any
    since: int = 0


def opened(log: Log, stream: str, digest: str = "") -> Opened:
    """Return the current state of a stream.

    ``digest`` is that of the current rulebook text: a snapshot with another one is not used.
    """
    head = log.stream(stream)
    if head is None:
        raise NoStore(f"there is no stream {stream}")
    kind = of_kind(head.kind)
    if kind.replay is None or kind.changes is None:
        raise InvalidAppend(f"{stream} is of kind {head.kind}, which has no state")
    state, since = _usable_snapshot(log, stream, kind, digest)
    try:
        if since:
            try:
                state = kind.changes.applied(state, _entries(log, head, kind, since))
            except UndoneEarlierError:
                # The snapshot contains a command that was undone after it.
                since = 0
        if not since:
            state = kind.replay(_entries(log, head, kind, 0))
    except AssertionError:
        raise Malformed(
            f"an event of {stream} is missing or out of turn", code=ErrorCode.UNREADABLE
        ) from None
    return Opened(stream, head.kind, head.version, head.rulebook, state, since)


def _entries(log: Log, head: StreamHead, kind: StreamKind, since: int) -> Iterator[LogEntry[Any]]:
    return map(kind.entry, log.read(head.stream, since, head.version))


def _usable_snapshot(log: Log, stream: str, kind: StreamKind, digest: str) -> tuple[Any, int]:
    """Return the state and version of a snapshot, or version 0 if none is usable."""
    snapshot = log.snapshot(stream)
    if snapshot is None or kind.read_state is None:
        return None, 0
    if (snapshot.codec, snapshot.digest) != (codec_of(kind.name), digest):
        return None, 0
    try:
        return kind.read_state(snapshot.state), snapshot.version
    except Malformed:
        return None, 0


def keep_if_due(log: Log, now: Opened, before: int, digest: str = "", every: int = EVERY) -> bool:
    """Store a snapshot if the stream has enough new events; return whether it did."""
    if not due(before, now.version, every):
        return False
    keep(log, now, digest)
    return True


def keep(log: Log, now: Opened, digest: str = "") -> None:
    """Store a snapshot of a stream, so that the next load is fast."""
    state = codec.encode(now.state)
    log.keep(Snapshot(now.stream, now.version, codec_of(now.kind), digest, state))
