"""A live table: its rules, its state, its log, and the cards if they are virtual."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry, in_envelopes
from punto.aggregate.topic import Changes
from punto.cards import Card
from punto.clause import Malformed
from punto.driver.driver import ONLY, Decided, Driver, Position, Savepoint
from punto.driver.earlier_coups import EarlierCoups
from punto.error_codes import ErrorCode
from punto.notation.table_commands import sound, understood
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.shoe import RandBelow, composition
from punto.shoe_preparation import Prepared
from punto.table.audience import Audience
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.context import changes
from punto.table.opening.creation import TableSetUp, in_play_of_shoe, set_up
from punto.table.phase import PastCoup
from punto.table.registry import decide, reaches_back, replay
from punto.table.table import Table
from punto.table.views.legal import Option, options
from punto.table.views.unseen import unseen
from punto.table.views.view import View, view
from punto.virtual_cards import Sealed


class TableDriver(Driver[Table, TableCommand, TableEvent]):
    """One table and everything that happened at it. A command is carried out or changes nothing."""

    kind: ClassVar[str] = "table"
    changes: ClassVar[Changes[Table]] = changes

    def __init__(
        self,
        rules: TableRules,
        position: Position[Table],
        log: Iterable[LogEntry[TableEvent]] | None = None,
        randbelow: RandBelow | None = None,
    ) -> None:
        super().__init__(rules, position, log, randbelow)
        self.earlier = EarlierCoups()

    @property
    def table(self) -> Table:
        """Return the table as it is."""
        return self.state

    @property
    def cards(self) -> Sealed | None:
        """Return the order of the cards, where they are virtual."""
        return self.shoes.get(ONLY)

    def parse(
        self, name: str, words: Mapping[str, Any], by: str
    ) -> tuple[TableCommand, Sequence[Card] | None]:
        parsed = understood(name, words, self.state, by)
        return parsed.command, parsed.order

    def check_types(self, command: TableCommand) -> TableCommand:
        return sound(command)

    def decide(
        self, actor: Actor, command: TableCommand, order: Sequence[Card] | None = None
    ) -> Decided[Table, TableEvent]:
        table, cards = self.state, self.cards
        if cards is None and order is not None:
            raise Malformed("nobody names the order of real cards", code=ErrorCode.ORDER_UNKNOWN)
        if cards is not None:
            command = cards.filled(self.rules, table, command)
        events = decide(self.rules, table, actor, command, self.earlier_coups(command))
        if cards is None:
            return self.decided(actor, command, events)
        lie = cards.after(table, events, order, self.randbelow)
        return self.decided(actor, command, events, {ONLY: lie})

    def reads_back(self, command: TableCommand) -> bool:
        """Return whether a command is about earlier coups that have not been read yet."""
        behind = self.earlier.length < self.position.version
        return behind and bool(reaches_back(self.state, command))

    def earlier_coups(self, command: TableCommand) -> Mapping[int, PastCoup]:
        """Return the earlier coups that a command is about, read from the log."""
        numbers = reaches_back(self.state, command)
        if not numbers:
            return {}
        if self.recording:
            self.earlier = self.earlier.extended(self.log[self.earlier.length :])
        return self.earlier.of(numbers)

    def restore(self, saved: Savepoint[Table, TableEvent]) -> None:
        super().restore(saved)
        if self.earlier.length > saved.position.version:
            self.earlier = EarlierCoups()

    def options(self, by: str | Actor) -> tuple[Option, ...]:
        """Return every command with what somebody could say by it now, or why they cannot."""
        actor = by if isinstance(by, Actor) else self.actor(by)
        return tuple(options(self.rules, self.state, actor))

    def view(self, audience: Audience | str = Audience.PUBLIC) -> View:
        """Return what an audience may see of the table; any other name is a patron's."""
        who, viewer = self._viewer(audience)
        return view(self.rules, self.state, who, viewer)

    def unseen(self, audience: Audience | str = Audience.PUBLIC) -> Mapping[Card, int]:
        """Return how many of each card an audience cannot exclude, ready for the odds."""
        who, viewer = self._viewer(audience)
        return unseen(self.state, who, viewer)

    def _viewer(self, audience: Audience | str) -> tuple[Audience, str | None]:
        if audience in list(Audience) and audience != Audience.PATRON:
            return Audience(audience), None
        if self.state.patron(str(audience)) is None:
            raise Malformed(
                f"{audience} does not look at this table",
                f"{', '.join(who for who in Audience if who is not Audience.PATRON)}, or a patron",
                code=ErrorCode.NO_SUCH_PATRON,
            )
        return Audience.PATRON, str(audience)


def begin_table(
    rules: TableRules,
    first: TableSetUp,
    cards: Sealed | None = None,
    randbelow: RandBelow | None = None,
    at: int = 0,
) -> TableDriver:
    """Return a table that begins with an event now."""
    log = in_envelopes("table", "table", 0, Actor("", "", at), (first,))
    position = Position(replay(log), 1, {} if cards is None else {ONLY: cards})
    return TableDriver(rules, position, log, randbelow)


def new_game(
    rulebook: str | Edition,
    elections: Elections,
    float_cents: int,
    *,
    order: Sequence[Card] | None = None,
    randbelow: RandBelow | None = None,
) -> TableDriver:
    """Return a table set up and closed, with new packs on it."""
    edition = load(rulebook) if isinstance(rulebook, str) else rulebook
    rules = elect(edition, elections)
    first = set_up(rules, elections, float_cents)
    cards = None
    if rules.origin is Origin.VIRTUAL:
        cards = Sealed(tuple(order) if order is not None else composition(rules))
    return begin_table(rules, first, cards, randbelow)


def game_in_play(
    rules: TableRules,
    elections: Elections,
    prepared: Prepared,
    float_cents: int,
    randbelow: RandBelow | None = None,
    *,
    at: int = 0,
) -> TableDriver:
    """Return an open table with a shoe ready on it, as if the game had been taken up just now."""
    first = set_up(rules, elections, float_cents, in_play_of_shoe(rules, prepared.shoe))
    virtual = rules.origin is Origin.VIRTUAL
    return begin_table(rules, first, Sealed(prepared.order) if virtual else None, randbelow, at)
