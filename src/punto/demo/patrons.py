"""The patrons of a table of the demo: they come, buy chips, wager, go, and others come."""

import asyncio
from random import Random

from punto.clause import Malformed
from punto.demo.actors import Actors
from punto.demo.betting_styles import NAMES, Bettor, buy, made_up, wager
from punto.demo.simulated_clock import SimulatedClock
from punto.table.seats.buying import CashOut
from punto.table.seats.joining import Join, Leave

# So many sit at a table; the other seats are for visitors.
_LEAST, _MOST = 3, 5
_LEAVES_ONE_IN = 120
_RICH = 400


class Patrons:
    """Those who sit at one table and are made up."""

    def __init__(
        self, actors: Actors, pace: SimulatedClock, random: Random, first_name: int
    ) -> None:
        self.actors, self.pace, self.random = actors, pace, random
        self._bettors: dict[str, Bettor] = {}
        self._next_name = first_name
        self._wanted = random.randint(_LEAST, _MOST)

    async def take_up(self) -> None:
        """Take up those who sit at a table that was there before."""
        actors = self.actors
        for patron in actors.table.patrons:
            what = f"plays at seat {patron.seat}"
            await asyncio.to_thread(actors.people.taken_up, actors.stream, patron.name, what)
            self._bettors[patron.name] = made_up(patron.name, self.random)

    @property
    def _own(self) -> list[Bettor]:
        """Return those who are at the table and no visitor."""
        here = [one for one in self._bettors.values() if self.actors.table.patron(one.name)]
        return [one for one in here if not self.actors.is_visitor(one.name)]

    async def look(self) -> None:
        """Let people come and go, and buy chips, while no wager of theirs is on the layout."""
        table = self.actors.table
        least = max(table.limits.minimum or 0, min(self.actors.rules.chips_cents))
        for bettor in self._own:
            patron = self.actors.table.patron(bettor.name)
            if patron is None or any(one.patron == bettor.name for one in table.wagers):
                continue
            broke = patron.chips_cents < least
            if broke and self.random.randrange(3):
                await buy(self.actors, bettor, self.random)
            elif broke or self._goes(patron.chips_cents, least):
                await self._leaves(bettor.name)
        if len(self.actors.table.patrons) < self._wanted:
            await self._comes()

    def _goes(self, chips: int, least: int) -> bool:
        return chips > _RICH * least or self.random.randrange(_LEAVES_ONE_IN) == 0

    async def _leaves(self, name: str) -> None:
        await self.actors.act(name, CashOut(name))
        if await self.actors.act(name, Leave(name)):
            self._bettors.pop(name, None)
            self.actors.people.left(self.actors.stream, name)

    async def _comes(self) -> None:
        """Let somebody sit down on a free seat, with a secret that a visitor can take over."""
        taken = {one.seat for one in self.actors.table.patrons}
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
        """Have everybody wager, one after the other, within a time."""
        own = self._own
        self.random.shuffle(own)
        left = seconds
        for place, bettor in enumerate(own):
            pause = left / (len(own) - place + 1) * self.random.uniform(0.4, 1.4)
            left -= pause
            await self.pace.sleep(pause)
            await wager(self.actors, bettor, self.random)
        await self.pace.sleep(max(left, 0.2))
