"""Database connections for people: one writer at a time; no values in errors or log lines."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from punto.store.errors import TooManyAppends
from punto.store.sql import Backend

# The lock of writers of people; the log has another one.
_LOCK = f"SELECT pg_advisory_xact_lock({0x70656F70})"


@contextmanager
def reading(backend: Backend) -> Iterator[Connection]:
    """Yield a connection for reading."""
    with _store_errors(backend), _engine_hiding_values(backend).connect() as connection:
        yield connection


@contextmanager
def writing(backend: Backend) -> Iterator[Connection]:
    """Yield a connection for writing, in one transaction, with an exclusive lock.

    Do not hash passwords inside: on SQLite, the log has to wait.
    """
    engine = _engine_hiding_values(backend, immediate=True)
    with _store_errors(backend), engine.connect() as connection, connection.begin():
        if backend.name == "postgresql":
            connection.exec_driver_sql(_LOCK)
        yield connection


def _engine_hiding_values(backend: Backend, *, immediate: bool = False) -> Engine:
    """Return the engine of the store with statement parameters hidden in errors."""
    engine = backend.engine.execution_options(immediate=immediate)
    engine.hide_parameters = True
    return engine


@contextmanager
def _store_errors(backend: Backend) -> Iterator[None]:
    try:
        yield
    except DBAPIError as error:
        raise backend.problem(error.orig or error) from None
    except PoolTimeout:
        raise TooManyAppends("too many ask about people at once") from None
