"""A table in memory: its rules, its state, its log, and the cards if they are virtual."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct

from punto.aggregate.actor import PATRON, Actor
from punto.aggregate.envelope import LogEntry, enveloped
from punto.cards import Card
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.table_commands import Understood, sound, understood
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.shoe import RandBelow, composition
from punto.shoe_preparation import Prepared
from punto.table.audience import Audience
from punto.table.authority import known_titles
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.opening.creation import TableSetUp, set_up, taken_up
from punto.table.recall import recalled
from punto.table.registry import applied, decide, reaches_back, replay
from punto.table.table import Table
from punto.table.views.legal import Option, options
from punto.table.views.unseen import unseen
from punto.table.views.view import View, view
from punto.virtual_cards import Sealed


class Mark(Struct, frozen=True):
    """Where a game stood: its state, its cards, the length of its log."""

    table: Table
    cards: Sealed | None
    length: int


class Game:
    """One table and everything that happened at it. A command is carried out or changes nothing."""

    def __init__(
        self,
        rules: TableRules,
        first: TableSetUp,
        cards: Sealed | None = None,
        randbelow: RandBelow | None = None,
        at: int = 0,
    ) -> None:
        self.rules = rules
        self.log: list[LogEntry[TableEvent]] = [
            *enveloped("table", "table", 0, Actor("", "", at), (first,))
        ]
        self.table: Table = replay(self.log)
        self.cards = cards
        self.randbelow = randbelow
        self.titles = known_titles(rules.edition)

    def act(
        self,
        by: str | Actor,
        command: TableCommand | str,
        /,
        *,
        clock: int = 0,
        **words: Any,
    ) -> Events:
        """Carry out a command, given as such or by its name and words; return what happened.

        ``by`` is a title, or a patron's name. Money in words is in dollars, cards are text, and
        ``clock`` is the time, in seconds since 1970.
        """
        actor = by if isinstance(by, Actor) else self.actor(by, clock)
        if isinstance(command, str):
            return self.carry_out(actor, understood(command, words, self.table, actor.name))
        return self.carry_out(actor, Understood(sound(command)))

    def actor(self, by: str, clock: int = 0) -> Actor:
        """Return who acts under a name: a title is its own, anybody else is a patron."""
        if type(clock) is not int:
            raise Malformed(f"{clock!r} is no time in seconds", code=ErrorCode.NO_SUCH_TIME)
        return Actor(by, by if by in self.titles else PATRON, clock)

    def options(self, by: str | Actor) -> tuple[Option, ...]:
        """Return every command with what somebody could say by it now, or why they cannot."""
        actor = by if isinstance(by, Actor) else self.actor(by)
        return tuple(options(self.rules, self.table, actor))

    def carry_out(self, actor: Actor, asked: Understood) -> Events:
        """Decide on a command, fill in the faces of virtual cards, and keep what happened."""
        command = asked.command
        if self.cards is None and asked.order is not None:
            raise Malformed("nobody names the order of real cards", code=ErrorCode.ORDER_UNKNOWN)
        if self.cards is not None:
            command = self.cards.filled(self.rules, self.table, command)
        past = recalled(self.log, reaches_back(self.table, command))
        events = decide(self.rules, self.table, actor, command, past)
        if self.cards is not None:
            self.cards = self.cards.after(self.table, events, asked.order, self.randbelow)
        new = enveloped("table", "table", len(self.log), actor, events)
        self.table = applied(self.table, new)
        self.log += new
        return events

    @property
    def events(self) -> list[TableEvent]:
        """Return every event of the table, without the envelopes."""
        return self.events_since(0)

    def events_since(self, length: int) -> list[TableEvent]:
        """Return the events after the first so many."""
        return [entry.event for entry in self.log[length:]]

    def mark(self) -> Mark:
        """Return where the game stands, so that several commands can be undone together."""
        return Mark(self.table, self.cards, len(self.log))

    def back_to(self, mark: Mark) -> None:
        """Forget what happened since a mark: it was only tried."""
        self.table, self.cards = mark.table, mark.cards
        del self.log[mark.length :]

    def view(self, audience: Audience | str = Audience.PUBLIC) -> View:
        """Return what an audience may see of the table; any other name is a patron's."""
        who, viewer = self._looking(audience)
        return view(self.rules, self.table, who, viewer)

    def unseen(self, audience: Audience | str = Audience.PUBLIC) -> Mapping[Card, int]:
        """Return how many of each card an audience cannot exclude, ready for the odds."""
        who, viewer = self._looking(audience)
        return unseen(self.table, who, viewer)

    def _looking(self, audience: Audience | str) -> tuple[Audience, str | None]:
        if audience in list(Audience) and audience != Audience.PATRON:
            return Audience(audience), None
        if self.table.patron(str(audience)) is None:
            raise Malformed(
                f"{audience} does not look at this table",
                f"{', '.join(who for who in Audience if who is not Audience.PATRON)}, or a patron",
                code=ErrorCode.NO_SUCH_PATRON,
            )
        return Audience.PATRON, str(audience)


def new_game(
    rulebook: str | Edition,
    elections: Elections,
    float_cents: int,
    *,
    order: Sequence[Card] | None = None,
    randbelow: RandBelow | None = None,
) -> Game:
    """Return a table set up and closed, with new packs on it."""
    edition = load(rulebook) if isinstance(rulebook, str) else rulebook
    rules = elect(edition, elections)
    first = set_up(rules, elections, float_cents)
    cards = None
    if rules.origin is Origin.VIRTUAL:
        cards = Sealed(tuple(order) if order is not None else composition(rules))
    return Game(rules, first, cards, randbelow)


def game_in_play(
    rules: TableRules,
    elections: Elections,
    prepared: Prepared,
    float_cents: int,
    randbelow: RandBelow | None = None,
    *,
    at: int = 0,
) -> Game:
    """Return an open table with a shoe ready on it, as if the game had been taken up just now."""
    first = set_up(rules, elections, float_cents, taken_up(rules, prepared.shoe))
    virtual = rules.origin is Origin.VIRTUAL
    return Game(rules, first, Sealed(prepared.order) if virtual else None, randbelow, at)
