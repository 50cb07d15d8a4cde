"""What goes wrong at a table of the demo now and then, and how it is put right."""

from random import Random

from punto.demo.actors import Actors
from punto.rulebook.vocabulary import Side
from punto.table.base_classes import TableCommand
from punto.table.conduct.disputes import CloseDispute, RaiseDispute, RuleOnDispute
from punto.table.deal.dealing_methods import DirectTurning
from punto.table.deal.settling import PayWinners
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.late_errors import ReportError
from punto.table.errors.pulled_cards import PullCard
from punto.table.mispayments import CureMispayment, EnquireMispayment
from punto.table.phase import Dealing, Settling

# What can happen in a coup, and how often beside each other.
KINDS = ("wrong_card", "exposed", "void", "misdeal", "mispaid", "dispute")
_ONE_IN = 10
_GROUNDS = ("a hand reached across the layout", "the cards were moved before they were read")
_FACTS = ("the wager was moved after the call", "the payment was one chip short")


class Irregular:
    """Chooses beforehand what goes wrong in a coup, and lets it happen at its moment."""

    def __init__(self, actors: Actors, random: Random) -> None:
        self.actors, self.random = actors, random
        self.planned: str | None = None

    def plan(self) -> None:
        """Choose what goes wrong in the next coup: mostly nothing."""
        happens = self.random.randrange(_ONE_IN) == 0
        self.planned = self.random.choice(KINDS) if happens else None

    async def happens(self) -> bool:
        """Let what was chosen happen if this is its moment, and return whether it did."""
        kind, phase = self.planned, self.actors.table.phase
        if kind is None:
            return False
        dealt = phase.count if isinstance(phase, Dealing) else 0
        match kind, phase:
            case "wrong_card", _ if dealt >= 4:
                return await self._once(self._pulled("banker", "player"))
            case "exposed", Settling(collected=False):
                return await self._once((PullCard("nobody"),))
            case "void", _ if dealt >= 3:
                return await self._voided()
            case "misdeal", _ if dealt >= 2:
                return await self._once((ReportError("misdeal", "two cards were swapped"),))
            case "mispaid", Settling(collected=True, paid=False):
                return await self._once(self._mispaid())
            case "dispute", Settling(paid=True):
                self.planned = None
                return await self._disputed()
            case _:
                return False

    async def _once(self, tries: tuple[TableCommand, ...]) -> bool:
        """Have the first of several commands carried out that anybody may give."""
        self.planned = None
        for command in tries:
            if await self.actors.anybody(command):
                return True
        return False

    async def _voided(self) -> bool:
        """Have a coup declared void; where that takes an error that was reported, report one."""
        self.planned = None
        void = VoidCoup(self.random.choice(_GROUNDS))
        for trigger in (None, "order_doubt", "misdeal"):
            if trigger is not None:
                await self.actors.anybody(ReportError(trigger, void.ground))
            if await self.actors.anybody(void):
                return True
        return False

    def _pulled(self, *hands: str) -> tuple[TableCommand, ...]:
        return tuple(PullCard("banker" if hand == "banker" else "player") for hand in hands)

    def _mispaid(self) -> tuple[TableCommand, ...]:
        """Return that a winner is paid a chip too many."""
        phase = self.actors.table.phase
        assert isinstance(phase, Settling)
        chip = min(self.actors.rules.chips_cents)
        won = [one for one in phase.settled if one.paid_cents > 0]
        return tuple(PayWinners({one.number: one.paid_cents + chip}) for one in won[:1])

    async def _disputed(self) -> bool:
        """Have somebody at the table dispute what was done."""
        own = [one.name for one in self.actors.table.patrons]
        own = [name for name in own if not self.actors.is_visitor(name)]
        if not own:
            return False
        facts = RaiseDispute(self.random.choice(_FACTS))
        return await self.actors.act(self.random.choice(own), facts)


async def put_right(actors: Actors) -> bool:
    """Deal with one thing that is open: a dispute, a wrong payment; return whether there was."""
    for dispute in actors.table.open.disputes:
        if dispute.closed:
            continue
        ruled = RuleOnDispute(dispute.number, "it stands as called")
        if not dispute.rulings and await actors.anybody(ruled):
            return True
        # Nobody has said that they are satisfied: whoever disputes it is told where they may go.
        closed = CloseDispute(dispute.number, satisfied=False, advised=True, decision="it stands")
        if await actors.anybody(closed):
            return True
    for wrong in actors.table.open.mispayments:
        if wrong.dealt_with:
            continue
        found = EnquireMispayment(wrong.number, "miscounted by one chip")
        if wrong.enquiry is None and await actors.anybody(found):
            return True
        if await _cured(actors, wrong.number):
            return True
    return False


async def _cured(actors: Actors, number: int) -> bool:
    for how in ("rectified", "attempted", "told_commission"):
        if await actors.anybody(CureMispayment(number, how)):
            return True
    return False


async def name_holders(actors: Actors) -> bool:
    """Have whoever may say who turns the cards name somebody with a wager on each hand."""
    done = False
    for side in Side:
        backers = [one.patron for one in actors.table.wagers if one.wager == side.value]
        if backers:
            hand = DirectTurning("player" if side is Side.PLAYER else "banker", (backers[0],))
            done = await actors.anybody(hand) or done
    return done
