"""A backup of a store while it is in use: always one file, from which any store is restored."""

import os
import sqlite3
from pathlib import Path

from punto.store.address import open_log, read_log
from punto.store.errors import InvalidAppend
from punto.store.log import Log
from punto.store.records import Head
from punto.store.sqlite import Sqlite
from punto.store.store_copy import copy
from punto.store.verify import Told, nobody

_PAGES = 2_000


def back_up(log: Log, to: Path, told: Told = nobody) -> Head:
    """Write a whole store into a new file, as it stands now; return the head of the copy.

    Whoever appends meanwhile is not held up. A file on SQLite is copied by SQLite itself, page by
    page; another database event by event, into a file of the same form.
    """
    check_new(to)
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    try:
        if isinstance(log.backend, Sqlite):
            _pages(log.backend, part, told)
        else:
            with open_log(part) as made:
                copy(log, made, told)
        _settle(part)
        with read_log(part) as made:
            head = made.head()
        _settle(part)
        # The name appears when all of it is there: half a backup looks like none.
        os.link(part, to)
    except FileExistsError:
        raise _taken(to) from None
    except OSError as error:
        raise InvalidAppend(f"{to}: {error.strerror or error}") from None
    finally:
        for name in (part, _beside(part, "-wal"), _beside(part, "-shm")):
            name.unlink(missing_ok=True)
    return head


def check_new(path: Path) -> None:
    """Say that a file is there already: no backup is ever overwritten."""
    if path.exists():
        raise _taken(path)
    if not path.absolute().parent.is_dir():
        raise InvalidAppend(f"there is no folder {path.absolute().parent}")


def _taken(path: Path) -> InvalidAppend:
    return InvalidAppend(f"{path} exists already", "nothing is overwritten: name another file")


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _pages(backend: Sqlite, to: Path, told: Told) -> None:
    source = backend.engine.raw_connection()
    target = sqlite3.connect(to, isolation_level=None)
    raw = source.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    try:
        # A reader that has begun keeps seeing the same store: the copy need not start again
        # whenever somebody writes.
        raw.execute("BEGIN")
        raw.execute("SELECT 1 FROM punto_store").fetchall()
        raw.backup(target, pages=_PAGES, progress=lambda _, left, total: told(total - left, total))
    except sqlite3.Error as error:
        raise backend.problem(error) from None
    finally:
        if raw.in_transaction:
            raw.execute("ROLLBACK")
        target.close()
        source.close()


def _settle(path: Path) -> None:
    """Bring a file to the disk as one file: nothing is left in a log beside it."""
    raw = sqlite3.connect(path, isolation_level=None)
    try:
        raw.execute("PRAGMA journal_mode = DELETE")
    finally:
        raw.close()
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def restore(backup: Path, to: str | Path, told: Told = nobody) -> Head:
    """Make a store anew from a backup, verifying every event; it must hold nothing yet.

    One that was interrupted goes on where it stopped.
    """
    with read_log(backup) as source, open_log(to) as target:
        return copy(source, target, told)
