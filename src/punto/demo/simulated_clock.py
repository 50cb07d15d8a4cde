"""The clock of the demo: it starts in the past, catches up at once, then follows real time."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from itertools import count

Wait = Callable[[float], Awaitable[None]]
_SECOND = 1_000


class SimulatedClock:
    """A clock that starts in the past; players sleep on it, and it wakes them in order.

    While it is behind, time jumps from one wake-up to the next. After that it is real time.
    """

    def __init__(
        self, real_ms: Callable[[], int], behind_seconds: float, wait: Wait = asyncio.sleep
    ) -> None:
        self._real_ms, self._wait, self.behind_seconds = real_ms, wait, behind_seconds
        self._at = real_ms() - int(behind_seconds * _SECOND)
        self._sleeping: list[tuple[int, int, asyncio.Future[None]]] = []
        self._order = count()
        self._awake = 0
        self._resting = asyncio.Event()
        self.caught_up = asyncio.Event()

    def now_ms(self) -> int:
        """Return the time of the clock."""
        return self._real_ms() if self.caught_up.is_set() else self._at

    async def sleep(self, seconds: float) -> None:
        """Sleep for some seconds of this clock."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        until = self.now_ms() + int(seconds * _SECOND)
        heapq.heappush(self._sleeping, (until, next(self._order), woken))
        self._count_sleeper()
        await woken

    def begin(self) -> None:
        """Add a player; the clock stands still until they sleep for the first time."""
        self._awake += 1
        self._resting.clear()

    def _count_sleeper(self) -> None:
        self._awake -= 1
        if self._awake <= 0:
            self._resting.set()

    def end(self) -> None:
        """Remove a player."""
        self._count_sleeper()

    async def run(self) -> None:
        """Wake the sleepers, each at their time, for ever."""
        while True:
            if not self.caught_up.is_set():
                # Time jumps only while all players sleep, so none of them is late.
                await self._resting.wait()
            if not self._sleeping:
                await self._wait(0.05)
                continue
            until = self._sleeping[0][0]
            ahead = until - self._real_ms()
            if ahead > 0:
                self.caught_up.set()
                await self._wait(min(ahead / _SECOND, 0.25))
                continue
            _, _, woken = heapq.heappop(self._sleeping)
            self._at = max(self._at, until)
            if not woken.done():
                self.begin()
                woken.set_result(None)
