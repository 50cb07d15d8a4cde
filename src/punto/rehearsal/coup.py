"""One coup at a table of a tournament, from the shoe made ready to the cards put away."""

from collections.abc import Sequence

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.cards import Card
from punto.clause import Malformed
from punto.driver.coup_runner import WholeCoup
from punto.driver.prerequisites import before_dealing
from punto.driver.tournament_table import TournamentTableDriver
from punto.error_codes import ErrorCode
from punto.rehearsal.looking import EntrantViews
from punto.rehearsal.seen import PlannedWager
from punto.rehearsal.simulated_entrants import Field, strategy_of
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import TurnOpens
from punto.shoe import RandBelow, Stage
from punto.table.base_classes import TableCommand
from punto.table.deal.banker_role import AcceptRole, OfferRole
from punto.table.phase import Idle
from punto.table.table import Table
from punto.table.views.due import next_step
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.tournament.secret.amount_in_words import spell_amount
from punto.tournament.secret.hand_in import HandInForm
from punto.tournament.session_queries import turns_of
from punto.tournament.tables import AtTable
from punto.tournament.wagers.limits import MoveLimits
from punto.tournament.wagers.order import names_in_order, order_rules
from punto.tournament.wagers.turns import AskWager, SetStartingMarker


class MadeUpCoup(WholeCoup):
    """A coup among people who are made up: what one of them says is that person's own command."""

    steps = (*WholeCoup.steps, OfferRole, AcceptRole)


class RehearsalCoup:
    """Everybody at a table for one coup: the dealer, the entrants, whoever else is needed."""

    def __init__(
        self, house: RehearsalDriver, number: int, field: Field, randbelow: RandBelow
    ) -> None:
        self.house, self.number, self.field, self.randbelow = house, number, field, randbelow
        self.driver = house.driver
        self.dealer = Actor(DEALER, DEALER, house.at)

    @property
    def table(self) -> Table:
        """Return the table as it is."""
        return self.driver.tournament.tables[self.number]

    def step(self, actor: Actor, command: TableCommand) -> Table:
        """Carry out a command at the table, after what goes before it in a tournament."""
        for who, first in before_dealing(self.driver, self.number, command, self.house.at):
            self.house.act(who, first)
        return self.do(actor, command)

    def do(self, actor: Actor, command: TableCommand) -> Table:
        """Carry out a command at the table."""
        self.driver.carry_out(actor, AtTable(self.number, command))
        return self.table

    def play(self) -> None:
        """Play one coup: wagers in their order, cards, settlement."""
        self.ready()
        self.raise_limits()
        if isinstance(self.table.phase, Idle):
            self.do(self.dealer, OpenBetting())
        self.wager()
        self.finish(MadeUpCoup)

    def finish(
        self,
        kind: type[WholeCoup] = WholeCoup,
        cards: Sequence[Card] | None = None,
        *,
        burn_missed: bool = False,
    ) -> None:
        """Deal a coup, or the rest of it, with the wagers that lie there."""
        table = TournamentTableDriver(self.driver, self.number)
        kind(table, self.step, self.house.at).deal(cards, burn_missed=burn_missed)

    def ready(self) -> None:
        """Do what is due before betting opens: mostly nothing, a whole new shoe now and then."""
        rules, titles = self.driver.rules, self.driver.titles
        while isinstance(self.table.phase, Idle):
            shoe, blocks = self.table.shoe, self.table.open.blocks
            if shoe.stage is Stage.READY and not blocks and shoe.coups_left != 0:
                return
            due = next_step(rules, self.table)
            if due is None or due.command is None or due.by is None:
                text = due.reason.text if due else "nobody knows what is due"
                raise Malformed(f"table {self.number} waits: {text}", code=ErrorCode.NOT_NOW)
            if isinstance(due.command, OpenBetting):
                return
            title = due.by if due.by in titles else PATRON
            # What a step asks, such as the place of a cut, whoever is made up says for themself.
            self.do(Actor(due.by, title, self.house.at), due.command)

    def raise_limits(self) -> None:
        """Move the limits to those of the coup that comes, where the conditions announced them."""
        tournament = self.driver.tournament
        rises, session = tournament.conditions.rises, tournament.session
        if not rises or session is None:
            return
        coming = session.coups.get(self.number, 0) + 1
        for rise in rises:
            if rise.from_coup == coming:
                moved = MoveLimits(rise.minimum_cents, rise.maximum_cents, self.number)
                self.house.acts(Power.MOVE_TOURNAMENT_LIMITS, moved)

    def wager(self) -> None:
        """Have everybody wager, in turn; a wager that a tie left on the layout stays."""
        rules, tournament = self.driver.rules, self.driver.tournament
        order, looking = order_rules(rules, tournament), EntrantViews(self.house, self.number)
        asked = order is not None and order.turn_opens.value is TurnOpens.WHEN_ASKED
        names = names_in_order(rules, tournament, self.number)
        if asked and turns_of(tournament, self.number).marker is None:
            self.house.acts(Power.SET_STARTING_MARKER, SetStartingMarker(names[0]))
            names = names_in_order(rules, self.driver.tournament, self.number)
        standing = turns_of(tournament, self.number).standing
        laid: dict[str, PlannedWager] = {}
        for name in names:
            if name in standing:
                continue
            if asked:
                self.house.act(self.dealer, AskWager(self.number))
            bet = strategy_of(self.field, name)(looking.seen(name, laid), self.randbelow)
            self.placed(name, bet)
            if not bet.secret:
                laid[name] = bet

    def placed(self, name: str, bet: PlannedWager) -> None:
        """Put a wager on the layout, or on a form."""
        entrant = self.house.entrant(name)
        if not bet.secret:
            self.do(entrant, PlaceWager(bet.wager, bet.stake_cents))
            return
        session = self.driver.tournament.session
        assert session is not None
        # The form is that entrant's own, and so is what stands on it.
        words, seat = spell_amount(bet.stake_cents), session.seats[name].seat
        form = HandInForm(name, bet.wager, bet.stake_cents, words, seat, signed=True)
        self.house.act(entrant, form)
