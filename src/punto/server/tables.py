"""A table that is served: its rules, its state, its sealed cards."""

from collections.abc import Iterable
from secrets import randbelow
from typing import Any, ClassVar

from msgspec.structs import replace

from punto import codec
from punto.clause import Malformed
from punto.rulebook.elect import elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.sealed import Sealed
from punto.server.aggregate import ONLY, Aggregate, Decided, Past
from punto.server.shoes import brought_in, is_over
from punto.shoe import shuffled
from punto.store.kinds import TABLE
from punto.table import commands as do
from punto.table.audience import Audience
from punto.table.authority import Actor
from punto.table.events import AnyEvent
from punto.table.recall import recalled
from punto.table.step import after, decide, reaches_back
from punto.table.table import Table
from punto.table.views.feed import Heard, hears
from punto.table.views.legal import Option, options
from punto.table.views.view import View, view

_decks = (do.Draw, do.PullCard, do.FindFaceUp, do.Burn, do.AskBurned)


class ServedTable(Aggregate):
    """A table; its cards are sealed where they are virtual, and nowhere where they are real."""

    kind: ClassVar[str] = TABLE
    state: Table

    @classmethod
    def of(cls, state: Table) -> "ServedTable":
        """Return a table that stands as its log says."""
        setup = state.setup
        return cls(elect(load(setup.rulebook), setup.elections), state)

    def read_command(self, text: bytes) -> do.AnyCommand:
        """Return the command that a client sends."""
        return codec.read_command(text)

    def decide(self, actor: Actor, command: do.AnyCommand, log: Past) -> Decided:
        """Return what a command brings about; cards of a sealed order are filled in here alone."""
        sealed = self.cards.get(ONLY)
        if sealed is not None:
            if isinstance(command, _decks) and command.card is not None:
                # Whoever names a virtual card would learn from the answer which one is next.
                raise Malformed("cards of this shoe name themselves", code="card_named")
            command = sealed.filled(self.rules, self.state, command)
        back = reaches_back(self.state, command)
        past = recalled(log.events(), back) if back else {}
        events = decide(self.rules, self.state, actor, command, past)
        then = after(self.state, events)
        if sealed is None:
            return Decided(events, then)
        lie = sealed.after(self.state, events, randbelow=randbelow)
        if brought_in(events):
            lie = Sealed(shuffled(lie.cards, randbelow))
        over = frozenset({ONLY}) if is_over(self.rules.edition, events) else frozenset[str]()
        return Decided(events, then, {ONLY: lie}, over)

    def shoes(self, coming: Iterable[AnyEvent] = ()) -> tuple[str, ...]:
        """Return the one shoe of the table, where its cards are virtual."""
        del coming
        return (ONLY,) if self.rules.origin is Origin.VIRTUAL else ()

    def drawn(self, state: Table, shoe: str) -> int:
        """Return how many cards have left the shoe."""
        del shoe
        return state.shoe.drawn

    def after(self, events: Iterable[AnyEvent]) -> Table:
        """Return the table after further events."""
        return after(self.state, events)

    def view(self, audience: str, viewer: str | None) -> View:
        """Return what an audience may see of the table."""
        return view(self.rules, self.state, Audience(audience), viewer)

    def hears(self, event: AnyEvent, audience: str, viewer: str | None) -> Heard | None:
        """Return what an audience hears of an event."""
        return hears(event, Audience(audience), viewer)

    def options(self, actor: Actor) -> tuple[Option, ...]:
        """Return what somebody may do now, and why not the rest; no face is in an example."""
        found: list[Any] = []
        for option in options(self.rules, self.state, actor):
            example = option.example
            if self.cards and isinstance(example, _decks):
                option = replace(option, example=replace(example, card=None))  # noqa: PLW2901
            found.append(option)
        return tuple(found)
