"""A tournament in memory: its rules, its state, its log, and the cards where they are virtual."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import PATRON, Actor
from punto.aggregate.envelope import NOBODY, LogEntry, enveloped
from punto.cards import DECK
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.tournament_commands import Meant, meant
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.rulebook.tournament_policies import EqualChips
from punto.shoe import RandBelow, composition
from punto.shoe_preparation import prepare
from punto.table.authority import known_titles
from punto.table.opening.creation import taken_up
from punto.table.recall import recalled
from punto.table.registry import reaches_back
from punto.tournament.audience import Audience
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import LastStep
from punto.tournament.creation import TournamentSetUp, set_up
from punto.tournament.entry.overrides import under_conditions
from punto.tournament.placing.play_offs import OrderPlayOff
from punto.tournament.registry import applied, decide, replay
from punto.tournament.rules import law, tournament_rules
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.undo.undo_step import UndoStep, at_one_table
from punto.tournament.views.view import View, looking, view
from punto.virtual_cards import Sealed


class ContestMark(Struct, frozen=True):
    """Where a tournament stood: its state, its cards, the length of its log, what came last."""

    tournament: Tournament
    cards: Mapping[int, Sealed]
    length: int
    last: LastStep | None
    cards_before: Mapping[int, Sealed] = {}


class Contest:
    """One tournament and everything that happened in it. A command is carried out, or nothing."""

    def __init__(
        self, rules: TableRules, first: TournamentSetUp, randbelow: RandBelow | None = None
    ) -> None:
        self.elected = rules
        self.log: list[LogEntry[TournamentEvent]] = [
            *enveloped("tournament", "tournament", 0, NOBODY, (first,))
        ]
        self.tournament: Tournament = replay(self.log)
        self.cards: dict[int, Sealed] = {}
        self.randbelow = randbelow
        self.titles = known_titles(rules.edition)
        # What came last and where the cards lay before it, for whoever takes it back.
        self.last: LastStep | None = None
        self.cards_before: dict[int, Sealed] = {}

    @property
    def rules(self) -> TableRules:
        """Return the rules with what the conditions put in their place."""
        return under_conditions(self.elected, self.tournament)

    def act(
        self, by: str | Actor, command: TournamentCommand | str, /, *, clock: int = 0, **words: Any
    ) -> Events:
        """Carry out a command, given as such or by its name and words; return what happened."""
        actor = by if isinstance(by, Actor) else self.actor(by, clock)
        if isinstance(command, str):
            return self.carry_out(actor, meant(command, words, self.tournament, actor.name))
        return self.carry_out(actor, Meant(command))

    def actor(self, by: str, clock: int = 0) -> Actor:
        """Return who acts under a name: a title is its own, anybody else is an entrant."""
        return Actor(by, by if by in self.titles else PATRON, clock)

    def carry_out(self, actor: Actor, asked: Meant) -> Events:
        """Decide on a command, fill in the faces of virtual cards, and keep what happened."""
        command, tournament, cards = asked.command, self.tournament, self.cards
        if isinstance(command, AtTable):
            events = self._at_table(actor, command)
        elif isinstance(command, DesignateTable) and command.in_play is None and self.randbelow:
            events, cards = self._ready(actor, command)
        elif isinstance(command, OrderPlayOff):
            events = decide(self.rules, tournament, actor, self._drawn(command))
        else:
            events = decide(self.rules, tournament, actor, command, last=self.last)
            if isinstance(command, UndoStep):
                cards = self.cards_before
        before, self.cards = self.cards, cards
        self._mixed(events, asked)
        self.tournament = self.book(actor, events)
        self.cards_before = before
        self.last = LastStep(actor, str(command.__struct_config__.tag), tournament, events)
        return events

    def _at_table(self, actor: Actor, command: AtTable) -> Events:
        """Decide on a command at a table, with the cards that leave its shoe by it."""
        number, past = command.table, {}
        table = self.tournament.tables.get(number)
        if table is not None:
            sealed = self.cards.get(number)
            if sealed is not None:
                command = AtTable(number, sealed.filled(self.rules, table, command.command))
            back = reaches_back(table, command.command)
            past = recalled(at_one_table(self.log, number), back) if back else {}
        return decide(self.rules, self.tournament, actor, command, past)

    def _drawn(self, command: OrderPlayOff) -> OrderPlayOff:
        """Return an order of a play-off with a card from a new shoe, where cards are virtual."""
        wanted = law(self.rules.edition).placing.equal_chips.value is EqualChips.DRAWN_COUPS
        if command.card is not None or not wanted or self.randbelow is None:
            return command
        return replace(command, card=DECK[self.randbelow(len(DECK))])

    def _ready(self, actor: Actor, command: DesignateTable) -> tuple[Events, dict[int, Sealed]]:
        """Designate a table with a shoe that is shuffled, cut and burned by the rulebook."""
        assert self.randbelow is not None
        prepared = prepare(self.rules, self.randbelow)
        given = replace(command, in_play=taken_up(self.rules, prepared.shoe))
        events = decide(self.rules, self.tournament, actor, given)
        virtual = self.rules.origin is Origin.VIRTUAL
        laid = {command.table: Sealed(prepared.order)} if virtual else {}
        return events, {**self.cards, **laid}

    def book(self, actor: Actor, events: Events) -> Tournament:
        """Add what somebody caused to the log; return the tournament after it."""
        new = enveloped("tournament", "tournament", len(self.log), actor, events)
        self.log += new
        return applied(self.tournament, new)

    @property
    def events(self) -> list[TournamentEvent]:
        """Return every event of the tournament, without the envelopes."""
        return self.events_since(0)

    def events_since(self, length: int) -> list[TournamentEvent]:
        """Return the events after the first so many."""
        return [entry.event for entry in self.log[length:]]

    def mark(self) -> ContestMark:
        """Return where the tournament stands, so that several commands can be undone together."""
        return ContestMark(self.tournament, self.cards, len(self.log), self.last, self.cards_before)

    def back_to(self, mark: ContestMark) -> None:
        """Forget what happened since a mark: it was only tried."""
        self.tournament, self.cards, self.last = mark.tournament, dict(mark.cards), mark.last
        self.cards_before = dict(mark.cards_before)
        del self.log[mark.length :]

    def view(self, audience: Audience | str = Audience.PUBLIC) -> View:
        """Return what an audience may see of the tournament; any other name is an entrant's."""
        who, viewer = looking(self.tournament, str(audience))
        return view(self.rules, self.tournament, who, viewer)

    def lay(self, table: int, order: Sealed) -> None:
        """Let the cards of a table lie in a given order: whoever shuffles knows it."""
        self.cards = {**self.cards, table: order}

    def _mixed(self, events: Events, asked: Meant) -> None:
        """Keep the order of virtual cards in step with what happened at their table."""
        for event in events:
            if not isinstance(event, TableStepped):
                continue
            number, sealed = event.table, self.cards.get(event.table)
            if sealed is None:
                if self.rules.origin is Origin.VIRTUAL:
                    self.cards = {**self.cards, number: Sealed(composition(self.rules))}
                continue
            table = self.tournament.tables.get(number)
            if table is not None:
                mixed = sealed.after(table, (event.event,), asked.order, self.randbelow)
                if mixed is not sealed:
                    self.cards = {**self.cards, number: mixed}


def new_contest(
    rulebook: str | Edition,
    name: str,
    elections: Elections | None = None,
    *,
    randbelow: RandBelow | None = None,
) -> Contest:
    """Return a tournament set up and still a draft."""
    edition = load(rulebook) if isinstance(rulebook, str) else rulebook
    chosen = elections or Elections()
    rules = tournament_rules(edition, chosen)
    if not name.strip():
        raise Malformed("a tournament has a name", code=ErrorCode.INCOMPLETE)
    return Contest(rules, set_up(rules, name, chosen), randbelow)
