"""What is asked of a database while a commit is under way: few words, sent as they stand.

Reading at leisure goes through SQLAlchemy; here its price would be that of the disk.
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
_PLACES = ", ".join("?" * len(events.c))
INSERT = f"INSERT INTO punto_events VALUES ({_PLACES})"  # noqa: S608  question marks only

# So many events of other processes are followed one by one; after more, heads are read anew.
NEWER_MAX = 1000


class Begun(NamedTuple):
    """What a writer finds once nobody else can write: what is new, and which keys are known."""

    newer: Sequence[Row]
    answers: Sequence[Row]


class Backend(Protocol):
    """What the two engines do each in their own way. ``raw`` is a connection of their driver."""

    name: str
    engine: Engine

    def begin(self, raw: Any, last: int, keyed: Sequence[tuple[str, str]]) -> Begun:
        """Keep every other writer out, and return what changed since a position."""

    def ask(self, raw: Any, statement: str, values: Sequence[Any] = ()) -> Sequence[Row]:
        """Return the rows of one of the statements here."""

    def finish(self, raw: Any, rows: Sequence[Row]) -> None:
        """Add events and make them durable; when this returns, they are."""

    def begin_and_finish(self, raw: Any, rows: Sequence[Row]) -> None:
        """Do both at once, in hope that nothing has changed; it fails as ``Taken`` where it has."""

    def undo(self, raw: Any) -> None:
        """Let go of everything, and of the lock."""

    def hurry(self, raw: Any, *, hurried: bool) -> None:
        """Let a connection give up at once, or after a while, where somebody else has the lock."""

    def check_room(self) -> None:
        """Say that there is no room to write, where that can be seen."""

    def pid(self, raw: Any) -> int | None:
        """Return by which number other processes hear of a connection, if they do."""

    def problem(self, error: BaseException) -> StoreError:
        """Return what an error of the driver means."""
