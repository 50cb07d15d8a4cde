"""A stream in memory: its aggregate, its version and the orders of its cards."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.driver.table import TableDriver
from punto.server.aggregate import Aggregate
from punto.server.feeds import FeedEvent
from punto.server.served_house import ServedHouse
from punto.server.served_table import ServedTable
from punto.server.served_tournament import ServedTournament
from punto.server.virtual_shoes.lifecycle import Shoes
from punto.server.virtual_shoes.sealed_order import CommittedOrder as Order
from punto.store.load_stream import Opened
from punto.store.log import Log
from punto.store.records import StoredEvent
from punto.store.stream_kinds import HOUSE, TABLE, TOURNAMENT, of_kind


class OpenStream:
    """A stream in memory, with its version and the order of its cards."""

    def __init__(self, log: Log, stream: str, aggregate: Aggregate) -> None:
        self.log, self.stream, self.aggregate = log, stream, aggregate
        self.lock = asyncio.Lock()
        self.shoes: Shoes = {}
        self.last_ms = 0

    @property
    def version(self) -> int:
        """Return the current version of the stream."""
        return self.aggregate.driver.position.version

    @property
    def orders(self) -> dict[str, tuple[Order, ...]]:
        """Return the orders of each shoe that are committed and not revealed, the newest last."""
        return {name: shoe.hidden for name, shoe in self.shoes.items()}

    def lay(self, shoes: Shoes) -> None:
        """Set the state of the shoes, and give their cards to the aggregate."""
        self.shoes = shoes
        self.aggregate.lay({name: shoe.cards for name, shoe in shoes.items()})

    async def read_back(self, command: Any) -> None:
        """Read the earlier coups that a command refers to, each once, outside the event loop."""
        driver = self.aggregate.driver
        if not isinstance(driver, TableDriver) or not driver.reads_back(command):
            return
        stored = self.log.read(self.stream, driver.earlier.length, self.version)
        entries = map(of_kind(self.aggregate.kind).entry, stored)
        driver.earlier = await asyncio.to_thread(driver.earlier.extended, entries)

    def kept(self, after: int, upto: int) -> tuple[FeedEvent, ...]:
        """Return the events of the stream after a version and up to another, with their times."""
        read_event = of_kind(self.aggregate.kind).read_event
        return tuple(
            FeedEvent(stored.version, read_event(stored.payload), stored.time_ms)
            for stored in self.log.read(self.stream, after, upto)
        )


class StoredCommand(Struct, frozen=True):
    """A stored command: who gave it, and its events."""

    by: Actor
    first: int
    last: int
    time_ms: int
    events: tuple[Any, ...]


def commands(kind: str, recorded: Iterable[StoredEvent]) -> Iterator[StoredCommand]:
    """Yield the stored events of a stream, grouped by command."""
    read_event = of_kind(kind).read_event
    parts: list[Any] = []
    for stored in recorded:
        parts.append(read_event(stored.payload))
        if stored.part == stored.parts:
            by = Actor(stored.actor, stored.title, stored.time_ms // 1000)
            first = stored.version - len(parts) + 1
            yield StoredCommand(by, first, stored.version, stored.time_ms, tuple(parts))
            parts = []


def _open_tournament(log: Log, now: Opened) -> ServedTournament:
    """Return a tournament with its whole log, which is always short."""
    stored = log.read(now.stream, 0, now.version)
    return ServedTournament.of([*map(of_kind(now.kind).entry, stored)])


# Opens an aggregate of each kind from its stored state.
SERVED: dict[str, Callable[[Log, Opened], Aggregate]] = {
    TABLE: lambda _, now: ServedTable.of(now.state, now.version),
    TOURNAMENT: _open_tournament,
    HOUSE: lambda log, now: ServedHouse.of(now.state, now.version, log),
}
