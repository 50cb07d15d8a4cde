"""A stream in memory: the aggregate, the version it stands at, the orders of its cards."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

from punto.server import shoes
from punto.server.aggregate import Aggregate, Past
from punto.server.contests import ServedTournament
from punto.server.feeds import Note
from punto.server.houses import ServedHouse
from punto.server.tables import ServedTable
from punto.store.kinds import HOUSE, TABLE, TOURNAMENT, of_kind
from punto.store.log import Log
from punto.store.opening import Opened

# How each kind of stream is served, from where it stands.
SERVED: dict[str, Callable[[Log, Opened], Aggregate]] = {
    TABLE: lambda _, now: ServedTable.of(now.state),
    TOURNAMENT: lambda log, now: ServedTournament.of(_events(log, now)),
    HOUSE: lambda _, now: ServedHouse(now.state),
}


Orders = dict[str, tuple[shoes.Kept, ...]]


class Live(Past):
    """A stream in memory, with the version it stands at and the order of its cards."""

    def __init__(self, log: Log, stream: str, aggregate: Aggregate, version: int) -> None:
        self.log, self.stream, self.aggregate, self.version = log, stream, aggregate, version
        self.lock = asyncio.Lock()
        # Of each shoe the orders that were fixed and not yet shown, the one on the table last.
        self.orders: Orders = {}
        self.shoe_versions: dict[str, int] = {}
        self.last_ms = 0

    def events(self) -> Iterator[Any]:
        """Yield the events of the stream from its birth."""
        kind = of_kind(self.aggregate.kind)
        return (kind.read_event(one.payload) for one in self.log.read(self.stream))

    def kept(self, after: int, upto: int) -> tuple[Note, ...]:
        """Return the events of the stream after a version and up to another, with their times."""
        read = of_kind(self.aggregate.kind).read_event
        return tuple(
            Note(one.version, read(one.payload), one.time_ms)
            for one in self.log.read(self.stream, after, upto)
        )

    def elsewhere(self, stream: str, version: int) -> tuple[Any, int] | None:
        """Return an event of another stream and when it was kept."""
        if version < 1:
            return None
        for one in self.log.read(stream, version - 1, version):
            return of_kind(one.kind).read_event(one.payload), one.time_ms // 1000
        return None


def _events(log: Log, now: Opened) -> list[Any]:
    kind = of_kind(now.kind)
    return [kind.read_event(one.payload) for one in log.read(now.stream, 0, now.version)]
