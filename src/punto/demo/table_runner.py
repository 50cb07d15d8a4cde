"""One table of the demo, played step by step: each due command is given by its actor.

Simulated people give the commands of a step themselves. Nobody makes a statement for a visitor: the
table waits until the visitor makes it, or has left and the person is simulated again.
"""

from random import Random

from msgspec import Struct

from punto.aggregate.actor import DEALER
from punto.demo import card_faces
from punto.demo.actors import Actors, logger
from punto.demo.limit_changes import Signs
from punto.demo.patrons import Patrons
from punto.demo.simulated_clock import SimulatedClock
from punto.demo.simulated_errors import Irregular, name_holders, put_right
from punto.demo.table_plans import DemoTable
from punto.rulebook.policies import TurnedBy
from punto.rulebook.vocabulary import Side
from punto.table.cards.cutting import Cut
from punto.table.cards.preparation import CheckCards, Shuffle
from punto.table.deal.banker_role import AcceptRole, PassRole
from punto.table.deal.dealing_methods import method_for_next, methods
from punto.table.deal.drawing import Draw
from punto.table.deal.forfeiting import TakeBackCards
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.errors.device_failure import ChooseStakes, CutRest
from punto.table.limits.caps import HandBackLatest, ReduceWagers
from punto.table.phase import Betting, Dealing, Idle
from punto.table.views.due import next_step
from punto.table.views.due_shoe import Step
from punto.table.views.legal import options_of_all
from punto.table.wagers.betting import NoMoreBets, OpenBetting, WithdrawWager
from punto.table.wagers.placing import PlaceWager

# The time of a visitor who holds cards or is asked for something.
VISITOR_SECONDS = 25
_WINDOW_SECONDS = 6.0
_STUCK_STEPS = 12
# The seconds after a command that takes time at a real table.
SECONDS: dict[type, float] = {
    Draw: 0.7,
    OpenBetting: 0.3,
    NoMoreBets: 1.0,
    PassCards: 1.2,
    TurnCards: 1.4,
    ReturnCards: 0.7,
    CollectLosers: 1.6,
    PayWinners: 2.2,
    Discard: 1.8,
    Shuffle: 4.0,
}

# Disputes and wrong payments are resolved after a few coups: with this chance in each.
_RESOLVED_ONE_IN = 4


class Hands(Struct, frozen=True):
    """The parts that simulate the people of a table."""

    actors: Actors
    patrons: Patrons
    irregular: Irregular
    signs: Signs


class TableRunner:
    """Plays a table of the demo until the demo ends."""

    def __init__(self, plan: DemoTable, hands: Hands, pace: SimulatedClock, random: Random) -> None:
        self.plan, self.hands, self.pace, self.random = plan, hands, pace, random
        self.actors = hands.actors
        self._bet_on = -1
        self._waiting: tuple[int, int] | None = None
        self._version, self._idle_steps = 0, 0

    async def play(self) -> None:
        """Play for ever."""
        while True:
            seconds = await self.step()
            await self.pace.sleep(seconds)

    async def step(self) -> float:
        """Do what is due now, and return the seconds until the next step."""
        actors = self.actors
        self._idle_steps = self._idle_steps + 1 if actors.version == self._version else 0
        if not self._idle_steps:
            self._mark_visitors()
        self._version = actors.version
        if self._idle_steps >= _STUCK_STEPS and self._is_simulated_dealer:
            self._idle_steps = 0
            await self._unblock()
        if (
            actors.rules.origin == "keyed"
            and self._is_simulated_dealer
            and await card_faces.cutting_card(actors)
        ):
            return 1.0
        table = actors.table
        if isinstance(table.phase, Betting) and not table.phase.closed and not self._has_bet:
            return await self._place_wagers()
        step = next_step(actors.rules, table)
        if step is None:
            return 5.0
        if isinstance(table.phase, Idle) and isinstance(step.command, OpenBetting):
            return await self._prepare_coup(step)
        if self._is_simulated_dealer and await self.hands.irregular.happens():
            return 2.5
        return await self._do_step(step)

    def _mark_visitors(self) -> None:
        """Record the activity of visitors who deal or have a wager on the layout."""
        people = self.actors.people
        for person in (DEALER, *(wager.patron for wager in self.actors.table.wagers)):
            member = self.actors.member(person)
            if member is not None and people.is_visitor(member):
                people.was_here(member)

    @property
    def _is_simulated_dealer(self) -> bool:
        """Return whether the dealer is simulated now."""
        if self.plan.visitor and self.pace.caught_up.is_set():
            return False
        return not self.actors.is_visitor(DEALER)

    @property
    def _has_bet(self) -> bool:
        return self._bet_on == self.actors.table.count.coups

    async def _place_wagers(self) -> float:
        """Let simulated patrons wager while betting is open."""
        await self.hands.patrons.look()
        await self.hands.patrons.wager(_WINDOW_SECONDS)
        if self.actors.table.wagers:
            self._bet_on = self.actors.table.count.coups
            await self._direct_holders()
        return 0.3

    async def _direct_holders(self) -> None:
        """Direct who turns the cards, under a method where staff decide it.

        Under a method where a patron must ask for the cards, nobody asks: patrons have no command
        for it, and simulated staff do not claim that a patron asked.
        """
        actors = self.actors
        name, _ = method_for_next(actors.rules, actors.table)
        if methods(actors.rules)[name].turned_by is TurnedBy.AS_DIRECTED:
            await name_holders(actors)

    async def _prepare_coup(self, step: Step) -> float:
        """Let patrons come and go, resolve problems, then open betting."""
        await self.hands.patrons.look()
        resolved = self.random.randrange(_RESOLVED_ONE_IN) == 0 and await put_right(self.actors)
        if resolved or await self.hands.signs.look():
            return 1.5
        if not self._is_simulated_dealer:
            return 1.0
        self.hands.irregular.plan()
        return await self._do_step(step)

    async def _do_step(self, step: Step) -> float:
        """Let the actor of a step give its command; a visitor gets some time for it."""
        actors, by, command = self.actors, step.by, step.command
        if by is None or command is None:
            return await self._do_without_step()
        if by == DEALER and not self._is_simulated_dealer:
            return 0.5
        if actors.is_visitor(by) and by != DEALER and (self._has_time() or _needs_statement(step)):
            # A table that waits for a visitor is not stuck.
            self._idle_steps = 0
            return 0.5
        self._waiting = None
        if step.faces:
            command = card_faces.read(actors, step, self.random)
        if actors.is_visitor(by) and isinstance(command, TurnCards | ReturnCards):
            taken = await actors.anybody(TakeBackCards(by))
            if taken or await actors.act(by, command):
                return 1.0
        if isinstance(command, Cut):
            command = self._random_cut(command)
        if not await actors.act(by, command):
            return 1.0
        return SECONDS.get(type(command), 0.9) * self.random.uniform(0.8, 1.2)

    def _has_time(self) -> bool:
        """Return whether a visitor still has time for the due step."""
        version, now = self.actors.version, self.actors.now
        if self._waiting is None or self._waiting[0] != version:
            self._waiting = (version, now)
        return now - self._waiting[1] < VISITOR_SECONDS

    def _random_cut(self, command: Cut) -> Cut:
        """Return a cut at a random place near the middle."""
        if command.at is None:
            return command
        return Cut(at=command.at + self.random.randint(-60, 60))

    async def _do_without_step(self) -> float:
        """Handle a state without a single due command: missing, excess or obligatory wagers."""
        actors, table = self.actors, self.actors.table
        no_bets = table.carries_no_bet or table.next.no_bet is not None
        if no_bets and table.wagers:
            for wager in table.wagers:
                if not actors.is_visitor(wager.patron):
                    await actors.act(wager.patron, WithdrawWager(wager.wager))
            return 1.0
        holder = table.role.holder
        if holder is not None and not actors.is_visitor(holder) and not no_bets:
            await self._make_holder_bet(holder)
        if isinstance(table.phase, Betting) and not table.wagers:
            self._bet_on = -1
        elif self._is_simulated_dealer and not isinstance(table.phase, Dealing):
            for fix in (ReduceWagers(), HandBackLatest()):
                if await actors.anybody(fix):
                    return 1.0
        return 0.8

    async def _make_holder_bet(self, holder: str) -> None:
        """Let the holder of the Banker cards make the wager on them that the rules require."""
        actors, banker = self.actors, Side.BANKER.value
        own = [wager for wager in actors.table.wagers if wager.patron == holder]
        if any(wager.wager == banker for wager in own):
            return
        for wager in own:
            await actors.act(holder, WithdrawWager(wager.wager))
        least = actors.table.limits.minimum or min(actors.rules.chips_cents)
        if not await actors.act(holder, PlaceWager(banker, least)):
            await actors.act(holder, PassRole())

    async def _unblock(self) -> None:
        """Give any permitted command that helps a stuck table, and log it."""
        actors = self.actors
        options = options_of_all(actors.rules, actors.table, actors.now)
        permitted = {option.name: option for option in options if option.example is not None}
        for name in _UNBLOCKING_COMMANDS:
            option = permitted.get(name)
            if option is None or option.by is None or actors.is_visitor(option.by):
                continue
            logger.info("%s waited for long: %s", actors.name, name)
            if await actors.act(option.by, option.example):
                return
        logger.warning("%s does not go on", actors.name)


# Commands that help a stuck table, those with the least effect first.
_UNBLOCKING_COMMANDS = (
    *("confirm_cards", "confirm_result", "sign_on", "reduce_wagers", "hand_back_latest"),
    *(
        "decline_role",
        "pass_role",
        "verify_cards",
        "check_packs",
        "settle_pairs",
        "take_back_cards",
    ),
    *("void_coup", "new_shoe", "replace_cards", "order_shuffle"),
)


def _needs_statement(step: Step) -> bool:
    """Return whether a step needs a statement that only its actor can make."""
    statements = CheckCards | Cut | CutRest | ChooseStakes | AcceptRole
    return bool(step.asks or step.faces) or isinstance(step.command, statements)
