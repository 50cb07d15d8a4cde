"""The event log: one interface for both database engines."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from threading import Lock
from types import TracebackType
from typing import Any, Self, TypeVar

from sqlalchemy import Select, func, select
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from punto.store.chain import NOTHING, asked
from punto.store.errors import Closed, KeyReused, TooManyAppends
from punto.store.event_filter import Wanted
from punto.store.records import (
    Append,
    Appended,
    CommandMetadata,
    Head,
    StoredEvent,
    StreamHead,
    check_fit,
)
from punto.store.schema import events
from punto.store.snapshots import Snapshot, newest
from punto.store.sql import Backend, Row
from punto.store.writer import OnCommit, Watch, Writer, unwatched

# The number of events of one query, so that no reader holds a connection for long.
PAGE = 2_000
T = TypeVar("T")


class Log:
    """Append-only streams of events. Open one with ``punto.store.address.open_log``.

    Any thread may use it. Appending returns a future: wait for its result in a thread, or await
    ``asyncio.wrap_future`` of it. Reading blocks: from asyncio call it with ``asyncio.to_thread``.
    """

    def __init__(self, backend: Backend, schema: int, on_commit: OnCommit | None = None) -> None:
        self.backend, self.schema, self._on_commit = backend, schema, on_commit
        self._writer: Writer | None = None
        self._watch: Watch = unwatched
        self._lock = Lock()
        self._closed = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commit the waiting appends, and close the database."""
        with self._lock:
            self._closed = True
        if self._writer is not None:
            self._writer.close()
        self.backend.engine.dispose()

    def append(self, append: Append) -> Future[Appended]:
        """Add the events of a command to a stream; the future is done when they are on the disk.

        The future may raise ``Conflict``, ``KeyReused``, or another error of the store.
        """
        check_fit(append)
        return self._writing().submit_one(append)

    def write(self, append: Append) -> Appended:
        """Add to a stream and wait; commit in this thread if no other thread writes.

        Not for a thread that must not block, such as one that runs an event loop.
        """
        check_fit(append)
        return self._writing().write(append)

    def append_now(self, appends: Sequence[Append]) -> tuple[Appended, ...] | None:
        """Add to streams in this thread if that is quick and no other writes; else return ``None``.

        A thread that runs an event loop may call this too.
        """
        for append in appends:
            check_fit(append)
        return self._writing().write_now(tuple(appends))

    def append_together(self, appends: Sequence[Append]) -> Future[tuple[Appended, ...]]:
        """Add to several streams, to all of them or to none."""
        for append in appends:
            check_fit(append)
        return self._writing().submit(tuple(appends))

    def watch(self, watch: Watch) -> None:
        """Call a function after every commit, with its number of groups and its seconds."""
        self._watch = watch
        if self._writer is not None:
            self._writer.watch = watch

    def check_writable(self) -> None:
        """Raise an error if the log cannot be written, as far as that is known without writing."""
        if self._writer is not None and self._writer.trouble is not None:
            raise self._writer.trouble
        self.backend.check_room()
        self.head()

    @property
    def writer_pid(self) -> int | None:
        """Return the id of this writer in notifications to other processes, if there are any."""
        return self._writer.pid if self._writer is not None else None

    def _writing(self) -> Writer:
        # A log that is only read needs no writer thread.
        if self._writer is None:
            with self._lock:
                if self._closed:
                    raise Closed("the log is closed")
                if self._writer is None:
                    self._writer = Writer(self.backend, self._on_commit)
                    self._writer.watch = self._watch
        return self._writer

    def answer(self, stream: str, act: CommandMetadata) -> Appended | None:
        """Return the first answer to the key of a command, if the key exists."""
        query = select(events.c.version, events.c.parts, events.c.position, events.c.command).where(
            events.c.stream == stream, events.c.key == act.key, events.c.part == 1
        )
        for version, parts, position, command in self._rows(query):
            if command != asked(act):
                raise KeyReused(stream, act.key or "")
            return Appended(stream, version, version + parts - 1, position, repeated=True)
        return None

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[StoredEvent]:
        """Yield the events of a stream after a version, in order."""
        while True:
            query = select(events).where(events.c.stream == stream, events.c.version > after)
            if until is not None:
                query = query.where(events.c.version <= until)
            page = self._stored_events(query.order_by(events.c.version).limit(PAGE))
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].version

    def after(self, position: int, limit: int = PAGE) -> list[StoredEvent]:
        """Return the events after a position, in the order of commits.

        No event ever appears before a position that was read, whichever process wrote it.
        """
        query = select(events).where(events.c.position > position)
        return self._stored_events(query.order_by(events.c.position).limit(limit))

    def grown(self, after: int, until: int | None = None) -> dict[str, int]:
        """Return the streams that have events after a position, each with its version."""
        newest = func.max(events.c.version)
        query = select(events.c.stream, newest).where(events.c.position > after)
        if until is not None:
            query = query.where(events.c.position <= until)
        rows = self._rows(query.group_by(events.c.stream))
        return {stream: int(version) for stream, version in rows}

    def all_of(self, wanted: Wanted, after: int = 0) -> Iterator[StoredEvent]:
        """Yield the events that pass a filter, in the order of commits."""
        last = self.head().position
        while after < last:
            # Pages of positions, not of matches: a query for rare events must not take long.
            until = min(last, after + PAGE * 10)
            span = (events.c.position > after) & (events.c.position <= until)
            yield from self._stored_events(
                wanted.of(select(events)).where(span).order_by("position")
            )
            after = until

    def head(self) -> Head:
        """Return the head of the store."""
        query = select(events.c.position, events.c.chain).order_by(events.c.position.desc())
        rows = self._rows(query.limit(1))
        return Head(*rows[0]) if rows else Head(0, NOTHING)

    def stream(self, name: str) -> StreamHead | None:
        """Return the head of a stream, or ``None`` if it has no events."""
        query = _heads.where(events.c.stream == name).order_by(events.c.version.desc())
        rows = self._rows(query.limit(1))
        return StreamHead(*rows[0]) if rows else None

    def streams(self, kind: str | None = None) -> list[StreamHead]:
        """Return the heads of all streams, or of one kind, in the order of their creation."""
        creations = select(events.c.stream).where(events.c.version == 1).order_by(events.c.position)
        if kind is not None:
            creations = creations.where(events.c.kind == kind)
        heads = (self.stream(name) for (name,) in self._rows(creations))
        return [head for head in heads if head is not None]

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the snapshot of a stream, if there is one."""
        if self.schema < 2:  # stores of the first schema have none
            return None
        return self._query(lambda: newest(self.backend.engine, stream))

    def keep(self, snapshot: Snapshot) -> None:
        """Write a snapshot later, when no append waits; this may fail without an error."""
        self._writing().keep(snapshot)

    def _stored_events(self, query: Select[Any]) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self._rows(query)]

    def _rows(self, query: Select[Any]) -> Sequence[Row]:
        def rows() -> Sequence[Row]:
            with self.backend.engine.connect() as connection:
                return [*connection.execute(query)]

        return self._query(rows)

    def _query(self, read: Callable[[], T]) -> T:
        try:
            return read()
        except DBAPIError as error:
            raise self.backend.problem(error.orig or error) from None
        except PoolTimeout:
            raise TooManyAppends("too many readers at once") from None


_heads = select(events.c.stream, events.c.kind, events.c.version, events.c.hash, events.c.rulebook)
