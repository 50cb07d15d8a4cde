"""The tournaments of the demo: simulated people enter and play, one tournament after the other."""

import asyncio
from importlib.resources import files
from random import Random

from msgspec.structs import replace

from punto import codec
from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, Refused
from punto.demo.actors import logger
from punto.demo.betting_styles import NAMES
from punto.demo.people import People
from punto.demo.simulated_clock import SimulatedClock
from punto.demo.table_runner import SECONDS, VISITOR_SECONDS
from punto.demo.tournament_coup import Visitors, coming
from punto.driver.tournament import TournamentDriver
from punto.error_codes import ErrorCode
from punto.notation.conditions_file import Plan, read_plan
from punto.rehearsal.next_step import usual_step
from punto.rehearsal.simulated_entrants import Field, Player, at_random
from punto.rehearsal.step import Coup
from punto.rehearsal.strategies import STRATEGIES
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.server.command_service import CommandService
from punto.server.served_tournament import ServedTournament
from punto.store.errors import StoreError
from punto.store.stream_kinds import TOURNAMENT
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conduct.lead import AppointLead
from punto.tournament.placing.confirmation import ConfirmPlacings
from punto.tournament.seating.ballot import DrawBallot
from punto.tournament.seating.sessions import BeginSession, EndSession
from punto.tournament.tables import AtTable

_STEP_SECONDS, _WAGER_SECONDS, _PAUSE_SECONDS, _AGAIN_SECONDS = 0.5, 0.9, 4.0, 90.0
# The time that the first tournament has run when the clock has caught up.
_IN_PLAY_SECONDS = 240
# The place of the tournament's staff.
CUP = "cup"
# After so many refused steps in a row, another tournament begins.
_REFUSED_MAX = 20


def cup_plan() -> Plan:
    """Return the conditions of the tournament."""
    text = files("punto.demo").joinpath("cup.toml").read_text(encoding="utf-8")
    return read_plan(text)


class Cup:
    """Plays one tournament after the other."""

    def __init__(
        self, desk: CommandService, people: People, pace: SimulatedClock, random: Random
    ) -> None:
        self.desk, self.people, self.pace, self.random = desk, people, pace, random
        self.plan = cup_plan()
        self.stream, self.field = "", dict[str, Player]()
        self._secrets: dict[str, str] = {}
        self.played = 0
        self._waiting: tuple[int, int] = (0, 0)
        self._begun_once = False
        self._contest: TournamentDriver

    async def play(self) -> None:
        """Play for ever; the first tournament is in play when the clock has caught up."""
        if not self._begun_once:
            self._begun_once = True
            await self.pace.sleep(max(0.0, self.pace.behind_seconds - _IN_PLAY_SECONDS))
        while True:
            await self._one()
            self.played += 1
            await self.pace.sleep(_AGAIN_SECONDS)
            for name in self.field:
                self.people.left(self.stream, name)

    async def _one(self) -> None:
        """Play a tournament from its conditions to its prizes."""
        driver = await self._set_up()
        self._contest = driver
        house = RehearsalDriver(driver, 0, self.plan.rehearsal.coup_seconds)
        refused = 0
        while refused < _REFUSED_MAX:
            house.at = self.desk.clock_ms() // 1000
            if driver.tournament.session is not None:
                self._offer_to_visitors()
            step = usual_step(house, self.plan, list(self.field), self.random.randrange)
            if step is None:
                return
            if isinstance(step, Coup):
                field = at_random(self.field) if step.off else self.field
                done = await self._coup(house, step.table, field)
            else:
                done = await self._act(step.actor, step.command)
                await self.pace.sleep(self._seconds(step.command))
            refused = 0 if done else refused + 1
        logger.warning("%s does not go on", self.stream)

    async def _set_up(self) -> TournamentDriver:
        """Set up a tournament under the first free name, with people who want to enter."""
        lead = self.people.staff(CUP, self.plan.rulebook, self._leads())
        for number in range(1, 1_000):
            self.stream = f"{TOURNAMENT}/cup{number}"
            name = f"{self.plan.name} {number}"
            try:
                await self.desk.open_tournament(
                    self.stream,
                    self.plan.rulebook,
                    name,
                    self.plan.elect,
                    Actor(lead.name, self._leads()),
                )
            except Malformed as error:
                if error.code != ErrorCode.ALREADY_SO:
                    raise
                continue
            break
        await self._add_entrants()
        live = await self.desk.live(self.stream)
        assert isinstance(live.aggregate, ServedTournament)
        return live.aggregate.driver

    def _leads(self) -> str:
        """Return the title that sets the conditions."""
        power = load(self.plan.rulebook).powers.get(Power.SET_TOURNAMENT_CONDITIONS)
        assert power is not None
        return power.value[0]

    async def _add_entrants(self) -> None:
        strategies, wanted = self.plan.rehearsal.strategies, self.plan.rehearsal.entrants
        assert wanted is not None
        names = self.random.sample(NAMES, wanted)
        self.field = {}
        for index, name in enumerate(names):
            joined = await asyncio.to_thread(self.people.join, self.stream, name)
            unique_name, kind = joined.person.name, strategies[index % len(strategies)]
            self.field[unique_name] = Player(unique_name, kind, STRATEGIES[kind])
            self._secrets[unique_name] = joined.secret.text

    def _offer_to_visitors(self) -> None:
        """Let visitors take over entrants: by now all have signed the entry form themselves."""
        for name, secret in self._secrets.items():
            self.people.sits(self.stream, name, secret, "plays in the tournament")
        self._secrets = {}

    async def _coup(self, house: RehearsalDriver, number: int, field: Field) -> bool:
        """Play at a table until the coup is over or a visitor must act."""
        visitors = frozenset(name for name in field if self._is_visitor(name))
        acts = coming(house, number, field, self.random.randrange, Visitors(visitors, self._waits))
        for actor, command in acts:
            if not await self._act(actor, command):
                await self.pace.sleep(_STEP_SECONDS)
                return False
            await self.pace.sleep(self._seconds(command))
        if not acts:
            await self.pace.sleep(_STEP_SECONDS)
        return True

    def _is_visitor(self, name: str) -> bool:
        member = self.people.patron(self.stream, name)
        return member is not None and self.people.is_visitor(member)

    def _waits(self, name: str) -> bool:
        """Return whether a visitor still has time to wager."""
        if not self._is_visitor(name):
            return False
        version, now = len(self._contest.log), self.desk.clock_ms() // 1000
        if self._waiting[0] != version:
            self._waiting = (version, now)
        return now - self._waiting[1] < VISITOR_SECONDS

    @staticmethod
    def _seconds(command: TournamentCommand) -> float:
        match command:
            case AtTable(command=inside):
                return SECONDS.get(type(inside), _WAGER_SECONDS)
            case BeginSession() | EndSession() | ConfirmPlacings() | DrawBallot():
                return _PAUSE_SECONDS
            case _:
                return _STEP_SECONDS

    async def _act(self, actor: Actor, command: TournamentCommand) -> bool:
        """Carry out a command, and return whether it was accepted."""
        name = actor.name
        if actor.title != PATRON:
            name = self.people.staff(CUP, self.plan.rulebook, actor.title).name
        if isinstance(command, AppointLead):
            # A rehearsal uses the title as the name of the lead.
            leads = self.people.staff(CUP, self.plan.rulebook, command.name)
            command = replace(command, name=leads.name)
        try:
            await self.desk.act(self.stream, Actor(name, actor.title), codec.encode(command))
        except (Refused, Malformed) as error:
            logger.debug("%s: %s %r: %s %s", self.stream, name, command, error.code, error.message)
            return False
        except StoreError as error:
            logger.warning("%s: %s", self.stream, error)
            return False
        return True
