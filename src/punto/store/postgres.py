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

# A writer holds this lock from before it takes positions until its commit is visible. So positions
# have no gaps, and a reader who sees one can see all before it.
LOCK = 0x70756E746F  # the letters of punto
CHANNEL = "punto_log"

# A lost connection to the server fails after about ten seconds, not after hours.
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
# One query for all keys of a commit.
_ANSWERS = """
    SELECT found.* FROM unnest(%s::text[], %s::text[]) AS asked(s, k) CROSS JOIN LATERAL (
        SELECT stream, key, version, parts, position, command FROM punto_events
        WHERE stream = s AND key = k AND part = 1 LIMIT 1
    ) AS found
"""
# Every query here has an index. A new table has no statistics, and without them the planner would
# choose a sequential scan.
_PLAN = "SET enable_seqscan = off; SET enable_bitmapscan = off"
# The driver's pipeline can block for ever if it sends more than fits in the socket's buffer. More
# bytes than this are sent with COPY.
_PIPELINED = 64 * 1024
_ENVELOPE = 400
_PAYLOAD = list(events.c).index(events.c.payload)
_COPY = "COPY punto_events FROM STDIN"
_NOTIFY = f"SELECT pg_notify('{CHANNEL}', %s)"
# A single event is one statement and one transaction. The inserted row depends on the locked row,
# so the lock comes first. It is released when the event is visible.
_TYPES = {LargeBinary: "bytea", Text: "text"}
_VALUES = ", ".join(f"%s::{_TYPES.get(type(column.type), 'bigint')}" for column in events.c)
_ALONE = f"""
    WITH locked AS MATERIALIZED (SELECT pg_advisory_xact_lock({LOCK})),
         told AS MATERIALIZED (SELECT pg_notify('{CHANNEL}', %s) FROM locked)
    INSERT INTO punto_events SELECT {_VALUES} FROM told
"""  # noqa: S608  placeholders only


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
        """Take the lock of all writers, and return what changed since a position."""
        # Each statement sees what was committed before it starts. After the lock, that is
        # everything. The pipeline makes a commit two round trips, not five.
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
        """Add events, make them durable, and notify listeners of the last position."""
        if _fits_pipeline(rows):
            with raw.pipeline():
                self._insert_and_notify(raw, rows)
            return
        with raw.cursor() as cursor, cursor.copy(_COPY) as lines:
            for row in rows:
                lines.write_row(row)
        raw.execute(_NOTIFY, (str(rows[-1][0]),))
        raw.commit()

    def begin_and_finish(self, raw: psycopg.Connection, rows: Sequence[Row]) -> None:
        """Lock and insert in one round trip."""
        if len(rows) == 1 and raw.info.transaction_status is TransactionStatus.IDLE:
            raw.autocommit = True
            try:
                raw.execute(_ALONE, (str(rows[0][0]), *rows[0]))
            finally:
                if not raw.closed:
                    raw.autocommit = False
            return
        if _fits_pipeline(rows):
            with raw.pipeline():
                raw.execute(_LOCK)
                self._insert_and_notify(raw, rows)
            return
        raw.execute(_LOCK)
        self.finish(raw, rows)

    def _insert_and_notify(self, raw: psycopg.Connection, rows: Sequence[Row]) -> None:
        for row in rows:
            raw.execute(_INSERT, row)
        raw.execute(_NOTIFY, (str(rows[-1][0]),))
        raw.commit()

    def undo(self, raw: psycopg.Connection) -> None:
        """Roll back, and release the lock."""
        if not raw.closed:
            raw.rollback()

    def hurry(self, raw: psycopg.Connection, *, hurried: bool) -> None:
        """Set how long a connection waits for the lock: hardly at all, or for the usual time."""
        with raw.transaction():
            raw.execute(f"SET lock_timeout = {20 if hurried else 20_000}".encode())

    def check_room(self) -> None:
        """Do nothing: only the database server knows its free space."""

    def pid(self, raw: psycopg.Connection) -> int:
        """Return the id of a connection in notifications to other processes."""
        return raw.info.backend_pid

    def problem(self, error: BaseException) -> StoreError:
        """Convert an error of PostgreSQL to a store error."""
        lines = str(error).strip().splitlines()
        text = f"{self.url.render_as_string(hide_password=True)}: {lines[0] if lines else error}"
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


def _fits_pipeline(rows: Sequence[Row]) -> bool:
    return sum(len(row[_PAYLOAD]) + _ENVELOPE for row in rows) <= _PIPELINED
