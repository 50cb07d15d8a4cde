"""What goes wrong at a table of the demo now and then, and how it is put right."""

from random import Random
from typing import Literal

from punto.aggregate.actor import DEALER
from punto.demo.actors import Actors
from punto.rulebook.vocabulary import Side
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
        match self.planned, self.actors.table.phase:
            case "wrong_card", Dealing() as coup if coup.count >= 4:
                return await self._pulled("banker", "player")
            case "exposed", Settling(collected=False):
                return await self._pulled("nobody")
            case "void", Dealing() as coup if coup.count >= 3:
                return await self._voided()
            case "misdeal", Dealing() as coup if coup.count >= 2:
                self.planned = None
                return await self.actors.anybody(ReportError("misdeal", "two cards were swapped"))
            case "mispaid", Settling(collected=True, paid=False) as coup:
                return await self._mispaid(coup)
            case "dispute", Settling(paid=True):
                return await self._disputed()
            case _:
                return False

    async def _voided(self) -> bool:
        """Have a coup declared void; where that takes an error that was reported, report one."""
        self.planned = None
        void = VoidCoup(self.random.choice(_GROUNDS))
        if await self.actors.anybody(void):
            return True
        await self.actors.anybody(ReportError("order_doubt", void.ground))
        return await self.actors.anybody(void)

    async def _pulled(self, *places: Literal["banker", "player", "nobody"]) -> bool:
        """Have the dealer put a card in the first of several places where it is not due."""
        self.planned = None
        for place in places:
            # It is not tried first: nobody could say which card will come.
            if await self.actors.act(DEALER, PullCard(place)):
                return True
        return False

    async def _mispaid(self, coup: Settling) -> bool:
        """Have a winner paid a chip too many."""
        self.planned = None
        chip = min(self.actors.rules.chips_cents)
        for won in coup.settled:
            if won.paid_cents:
                return await self.actors.anybody(PayWinners({won.number: won.paid_cents + chip}))
        return False

    async def _disputed(self) -> bool:
        """Have somebody at the table dispute what was done."""
        self.planned = None
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
        if await actors.anybody(ruled):
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
    for how in ("rectified", "told_commission"):
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
