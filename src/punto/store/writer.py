"""The writer thread of a process: it collects waiting appends and commits them together."""

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

# The longest queue. An append beyond it fails at once, so that memory stays bounded.
WAITING_MAX = 10_000
# The most groups and bytes of one commit, so that no append waits for a very long transaction.
GROUPS_MAX = 512
BYTES_MAX = 8 * 1024 * 1024

# After a commit that takes SLOW_SECONDS, ``write_now`` does not commit for WARY_SECONDS.
SLOW_SECONDS, WARY_SECONDS = 0.02, 1.0

OnCommit = Callable[[int], None]
Watch = Callable[[int, float], None]
# For so long after a failure the log counts as not writable.
TROUBLE_SECONDS = 5.0


def unwatched(groups: int, seconds: float) -> None:
    """Ignore a commit."""


class _Waiting(Struct, frozen=True):
    group: Group
    future: Future[Any]
    alone: bool = False

    @property
    def bytes(self) -> int:
        return sum(len(event.payload) for append in self.group for event in append.events)


class Writer:
    """Commits the waiting appends of all streams together, with a separate result for each."""

    def __init__(self, backend: Backend, on_commit: OnCommit | None = None) -> None:
        self.backend, self.on_commit = backend, on_commit
        self.committer = Committer(backend)
        self.queue: SimpleQueue[_Waiting | None] = SimpleQueue()
        self.snapshots: dict[str, Snapshot] = {}
        self.lock = Lock()
        # Held by the thread that uses the connection: the writer thread, or a caller of ``write``.
        self.committing = Lock()
        self.closed = False
        self.connection: PoolProxiedConnection | None = None
        # The id under which other processes see this writer in notifications, if there are any.
        self.pid: int | None = None
        # Whether the connection fails at once if another process has locked the database.
        self.hurried = False
        self.slow_until = 0.0
        # Called after every commit with the number of groups and the seconds that it took.
        self.watch: Watch = unwatched
        self.failed_at = 0.0
        self.failure: StoreError | None = None
        self.thread = Thread(target=self._write_batches, name="punto-writer", daemon=True)
        self.thread.start()

    def submit(self, group: Group) -> Future[tuple[Appended, ...]]:
        """Queue a group of appends, and return a future for its results."""
        return self._enqueue(_Waiting(group, Future()))

    def submit_one(self, append: Append) -> Future[Appended]:
        """Queue an append, and return a future for its result."""
        return self._enqueue(_Waiting((append,), Future(), alone=True))

    def _enqueue(self, waiting: _Waiting) -> Future[Any]:
        with self.lock:
            if self.closed:
                raise Closed("the log is closed")
            if self.queue.qsize() >= WAITING_MAX:
                raise TooManyAppends(f"{WAITING_MAX} appends are waiting already")
            self.queue.put(waiting)
        return waiting.future

    def write(self, append: Append) -> Appended:
        """Commit an append in this thread if no other commits; else wait for the writer thread."""
        if self.queue.empty() and self.committing.acquire(blocking=False):
            try:
                if self.closed:
                    raise Closed("the log is closed")
                [answer] = self._commit([(append,)])
            finally:
                self.committing.release()
            if isinstance(answer, StoreError):
                raise answer
            self._notify_listener()
            return answer[0]
        return self.submit_one(append).result()

    def write_now(self, group: Group) -> tuple[Appended, ...] | None:
        """Commit a group in this thread if no other commits and that is quick; or return None.

        For a thread that must not block. If another process has locked the database, or recent
        commits were slow, the caller lets the writer thread commit instead.
        """
        if monotonic() < self.slow_until or not self.queue.empty():
            return None
        if not self.committing.acquire(blocking=False):
            return None
        try:
            if self.closed:
                raise Closed("the log is closed")
            [answer] = self._commit([group], hurried=True)
        finally:
            self.committing.release()
        if isinstance(answer, Locked):
            return None
        if isinstance(answer, StoreError):
            raise answer
        self._notify_listener()
        return answer

    def keep(self, snapshot: Snapshot) -> None:
        """Write a snapshot when no append waits; only the newest of a stream is written."""
        with self.lock:
            if not self.closed:
                self.snapshots[snapshot.stream] = snapshot
                if self.queue.empty():
                    self.queue.put(None)

    def close(self) -> None:
        """Commit what waits, and stop the thread."""
        with self.lock:
            if self.closed:
                return
            self.closed = True
            self.queue.put(None)
        self.thread.join()

    def _write_batches(self) -> None:
        batches = 0
        while True:
            batch = self._next_batch()
            if batch:
                self._commit_batch(batch)
                batches += 1
            # Snapshots are a cache: they wait until the queue is empty, but not for ever.
            if self.snapshots and (self.queue.empty() or batches > 64):
                self._write_snapshot()
                batches = 0
            if self.closed and self.queue.empty() and not self.snapshots:
                break
        with self.committing:
            self._disconnect()

    def _next_batch(self) -> list[_Waiting]:
        """Wait for an append, and return all waiting ones that fit in one commit."""
        first = self.queue.get() if not (self.closed and self.queue.empty()) else None
        batch: list[_Waiting] = []
        size = 0
        while first is not None:
            if first.future.set_running_or_notify_cancel():
                batch.append(first)
                size += first.bytes
            if len(batch) >= GROUPS_MAX or size >= BYTES_MAX:
                break
            try:
                first = self.queue.get_nowait()
            except Empty:
                break
        return batch

    def _commit_batch(self, batch: Sequence[_Waiting]) -> None:
        with self.committing:
            answers = self._commit([waiting.group for waiting in batch])
        for waiting, answer in zip(batch, answers, strict=True):
            if isinstance(answer, StoreError):
                waiting.future.set_exception(answer)
            else:
                waiting.future.set_result(answer[0] if waiting.alone else answer)
        self._notify_listener()

    def _notify_listener(self) -> None:
        if self.on_commit is not None and self.committer.last is not None:
            # An error of the listener must not stop the writer.
            with suppress(Exception):
                self.on_commit(self.committer.last)

    def _commit(self, groups: list[Group], *, hurried: bool = False) -> list[Answer]:
        begun = monotonic()
        try:
            raw = self._connected()
            if hurried is not self.hurried:
                self.backend.hurry(raw, hurried=hurried)
                self.hurried = hurried
            answers = self.committer.commit(raw, groups)
        except Exception as error:  # noqa: BLE001  every caller must get a result
            answers = [_store_error(self.backend, error)] * len(groups)
        if any(isinstance(answer, Unavailable) for answer in answers):
            self._disconnect(broken=True)
        now = monotonic()
        if now - begun > SLOW_SECONDS or any(isinstance(answer, StoreError) for answer in answers):
            self.slow_until = now + WARY_SECONDS
        self.watch(len(groups), now - begun)
        failure = next(
            (answer for answer in answers if isinstance(answer, DiskFull | Locked | Unavailable)),
            None,
        )
        if failure is not None or self.failure is not None:
            self.failure, self.failed_at = failure, now
        return answers

    @property
    def trouble(self) -> StoreError | None:
        """Return the error of a recent commit, if it failed."""
        return self.failure if monotonic() - self.failed_at < TROUBLE_SECONDS else None

    def _write_snapshot(self) -> None:
        with self.lock:
            _, snapshot = self.snapshots.popitem()
        try:
            write(self.backend.engine, snapshot)
        except Exception:  # noqa: BLE001  the cache is optional
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


def _store_error(backend: Backend, error: Exception) -> StoreError:
    """Return any exception as a store error."""
    if isinstance(error, StoreError):
        return error
    try:
        return backend.problem(error)
    except Exception:  # noqa: BLE001
        return Unavailable(f"{type(error).__name__}: {error}")
