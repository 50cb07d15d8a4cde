"""Back up a store while it is in use, into one file that any store can be restored from."""

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
    """Write a whole store into a new file; return the head of the copy.

    Writers are not blocked. SQLite copies its own file page by page. Another database is copied
    event by event, into a file of the same format.
    """
    check_new(to)
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    try:
        if isinstance(log.backend, Sqlite):
            _copy_pages(log.backend, part, told)
        else:
            with open_log(part) as target:
                copy(log, target, told)
        _make_durable(part)
        with read_log(part) as target:
            head = target.head()
        _make_durable(part)
        # The file gets its final name only when the backup is complete.
        os.link(part, to)
    except FileExistsError:
        raise _file_exists_error(to) from None
    except OSError as error:
        raise InvalidAppend(f"{to}: {error.strerror or error}") from None
    finally:
        for name in (part, _with_ending(part, "-wal"), _with_ending(part, "-shm")):
            name.unlink(missing_ok=True)
    return head


def check_new(path: Path) -> None:
    """Raise an error if a file exists already: a backup never overwrites a file."""
    if path.exists():
        raise _file_exists_error(path)
    if not path.absolute().parent.is_dir():
        raise InvalidAppend(f"there is no folder {path.absolute().parent}")


def _file_exists_error(path: Path) -> InvalidAppend:
    return InvalidAppend(f"{path} exists already", "nothing is overwritten: name another file")


def _with_ending(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def _copy_pages(backend: Sqlite, to: Path, told: Told) -> None:
    source = backend.engine.raw_connection()
    target = sqlite3.connect(to, isolation_level=None)
    raw = source.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    try:
        # A read transaction sees one state of the store, so writers do not restart the copy.
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


def _make_durable(path: Path) -> None:
    """Write a database to the disk as one file, without a write-ahead log."""
    raw = sqlite3.connect(path, isolation_level=None)
    try:
        raw.execute("PRAGMA journal_mode = DELETE")
    finally:
        raw.close()
    with path.open("rb+") as file:
        os.fsync(file.fileno())


def restore(backup: Path, to: str | Path, told: Told = nobody) -> Head:
    """Restore a backup into an empty store, and verify every event.

    Another call continues an interrupted restore.
    """
    with read_log(backup) as source, open_log(to) as target:
        return copy(source, target, told)
