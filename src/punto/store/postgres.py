"""A store on PostgreSQL, for several processes at once."""

from collections.abc import Sequence
from typing import Any

import psycopg
from psycopg import errors
from psycopg.pq import TransactionStatus
from sqlalchemy import URL, LargeBinary, Text, create_engine, event

from punto.store.errors import (
    AlreadyExists,
    DiskFull,
    InvalidAppend,
    Locked,
    NoStore,
    StoreError,
    Unavailable,
)
from punto.store.schema import events
from punto.store.sql import INSERT, NEWER, NEWER_MAX, Begun, Row

# Whoever commits holds this lock from before positions are given out until after the commit can be
# seen. So positions have no gaps, and whoever sees one has seen all before it.
LOCK = 0x70756E746F  # the letters of punto
CHANNEL = "punto_log"

# A server that is gone without a word is given up after some ten seconds, not after hours.
PATIENCE: dict[str, Any] = {
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}

_LOCK = f"SELECT pg_advisory_xact_lock({LOCK})"
_NEWER = NEWER.replace("?", "%s")
_INSERT = INSERT.replace("?", "%s")
# All keys of a commit in one question.
_ANSWERS = """
    SELECT found.* FROM unnest(%s::text[], %s::text[]) AS asked(s, k) CROSS JOIN LATERAL (
        SELECT stream, key, version, parts, position, command FROM punto_events
        WHERE stream = s AND key = k AND part = 1 LIMIT 1
    ) AS found
"""
# Every question here has its index. A young table has no statistics, and a planner that guesses
# would rather read all of it.
_PLAN = "SET enable_seqscan = off; SET enable_bitmapscan = off"
# The driver's pipeline can wait for ever when more is sent than a socket takes at once; what is
# larger than this goes as a copy, which is made for it.
_PIPELINED = 64 * 1024
_ENVELOPE = 400
_PAYLOAD = list(events.c).index(events.c.payload)
_COPY = "COPY punto_events FROM STDIN"
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', %s)"
# One event alone is one statement, and a transaction by itself. What is inserted comes from what
# was locked, so that the lock comes first; it is let go when the event can be seen.
_TYPES = {LargeBinary: "bytea", Text: "text"}
_VALUES = ", ".join(f"%s::{_TYPES.get(type(column.type), 'bigint')}" for column in events.c)
_ALONE = f"""
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock({LOCK})),
         told AS MATERIALIZED (SELECT pg_notify('{CHANNEL}', %s) FROM locked)
    INSERT INTO punto_events SELECT {_VALUES} FROM told
"""  # noqa: S608  places for values, nothing else


class Postgres:
    """A database. Writers of all processes take turns at an advisory lock."""

    name = "postgresql"

    def __init__(self, url: URL, *, writable: bool = True) -> None:
        self.url, self.writable = url, writable
        self.engine = create_engine(
            url.set(drivername="postgresql+psycopg"),
            pool_size=4,
            max_overflow=12,
            pool_pre_ping=True,
            connect_args=PATIENCE,
        )

        @event.listens_for(self.engine, "connect")
        def connected(raw: psycopg.Connection, _: object) -> None:
            with raw.transaction():
                raw.execute(_PLAN)
                if not writable:
                    raw.execute("SET default_transaction_read_only = on")

    def begin(self, raw: psycopg.Connection, last: int, keyed: Sequence[tuple[str, str]]) -> Begun:
        """Keep every other writer out, and return what changed since a position."""
        # Each statement sees what was committed when it starts: after the lock, that is all.
        # They travel together, so that a commit costs two ways to the server and not five.
        with raw.pipeline():
            raw.execute(_LOCK)
            newer = raw.execute(_NEWER, (last, NEWER_MAX))
            answers = None
            if keyed:
                answers = raw.execute(_ANSWERS, ([s for s, _ in keyed], [k for _, k in keyed]))
        return Begun(newer.fetchall(), answers.fetchall() if answers is not None else ())

    def ask(
        self, raw: psycopg.Connection, statement: str, values: Sequence[Any] = ()
    ) -> Sequence[Row]:
        """Return the rows of a statement."""
        return raw.execute(statement.replace("?", "%s"), values).fetchall()

    def finish(self, raw: psycopg.Connection, rows: Sequence[Row]) -> None:
        """Add events and make them durable; whoever listens is told the last position."""
        if _small(rows):
            with raw.pipeline():
                self._send(raw, rows)
            return
        with raw.cursor() as cursor, cursor.copy(_COPY) as lines:
            for row in rows:
                lines.write_row(row)
        raw.execute(_NOTIFY, (str(rows[-1][0]),))
        raw.commit()

    def begin_and_finish(self, raw: psycopg.Connection, rows: Sequence[Row]) -> None:
        """Do both at once: one way to the server and back."""
        if len(rows) == 1 and raw.info.transaction_status is TransactionStatus.IDLE:
            raw.autocommit = True
            try:
                raw.execute(_ALONE, (str(rows[0][0]), *rows[0]))
            finally:
                if not raw.closed:
                    raw.autocommit = False
            return
        if _small(rows):
            with raw.pipeline():
                raw.execute(_LOCK)
                self._send(raw, rows)
            return
        raw.execute(_LOCK)
        self.finish(raw, rows)

    def _send(self, raw: psycopg.Connection, rows: Sequence[Row]) -> None:
        for row in rows:
            raw.execute(_INSERT, row)
        raw.execute(_NOTIFY, (str(rows[-1][0]),))
        raw.commit()

    def undo(self, raw: psycopg.Connection) -> None:
        """Let go of the lock."""
        if not raw.closed:
            raw.rollback()

    def hurry(self, raw: psycopg.Connection, *, hurried: bool) -> None:
        """Let a connection give up at once, or after a while, where somebody else has the lock."""
        with raw.transaction():
            raw.execute(f"SET lock_timeout = {20 if hurried else 20_000}".encode())

    def check_room(self) -> None:
        """Say nothing: how much room there is only the server of the database knows."""

    def pid(self, raw: psycopg.Connection) -> int:
        """Return by which number other processes hear of a connection."""
        return raw.info.backend_pid

    def problem(self, error: BaseException) -> StoreError:
        """Return what an error of PostgreSQL means."""
        said = str(error).strip().splitlines()[:1]
        text = f"{self.url.render_as_string(hide_password=True)}: {said[0] if said else error}"
        match error:
            case errors.DiskFull() | errors.OutOfMemory():
                return DiskFull(text)
            case errors.LockNotAvailable() | errors.QueryCanceled() | errors.DeadlockDetected():
                return Locked(text)
            case errors.InvalidCatalogName():
                return NoStore(text)
            case errors.UniqueViolation():
                return AlreadyExists(text)
            case errors.IntegrityError() | errors.DataError() | errors.ProgramLimitExceeded():
                return InvalidAppend(text)
            case _:
                return Unavailable(text)


def _small(rows: Sequence[Row]) -> bool:
    return sum(len(row[_PAYLOAD]) + _ENVELOPE for row in rows) <= _PIPELINED
