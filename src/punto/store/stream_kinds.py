"""The kinds of streams, and how the events and states of each are read.

The store contains bytes; this module says how to decode them. A new kind is one entry.
"""

from collections.abc import Callable, Iterable
from functools import cache
from hashlib import sha256
from typing import Any

import msgspec
from msgspec import Struct

from punto import codec
from punto.aggregate.envelope import LogEntry
from punto.aggregate.topic import Changes
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.store.errors import InvalidAppend
from punto.store.records import StoredEvent

TABLE, TOURNAMENT, HOUSE, SHOE = "table", "tournament", "house", "shoe"
PEOPLE = "people"


class StreamKind(Struct, frozen=True):
    """How streams of a kind are read: one event, the state after events, and a kept state.

    ``birth`` is the type of the first event and ``changes`` how later ones change the state.
    ``form`` changes when a state means something else though it is written alike. ``state`` is its
    type. A kind without a state has no snapshots.
    """

    name: str
    read_event: Callable[[bytes], Any]
    birth: str | None = None
    replay: Callable[[Iterable[LogEntry[Any]]], Any] | None = None
    changes: Changes[Any] | None = None
    read_state: Callable[[bytes], Any] | None = None
    state: Any = None
    form: int = 1

    def entry(self, recorded: StoredEvent) -> LogEntry[Any]:
        """Decode a stored event of this kind."""
        return LogEntry(recorded.envelope, self.read_event(recorded.payload))


def _table_kind() -> StreamKind:
    from punto.table.context import changes  # noqa: PLC0415
    from punto.table.registry import replay  # noqa: PLC0415
    from punto.table.table import Table  # noqa: PLC0415

    return StreamKind(
        TABLE, codec.read_event, "table_set_up", replay, changes, codec.read_snapshot, Table
    )


def _tournament_kind() -> StreamKind:
    from punto.tournament.context import changes  # noqa: PLC0415
    from punto.tournament.registry import replay  # noqa: PLC0415
    from punto.tournament.tournament import Tournament  # noqa: PLC0415

    return StreamKind(
        TOURNAMENT,
        codec.read_tournament_event,
        "tournament_set_up",
        replay,
        changes,
        codec.read_tournament_snapshot,
        Tournament,
    )


def _house_kind() -> StreamKind:
    from punto.house.context import changes  # noqa: PLC0415
    from punto.house.house import House  # noqa: PLC0415
    from punto.house.registry import replay  # noqa: PLC0415

    return StreamKind(
        HOUSE,
        codec.read_house_event,
        "house_set_up",
        replay,
        changes,
        codec.read_house_snapshot,
        House,
    )


def _decode_json(text: bytes) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise Malformed(f"event: {error}", code=ErrorCode.UNREADABLE) from None


_kinds: dict[str, Callable[[], StreamKind]] = {
    TABLE: _table_kind,
    TOURNAMENT: _tournament_kind,
    HOUSE: _house_kind,
    SHOE: lambda: StreamKind(SHOE, _decode_json),
    PEOPLE: lambda: StreamKind(PEOPLE, _decode_json),
}


def register(name: str, kind: Callable[[], StreamKind]) -> None:
    """Register how streams of a kind are read; ``kind`` is called when the first is opened."""
    _kinds[name] = kind
    of_kind.cache_clear()


@cache
def of_kind(name: str) -> StreamKind:
    """Return how streams of a kind are read."""
    if name not in _kinds:
        raise InvalidAppend(
            f"nobody reads streams of kind {name}", f"known are {', '.join(_kinds)}"
        )
    return _kinds[name]()


def born(birth: str) -> StreamKind:
    """Return the kind of a stream that begins with a type of event."""
    for name in _kinds:
        if of_kind(name).birth == birth:
            return of_kind(name)
    raise InvalidAppend(f"no stream begins with {birth}")


@cache
def codec_of(name: str) -> str:
    """Return the name of the codec of a state; a changed type has another name."""
    kind = of_kind(name)
    (_,), shapes = msgspec.json.schema_components(
        [kind.state], schema_hook=lambda _: {"type": "string"}
    )
    shape = sha256(msgspec.json.encode(shapes, order="sorted")).hexdigest()[:16]
    return f"{name}/{kind.form}/{shape}"
