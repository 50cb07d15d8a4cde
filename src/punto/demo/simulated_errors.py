"""Simulated dealing errors and disputes at the tables of the demo, and their resolution."""

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

# The kinds of errors, all equally likely.
KINDS = ("wrong_card", "exposed", "void", "misdeal", "mispaid", "dispute")
_ONE_IN = 10
_GROUNDS = ("a hand reached across the layout", "the cards were moved before they were read")
_FACTS = ("the wager was moved after the call", "the payment was one chip short")


class Irregular:
    """Plans an error of a coup in advance, and causes it at the right moment."""

    def __init__(self, actors: Actors, random: Random) -> None:
        self.actors, self.random = actors, random
        self.planned: str | None = None

    def plan(self) -> None:
        """Choose the error of the next coup: mostly none."""
        happens = self.random.randrange(_ONE_IN) == 0
        self.planned = self.random.choice(KINDS) if happens else None

    async def happens(self) -> bool:
        """Cause the planned error if this is the moment for it, and return whether it happened."""
        match self.planned, self.actors.table.phase:
            case "wrong_card", Dealing() as coup if coup.count >= 4:
                return await self._pull_card("banker", "player")
            case "exposed", Settling(collected=False):
                return await self._pull_card("nobody")
            case "void", Dealing() as coup if coup.count >= 3:
                return await self._void_coup()
            case "misdeal", Dealing() as coup if coup.count >= 2:
                self.planned = None
                return await self.actors.anybody(ReportError("misdeal", "two cards were swapped"))
            case "mispaid", Settling(collected=True, paid=False) as coup:
                return await self._mispay(coup)
            case "dispute", Settling(paid=True):
                return await self._raise_dispute()
            case _:
                return False

    async def _void_coup(self) -> bool:
        """Declare a coup void; if that needs a reported error, report one first."""
        self.planned = None
        void = VoidCoup(self.random.choice(_GROUNDS))
        if await self.actors.anybody(void):
            return True
        await self.actors.anybody(ReportError("order_doubt", void.ground))
        return await self.actors.anybody(void)

    async def _pull_card(self, *places: Literal["banker", "player", "nobody"]) -> bool:
        """Let the dealer pull a card to the first of several places that is not due."""
        self.planned = None
        for place in places:
            # No preview: it would depend on a hidden card.
            if await self.actors.act(DEALER, PullCard(place)):
                return True
        return False

    async def _mispay(self, coup: Settling) -> bool:
        """Pay a winner one chip too many."""
        self.planned = None
        chip = min(self.actors.rules.chips_cents)
        for won in coup.settled:
            if won.paid_cents:
                return await self.actors.anybody(PayWinners({won.number: won.paid_cents + chip}))
        return False

    async def _raise_dispute(self) -> bool:
        """Let a simulated patron raise a dispute."""
        self.planned = None
        names = [patron.name for patron in self.actors.table.patrons]
        simulated = [name for name in names if not self.actors.is_visitor(name)]
        if not simulated:
            return False
        facts = RaiseDispute(self.random.choice(_FACTS))
        return await self.actors.act(self.random.choice(simulated), facts)


async def put_right(actors: Actors) -> bool:
    """Resolve one open dispute or wrong payment; return whether there was one."""
    for dispute in actors.table.open.disputes:
        if dispute.closed:
            continue
        ruling = RuleOnDispute(dispute.number, "it stands as called")
        if await actors.anybody(ruling):
            return True
        # The patron did not say that they are satisfied, so they are advised of their rights.
        closing = CloseDispute(dispute.number, satisfied=False, advised=True, decision="it stands")
        if await actors.anybody(closing):
            return True
    for mispayment in actors.table.open.mispayments:
        if mispayment.dealt_with:
            continue
        enquiry = EnquireMispayment(mispayment.number, "miscounted by one chip")
        if mispayment.enquiry is None and await actors.anybody(enquiry):
            return True
        if await _cure(actors, mispayment.number):
            return True
    return False


async def _cure(actors: Actors, number: int) -> bool:
    for how in ("rectified", "told_commission"):
        if await actors.anybody(CureMispayment(number, how)):
            return True
    return False


async def name_holders(actors: Actors) -> bool:
    """Direct a patron with a wager on each hand to turn its cards."""
    done = False
    for side in Side:
        backers = [wager.patron for wager in actors.table.wagers if wager.wager == side.value]
        if backers:
            direction = DirectTurning("player" if side is Side.PLAYER else "banker", (backers[0],))
            done = await actors.anybody(direction) or done
    return done
