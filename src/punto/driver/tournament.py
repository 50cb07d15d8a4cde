"""A live tournament: its rules, its state, its log, and the cards where they are virtual."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import NO_ACTOR, LogEntry, in_envelopes
from punto.aggregate.event import Undoing
from punto.aggregate.topic import Changes, Fold
from punto.cards import DECK, Card
from punto.clause import Malformed
from punto.driver.driver import Decided, Driver, LastCommand, Position, Savepoint, Shoes
from punto.driver.earlier_coups import EarlierCoups
from punto.error_codes import ErrorCode
from punto.notation.tournament_commands import meant
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Elections, Origin
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.rulebook.tournament_policies import EqualChips
from punto.shoe import RandBelow, composition
from punto.shoe_preparation import prepare
from punto.table.opening.creation import in_play_of_shoe
from punto.table.phase import PastCoup
from punto.table.registry import reaches_back
from punto.table.table import Table
from punto.tournament.audience import TournamentAudience
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import LastStep, changes
from punto.tournament.creation import TournamentSetUp, set_up, tournament_from
from punto.tournament.entry.overrides import with_overrides
from punto.tournament.placing.play_offs import OrderPlayOff
from punto.tournament.registry import decide, replay
from punto.tournament.rules import tournament_rules, tournament_section
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.undo_step import UndoStep, table_entries
from punto.tournament.views.view import View, looking, view
from punto.virtual_cards import Sealed


class TournamentDriver(Driver[Tournament, TournamentCommand, TournamentEvent]):
    """One tournament and everything that happened in it. A command is carried out, or nothing."""

    kind: ClassVar[str] = "tournament"
    changes: ClassVar[Changes[Tournament]] = changes

    def __init__(
        self,
        rules: TableRules,
        position: Position[Tournament],
        log: Iterable[LogEntry[TournamentEvent]] | None = None,
        randbelow: RandBelow | None = None,
    ) -> None:
        super().__init__(rules, position, log, randbelow)
        # Earlier coups of each table, with the version of the log that they were read from.
        self._earlier: dict[int, tuple[int, EarlierCoups]] = {}

    @property
    def rules(self) -> TableRules:
        """Return the rules with what the conditions put in their place."""
        return with_overrides(self.elected, self.state)

    @property
    def tournament(self) -> Tournament:
        """Return the tournament as it is."""
        return self.state

    @property
    def last_step(self) -> LastStep | None:
        """Return what was done last, for whoever wants to take it back."""
        last = self.last
        if last is None:
            return None
        done = last.decided
        return LastStep(done.by, done.command, last.before.version, done.events)

    def cards(self, table: int) -> Sealed | None:
        """Return the order of the cards at a table, where they are virtual."""
        return self.shoes.get(str(table))

    def parse(
        self, name: str, words: Mapping[str, Any], by: str
    ) -> tuple[TournamentCommand, Sequence[Card] | None]:
        parsed = meant(name, words, self.state, by)
        return parsed.command, parsed.order

    def decide(
        self, actor: Actor, command: TournamentCommand, order: Sequence[Card] | None = None
    ) -> Decided[Tournament, TournamentEvent]:
        past: Mapping[int, PastCoup] = {}
        new: Shoes = {}
        match command:
            case AtTable() if command.table in self.state.tables:
                command = self._with_cards(command, self.state.tables[command.table])
                past = self._earlier_coups(command)
            case DesignateTable(in_play=None) if self.randbelow is not None:
                command, new = self._ready(command, self.randbelow)
            case OrderPlayOff(card=None):
                command = self._drawn(command)
            case _:
                pass
        events = decide(self.rules, self.state, actor, command, past, last=self.last_step)
        if isinstance(command, UndoStep):
            assert self.last is not None, "what is taken back is what was done last"
            return self.decided(actor, command, events, self.last.before.shoes)
        shoes = self._shoes_after(events, order, {**self.shoes, **new} if new else self.shoes)
        return self.decided(actor, command, events, shoes)

    def _with_cards(self, command: AtTable, table: Table) -> AtTable:
        """Return a command at a table with the cards that leave its shoe by it."""
        cards = self.cards(command.table)
        if cards is None:
            return command
        return AtTable(command.table, cards.filled(self.rules, table, command.command))

    def _earlier_coups(self, command: AtTable) -> Mapping[int, PastCoup]:
        """Return the earlier coups of its table that a command is about."""
        number = command.table
        numbers = reaches_back(self.state.tables[number], command.command)
        if not numbers:
            return {}
        version, earlier = self._earlier.get(number, (-1, EarlierCoups()))
        if version != self.position.version:
            entries = table_entries(self.log, number)
            earlier = earlier.extended(entries[earlier.length :])
            self._earlier[number] = (self.position.version, earlier)
        return earlier.of(numbers)

    def _drawn(self, command: OrderPlayOff) -> OrderPlayOff:
        """Return an order of a play-off with a card from a new shoe, where cards are virtual."""
        wanted = (
            tournament_section(self.rules.edition).placing.equal_chips.value
            is EqualChips.DRAWN_COUPS
        )
        if not wanted or self.randbelow is None:
            return command
        return replace(command, card=DECK[self.randbelow(len(DECK))])

    def _ready(self, command: DesignateTable, randbelow: RandBelow) -> tuple[DesignateTable, Shoes]:
        """Designate a table with a shoe that is shuffled, cut and burned by the rulebook."""
        prepared = prepare(self.rules, randbelow)
        command = replace(command, in_play=in_play_of_shoe(self.rules, prepared.shoe))
        virtual = self.rules.origin is Origin.VIRTUAL
        return command, {str(command.table): Sealed(prepared.order)} if virtual else {}

    def _shoes_after(self, events: Events, order: Sequence[Card] | None, shoes: Shoes) -> Shoes:
        """Return how virtual cards lie after what happened at their tables."""
        if self.rules.origin is not Origin.VIRTUAL:
            return shoes
        found = dict(shoes)
        for event in events:
            if not isinstance(event, TableStepped):
                continue
            name, table = str(event.table), self.state.tables.get(event.table)
            cards = found.get(name)
            if cards is None:
                found[name] = Sealed(composition(self.rules))
            elif table is not None:
                found[name] = cards.after(table, (event.event,), order, self.randbelow)
        return found

    def restore(self, saved: Savepoint[Tournament, TournamentEvent]) -> None:
        super().restore(saved)
        self._earlier.clear()

    def take(self, decided: Decided[Tournament, TournamentEvent]) -> None:
        super().take(decided)
        if any(isinstance(event, Undoing) for event in decided.events):
            self._earlier.clear()

    def view(self, audience: TournamentAudience | str = TournamentAudience.PUBLIC) -> View:
        """Return what an audience may see of the tournament; any other name is an entrant's."""
        who, viewer = looking(self.state, str(audience))
        return view(self.rules, self.state, who, viewer)


def resumed(
    log: Sequence[LogEntry[TournamentEvent]], randbelow: RandBelow | None = None
) -> TournamentDriver:
    """Return the tournament that a log describes; its last command can be taken back."""
    first = log[0].event
    assert isinstance(first, TournamentSetUp), "a log begins with the tournament being set up"
    rules = tournament_rules(load(first.rulebook), first.elections)
    fold = Fold(changes, tournament_from(first))
    for entry in log[1:]:
        fold.add(entry)
    driver = TournamentDriver(rules, Position(fold.state, len(log)), log, randbelow)
    if fold.last_start is not None:
        version, before = fold.last_start
        entries = log[version:]
        actor, events = entries[0].envelope.by, tuple(entry.event for entry in entries)
        done = Decided(actor, events[0].tag(), events, fold.state)
        driver.last = LastCommand(done, Position(before, version))
    return driver


def begin_tournament(
    rules: TableRules, first: TournamentSetUp, randbelow: RandBelow | None = None
) -> TournamentDriver:
    """Return a tournament that begins with an event."""
    log = in_envelopes("tournament", "tournament", 0, NO_ACTOR, (first,))
    return TournamentDriver(rules, Position(replay(log), 1), log, randbelow)


def new_tournament(
    rulebook: str | Edition,
    name: str,
    elections: Elections | None = None,
    *,
    randbelow: RandBelow | None = None,
) -> TournamentDriver:
    """Return a tournament set up and still a draft."""
    edition = load(rulebook) if isinstance(rulebook, str) else rulebook
    chosen = elections or Elections()
    rules = tournament_rules(edition, chosen)
    if not name.strip():
        raise Malformed("a tournament has a name", code=ErrorCode.INCOMPLETE)
    return begin_tournament(rules, set_up(rules, name, chosen), randbelow)
