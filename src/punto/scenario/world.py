"""The table that a scenario plays on, driven by its commands."""

from msgspec import Struct
from msgspec.structs import replace

from punto.cards import Card, parse_cards
from punto.clause import Malformed, Reason
from punto.coup import CoupResult
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import Side, TurnedBy
from punto.scenario import commands as asked
from punto.scenario.miswritten import Miswritten
from punto.shoe import Shoe, shoe_rules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.commands.deal import Hand
from punto.table.completing import opening_dealt, pairs_due
from punto.table.dealing import announce
from punto.table.decide import decide
from punto.table.evolve import replay
from punto.table.methods import designated, method_for_next, methods
from punto.table.opening import in_play
from punto.table.people import DEALER, PATRON, Actor, known_titles, require
from punto.table.records import House
from punto.table.state import Betting, Closed, Dealing, Idle, Limits, Settling, Table
from punto.wagers import Placed, Settled, played_out, settle_all

# What a patron of a scenario buys who is not told to buy anything, and what the float starts with.
CHIPS_CENTS = 10**12
FLOAT_CENTS = 10**15

# People who act at a table without a power of their own.
OTHERS = frozenset({"surveillance", "commission", "onlooker"})


class Seen(Struct):
    """What the last steps brought about, for expectations to look at.

    ``announced`` is of the last step, ``heard`` of all since an expectation last ``looked``.
    """

    coup: CoupResult | None = None
    settled: tuple[Settled, ...] = ()
    announced: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    looked: bool = True
    called: tuple[str, ...] = ()
    burned: int | None = None
    shown: Card | None = None


class World:
    """A table under test. Each command changes it or refuses and changes nothing."""

    def __init__(
        self,
        rules: TableRules,
        shoe: Shoe | None,
        people: dict[str, str] | None = None,
        limits: Limits | None = None,
        *,
        opened: bool = True,
    ) -> None:
        self.rules = rules
        self.people = people or {}
        self.titles = known_titles(rules.edition) | OTHERS
        self.at = asked.moment("12:00")
        self.table: Table | None = None
        if shoe:
            self.table = in_play(rules, shoe, limits or Limits(), FLOAT_CENTS)
            if not opened:
                self.table = replace(self.table, phase=Closed(), house=House())
        self.wagers: list[Placed] = []
        self.patrons: set[str] = set()
        self.seen = Seen()
        self.reasons: list[Reason] = []
        self.log: list[happened.AnyEvent] = []

    @property
    def shoe(self) -> Shoe | None:
        """Return the shoe in play."""
        return self.table.shoe if self.table else None

    def say(self, text: str, clause: tuple[str, ...]) -> None:
        """Keep a reason."""
        self.reasons.append(Reason(text, clause))

    def act(self, by: str | None, command: asked.Asked) -> None:
        """Carry out what a step asks."""
        if self.table is None:
            shoe_rules(self.rules)
            raise Miswritten("this scenario gives no shoe")
        events: list[happened.AnyEvent] = []
        after = self._carried(self.table, by, command, events)
        self.table = after
        self._look(events)

    def _carried(
        self, table: Table, by: str | None, command: asked.Asked, events: list[happened.AnyEvent]
    ) -> Table:
        """Return the table after a command and everything that goes without saying."""

        def step(table: Table, actor: Actor, one: do.AnyCommand) -> Table:
            new = decide(self.rules, table, actor, one)
            events.extend(new)
            return replay(table, new)

        if isinstance(command, asked.Deal):
            require(self.rules, self.actor(by, do.Draw()), "deal", "deal")
            return self._dealt(table, command, step)
        one = asked.understood(command, table, by) if isinstance(command, asked.Words) else command
        actor = self.actor(by, one)
        if isinstance(one, do.PlaceWager):
            name = one.patron or actor.name
            table = self._seated(table, name, step)
            if isinstance(table.phase, Idle):
                table = step(table, self._dealer, do.OpenBetting())
        return step(table, actor, one)

    @property
    def _dealer(self) -> Actor:
        return Actor(DEALER, DEALER, self.at)

    def actor(self, by: str | None, command: do.AnyCommand) -> Actor:
        """Return who does something, under which title."""
        if by is None and isinstance(command, do.Cut):
            by = self.rules.edition.powers["cut_in_default"].value[0]
        name = by or DEALER
        title = self.people.get(name, name if name in self.titles else PATRON)
        if isinstance(command, do.PlaceWager):
            self.patrons.add(command.patron or name)
        return Actor(name, title, self.at)

    def _seated(self, table: Table, name: str, step: asked.Step) -> Table:
        """Return the table with somebody at it who was not told to join, and with chips."""
        staff = name in self.titles or self.people.get(name, PATRON) != PATRON
        if table.patron(name) is not None or staff:
            return table
        taken = {one.seat for one in table.patrons}
        free = [seat for seat in range(1, table.seats + 1) if seat not in taken]
        if not free:
            raise Malformed(f"{name} finds no seat: all {table.seats} are taken")
        table = step(table, self._dealer, do.Join(patron=name, seat=free[0]))
        bought = do.BuyChips(patron=name, cents=CHIPS_CENTS, cash=False)
        return step(table, self._dealer, bought)

    def _dealt(self, table: Table, command: asked.Deal, step: asked.Step) -> Table:
        """Return the table after a whole coup: closed betting, cards, settlement, discards."""
        table = self._ready(table, step)
        claimed = list(parse_cards(command.cards)) if command.cards is not None else None
        voids = table.voids
        while not isinstance(table.phase, Settling):
            if pairs_due(self.rules, table):
                table = step(table, self._dealer, do.SettlePairs())
                continue
            if isinstance(table.phase, Dealing) and opening_dealt(table.phase):
                turned = self._turned(table, step)
                if turned is not table:
                    table = turned
                    continue
            if claimed == []:
                raise Miswritten("the coup takes more cards than are claimed")
            card = claimed.pop(0) if claimed else None
            drawn = do.Draw(card=card, burn_missed=command.burn_missed)
            table = step(table, self._dealer, drawn)
            if table.voids > voids:
                return table
        if claimed:
            table = step(table, self._dealer, do.Draw(card=claimed[0]))
        if command.cards is not None and (other := shoe_rules(self.rules).other_card):
            self.say("every card came from the shoe", other.clause)
        for one in (do.CollectLosers(), do.PayWinners(), do.Discard()):
            table = step(table, self._dealer, one)
        return table

    def _ready(self, table: Table, step: asked.Step) -> Table:
        """Return the table with everything said that goes before the first card."""
        without = self.rules.edition.no_bet
        asked_for = table.wagers or table.no_bet or not isinstance(table.phase, Idle | Betting)
        if without and without.needed and without.needed.value and not asked_for:
            # Nobody is interested here in who asked for a coup that carries no wager.
            by = self.rules.edition.powers["call_no_bet_coup"].value[0]
            everybody = tuple(one.name for one in table.patrons)
            asked_by = everybody[0] if everybody else None
            direct = do.DirectNoBet(asked_by, everybody, marker=True)
            table = step(table, Actor(by, by, self.at), direct)
        if isinstance(table.phase, Idle):
            table = step(table, self._dealer, do.OpenBetting())
        due = self.rules.edition.wagering.closing_call_due
        if due and due.value and isinstance(table.phase, Betting) and not table.phase.closed:
            table = step(table, self._dealer, do.NoMoreBets())
        name, _ = method_for_next(self.rules, table)
        round_goes = methods(self.rules)[name].turned_by is TurnedBy.BANKER_ROLE
        if round_goes and table.role.holder is None and isinstance(table.phase, Betting):
            if not table.role.waiting:
                table = step(table, self._dealer, do.OfferRole())
            taker = Actor(table.role.waiting[0], PATRON, self.at)
            table = step(table, taker, do.AcceptRole())
        return table

    def _turned(self, table: Table, step: asked.Step) -> Table:
        """Return the table with every card face up, turned by whoever may."""
        for side in Side:
            phase = table.phase
            if not isinstance(phase, Dealing) or all(phase.up(side)):
                continue
            turn = designated(self.rules, table, phase, side)
            hand: Hand = "player" if side is Side.PLAYER else "banker"
            out = [one.holder for one in phase.out if one.side is side]
            if turn and not out:
                table = step(table, self._dealer, do.PassCards(hand, turn[0]))
                out = [turn[0]]
            who = Actor(out[0], PATRON, self.at) if out else self._dealer
            table = step(table, who, do.TurnCards(hand))
            if out:
                table = step(table, who, do.ReturnCards(hand))
        return table

    def _look(self, events: list[happened.AnyEvent]) -> None:
        """Keep what happened for expectations."""
        self.log += events
        said = [reason for event in events for reason in event.reasons]
        self.reasons += said
        self.seen.announced = announce(tuple(said))
        called = []
        for event in events:
            if isinstance(event, happened.PointsAnnounced):
                called.append(f"Player {event.player}, Banker {event.banker}")
            elif isinstance(event, happened.CoupCompleted):
                called.append(event.coup.line)
                self.seen.coup = event.coup
                self.seen.settled = (*self._early(), *(one.settled for one in event.settled))
            elif isinstance(event, happened.CoupVoided):
                self.seen.coup, self.seen.settled = None, ()
            elif isinstance(event, happened.WagersResettled):
                self.seen.settled = (*self._early(), *(one.settled for one in event.settled))
            elif isinstance(event, happened.PairsSettled):
                self.seen.settled = tuple(one.settled for one in event.settled)
            elif isinstance(event, happened.CardsBurned):
                self.seen.burned, self.seen.shown = event.burned.count, event.burned.shown
            elif isinstance(event, happened.BurnedCardShown):
                self.seen.shown = event.card
        self.seen.called = tuple(called)
        self._still_settled()

    def _still_settled(self) -> None:
        """Forget what a coup came to for wagers that have left it since."""
        phase = self.table.phase if self.table else None
        if isinstance(phase, Settling):
            kept = (*phase.early, *phase.settled) if phase.early else phase.settled
        elif isinstance(phase, Dealing) and phase.early is not None:
            kept = phase.early
        else:
            return
        self.seen.settled = tuple(wager.settled for wager in kept)

    def _early(self) -> tuple[Settled, ...]:
        """Return what was settled on the opening cards of the last coup in the log."""
        for event in reversed(self.log):
            if isinstance(event, happened.PairsSettled):
                return tuple(one.settled for one in event.settled)
            if isinstance(event, happened.CoupStarted):
                break
        return ()

    def settle(self, coup: CoupResult) -> None:
        """Settle the wagers of a short scenario on a finished coup."""
        self.seen.coup = coup
        self.reasons += played_out(self.rules, self.wagers)
        self.seen.settled = settle_all(self.rules, self.wagers, coup)
        order = self.rules.edition.settlement.order
        if self.seen.settled and order:
            self.say("losers first, then winners", order.clause)
        self.reasons += [one.reason for one in self.seen.settled]
        self.wagers = []
