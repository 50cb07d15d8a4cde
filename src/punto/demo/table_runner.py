"""One table of the demo, dealt step by step: whatever is due is done by whoever it is due from.

Somebody made up says what a step asks in a command of their own. Nobody speaks for a visitor: what
only a visitor can say is waited for until they say it, or are gone and the person is made up again.
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

# How long a visitor has who holds cards, or is asked for something.
VISITOR_SECONDS = 25
_WINDOW_SECONDS = 6.0
_STUCK = 12
# What takes its time at a real table; everything else is quicker.
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

# What is disputed, or was paid wrongly, waits for a supervisor for a few coups.
_HEARD_ONE_IN = 4


class Hands(Struct, frozen=True):
    """Everybody who makes a table live."""

    actors: Actors
    patrons: Patrons
    irregular: Irregular
    signs: Signs


class TableRunner:
    """A table of the demo as it goes on, from now until the demo ends."""

    def __init__(self, plan: DemoTable, hands: Hands, pace: SimulatedClock, random: Random) -> None:
        self.plan, self.hands, self.pace, self.random = plan, hands, pace, random
        self.actors = hands.actors
        self._bet_on = -1
        self._waiting: tuple[int, int] | None = None
        self._version, self._still = 0, 0

    async def play(self) -> None:
        """Go on for ever."""
        while True:
            seconds = await self.step()
            await self.pace.sleep(seconds)

    async def step(self) -> float:
        """Do what is due now, and return after how many seconds to look again."""
        actors = self.actors
        self._still = self._still + 1 if actors.version == self._version else 0
        if not self._still:
            self._seen()
        self._version = actors.version
        if self._still >= _STUCK and self._deals:
            self._still = 0
            await self._free()
        if actors.rules.origin == "keyed" and self._deals and await card_faces.cutting_card(actors):
            return 1.0
        table = actors.table
        if isinstance(table.phase, Betting) and not table.phase.closed and not self._has_bet:
            return await self._betting()
        step = next_step(actors.rules, table)
        if step is None:
            return 5.0
        if isinstance(table.phase, Idle) and isinstance(step.command, OpenBetting):
            return await self._between(step)
        if self._deals and await self.hands.irregular.happens():
            return 2.5
        return await self._due(step)

    def _seen(self) -> None:
        """Write down that visitors are here who deal or have a wager on the layout."""
        people = self.actors.people
        for by in (DEALER, *(one.patron for one in self.actors.table.wagers)):
            member = self.actors.member(by)
            if member is not None and people.is_visitor(member):
                people.was_here(member)

    @property
    def _deals(self) -> bool:
        """Return whether somebody made up deals here now."""
        if self.plan.visitor and self.pace.caught_up.is_set():
            return False
        return not self.actors.is_visitor(DEALER)

    @property
    def _has_bet(self) -> bool:
        return self._bet_on == self.actors.table.count.coups

    async def _betting(self) -> float:
        """Have patrons wager while betting is open."""
        await self.hands.patrons.look()
        await self.hands.patrons.wager(_WINDOW_SECONDS)
        if self.actors.table.wagers:
            self._bet_on = self.actors.table.count.coups
            await self._held()
        return 0.3

    async def _held(self) -> None:
        """See to it that cards are passed where somebody of the staff says to whom.

        Where a patron has to ask, nobody does: a patron has no command for it, and nobody made up
        says that another asked.
        """
        actors = self.actors
        name, _ = method_for_next(actors.rules, actors.table)
        if methods(actors.rules)[name].turned_by is TurnedBy.AS_DIRECTED:
            await name_holders(actors)

    async def _between(self, step: Step) -> float:
        """Do what is done between coups, then open betting."""
        await self.hands.patrons.look()
        heard = self.random.randrange(_HEARD_ONE_IN) == 0 and await put_right(self.actors)
        if heard or await self.hands.signs.look():
            return 1.5
        if not self._deals:
            return 1.0
        self.hands.irregular.plan()
        return await self._due(step)

    async def _due(self, step: Step) -> float:
        """Have whoever it is due from do what is due; whoever is a visitor gets some time."""
        actors, by, command = self.actors, step.by, step.command
        if by is None or command is None:
            return await self._unsaid()
        if by == DEALER and not self._deals:
            return 0.5
        if actors.is_visitor(by) and by != DEALER and (self._patient() or _states(step)):
            # A table that waits for a visitor does not stand still.
            self._still = 0
            return 0.5
        self._waiting = None
        if step.faces:
            command = card_faces.read(actors, step, self.random)
        if actors.is_visitor(by) and isinstance(command, TurnCards | ReturnCards):
            taken = await actors.anybody(TakeBackCards(by))
            if taken or await actors.act(by, command):
                return 1.0
        if isinstance(command, Cut):
            command = self._cut(command)
        if not await actors.act(by, command):
            return 1.0
        return SECONDS.get(type(command), 0.9) * self.random.uniform(0.8, 1.2)

    def _patient(self) -> bool:
        """Return whether a visitor still has time for what is due."""
        version, now = self.actors.version, self.actors.now
        if self._waiting is None or self._waiting[0] != version:
            self._waiting = (version, now)
        return now - self._waiting[1] < VISITOR_SECONDS

    def _cut(self, command: Cut) -> Cut:
        """Return a cut somewhere in the middle."""
        if command.at is None:
            return command
        return Cut(at=command.at + self.random.randint(-60, 60))

    async def _unsaid(self) -> float:
        """Do what no single command does: wagers come, or come off, or lie where they must."""
        actors, table = self.actors, self.actors.table
        unbet = table.carries_no_bet or table.next.no_bet is not None
        if unbet and table.wagers:
            for wager in table.wagers:
                if not actors.is_visitor(wager.patron):
                    await actors.act(wager.patron, WithdrawWager(wager.wager))
            return 1.0
        holder = table.role.holder
        if holder is not None and not actors.is_visitor(holder) and not unbet:
            await self._backs_banker(holder)
        if isinstance(table.phase, Betting) and not table.wagers:
            self._bet_on = -1
        elif self._deals and not isinstance(table.phase, Dealing):
            for fix in (ReduceWagers(), HandBackLatest()):
                if await actors.anybody(fix):
                    return 1.0
        return 0.8

    async def _backs_banker(self, holder: str) -> None:
        """Have whoever holds the Banker cards wager on them, as they must."""
        actors, banker = self.actors, Side.BANKER.value
        own = [one for one in actors.table.wagers if one.patron == holder]
        if any(one.wager == banker for one in own):
            return
        for one in own:
            await actors.act(holder, WithdrawWager(one.wager))
        least = actors.table.limits.minimum or min(actors.rules.chips_cents)
        if not await actors.act(holder, PlaceWager(banker, least)):
            await actors.act(holder, PassRole())

    async def _free(self) -> None:
        """Do anything that may be done where nothing happened for long, and write it down."""
        actors = self.actors
        found = options_of_all(actors.rules, actors.table, actors.now)
        ways = {one.name: one for one in found if one.example is not None}
        for name in _WAYS_OUT:
            option = ways.get(name)
            if option is None or option.by is None or actors.is_visitor(option.by):
                continue
            logger.info("%s waited for long: %s", actors.name, name)
            if await actors.act(option.by, option.example):
                return
        logger.warning("%s does not go on", actors.name)


# What helps a table on that waits for something, the gentlest first.
_WAYS_OUT = (
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


def _states(step: Step) -> bool:
    """Return whether a step is something that only that person can say."""
    said = CheckCards | Cut | CutRest | ChooseStakes | AcceptRole
    return bool(step.asks or step.faces) or isinstance(step.command, said)
