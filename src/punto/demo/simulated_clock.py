"""The clock of the demo: it runs through the hours before now at once, then with the real one."""

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from itertools import count

Wait = Callable[[float], Awaitable[None]]
_SECOND = 1_000


class SimulatedClock:
    """A timeline that begins in the past; those who play sleep on it, and it wakes them in order.

    While it is behind, time jumps from one who wakes to the next; from then on it is real.
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
        """Return what the clock shows."""
        return self._real_ms() if self.caught_up.is_set() else self._at

    async def sleep(self, seconds: float) -> None:
        """Let time go by for one of those who play."""
        woken: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        until = self.now_ms() + int(seconds * _SECOND)
        heapq.heappush(self._sleeping, (until, next(self._order), woken))
        self._rest()
        await woken

    def begin(self) -> None:
        """Count somebody who plays; before they sleep for the first time no time goes by."""
        self._awake += 1
        self._resting.clear()

    def _rest(self) -> None:
        self._awake -= 1
        if self._awake <= 0:
            self._resting.set()

    def end(self) -> None:
        """Count somebody no more, who plays no longer."""
        self._rest()

    async def run(self) -> None:
        """Wake those who sleep, each at their time, for ever."""
        while True:
            if not self.caught_up.is_set():
                # Nobody is late while time jumps: it waits for whoever is awake.
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
