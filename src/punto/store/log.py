"""The log of the house: one contract, whichever engine keeps it."""

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

# So many events are fetched at a time: a reader holds nothing for long.
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
        """Finish what waits to be appended, and let go of the database."""
        with self._lock:
            self._closed = True
        if self._writer is not None:
            self._writer.close()
        self.backend.engine.dispose()

    def append(self, append: Append) -> Future[Appended]:
        """Add what one command did to one stream; the result is there once it is on the disk.

        The result may be ``Conflict``, ``KeyReused``, or what is wrong with the database.
        """
        check_fit(append)
        return self._writing().submit_one(append)

    def write(self, append: Append) -> Appended:
        """Add to a stream and wait, without a change of threads where nobody else is writing.

        Not for a thread that has other things to do, such as one that runs an event loop.
        """
        check_fit(append)
        return self._writing().write(append)

    def append_now(self, appends: Sequence[Append]) -> tuple[Appended, ...] | None:
        """Add to streams in this thread where that is quick and nobody else writes; else nothing.

        Also for a thread that runs an event loop and has nothing better to do.
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
        """Have somebody told of every commit: how many groups it took, and how many seconds."""
        self._watch = watch
        if self._writer is not None:
            self._writer.watch = watch

    def check_writable(self) -> None:
        """Say what keeps the log from being written, as far as can be told without writing."""
        if self._writer is not None and self._writer.trouble is not None:
            raise self._writer.trouble
        self.backend.check_room()
        self.head()

    @property
    def writer_pid(self) -> int | None:
        """Return by which number other processes hear of what is written here, if they do."""
        return self._writer.pid if self._writer is not None else None

    def _writing(self) -> Writer:
        # Whoever only reads needs no thread to write.
        if self._writer is None:
            with self._lock:
                if self._closed:
                    raise Closed("the log is closed")
                if self._writer is None:
                    self._writer = Writer(self.backend, self._on_commit)
                    self._writer.watch = self._watch
        return self._writer

    def answer(self, stream: str, act: CommandMetadata) -> Appended | None:
        """Return the first answer to the key of an act, if it was kept before."""
        wanted = select(
            events.c.version, events.c.parts, events.c.position, events.c.command
        ).where(events.c.stream == stream, events.c.key == act.key, events.c.part == 1)
        for version, parts, position, command in self._rows(wanted):
            if command != asked(act):
                raise KeyReused(stream, act.key or "")
            return Appended(stream, version, version + parts - 1, position, repeated=True)
        return None

    def read(self, stream: str, after: int = 0, until: int | None = None) -> Iterator[StoredEvent]:
        """Yield the events of a stream after a version, in order."""
        while True:
            wanted = select(events).where(events.c.stream == stream, events.c.version > after)
            if until is not None:
                wanted = wanted.where(events.c.version <= until)
            page = self._recorded(wanted.order_by(events.c.version).limit(PAGE))
            yield from page
            if len(page) < PAGE:
                return
            after = page[-1].version

    def after(self, position: int, limit: int = PAGE) -> list[StoredEvent]:
        """Return what came after a position, in the order in which it was committed.

        Nothing ever turns up before a position that was seen, in whichever process it was written.
        """
        wanted = select(events).where(events.c.position > position)
        return self._recorded(wanted.order_by(events.c.position).limit(limit))

    def grown(self, after: int, until: int | None = None) -> dict[str, int]:
        """Return which streams have grown since a position, and the version each has come to."""
        newest = func.max(events.c.version)
        wanted = select(events.c.stream, newest).where(events.c.position > after)
        if until is not None:
            wanted = wanted.where(events.c.position <= until)
        rows = self._rows(wanted.group_by(events.c.stream))
        return {stream: int(version) for stream, version in rows}

    def all_of(self, wanted: Wanted, after: int = 0) -> Iterator[StoredEvent]:
        """Yield the events that somebody wants, in the order in which they were committed."""
        last = self.head().position
        while after < last:
            # By spans of positions and not of finds: a rare thing costs no reader a long wait.
            until = min(last, after + PAGE * 10)
            span = (events.c.position > after) & (events.c.position <= until)
            yield from self._recorded(wanted.of(select(events)).where(span).order_by("position"))
            after = until

    def head(self) -> Head:
        """Return where the store stands."""
        wanted = select(events.c.position, events.c.chain).order_by(events.c.position.desc())
        found = self._rows(wanted.limit(1))
        return Head(*found[0]) if found else Head(0, NOTHING)

    def stream(self, name: str) -> StreamHead | None:
        """Return where a stream stands, or nothing where it has not begun."""
        wanted = _heads.where(events.c.stream == name).order_by(events.c.version.desc())
        found = self._rows(wanted.limit(1))
        return StreamHead(*found[0]) if found else None

    def streams(self, kind: str | None = None) -> list[StreamHead]:
        """Return where every stream stands, of one kind if it is named, in the order of birth."""
        births = select(events.c.stream).where(events.c.version == 1).order_by(events.c.position)
        if kind is not None:
            births = births.where(events.c.kind == kind)
        heads = (self.stream(name) for (name,) in self._rows(births))
        return [head for head in heads if head is not None]

    def snapshot(self, stream: str) -> Snapshot | None:
        """Return the state that was kept of a stream, if there is one."""
        if self.schema < 2:  # stores of the first schema have none
            return None
        return self._asked(lambda: newest(self.backend.engine, stream))

    def keep(self, snapshot: Snapshot) -> None:
        """Write a snapshot when there is time for it; nobody waits, and it may come to nothing."""
        self._writing().keep(snapshot)

    def _recorded(self, wanted: Select[Any]) -> list[StoredEvent]:
        return [StoredEvent(*row) for row in self._rows(wanted)]

    def _rows(self, wanted: Select[Any]) -> Sequence[Row]:
        def rows() -> Sequence[Row]:
            with self.backend.engine.connect() as connection:
                return [*connection.execute(wanted)]

        return self._asked(rows)

    def _asked(self, question: Callable[[], T]) -> T:
        try:
            return question()
        except DBAPIError as error:
            raise self.backend.problem(error.orig or error) from None
        except PoolTimeout:
            raise TooManyAppends("too many readers at once") from None


_heads = select(events.c.stream, events.c.kind, events.c.version, events.c.hash, events.c.rulebook)
