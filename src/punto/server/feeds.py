"""Feeds: the events of a stream, sent to each listener at its own speed."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from msgspec import Struct

# A listener that is further behind is disconnected. It can resume from the log without loss.
BEHIND_MAX = 1_000


class FeedEvent(Struct, frozen=True):
    """An event with its version and the time when it was stored, as listeners receive it."""

    version: int
    event: Any
    at_ms: int


def noted(first: int, events: Iterable[Any], at_ms: int) -> tuple[FeedEvent, ...]:
    """Return events with their versions, counted from ``first``."""
    return tuple(FeedEvent(version, event, at_ms) for version, event in enumerate(events, first))


# Close codes. The client can reconnect with the last version it received, and misses nothing.
GOING_AWAY, TOO_SLOW = 1001, 4408


class Listener:
    """A listener to a stream; ``cut`` if it ended or was too slow."""

    def __init__(self) -> None:
        self.waiting: asyncio.Queue[tuple[FeedEvent, ...] | None] = asyncio.Queue(BEHIND_MAX)
        self.cut = False
        self.code = TOO_SLOW

    def hand(self, notes: tuple[FeedEvent, ...]) -> bool:
        """Queue notes for a listener; return whether it still receives notes."""
        try:
            self.waiting.put_nowait(notes)
        except asyncio.QueueFull:
            self.cut = True
        return not self.cut

    def end(self, code: int = GOING_AWAY) -> None:
        """End a feed after the queued notes; ``code`` is the reason."""
        self.cut, self.code = True, code
        with suppress(asyncio.QueueFull):
            self.waiting.put_nowait(None)

    async def next(self) -> tuple[FeedEvent, ...] | None:
        """Return the next notes, or None if the feed ended; ``code`` is the reason."""
        if self.cut and self.waiting.empty():
            return None
        return await self.waiting.get()

    def waiting_now(self) -> tuple[FeedEvent, ...]:
        """Return the queued notes without waiting."""
        notes: list[FeedEvent] = []
        while not self.waiting.empty():
            notes += self.waiting.get_nowait() or ()
        return tuple(notes)


class Feeds:
    """The listeners of each stream."""

    def __init__(self) -> None:
        self._listening: dict[str, set[Listener]] = {}
        self.over = False

    @property
    def count(self) -> int:
        """Return the number of listeners."""
        return sum(len(listening) for listening in self._listening.values())

    def listen(self, stream: str) -> Listener:
        """Return a new listener to a stream."""
        listener = Listener()
        if self.over:
            listener.end()
        self._listening.setdefault(stream, set()).add(listener)
        return listener

    def leave(self, stream: str, listener: Listener) -> None:
        """Remove a listener."""
        left = self._listening.get(stream, set())
        left.discard(listener)
        if not left:
            self._listening.pop(stream, None)

    def publish(self, stream: str, notes: tuple[FeedEvent, ...]) -> None:
        """Send notes to all listeners of a stream; remove those that are too slow."""
        for listener in tuple(self._listening.get(stream, ())):
            if not listener.hand(notes):
                self.leave(stream, listener)

    def end(self) -> None:
        """End all feeds, also those that open later: the server stops."""
        self.over = True
        for listening in self._listening.values():
            for listener in listening:
                listener.end()
