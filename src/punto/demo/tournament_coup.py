"""Plans the rest of a tournament coup: the commands of all people, in order."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.demo.actors import logger
from punto.driver.tournament import TournamentDriver
from punto.rehearsal.coup import MadeUpCoup, RehearsalCoup
from punto.rehearsal.looking import EntrantViews
from punto.rehearsal.seen import PlannedWager
from punto.rehearsal.simulated_entrants import Field, strategy_of
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import TurnOpens
from punto.shoe import RandBelow
from punto.table.phase import Betting, Idle
from punto.table.wagers.betting import OpenBetting
from punto.tournament.base_classes import Events, TournamentCommand
from punto.tournament.session_queries import turns_of
from punto.tournament.wagers.order import has_acted, names_in_order, order_rules
from punto.tournament.wagers.turns import AskWager, SetStartingMarker

Acts = list[tuple[Actor, TournamentCommand]]


class Visitors(NamedTuple):
    """The entrants played by visitors, and whether one of them still has time to wager."""

    names: frozenset[str]
    waits: Callable[[str], bool]


class _VisitorMustAct(Exception):  # noqa: N818  not an error
    """A visitor must wager, so the plan ends here."""


class Tried(TournamentDriver):
    """A copy of a tournament that records the commands carried out in it.

    It exists only in this process; its cards are those that the real one will deal.
    """

    def __init__(self, real: TournamentDriver) -> None:
        super().__init__(real.elected, real.position, real.log, real.randbelow)
        self.last = real.last
        self.done: Acts = []

    def carry_out(
        self, actor: Actor, command: TournamentCommand, order: Sequence[Card] | None = None
    ) -> Events:
        """Carry out a command, and record it."""
        events = super().carry_out(actor, command, order)
        self.done.append((actor, command))
        return events


class Coming(RehearsalCoup):
    """The rest of a coup at one table; a visitor wagers themself while they have time."""

    visitors: Visitors

    def play(self) -> None:
        """Play a coup from its current phase to its end."""
        if isinstance(self.table.phase, Idle):
            self.ready()
            self.raise_limits()
            if isinstance(self.table.phase, Idle):
                self.do(self.dealer, OpenBetting())
        phase = self.table.phase
        if isinstance(phase, Betting) and not phase.closed:
            self.wager()
        self.finish(MadeUpCoup)

    def wager(self) -> None:
        """Let all entrants wager in turn who have not yet."""
        rules, looking = self.driver.rules, EntrantViews(self.house, self.number)
        order = order_rules(rules, self.driver.tournament)
        on_request = order is not None and order.turn_opens.value is TurnOpens.WHEN_ASKED
        names = names_in_order(rules, self.driver.tournament, self.number)
        if on_request and turns_of(self.driver.tournament, self.number).marker is None:
            self.house.acts(Power.SET_STARTING_MARKER, SetStartingMarker(names[0]))
            names = names_in_order(rules, self.driver.tournament, self.number)
        open_wagers: dict[str, PlannedWager] = {}
        for name in names:
            turns = turns_of(self.driver.tournament, self.number)
            if name in turns.standing or has_acted(self.driver.tournament, self.number, name):
                continue
            if on_request and name not in turns.asked:
                self.house.act(self.dealer, AskWager(self.number))
            if self.visitors.waits(name):
                raise _VisitorMustAct
            bet = strategy_of(self.field, name)(looking.seen(name, open_wagers), self.randbelow)
            # A form needs a signature, and nobody may sign for a visitor, so they wager openly.
            bet = replace(bet, secret=bet.secret and name not in self.visitors.names)
            self.placed(name, bet)
            if not bet.secret:
                open_wagers[name] = bet


def coming(
    house: RehearsalDriver, number: int, field: Field, randbelow: RandBelow, visitors: Visitors
) -> Acts:
    """Return the commands until a coup is over or a visitor must act."""
    tried = Tried(house.driver)
    coup = Coming(RehearsalDriver(tried, house.at, house.coup_seconds), number, field, randbelow)
    coup.visitors = visitors
    try:
        coup.play()
    except _VisitorMustAct:
        pass
    except (Refused, Malformed) as error:
        logger.debug("tournament table %s: %s %s", number, error.code, error.message)
    return tried.done
