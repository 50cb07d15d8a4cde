"""The simulated patrons of a table of the demo: they join, buy chips, wager and leave."""

import asyncio
from random import Random

from punto.clause import Malformed
from punto.demo.actors import Actors
from punto.demo.betting_styles import NAMES, Bettor, buy, made_up, wager
from punto.demo.simulated_clock import SimulatedClock
from punto.table.seats.buying import CashOut
from punto.table.seats.joining import Join, Leave

# The number of simulated patrons at a table; the other seats are for visitors.
_LEAST, _MOST = 3, 5
_LEAVES_ONE_IN = 120
_RICH_MINIMUMS = 400


class Patrons:
    """The simulated patrons of one table."""

    def __init__(
        self, actors: Actors, pace: SimulatedClock, random: Random, first_name: int
    ) -> None:
        self.actors, self.pace, self.random = actors, pace, random
        self._bettors: dict[str, Bettor] = {}
        self._next_name = first_name
        self._wanted = random.randint(_LEAST, _MOST)

    async def take_up(self) -> None:
        """Add the patrons who already sit at a table of the store."""
        actors = self.actors
        for patron in actors.table.patrons:
            what = f"plays at seat {patron.seat}"
            await asyncio.to_thread(actors.people.taken_up, actors.stream, patron.name, what)
            self._bettors[patron.name] = made_up(patron.name, self.random)

    @property
    def _simulated(self) -> list[Bettor]:
        """Return the simulated patrons at the table."""
        at_table = [
            bettor for bettor in self._bettors.values() if self.actors.table.patron(bettor.name)
        ]
        return [bettor for bettor in at_table if not self.actors.is_visitor(bettor.name)]

    async def look(self) -> None:
        """Let patrons without a wager on the layout leave or buy chips, and let others join."""
        table = self.actors.table
        least = max(table.limits.minimum or 0, min(self.actors.rules.chips_cents))
        for bettor in self._simulated:
            patron = self.actors.table.patron(bettor.name)
            if patron is None or any(bet.patron == bettor.name for bet in table.wagers):
                continue
            broke = patron.chips_cents < least
            if broke and self.random.randrange(3):
                await buy(self.actors, bettor, self.random)
            elif broke or self._wants_to_leave(patron.chips_cents, least):
                await self._leave(bettor.name)
        if len(self.actors.table.patrons) < self._wanted:
            await self._add_patron()

    def _wants_to_leave(self, chips: int, least: int) -> bool:
        return chips > _RICH_MINIMUMS * least or self.random.randrange(_LEAVES_ONE_IN) == 0

    async def _leave(self, name: str) -> None:
        await self.actors.act(name, CashOut(name))
        if await self.actors.act(name, Leave(name)):
            self._bettors.pop(name, None)
            self.actors.people.left(self.actors.stream, name)

    async def _add_patron(self) -> None:
        """Seat a new patron, whom a visitor can take over."""
        taken = {patron.seat for patron in self.actors.table.patrons}
        free = [seat for seat in range(1, self.actors.table.seats + 1) if seat not in taken]
        if not free:
            return
        name = NAMES[self._next_name % len(NAMES)]
        self._next_name += 1
        actors = self.actors
        try:
            joined = await asyncio.to_thread(actors.people.join, actors.stream, name)
        except Malformed:
            return
        name, seat = joined.person.name, self.random.choice(free)
        actors.people.sits(actors.stream, name, joined.secret.text, f"plays at seat {seat}")
        bettor = made_up(name, self.random)
        if await actors.act(name, Join(name, seat)):
            self._bettors[name] = bettor
            await buy(actors, bettor, self.random)
        else:
            actors.people.left(actors.stream, name)

    async def wager(self, seconds: float) -> None:
        """Let all simulated patrons wager, one after the other, within a time."""
        bettors = self._simulated
        self.random.shuffle(bettors)
        left = seconds
        for index, bettor in enumerate(bettors):
            pause = left / (len(bettors) - index + 1) * self.random.uniform(0.4, 1.4)
            left -= pause
            await self.pace.sleep(pause)
            await wager(self.actors, bettor, self.random)
        await self.pace.sleep(max(left, 0.2))
