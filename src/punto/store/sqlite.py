"""A store in one file: write-ahead log, every commit on the disk before it is acknowledged."""

import os
import shutil
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

from punto.store.errors import (
    AlreadyExists,
    DiskFull,
    InvalidAppend,
    Locked,
    NoStore,
    NotAStore,
    StoreError,
    Unavailable,
)
from punto.store.sql import ANSWER, INSERT, NEWER, NEWER_MAX, Begun, Row

# How long to wait for the lock of another process.
BUSY_SECONDS = 20
HURRIED_MS = 20
# Below this free space the store counts as full.
ROOM_BYTES = 8 * 1024 * 1024


class Sqlite:
    """One file. Writers of all processes take turns: ``BEGIN IMMEDIATE`` is the lock."""

    name = "sqlite"

    def __init__(
        self, path: Path, *, writable: bool = True, busy_seconds: int = BUSY_SECONDS
    ) -> None:
        self.path, self.writable, self.busy_seconds = path, writable, busy_seconds
        self.engine = _create_engine(path, writable=writable, busy_seconds=busy_seconds)

    def begin(self, raw: sqlite3.Connection, last: int, keyed: Sequence[tuple[str, str]]) -> Begun:
        """Take the lock of all writers, and return what changed since a position."""
        raw.execute("BEGIN IMMEDIATE")
        newer = raw.execute(NEWER, (last, NEWER_MAX)).fetchall()
        answers = [row for pair in keyed for row in raw.execute(ANSWER, pair)]
        return Begun(newer, answers)

    def ask(
        self, raw: sqlite3.Connection, statement: str, values: Sequence[Any] = ()
    ) -> Sequence[Row]:
        """Return the rows of a statement."""
        return raw.execute(statement, values).fetchall()

    def finish(self, raw: sqlite3.Connection, rows: Sequence[Row]) -> None:
        """Add events and make them durable."""
        raw.executemany(INSERT, rows)
        raw.execute("COMMIT")

    def begin_and_finish(self, raw: sqlite3.Connection, rows: Sequence[Row]) -> None:
        """Lock and insert at once; fail if a position, a version or a key exists."""
        if len(rows) == 1:
            # A single statement is a transaction: it takes the lock and is durable after it.
            raw.execute(INSERT, rows[0])
            return
        raw.execute("BEGIN IMMEDIATE")
        self.finish(raw, rows)

    def undo(self, raw: sqlite3.Connection) -> None:
        """Roll back, and release the lock."""
        if raw.in_transaction:
            raw.execute("ROLLBACK")

    def hurry(self, raw: sqlite3.Connection, *, hurried: bool) -> None:
        """Set how long a connection waits for the lock: hardly at all, or for the usual time."""
        timeout_ms = HURRIED_MS if hurried else self.busy_seconds * 1000
        raw.execute(f"PRAGMA busy_timeout = {timeout_ms}")

    def check_room(self) -> None:
        """Raise an error if the disk of the file is almost full."""
        free = shutil.disk_usage(self.path.parent).free
        if free < ROOM_BYTES:
            raise DiskFull(f"{self.path}: {free:,} bytes are left on the disk")

    def pid(self, raw: sqlite3.Connection) -> None:
        """Return ``None``: a file sends no notifications to other processes."""

    def problem(self, error: BaseException) -> StoreError:
        """Convert an error of SQLite to a store error."""
        name = getattr(error, "sqlite_errorname", "")
        if name.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
            hint = "another program is writing to it, or holds it; try again when it is done"
            return Locked(f"{self.path} is locked", hint)
        if name == "SQLITE_FULL":
            return DiskFull(f"{self.path}: the disk is full, or the file may grow no further")
        if name in ("SQLITE_NOTADB", "SQLITE_CORRUPT"):
            return NotAStore(f"{self.path} is no database, or is damaged: {error}")
        if name.startswith("SQLITE_CONSTRAINT"):
            return AlreadyExists(f"{self.path}: {error}")
        if name == "SQLITE_TOOBIG":
            return InvalidAppend(f"{self.path}: {error}")
        if name.startswith("SQLITE_READONLY"):
            return Unavailable(f"{self.path} may not be written to")
        if name.startswith("SQLITE_CANTOPEN"):
            return NoStore(f"{self.path} cannot be opened")
        return Unavailable(f"{self.path}: {error}")


def _create_engine(path: Path, *, writable: bool, busy_seconds: int) -> Engine:
    def connect() -> sqlite3.Connection:
        mode = "rwc" if writable else "ro"
        if writable and not path.exists():
            # Only the user who runs the server may read the file. If it cannot be created,
            # SQLite reports the error below.
            with suppress(OSError):
                os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        # With a URI, SQLite itself can enforce read-only access. Links are not resolved.
        where = f"{Path(os.path.abspath(path)).as_uri()}?mode={mode}"  # noqa: PTH100  links stay
        raw = sqlite3.connect(
            where, uri=True, timeout=busy_seconds, isolation_level=None, check_same_thread=False
        )
        raw.execute("PRAGMA busy_timeout")
        if writable:
            raw.execute("PRAGMA journal_mode = WAL")
            raw.execute("PRAGMA synchronous = FULL")
            # Overwrite deleted data in the file.
            raw.execute("PRAGMA secure_delete = ON")
        return raw

    engine = create_engine(
        "sqlite+pysqlite://", creator=connect, poolclass=QueuePool, pool_size=4, max_overflow=12
    )

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        # Python's own transaction control is switched off above, so begin explicitly.
        immediate = connection.get_execution_options().get("immediate", False)
        connection.exec_driver_sql("BEGIN IMMEDIATE" if immediate else "BEGIN")

    return engine
