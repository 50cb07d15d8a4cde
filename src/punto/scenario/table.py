"""The table that a scenario plays on, driven by its commands."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.aggregate.envelope import PREVIEW_ENVELOPE, LogEntry
from punto.cards import Card, parse_cards
from punto.clause import Reason
from punto.coup import CoupResult
from punto.driver.coup_runner import TooFewNamed
from punto.driver.live_table import LiveTable
from punto.driver.table import begin_table
from punto.notation.table_commands import understood
from punto.rulebook.elect import Elections, TableRules
from punto.rulebook.elections import Origin
from punto.rulebook.power import Power
from punto.scenario import commands as asked
from punto.scenario.author import AuthorsCoup, in_full
from punto.scenario.errors import ScenarioError
from punto.scenario.zones import in_utc, local_moment
from punto.shoe import Shoe, shoe_rules
from punto.shoe_preparation import Prepared
from punto.table.authority import known_titles, require
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.cards.burning import BurnedCardShown, CardsBurned
from punto.table.cards.cutting import Cut
from punto.table.deal.announcements import PointsAnnounced
from punto.table.deal.coup_completion import CoupCompleted, PairsSettled
from punto.table.deal.dealing_methods import explained_result
from punto.table.deal.drawing import Draw
from punto.table.deal.no_bets import optional_only_reasons
from punto.table.deal.void_coup import CoupVoided
from punto.table.layout_wager import SettledWager
from punto.table.opening.creation import TableSetUp, in_play_of_shoe, set_up
from punto.table.phase import Dealing, Idle, Settling
from punto.table.registry import evolve
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.views.feed import coup_line
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.table.wagers.removal_effects import WagersResettled
from punto.virtual_cards import Sealed
from punto.wagers.settle import Placed, Settled, settle_all

# The default chips of a patron, and the default float.
CHIPS_CENTS = 10**12
FLOAT_CENTS = 10**15

# People who act at a table without a power of their own.
OTHERS = frozenset({"surveillance", "commission", "onlooker"})

# A settled wager: of a coup at a table, or of a coup of a short scenario.
AnySettled = SettledWager | Settled


class StepEffects(Struct):
    """The effects of the last steps, for expectations.

    ``announced`` is of the last step, ``heard`` of all steps since the last expectation.
    """

    coup: CoupResult | None = None
    settled: tuple[AnySettled, ...] = ()
    announced: tuple[str, ...] = ()
    heard: tuple[str, ...] = ()
    looked: bool = True
    called: tuple[str, ...] = ()
    burned: int | None = None
    shown: Card | None = None


class ScenarioTable:
    """A table under test. Each command changes it or refuses and changes nothing."""

    def __init__(
        self,
        rules: TableRules,
        prepared: Prepared | None,
        people: dict[str, str] | None = None,
        elections: Elections | None = None,
        *,
        opened: bool = True,
        method: str | None = None,
        float_cents: int = FLOAT_CENTS,
        zone: str = "UTC",
    ) -> None:
        self.elected = rules
        self.zone = zone
        self.people = people or {}
        self.titles = known_titles(rules.edition) | OTHERS
        self.at = self.moment("12:00")
        self.game: LiveTable | None = None
        first: TableSetUp | None = None
        if prepared:
            given = in_play_of_shoe(rules, prepared.shoe, closed=not opened, method=method)
            first = set_up(rules, elections or Elections(), float_cents, given)
            virtual = rules.origin is Origin.VIRTUAL
            cards = Sealed(prepared.order) if virtual else None
            self.game = begin_table(rules, first, cards)
        self.wagers: list[Placed] = []
        self.patrons: set[str] = set()
        self.seen = StepEffects()
        # The first reasons of a log cite the text that the table is played under.
        self.reasons: list[Reason] = [*first.reasons] if first is not None else []
        # The reasons from this index on belong to the last step's command, not to implied ones.
        self.asked_from = 0

    @property
    def rules(self) -> TableRules:
        """Return the rules that hold."""
        return self.elected

    def moment(self, text: str) -> int:
        """Return the second that a clock of the scenario shows."""
        return local_moment(self.zone, text)

    def read(self, words: Mapping[str, Any]) -> dict[str, Any]:
        """Return the words of a step with the times of the scenario's zone converted to UTC."""
        return in_utc(self.zone, words)

    @property
    def table(self) -> Table | None:
        """Return the table as it is."""
        return self.game.table if self.game else None

    @property
    def shoe(self) -> Shoe | None:
        """Return the shoe in play."""
        return self.game.table.shoe if self.game else None

    @property
    def log(self) -> list[LogEntry[TableEvent]]:
        """Return the log of the table since it was set up."""
        return self.game.log[1:] if self.game else []

    def say(self, text: str, clause: tuple[str, ...]) -> None:
        """Record a reason."""
        self.reasons.append(Reason(text, clause))

    def act(self, by: str | None, command: asked.Asked) -> None:
        """Carry out the command of a step and its implied commands, or nothing."""
        game = self.game
        if game is None:
            shoe_rules(self.rules)
            raise ScenarioError("this scenario gives no shoe")
        before, length = game.table, len(game.log)
        with game.together():
            implied = self._carry_out_step(game, by, command) - length
        events = game.events_since(length)
        self.asked_from = len(self.reasons) + sum(len(event.reasons) for event in events[:implied])
        self._record_effects(before, events)

    def _carry_out_step(self, game: LiveTable, by: str | None, command: asked.Asked) -> int:
        """Carry out a command; return the length of the log after the implied commands."""
        start = len(game.log)

        def step(actor: Actor, implied: TableCommand) -> Table:
            return self._carry_out_implied(game, actor, implied)

        if isinstance(command, asked.Deal):
            require(self.rules, self.actor(by, Draw()), Power.DEAL, "deal")
            cards = parse_cards(command.cards) if command.cards is not None else None
            try:
                AuthorsCoup(game, step, self.at).deal(cards, burn_missed=command.burn_missed)
            except TooFewNamed as error:
                raise ScenarioError(error.message) from None
            if cards is not None and (other := shoe_rules(self.rules).other_card):
                self.say("every card came from the shoe", other.clause)
            return start
        parsed, order = self._parse(game, by, command)
        actor = self.actor(by, parsed)
        if isinstance(parsed, PlaceWager):
            self._seated(game, parsed.patron or actor.name)
            if isinstance(game.table.phase, Idle):
                step(self._dealer, OpenBetting())
            start = len(game.log)
        game.carry_out(actor, parsed, order)
        return start

    def _parse(
        self, game: LiveTable, by: str | None, command: asked.Words | TableCommand
    ) -> tuple[TableCommand, Sequence[Card] | None]:
        """Return the command of a step, and the order of cards if it gives one."""
        if not isinstance(command, asked.Words):
            return command, None
        words = in_full(command.name, command.arguments)
        parsed = understood(command.name, words, game.table, by)
        return parsed.command, parsed.order

    def _carry_out_implied(self, game: LiveTable, actor: Actor, command: TableCommand) -> Table:
        """Carry out an implied command."""
        game.carry_out(actor, command)
        return game.table

    @property
    def _dealer(self) -> Actor:
        return Actor(DEALER, DEALER, self.at)

    def actor(self, by: str | None, command: TableCommand) -> Actor:
        """Return the actor of a command, with their title."""
        if by is None and isinstance(command, Cut):
            by = self.rules.edition.powers[Power.CUT_IN_DEFAULT].value[0]
        name = by or DEALER
        title = self.people.get(name, name if name in self.titles else PATRON)
        if isinstance(command, PlaceWager):
            self.patrons.add(command.patron or name)
        return Actor(name, title, self.at)

    def _seated(self, game: LiveTable, name: str) -> None:
        """Seat a patron who wagers without having joined, and give them chips."""
        staff = name in self.titles or self.people.get(name, PATRON) != PATRON
        table = game.table
        if table.patron(name) is not None or staff:
            return
        taken = {patron.seat for patron in table.patrons}
        free = [seat for seat in range(1, table.seats + 1) if seat not in taken]
        if not free:
            raise ScenarioError(f"{name} finds no seat: all {table.seats} are taken")
        game.carry_out(self._dealer, Join(patron=name, seat=free[0]))
        bought = BuyChips(patron=name, cents=CHIPS_CENTS, cash=False)
        game.carry_out(self._dealer, bought)

    def _record_effects(self, table: Table, events: list[TableEvent]) -> None:
        """Record the effects of events, for expectations."""
        reasons = [reason for event in events for reason in event.reasons]
        called = []
        for event in events:
            table = evolve(table, event, PREVIEW_ENVELOPE)
            match event:
                case PointsAnnounced():
                    called.append(f"Player {event.player}, Banker {event.banker}")
                case CoupCompleted():
                    called.append(coup_line(event))
                    reasons += _settled_reasons(table)
                    phase = table.phase
                    assert isinstance(phase, Settling)
                    self.seen.coup = explained_result(self.rules, phase)
                    reasons += self.seen.coup.reasons
                    self.seen.settled = (*phase.early, *phase.settled)
                case CoupVoided():
                    self.seen.coup, self.seen.settled = None, ()
                case WagersResettled() | PairsSettled():
                    reasons += _settled_reasons(table)
                    self._record_settled_wagers(table)
                case CardsBurned():
                    self.seen.burned, self.seen.shown = event.count, event.shown
                case BurnedCardShown():
                    self.seen.shown = event.card
                case _:
                    pass
        self.reasons += reasons
        self.seen.announced = announced(reasons)
        self.seen.called = tuple(called)
        self._record_settled_wagers(table)

    def _record_settled_wagers(self, table: Table) -> None:
        """Record the wagers that are settled so far."""
        phase = table.phase
        if isinstance(phase, Settling):
            self.seen.settled = (*phase.early, *phase.settled)
        elif isinstance(phase, Dealing) and phase.early is not None:
            self.seen.settled = phase.early

    def settle(self, coup: CoupResult) -> None:
        """Settle the wagers of a short scenario on a finished coup."""
        self.seen.coup = coup
        self.reasons += optional_only_reasons(self.rules, [placed.wager for placed in self.wagers])
        self.seen.settled = settle_all(self.rules, self.wagers, coup)
        order = self.rules.edition.settlement.order
        if self.seen.settled and order:
            self.say("losers first, then winners", order.clause)
        self.reasons += [bet.reason for bet in self.seen.settled]
        self.wagers = []


def announced(reasons: list[Reason]) -> tuple[str, ...]:
    """Return the announcements: the reasons that are quotations."""
    return tuple(reason.text.strip('"') for reason in reasons if reason.text.startswith('"'))


def _settled_reasons(table: Table) -> list[Reason]:
    """Return the reason for the result of every wager of a coup."""
    phase = table.phase
    if isinstance(phase, Settling):
        return [bet.reason for bet in phase.settled]
    return []
