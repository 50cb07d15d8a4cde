"""The floor of the demo: every table and tournament of it, and those who play there."""

import asyncio
from collections.abc import Awaitable, Callable
from random import Random

from punto.aggregate.actor import DEALER, Actor
from punto.clause import Malformed, Refused
from punto.demo.actors import Actors, logger
from punto.demo.house import open_house
from punto.demo.limit_changes import Signs
from punto.demo.patrons import Patrons
from punto.demo.people import People
from punto.demo.simulated_clock import SimulatedClock
from punto.demo.simulated_errors import Irregular
from punto.demo.table_plans import FLOAT_CENTS, DemoTable, plans
from punto.demo.table_runner import Hands, TableRunner
from punto.demo.tournament import CUP, Cup
from punto.error_codes import ErrorCode
from punto.server.command_messages import NewTableRequest
from punto.server.command_service import CommandService
from punto.store.stream_kinds import TABLE

# Whoever fails goes on after so long; what failed is written down.
_AGAIN_SECONDS = 5.0


class Demo:
    """Everything that goes on in the demo."""

    def __init__(
        self, desk: CommandService, people: People, pace: SimulatedClock, seed: int = 0
    ) -> None:
        self.desk, self.people, self.pace, self.seed = desk, people, pace, seed
        self.plans = plans()
        self.failures: list[BaseException] = []
        for plan in self.plans:
            people.hire(plan.name, plan.rulebook)
        self.cup = Cup(desk, people, pace, Random(f"{seed}/cup"))  # noqa: S311  as above
        people.hire(CUP, self.cup.plan.rulebook)
        people.hire_watchers()

    async def run(self) -> None:
        """Set the tables up and play, until it is cancelled."""
        async with asyncio.TaskGroup() as group:
            for number, plan in enumerate(self.plans):
                self.pace.begin()
                group.create_task(self._table(number, plan))
            self.pace.begin()
            group.create_task(self._going_on("the tournament", self.cup.play))
            group.create_task(self._house())
            group.create_task(self.pace.run())

    async def _table(self, number: int, plan: DemoTable) -> None:
        sitting = await self._set_up(number, plan)
        await self._going_on(plan.name, sitting.play)

    async def _house(self) -> None:
        try:
            await open_house(self.desk, self.people, self.plans)
        except (Malformed, Refused) as no:
            # A store may have a house of another kind; the tables are played all the same.
            logger.warning("the house: %s", no.message)

    async def _going_on(self, name: str, play: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await play()
            except Exception as error:  # noqa: BLE001
                # A table that fails is no reason for the others to stop.
                logger.exception("%s", name)
                self.failures.append(error)
                await self.pace.sleep(_AGAIN_SECONDS)

    async def _set_up(self, number: int, plan: DemoTable) -> TableRunner:
        """Open a table, or take one up that is in the store already."""
        stream = f"{TABLE}/{plan.name}"
        dealer = self.people.staff(plan.name, plan.rulebook, DEALER)
        wanted = NewTableRequest(plan.rulebook, plan.elections, FLOAT_CENTS, ready=True)
        try:
            await self.desk.open_table(stream, wanted, Actor(dealer.name, DEALER))
        except Malformed as no:
            if no.code != ErrorCode.ALREADY_SO:
                raise
        random = Random(f"{self.seed}/{plan.name}")  # noqa: S311  people who are made up
        actors = Actors(self.desk, self.people, await self.desk.live(stream))
        hands = Hands(
            actors,
            Patrons(actors, self.pace, random, 3 * number),
            Irregular(actors, random),
            Signs(actors, random),
        )
        await hands.patrons.take_up()
        return TableRunner(plan, hands, self.pace, random)
