"""All tables and tournaments of the demo, and their simulated people."""

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

# The pause before a failed table continues.
_AGAIN_SECONDS = 5.0


class Demo:
    """The whole simulation of the demo."""

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
                group.create_task(self._play_table(number, plan))
            self.pace.begin()
            group.create_task(self._play_for_ever("the tournament", self.cup.play))
            group.create_task(self._set_up_house())
            group.create_task(self.pace.run())

    async def _play_table(self, number: int, plan: DemoTable) -> None:
        runner = await self._open_table(number, plan)
        await self._play_for_ever(plan.name, runner.play)

    async def _set_up_house(self) -> None:
        try:
            await open_house(self.desk, self.people, self.plans)
        except (Malformed, Refused) as error:
            # A store may have another house; the tables are played anyway.
            logger.warning("the house: %s", error.message)

    async def _play_for_ever(self, name: str, play: Callable[[], Awaitable[None]]) -> None:
        while True:
            try:
                await play()
            except Exception as error:  # noqa: BLE001
                # The failure of one table must not stop the others.
                logger.exception("%s", name)
                self.failures.append(error)
                await self.pace.sleep(_AGAIN_SECONDS)

    async def _open_table(self, number: int, plan: DemoTable) -> TableRunner:
        """Open a table, or continue one that is already in the store."""
        stream = f"{TABLE}/{plan.name}"
        dealer = self.people.staff(plan.name, plan.rulebook, DEALER)
        request = NewTableRequest(plan.rulebook, plan.elections, FLOAT_CENTS, ready=True)
        try:
            await self.desk.open_table(stream, request, Actor(dealer.name, DEALER))
        except Malformed as error:
            if error.code != ErrorCode.ALREADY_SO:
                raise
        random = Random(f"{self.seed}/{plan.name}")  # noqa: S311  simulated people
        actors = Actors(self.desk, self.people, await self.desk.live(stream))
        hands = Hands(
            actors,
            Patrons(actors, self.pace, random, 3 * number),
            Irregular(actors, random),
            Signs(actors, random),
        )
        await hands.patrons.take_up()
        return TableRunner(plan, hands, self.pace, random)
