"""The table that a scenario plays on, driven by its commands."""

from msgspec import Struct

from punto.cards import Card, parse_cards
from punto.clause import Malformed, Reason
from punto.coup import CoupResult
from punto.rulebook.elect import TableRules
from punto.scenario import commands as asked
from punto.shoe import Shoe, shoe_rules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.dealing import announce
from punto.table.decide import decide
from punto.table.evolve import replay
from punto.table.people import DEALER, PATRON, Actor
from punto.table.state import Betting, Idle, Limits, Settling, Table
from punto.wagers import Placed, Settled, played_out, settle_all

# What a patron of a scenario buys who is not told to buy anything, and what the float starts with.
CHIPS_CENTS = 10**12
FLOAT_CENTS = 10**15

# Titles by which a step may name somebody without introducing them.
TITLES = frozenset(
    {
        DEALER,
        "casino_operator",
        "casino_supervisor",
        "gaming_supervisor",
        "assistant_gaming_manager",
        "gaming_manager",
        "inspector",
        "management_representative",
        "surveillance",
        "tournament_manager",
    }
)


class Seen(Struct):
    """What the last steps brought about, for expectations to look at."""

    coup: CoupResult | None = None
    settled: tuple[Settled, ...] = ()
    announced: tuple[str, ...] = ()
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
    ) -> None:
        self.rules = rules
        self.people = people or {}
        self.table = (
            Table(
                rules.seats,
                shoe,
                limits or Limits(),
                float_cents=FLOAT_CENTS,
                issued_cents=FLOAT_CENTS,
            )
            if shoe
            else None
        )
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
            raise Malformed("this scenario gives no shoe")
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
            return self._dealt(table, command, step)
        one = command.command(table, by) if isinstance(command, asked.Macro) else command
        actor = self._actor(by, one)
        if isinstance(one, do.PlaceWager):
            table = self._seated(table, actor.name, step)
            if isinstance(table.phase, Idle):
                table = step(table, Actor(DEALER, DEALER), do.OpenBetting())
        return step(table, actor, one)

    def _actor(self, by: str | None, command: do.AnyCommand) -> Actor:
        if by is None and isinstance(command, do.Cut):
            by = shoe_rules(self.rules).cutting.in_default_by.value
        name = by or DEALER
        title = self.people.get(name, name if name in TITLES else PATRON)
        if title == PATRON and isinstance(command, do.PlaceWager):
            self.patrons.add(name)
        return Actor(name, title)

    def _seated(self, table: Table, name: str, step: asked.Step) -> Table:
        """Return the table with somebody at it who was not told to join, and with chips."""
        if table.patron(name) is not None:
            return table
        taken = {one.seat for one in table.patrons}
        free = [seat for seat in range(1, table.seats + 1) if seat not in taken]
        if not free:
            raise Malformed(f"{name} finds no seat: all {table.seats} are taken")
        dealer = Actor(DEALER, DEALER)
        table = step(table, dealer, do.Join(patron=name, seat=free[0]))
        return step(table, dealer, do.BuyChips(patron=name, cents=CHIPS_CENTS))

    def _dealt(self, table: Table, command: asked.Deal, step: asked.Step) -> Table:
        """Return the table after a whole coup: closed betting, cards, settlement, discards."""
        dealer = Actor(DEALER, DEALER)
        without = self.rules.edition.no_bet
        asked_for = table.wagers or table.no_bet or not isinstance(table.phase, Idle | Betting)
        if without and without.needed and without.needed.value and not asked_for:
            # Nobody is interested here in who asked for a coup that carries no wager.
            by = without.called_by.value
            table = step(table, Actor(by, by), do.DirectNoBet())
        if isinstance(table.phase, Idle):
            table = step(table, dealer, do.OpenBetting())
        due = self.rules.edition.wagering.closing_call_due
        if due and due.value and isinstance(table.phase, Betting) and not table.phase.closed:
            table = step(table, dealer, do.NoMoreBets())
        claimed = list(parse_cards(command.cards)) if command.cards is not None else None
        voids = table.voids
        while not isinstance(table.phase, Settling):
            if claimed == []:
                raise Malformed("the coup takes more cards than are claimed")
            card = claimed.pop(0) if claimed else None
            table = step(table, dealer, do.Draw(card=card, burn_missed=command.burn_missed))
            if table.voids > voids:
                return table
        if claimed:
            table = step(table, dealer, do.Draw(card=claimed[0]))
        if command.cards is not None and (other := shoe_rules(self.rules).other_card):
            self.say("every card came from the shoe", other.clause)
        for one in (do.CollectLosers(), do.PayWinners(), do.Discard()):
            table = step(table, dealer, one)
        return table

    def _look(self, events: list[happened.AnyEvent]) -> None:
        """Keep what happened for expectations."""
        self.log += events
        said = [reason for event in events for reason in event.reasons]
        self.reasons += said
        self.seen.announced = announce(tuple(said))
        for event in events:
            if isinstance(event, happened.CoupCompleted):
                self.seen.coup = event.coup
                self.seen.settled = tuple(one.settled for one in event.settled)
            elif isinstance(event, happened.CoupVoided):
                self.seen.coup, self.seen.settled = None, ()
            elif isinstance(event, happened.CardsBurned):
                self.seen.burned, self.seen.shown = event.burned.count, event.burned.shown
            elif isinstance(event, happened.BurnedCardShown):
                self.seen.shown = event.card

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
