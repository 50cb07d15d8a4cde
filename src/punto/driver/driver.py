"""A live stream: its state, its version, its virtual cards, and what was done last.

Deciding changes nothing. Whoever keeps what was decided takes it over afterwards, so that a store
may refuse it. ``carry_out`` does both at once, for streams that are in memory alone.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.actor import PATRON, Actor
from punto.aggregate.command import Command
from punto.aggregate.envelope import LogEntry, envelope_of, in_envelopes
from punto.aggregate.event import Event, Undoing
from punto.aggregate.topic import Changes
from punto.cards import Card
from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.shoe import RandBelow
from punto.table.authority import known_titles
from punto.virtual_cards import Sealed

State = TypeVar("State")
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Shoes = Mapping[str, Sealed]
# A table by itself has one shoe, and that has no name.
ONLY = ""


class Decided(Struct, Generic[State, E], frozen=True, gc=False):
    """What a command brings about before it is kept: its events, and what stands after them.

    ``command`` is the name of the command, ``by`` is who gave it.
    """

    by: Actor
    command: str
    events: tuple[E, ...]
    state: State
    shoes: Shoes = {}


class Position(Struct, Generic[State], frozen=True, gc=False):
    """Where a stream stands: its state, its version, and the order of its virtual cards."""

    state: State
    version: int
    shoes: Shoes = {}


class LastCommand(Struct, Generic[State, E], frozen=True, gc=False):
    """The last command: what it brought about, and where it all stood before it."""

    decided: Decided[State, E]
    before: Position[State]


class Savepoint(Struct, Generic[State, E], frozen=True):
    """Where a driver stood, so that several commands can be forgotten together."""

    position: Position[State]
    last: LastCommand[State, E] | None


class Driver(ABC, Generic[State, C, E]):
    """A live stream. A command is carried out or changes nothing.

    ``recording`` drivers keep the log in memory; others leave it to whoever stores it.
    """

    kind: ClassVar[str]
    changes: ClassVar[Changes[Any]]

    def __init__(
        self,
        rules: TableRules,
        position: Position[State],
        log: Iterable[LogEntry[E]] | None = None,
        randbelow: RandBelow | None = None,
    ) -> None:
        self.elected = rules
        self.position = position
        self.last: LastCommand[State, E] | None = None
        self.recording = log is not None
        self.log: list[LogEntry[E]] = [*(log or ())]
        self.randbelow = randbelow
        self.titles = known_titles(rules.edition)

    @property
    def rules(self) -> TableRules:
        """Return the rules that hold now."""
        return self.elected

    @property
    def state(self) -> State:
        return self.position.state

    @property
    def shoes(self) -> Shoes:
        """Return the order of the virtual cards, shoe by shoe."""
        return self.position.shoes

    @abstractmethod
    def decide(
        self, actor: Actor, command: C, order: Sequence[Card] | None = None
    ) -> Decided[State, E]:
        """Return what a command brings about, or raise the error that forbids it.

        ``order`` is that in which virtual cards lie after a shuffle, where somebody names it.
        """

    def decided(
        self, actor: Actor, command: C, events: tuple[E, ...], shoes: Shoes | None = None
    ) -> Decided[State, E]:
        """Return what a command brings about by its events; shoes stay where none are given."""
        name = str(command.__struct_config__.tag)
        state = self.after(actor, events)
        return Decided(actor, name, events, state, self.shoes if shoes is None else shoes)

    @abstractmethod
    def parse(
        self, name: str, words: Mapping[str, Any], by: str
    ) -> tuple[C, Sequence[Card] | None]:
        """Return the command that words describe, and the order of cards if they name one."""

    def check_types(self, command: C) -> C:
        """Return a command, or say which of its values is of a wrong type."""
        return command

    def act(
        self, by: str | Actor, command: C | str, /, *, clock: int = 0, **words: Any
    ) -> tuple[E, ...]:
        """Carry out a command, given as such or by its name and words; return what happened.

        ``by`` is a title, or a patron's name. Money in words is in dollars, cards are text, and
        ``clock`` is the time, in seconds since 1970.
        """
        actor = by if isinstance(by, Actor) else self.actor(by, clock)
        if isinstance(command, str):
            return self.carry_out(actor, *self.parse(command, words, actor.name))
        return self.carry_out(actor, self.check_types(command))

    def actor(self, by: str, clock: int = 0) -> Actor:
        """Return who acts under a name: a title is its own, anybody else is a patron."""
        if type(clock) is not int:
            raise Malformed(f"{clock!r} is no time in seconds", code=ErrorCode.NO_SUCH_TIME)
        return Actor(by, by if by in self.titles else PATRON, clock)

    def carry_out(
        self, actor: Actor, command: C, order: Sequence[Card] | None = None
    ) -> tuple[E, ...]:
        """Decide on a command and take over what it brings about; return the events."""
        decided = self.decide(actor, command, order)
        self.take(decided)
        return decided.events

    def take(self, decided: Decided[State, E]) -> None:
        """Take over what a command brought about, once it is kept."""
        before, events = self.position, decided.events
        if self.recording:
            self.log += in_envelopes(self.kind, self.kind, before.version, decided.by, events)
        self.position = Position(decided.state, before.version + len(events), decided.shoes)
        # The first event makes the stream: nothing stood before it.
        self.last = LastCommand(decided, before) if before.version else None

    def follow(self, actor: Actor, events: tuple[E, ...]) -> None:
        """Take over a command that somebody else carried out and kept."""
        # A log does not say what the command was called; its first event says it as well.
        self.take(Decided(actor, events[0].tag(), events, self.after(actor, events), self.shoes))

    def after(self, actor: Actor, events: tuple[E, ...]) -> State:
        """Return the state after the events of one command."""
        if events and isinstance(events[0], Undoing):
            assert self.last is not None, "what is taken back is what was done last"
            return self.last.before.state
        state: State = self.changes.after(self.state, events, envelope_of(actor))
        return state

    @property
    def events(self) -> list[E]:
        """Return every event, without the envelopes."""
        return self.events_since(0)

    def events_since(self, version: int) -> list[E]:
        """Return the events after a version."""
        return [entry.event for entry in self.log[version:]]

    def lay(self, shoes: Shoes) -> None:
        """Let virtual cards lie in given orders: whoever shuffles knows them."""
        self.position = replace(self.position, shoes=shoes)

    def savepoint(self) -> Savepoint[State, E]:
        """Return where it all stands, to come back to."""
        return Savepoint(self.position, self.last)

    def restore(self, saved: Savepoint[State, E]) -> None:
        """Forget what happened since a savepoint."""
        self.position, self.last = saved.position, saved.last
        del self.log[saved.position.version :]

    @contextmanager
    def together(self) -> Iterator[None]:
        """Carry out several commands or none: after an error all of them are forgotten."""
        saved = self.savepoint()
        try:
            yield
        except (Refused, Malformed):
            self.restore(saved)
            raise

    @contextmanager
    def trial(self) -> Iterator[None]:
        """Carry out commands that are forgotten afterwards: they are only tried."""
        saved = self.savepoint()
        try:
            yield
        finally:
            self.restore(saved)
