"""The one thread of a process that writes: it gathers what waits, and commits it together."""

from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from threading import Lock, Thread
from time import monotonic
from typing import Any

from msgspec import Struct
from sqlalchemy import PoolProxiedConnection

from punto.store.commit import Answer, Committer, Group
from punto.store.errors import Closed, DiskFull, Locked, StoreError, TooManyAppends, Unavailable
from punto.store.records import Append, Appended
from punto.store.snapshots import Snapshot, write
from punto.store.sql import Backend

# So many groups may wait; whoever comes then is told so at once, and memory stays bounded.
WAITING_MAX = 10_000
# A commit takes so many groups, or so many bytes: nobody waits for a transaction without end.
GROUPS_MAX = 512
BYTES_MAX = 8 * 1024 * 1024

# A thread with other things to do commits nothing itself for a while after a commit that slow.
SLOW_SECONDS, WARY_SECONDS = 0.02, 1.0

OnCommit = Callable[[int], None]
Watch = Callable[[int, float], None]
# What went wrong so lately still counts; after that it is tried again.
TROUBLE_SECONDS = 5.0


def unwatched(groups: int, seconds: float) -> None:
    """Take no notice of a commit."""


class _Waiting(Struct, frozen=True):
    group: Group
    future: Future[Any]
    alone: bool = False

    @property
    def bytes(self) -> int:
        return sum(len(event.payload) for append in self.group for event in append.events)


class Writer:
    """Commits appends of all streams, as many at a time as wait, and answers each by itself."""

    def __init__(self, backend: Backend, on_commit: OnCommit | None = None) -> None:
        self.backend, self.on_commit = backend, on_commit
        self.committer = Committer(backend)
        self.queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self.snapshots: dict[str, Snapshot] = {}
        self.lock = Lock()
        # Held by whoever is at the connection: the thread below, or somebody in ``write``.
        self.committing = Lock()
        self.closed = False
        self.connection: PoolProxiedConnection | None = None
        # By what others know this writer in what they are told, where they are.
        self.pid: int | None = None
        # Whether the connection gives up at once where somebody else holds the database.
        self.hurried = False
        self.slow_until = 0.0
        # Is told of every commit: how many groups it took, and how many seconds.
        self.watch: Watch = unwatched
        self.failed_at = 0.0
        self.failure: StoreError | None = None
        self.thread = Thread(target=self._run, name="punto-writer", daemon=True)
        self.thread.start()

    def submit(self, group: Group) -> Future[tuple[Appended, ...]]:
        """Return what will be the answers to a group of appends."""
        return self._queued(_Waiting(group, Future()))

    def submit_one(self, append: Append) -> Future[Appended]:
        """Return what will be the answer to an append."""
        return self._queued(_Waiting((append,), Future(), alone=True))

    def _queued(self, waiting: _Waiting) -> Future[Any]:
        with self.lock:
            if self.closed:
                raise Closed("the log is closed")
            if self.queue.qsize() >= WAITING_MAX:
                raise TooManyAppends(f"{WAITING_MAX} appends are waiting already")
            self.queue.put(waiting)
        return waiting.future

    def write(self, append: Append) -> Appended:
        """Commit an append in this thread where nobody else is at it; else wait for the writer."""
        if self.queue.empty() and self.committing.acquire(blocking=False):
            try:
                if self.closed:
                    raise Closed("the log is closed")
                [answer] = self._committed([(append,)])
            finally:
                self.committing.release()
            if isinstance(answer, StoreError):
                raise answer
            self._tell()
            return answer[0]
        return self.submit_one(append).result()

    def write_now(self, group: Group) -> tuple[Appended, ...] | None:
        """Commit a group in this thread if nobody else is at it and it will be quick; else nothing.

        For a thread that has other things to do: where somebody else holds the database, or commits
        took long of late, the writer does it, and this thread does not wait.
        """
        if monotonic() < self.slow_until or not self.queue.empty():
            return None
        if not self.committing.acquire(blocking=False):
            return None
        try:
            if self.closed:
                raise Closed("the log is closed")
            [answer] = self._committed([group], hurried=True)
        finally:
            self.committing.release()
        if isinstance(answer, Locked):
            return None
        if isinstance(answer, StoreError):
            raise answer
        self._tell()
        return answer

    def keep(self, snapshot: Snapshot) -> None:
        """Write a snapshot when there is nothing better to do; the newest of a stream is enough."""
        with self.lock:
            if not self.closed:
                self.snapshots[snapshot.stream] = snapshot
                if self.queue.empty():
                    self.queue.put(None)

    def close(self) -> None:
        """Finish what waits, and stop."""
        with self.lock:
            if self.closed:
                return
            self.closed = True
            self.queue.put(None)
        self.thread.join()

    def _run(self) -> None:
        since = 0
        while True:
            batch = self._gathered()
            if batch:
                self._answer(batch)
                since += 1
            # Snapshots are a cache: they wait for a pause, but not for ever.
            if self.snapshots and (self.queue.empty() or since > 64):
                self._snapshot()
                since = 0
            if self.closed and self.queue.empty() and not self.snapshots:
                break
        with self.committing:
            self._disconnect()

    def _gathered(self) -> list[_Waiting]:
        """Return everything that waits, at least one thing, at most one commit full."""
        first = self.queue.get() if not (self.closed and self.queue.empty()) else None
        found: list[_Waiting] = []
        size = 0
        while first is not None:
            if first.future.set_running_or_notify_cancel():
                found.append(first)
                size += first.bytes
            if len(found) >= GROUPS_MAX or size >= BYTES_MAX:
                break
            try:
                first = self.queue.get_nowait()
            except Empty:
                break
        return found

    def _answer(self, batch: Sequence[_Waiting]) -> None:
        with self.committing:
            answers = self._committed([waiting.group for waiting in batch])
        for waiting, answer in zip(batch, answers, strict=True):
            if isinstance(answer, StoreError):
                waiting.future.set_exception(answer)
            else:
                waiting.future.set_result(answer[0] if waiting.alone else answer)
        self._tell()

    def _tell(self) -> None:
        if self.on_commit is not None and self.committer.last is not None:
            # Who listens must not stop who writes.
            with suppress(Exception):
                self.on_commit(self.committer.last)

    def _committed(self, groups: list[Group], *, hurried: bool = False) -> list[Answer]:
        begun = monotonic()
        try:
            raw = self._connected()
            if hurried is not self.hurried:
                self.backend.hurry(raw, hurried=hurried)
                self.hurried = hurried
            answers = self.committer.commit(raw, groups)
        except Exception as error:  # noqa: BLE001  whatever it is, everybody is told: nobody hangs
            answers = [_told(self.backend, error)] * len(groups)
        if any(isinstance(answer, Unavailable) for answer in answers):
            self._disconnect(broken=True)
        now = monotonic()
        if now - begun > SLOW_SECONDS or any(isinstance(one, StoreError) for one in answers):
            self.slow_until = now + WARY_SECONDS
        self.watch(len(groups), now - begun)
        found = next(
            (one for one in answers if isinstance(one, DiskFull | Locked | Unavailable)), None
        )
        if found is not None or self.failure is not None:
            self.failure, self.failed_at = found, now
        return answers

    @property
    def trouble(self) -> StoreError | None:
        """Return why nothing could be written of late, if so."""
        return self.failure if monotonic() - self.failed_at < TROUBLE_SECONDS else None

    def _snapshot(self) -> None:
        with self.lock:
            _, snapshot = self.snapshots.popitem()
        try:
            write(self.backend.engine, snapshot)
        except Exception:  # noqa: BLE001  a cache that cannot be written is no reason to stop
            return

    def _connected(self) -> Any:
        if self.connection is None:
            self.connection = self.backend.engine.raw_connection()
            self.pid = self.backend.pid(self.connection.driver_connection)
            self.hurried = False
        return self.connection.driver_connection

    def _disconnect(self, *, broken: bool = False) -> None:
        if self.connection is not None:
            with suppress(Exception):
                if broken:
                    self.connection.invalidate()
                self.connection.close()
            self.connection = None


def _told(backend: Backend, error: Exception) -> StoreError:
    """Return what to tell those who wait, whatever went wrong."""
    if isinstance(error, StoreError):
        return error
    try:
        return backend.problem(error)
    except Exception:  # noqa: BLE001
        return Unavailable(f"{type(error).__name__}: {error}")
