"""The address of a store: a file or a database."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError

from punto.store.errors import InvalidAppend, NoStore
from punto.store.log import Log
from punto.store.migrations import SCHEMA, bring_up_to_date, check_readable
from punto.store.sql import Backend
from punto.store.sqlite import BUSY_SECONDS, Sqlite
from punto.store.writer import OnCommit

T = TypeVar("T")
FORMS = "a file, sqlite:///FILE, or postgresql://USER@HOST/NAME"


def open_log(
    where: str | Path,
    *,
    create: bool = True,
    on_commit: OnCommit | None = None,
    busy_seconds: int = BUSY_SECONDS,
) -> Log:
    """Open a log for writing: upgrade its schema, and create it if ``create`` is true.

    ``on_commit`` is called in the writer thread with the last position of each commit.
    """
    try:
        # Check before any change, so that a file that is not a store stays unchanged.
        read_log(where, busy_seconds=busy_seconds).close()
    except NoStore:
        if not create:
            raise
    backend = backend_at(where, busy_seconds=busy_seconds)
    _check_database(backend, lambda: bring_up_to_date(backend.engine, named(where)))
    return Log(backend, SCHEMA, on_commit)


def read_log(where: str | Path, *, busy_seconds: int = BUSY_SECONDS) -> Log:
    """Open a log for reading: nothing is changed, not even the schema."""
    backend = backend_at(where, writable=False, busy_seconds=busy_seconds)
    if isinstance(backend, Sqlite) and not backend.path.exists():
        raise NoStore(f"there is no store at {backend.path}")
    return Log(
        backend, _check_database(backend, lambda: check_readable(backend.engine, named(where)))
    )


def _check_database(backend: Backend, check: Callable[[], T]) -> T:
    """Return the result of a first query, or convert the error of the database."""
    try:
        return check()
    except DBAPIError as error:
        backend.engine.dispose()
        raise backend.problem(error.orig or error) from None
    except BaseException:
        backend.engine.dispose()
        raise


def backend_at(
    where: str | Path, *, writable: bool = True, busy_seconds: int = BUSY_SECONDS
) -> Backend:
    """Return the database backend for an address."""
    url = _parse_address(where)
    if isinstance(url, Path):
        return Sqlite(url, writable=writable, busy_seconds=busy_seconds)
    # The driver is loaded only if it is needed.
    from punto.store.postgres import Postgres  # noqa: PLC0415

    return Postgres(url, writable=writable)


def named(where: str | Path) -> str:
    """Return an address without its password, for messages."""
    url = _parse_address(where)
    return str(url) if isinstance(url, Path) else url.render_as_string(hide_password=True)


def _parse_address(where: str | Path) -> URL | Path:
    if isinstance(where, Path) or "://" not in where:
        if not str(where):
            raise InvalidAppend("no store is named", FORMS)
        return Path(where)
    try:
        url = make_url(where)
    except (ArgumentError, ValueError):
        raise InvalidAppend("that is no address of a store", FORMS) from None
    if url.get_backend_name() == "sqlite":
        if not url.database or url.database == ":memory:" or url.host or url.query:
            raise InvalidAppend("a store on SQLite is a file", FORMS)
        return Path(url.database)
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url
    raise InvalidAppend(f"there are no stores on {url.get_backend_name()}", FORMS)
