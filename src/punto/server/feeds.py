"""Feeds: what happens on a stream, to everybody who listens, each at their own pace."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msgspec import Struct

# Whoever is further behind than this is let go: they resume from the log, and lose nothing.
BEHIND_MAX = 1_000


class FeedEvent(Struct, frozen=True):
    """An event with its version and when it was kept, as it is handed to listeners."""

    version: int
    event: Any
    at_ms: int


def noted(first: int, events: Iterable[Any], at_ms: int) -> tuple[FeedEvent, ...]:
    """Return events with the versions that they got, the first of them given."""
    return tuple(FeedEvent(version, event, at_ms) for version, event in enumerate(events, first))


# Why a feed ends: whoever listens comes back with the last version they saw, and misses nothing.
GOING_AWAY, TOO_SLOW = 1001, 4408


class Listener:
    """One who listens to a stream; ``cut`` when they were too slow to go on."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[tuple[FeedEvent, ...] | None] = asyncio.Queue(BEHIND_MAX)
        self.cut = False
        self.code = TOO_SLOW

    def hand(self, notes: tuple[FeedEvent, ...]) -> bool:
        """Put notes before a listener; return whether they can still follow."""
        try:
            self.waiting.put_nowait(notes)
        except asyncio.QueueFull:
            self.cut = True
        return not self.cut

    def end(self, code: int = GOING_AWAY) -> None:
        """Let a listener go after what they have not read yet; ``code`` says why."""
        self.cut, self.code = True, code
        with suppress(asyncio.QueueFull):
            self.waiting.put_nowait(None)

    async def next(self) -> tuple[FeedEvent, ...] | None:
        """Return the next notes, or nothing when the feed is over; ``code`` says why."""
        if self.cut and self.waiting.empty():
            return None
        return await self.waiting.get()

    def waiting_now(self) -> tuple[FeedEvent, ...]:
        """Return what waits already, without waiting for more."""
        notes: list[FeedEvent] = []
        while not self.waiting.empty():
            notes += self.waiting.get_nowait() or ()
        return tuple(notes)


class Feeds:
    """Who listens to which stream."""

    def __init__(self) -> None:
        self._listening: dict[str, set[Listener]] = {}
        self.over = False

    @property
    def count(self) -> int:
        """Return how many listen."""
        return sum(len(listening) for listening in self._listening.values())

    def listen(self, stream: str) -> Listener:
        """Return a listener to a stream, from now on."""
        listener = Listener()
        if self.over:
            listener.end()
        self._listening.setdefault(stream, set()).add(listener)
        return listener

    def leave(self, stream: str, listener: Listener) -> None:
        """Let a listener go."""
        left = self._listening.get(stream, set())
        left.discard(listener)
        if not left:
            self._listening.pop(stream, None)

    def publish(self, stream: str, notes: tuple[FeedEvent, ...]) -> None:
        """Hand notes to everybody who listens; whoever cannot follow is let go."""
        for listener in tuple(self._listening.get(stream, ())):
            if not listener.hand(notes):
                self.leave(stream, listener)

    def end(self) -> None:
        """Let everybody go, also who comes now: the server is going away."""
        self.over = True
        for listening in self._listening.values():
            for listener in listening:
                listener.end()
