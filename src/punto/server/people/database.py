"""How people are read and written: one writer at a time, and no value in any error or log line."""

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from punto.store.errors import TooManyAppends
from punto.store.sql import Backend

# Whoever writes about people holds this lock; the log is written under another.
_LOCK = f"SELECT pg_advisory_xact_lock({0x70656F70})"


@contextmanager
def reading(backend: Backend) -> Iterator[Connection]:
    """Yield a connection to look something up with."""
    with _store_errors(backend), _engine_hiding_values(backend).connect() as connection:
        yield connection


@contextmanager
def writing(backend: Backend) -> Iterator[Connection]:
    """Yield a connection to change something with while nobody else does; all of it, or nothing.

    No password is hashed inside: on SQLite the log waits meanwhile.
    """
    engine = _engine_hiding_values(backend, immediate=True)
    with _store_errors(backend), engine.connect() as connection, connection.begin():
        if backend.name == "postgresql":
            connection.exec_driver_sql(_LOCK)
        yield connection


def _engine_hiding_values(backend: Backend, *, immediate: bool = False) -> Engine:
    """Return the engine of the store, but one that never tells what a statement was given."""
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
