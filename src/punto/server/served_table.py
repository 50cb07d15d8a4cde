"""A table that is served, with its rules, its state and its sealed cards."""

import re
from collections.abc import Iterable, Mapping
from secrets import randbelow
from typing import ClassVar

from msgspec.structs import replace

from punto import codec
from punto.aggregate.actor import PATRON, Actor
from punto.aggregate.command import Command
from punto.cards import Card
from punto.clause import Malformed
from punto.driver.driver import ONLY, Decided, Position
from punto.driver.table import TableDriver
from punto.error_codes import ErrorCode
from punto.http_api.responses import Consequence
from punto.rulebook.elect import elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.server.aggregate import Aggregate, by_name
from punto.server.caller_roles import looking
from punto.server.consequences import cards_hidden, consequences
from punto.server.people.person import Person
from punto.server.view_cache import ViewCache
from punto.server.virtual_shoes.sealed_order import brought_in, is_over
from punto.shoe import shuffled
from punto.store.stream_kinds import TABLE
from punto.table.audience import Audience
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.cards.burning import AskBurned, Burn
from punto.table.cards.held_cards import ExposeHeld
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import TurnCards
from punto.table.errors.correcting import CorrectCard
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.phase import Dealing
from punto.table.table import Table
from punto.table.views.feed import Heard, hears
from punto.table.views.legal import KINDS, Option, options_for
from punto.table.views.view import View, personal
from punto.virtual_cards import Sealed

# Commands that take a card out of the shoe, or name a card that nobody has seen.
_DRAWING = (Draw, PullCard, FindFaceUp, Burn, AskBurned)
_NAMING = (*_DRAWING, TurnCards, ExposeHeld, CorrectCard)
# A card in a sentence.
_FACE = re.compile(r"\b(?:10|[2-9TJQKA])[SHDC]\b")


TABLE_KINDS = by_name(KINDS)


class ServedTable(Aggregate):
    """A table. Only virtual cards are sealed."""

    kind: ClassVar[str] = TABLE
    kinds: ClassVar[Mapping[str, type[Command]]] = TABLE_KINDS
    driver: TableDriver

    def __init__(self, driver: TableDriver) -> None:
        self.driver = driver
        self._views = ViewCache()

    @classmethod
    def of(cls, state: Table, version: int) -> "ServedTable":
        """Return a table in a stored state."""
        rules = elect(load(state.setup.rulebook), state.setup.elections)
        return cls(TableDriver(rules, Position(state, version), randbelow=randbelow))

    def read_command(self, text: bytes) -> TableCommand:
        """Return the command that a client sends."""
        return codec.read_command(text)

    def decide(self, actor: Actor, command: TableCommand) -> Decided[Table, TableEvent]:
        """Return the effects of a command; only this method fills in cards of a sealed order."""
        if self.shoes:
            check_unnamed(self.driver.state, command)
        decided = self.driver.decide(actor, command)
        if self.shoes and brought_in(decided.events):
            # The order of new cards is unknown: they may have been delivered shuffled.
            cards = Sealed(shuffled(decided.shoes[ONLY].cards, randbelow))
            return replace(decided, shoes={ONLY: cards})
        return decided

    def over(self, events: Iterable[TableEvent]) -> frozenset[str]:
        """Return the one shoe if its order cannot be dealt any more."""
        return frozenset({ONLY}) if is_over(self.rules.edition, events) else frozenset()

    def consequences(self, actor: Actor, command: TableCommand) -> tuple[Consequence, ...]:
        """Return the possible consequences of a command, without revealing a hidden card."""
        table = self.driver.state
        if self.shoes:
            check_unnamed(table, command)
        if actor.title == PATRON:
            # Patrons may not see everything that staff see of an event.
            return super().consequences(actor, command)
        past = self.driver.earlier_coups(command)
        return consequences(self.rules, table, actor, command, past)

    def hides(self, command: TableCommand) -> Malformed | None:
        """Return the refusal if the outcome of a command depends on a hidden card."""
        return hides(self.state, command, sealed=bool(self.shoes))

    def virtual_shoes(self, coming: Iterable[TableEvent] = ()) -> tuple[str, ...]:
        """Return the one shoe of the table if its cards are virtual."""
        del coming
        return (ONLY,) if self.rules.origin is Origin.VIRTUAL else ()

    def drawn(self, state: Table, shoe: str) -> int:
        """Return how many cards have left the shoe."""
        del shoe
        return state.shoe.drawn

    def view(self, audience: str, viewer: str | None) -> View:
        """Return the view of an audience, with the house edge of each wager."""
        table_view = self._views.of(self.rules, self.state, Audience(audience))
        return table_view if viewer is None else personal(table_view, self.state, viewer)

    def hears(self, event: TableEvent, audience: str, viewer: str | None) -> Heard | None:
        """Return an event as an audience receives it, or None."""
        return hears(event, Audience(audience), viewer)

    def options(self, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return the possible commands, without faces, and why the others are not possible."""
        available = options_for(self.rules, self.state, actors)
        return untelling(self.state, available, sealed=bool(self.shoes))

    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return the audience of a person at the table, and their name in it."""
        return looking(self.rules, person, stream)


def check_unnamed(table: Table, command: TableCommand) -> None:
    """Refuse a command that names a sealed card: the response would confirm a guess."""
    values = [getattr(command, name) for name in command.__struct_fields__]
    names_card = any(isinstance(item, Card) for value in values for item in _as_tuple(value))
    if names_card and (isinstance(command, _NAMING) or _has_hidden_card(table)):
        raise Malformed("cards of this shoe name themselves", code=ErrorCode.CARD_NAMED)


def _as_tuple(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else (value,)


def _has_hidden_card(table: Table) -> bool:
    """Return whether a card that left the shoe is not visible to everybody."""
    phase = table.phase
    down = isinstance(phase, Dealing) and not phase.all_up
    return down or any(not card.seen for card in table.next.carried)


def hides(table: Table, command: TableCommand, *, sealed: bool) -> Malformed | None:
    """Return the refusal if the outcome of a command depends on a hidden card.

    That is so if a card is face down, or if the command draws from a sealed order.
    """
    if _has_hidden_card(table) or (sealed and isinstance(command, _DRAWING)):
        return cards_hidden()
    return None


def untelling(table: Table, found: Iterable[Option], *, sealed: bool) -> tuple[Option, ...]:
    """Return options that reveal nothing about hidden cards.

    The clauses of an accepted command may depend on such a card, and a refusal may name one.
    """
    result = []
    for option in found:
        changed = faceless(option) if sealed else option
        if changed.example is not None and hides(table, option.example, sealed=sealed):
            changed = replace(changed, clause=())
        if sealed or _has_hidden_card(table):
            changed = replace(changed, why=_FACE.sub("that card", changed.why))
        result.append(changed)
    return tuple(result)


def faceless(option: Option) -> Option:
    """Return an option whose example names no card, because the shoe itself names sealed cards."""
    match option.example:
        case TurnCards() as example:
            return replace(option, example=replace(example, faces=()))
        case CorrectCard():
            return option
        case example if isinstance(example, _NAMING):
            return replace(option, example=replace(example, card=None))
    return option
