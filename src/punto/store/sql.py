"""SQL statements for commits, and the interface of both database backends.

The statements do not go through SQLAlchemy, because it would cost as much time as the disk write.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

from sqlalchemy import Engine

from punto.store.errors import StoreError
from punto.store.schema import events

Row = tuple[Any, ...]

HEAD = "SELECT position, chain FROM punto_events ORDER BY position DESC LIMIT 1"
NEWER = (
    "SELECT position, stream, kind, version, hash, chain FROM punto_events"
    " WHERE position > ? ORDER BY position LIMIT ?"
)
STREAM = (
    "SELECT kind, version, hash FROM punto_events WHERE stream = ? ORDER BY version DESC LIMIT 1"
)
ANSWER = (
    "SELECT stream, key, version, parts, position, command FROM punto_events"
    " WHERE stream = ? AND key = ? AND part = 1"
)
_PLACEHOLDERS = ", ".join("?" * len(events.c))
INSERT = f"INSERT INTO punto_events VALUES ({_PLACEHOLDERS})"  # noqa: S608  question marks only

# Up to so many events of other processes are applied one by one; after more, heads are read again.
NEWER_MAX = 1000


class Begun(NamedTuple):
    """What a writer reads after it has the lock: new events, and the answers to known keys."""

    newer: Sequence[Row]
    answers: Sequence[Row]


class Backend(Protocol):
    """The operations of a database backend. ``raw`` is a connection of its driver."""

    name: str
    engine: Engine

    def begin(self, raw: Any, last: int, keyed: Sequence[tuple[str, str]]) -> Begun:
        """Take the lock of all writers, and return what changed since a position."""

    def ask(self, raw: Any, statement: str, values: Sequence[Any] = ()) -> Sequence[Row]:
        """Return the rows of one of the statements of this module."""

    def finish(self, raw: Any, rows: Sequence[Row]) -> None:
        """Add events; they are durable when this returns."""

    def begin_and_finish(self, raw: Any, rows: Sequence[Row]) -> None:
        """Lock and insert at once; raise ``AlreadyExists`` if another process wrote first."""

    def undo(self, raw: Any) -> None:
        """Roll back, and release the lock."""

    def hurry(self, raw: Any, *, hurried: bool) -> None:
        """Set how long a connection waits for the lock: hardly at all, or for the usual time."""

    def check_room(self) -> None:
        """Raise an error if there is no space to write, if the backend knows."""

    def pid(self, raw: Any) -> int | None:
        """Return the id of a connection in notifications to other processes, if there are any."""

    def problem(self, error: BaseException) -> StoreError:
        """Convert an error of the driver to a store error."""
