"""Topics: a module of an aggregate contains one topic and registers its functions here by type.

A command needs a permission and a decision, an event needs a change of the state. `Registry.check`
raises an error that names what is missing.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import partial, reduce
from operator import or_
from typing import Any, Generic, TypeVar, overload

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.envelope import PREVIEW_ENVELOPE, Envelope, LogEntry
from punto.aggregate.event import Event, Undoing
from punto.aggregate.permission import Permission, permission
from punto.rulebook.rules import TableRules

State = TypeVar("State")
C = TypeVar("C", bound=Command)
D = TypeVar("D", bound=Command)
E = TypeVar("E", bound=Event)
F = TypeVar("F", bound=Event)
G = TypeVar("G", bound=Event)
Events = tuple[Event, ...]


class Context(Struct, Generic[State], frozen=True):
    """The input of a permission and a decision: the rules, the state, the actor and the time."""

    rules: TableRules
    state: State
    by: Actor


At = TypeVar("At", bound=Context[Any])
# The decision may use what it returns, such as the clauses that permit a command.
Permit = Callable[[At], object]
Permitting = TypeVar("Permitting", bound=Callable[[Any], object])
Decide = Callable[[At, C], Events]
Apply = Callable[[State, E, Envelope], State]


class Changes(Generic[State]):
    """The function that applies each event to the state of an aggregate. Topics register them.

    A decision may need the state after its own events. Topics therefore import this class, and the
    registry, which imports the topics, is separate.
    """

    def __init__(self) -> None:
        self.by_event: dict[type[Event], Callable[[State, Any, Envelope], State]] = {}

    def evolve(self, state: State, event: Event, envelope: Envelope) -> State:
        """Return the state after an event. It never refuses and reads no rule, so logs replay."""
        return self.by_event[type(event)](state, event, envelope)

    def after(
        self, state: State, events: Iterable[Event], envelope: Envelope = PREVIEW_ENVELOPE
    ) -> State:
        """Return the state after the events of one command."""
        for event in events:
            state = self.by_event[type(event)](state, event, envelope)
        return state

    def applied(self, state: State, entries: Iterable[LogEntry[Any]]) -> State:
        """Return the state after further entries of its log."""
        fold = Fold(self, state)
        for entry in entries:
            fold.add(entry)
        return fold.state


class UndoneEarlierError(LookupError):
    """A log undoes a command that is earlier than the entries that were read."""


class Fold(Generic[State]):
    """The state that results from a log, entry by entry.

    If a command is undone, the state is again as it was before it. The fold therefore stores the
    states before the last two commands: the undoing command and the command that it undoes.
    """

    def __init__(self, changes: Changes[State], state: State) -> None:
        self._changes, self.state = changes, state
        self._starts: tuple[tuple[int, State], ...] = ()

    @property
    def last_start(self) -> tuple[int, State] | None:
        """Return the version and the state before the last command."""
        return self._starts[-1] if self._starts else None

    def add(self, entry: LogEntry[Any]) -> None:
        """Add the next entry of the log."""
        envelope, event = entry.envelope, entry.event
        if envelope.part == 1:
            self._starts = (*self._starts[-1:], (envelope.version - 1, self.state))
        if isinstance(event, Undoing):
            self.state = self._state_before(event.back_to)
        else:
            self.state = self._changes.by_event[type(event)](self.state, event, envelope)

    def _state_before(self, version: int) -> State:
        for start, state in self._starts:
            if start == version:
                return state
        raise UndoneEarlierError(version)


class Topic(Generic[State, At]):
    """One topic of an aggregate: its commands, its events, and a function for each of them."""

    def __init__(self, name: str, changes: Changes[State]) -> None:
        self.name = name
        self.permissions: dict[type[Command], Permit[At]] = {}
        self.decisions: dict[type[Command], Callable[[At, Any], Events]] = {}
        self.events: list[type[Event]] = []
        self._changes = changes

    def permits(self, *kinds: type[Command]) -> Callable[[Permitting], Permitting]:
        """Register what raises an error if nobody, or not this person, may give a command now.

        It does not see the values. It accepts everything that the decision accepts.
        """

        def add(function: Permitting) -> Permitting:
            self.permissions |= dict.fromkeys(kinds, function)
            return function

        return add

    @overload
    def decides(self, kind: type[C], /) -> Callable[[Decide[At, C]], Decide[At, C]]: ...
    @overload
    def decides(
        self, kind: type[C], other: type[D], /
    ) -> Callable[[Decide[At, C | D]], Decide[At, C | D]]: ...
    def decides(self, *kinds: type[Command]) -> Callable[[Any], Any]:
        """Register the decision on a command, or on commands that share one decision."""

        def add(function: Callable[[At, Any], Events]) -> Callable[[At, Any], Events]:
            self.decisions |= dict.fromkeys(kinds, function)
            return function

        return add

    @overload
    def applies(self, kind: type[E], /) -> Callable[[Apply[State, E]], Apply[State, E]]: ...
    @overload
    def applies(
        self, kind: type[E], other: type[F], /
    ) -> Callable[[Apply[State, E | F]], Apply[State, E | F]]: ...
    @overload
    def applies(
        self, kind: type[E], other: type[F], third: type[G], /
    ) -> Callable[[Apply[State, E | F | G]], Apply[State, E | F | G]]: ...
    def applies(self, *kinds: type[Event]) -> Callable[[Any], Any]:
        """Register the change of the state after an event, or after events with the same effect."""

        def add(
            function: Callable[[State, Any, Envelope], State],
        ) -> Callable[[State, Any, Envelope], State]:
            duplicates = self._changes.by_event.keys() & set(kinds)
            if duplicates:
                raise TypeError(
                    f"{self.name}: {_class_names(duplicates)} changes the state already"
                )
            self._changes.by_event |= dict.fromkeys(kinds, function)
            self.events += kinds
            return function

        return add

    def undoes(self, kind: type[Undoing]) -> None:
        """Register an event that undoes a command: `Fold` restores the state."""
        self.events.append(kind)


class Registry(Generic[State, At]):
    """Every topic of an aggregate: its commands and its events, by their types.

    The first event of a log belongs to no topic: it creates the state and is not applied to one.
    """

    def __init__(self, first: type[Event], topics: Iterable[Topic[State, At]]) -> None:
        self.first = first
        self.topics = tuple(topics)
        self.permissions: Mapping[type[Command], Permit[At]] = self._by_type("permissions")
        self.decisions: Mapping[type[Command], Callable[[At, Any], Events]] = self._by_type(
            "decisions"
        )

        self.commands: tuple[type[Command], ...] = tuple(self.decisions)
        self.events: tuple[type[Event], ...] = (
            first,
            *(kind for topic in self.topics for kind in topic.events),
        )

    @property
    def any_command(self) -> Any:
        """Return the union of the commands: a type for codecs and schemas."""
        return reduce(or_, self.commands)

    @property
    def any_event(self) -> Any:
        """Return the union of the events: a type for codecs and schemas."""
        return reduce(or_, self.events)

    def _by_type(self, attribute: str) -> dict[Any, Any]:
        functions: dict[Any, Any] = {}
        for topic in self.topics:
            topic_functions = getattr(topic, attribute)
            duplicates = functions.keys() & topic_functions.keys()
            if duplicates:
                raise TypeError(
                    f"{topic.name}: {attribute} of {_class_names(duplicates)} are registered twice"
                )
            functions |= topic_functions
        return functions

    def check(self, command: type[Command], event: type[Event]) -> None:
        """Raise an error if a subclass of a base class of commands or events lacks a function."""
        commands = _concrete_classes(command)
        for name, missing in (
            ("permission", commands - self.permissions.keys()),
            ("decision", commands - self.decisions.keys()),
            ("change", _concrete_classes(event) - set(self.events)),
        ):
            if missing:
                raise TypeError(f"no {name} is registered for {_class_names(missing)}")

    def may(self, at: At, kind: type[Command]) -> Permission:
        """Return whether a person may give a kind of command now."""
        return permission(partial(self.permissions[kind], at))

    def decide(self, at: At, command: Command) -> tuple[Any, ...]:
        """Return the events that a command causes, or raise the error that forbids it."""
        return self.decisions[type(command)](at, command)


def _concrete_classes(base: Any) -> set[Any]:
    """Return the subclasses of a base class that have no subclasses themselves."""
    children = base.__subclasses__()
    return {kind for child in children for kind in (_concrete_classes(child) or {child})}


def _class_names(kinds: Iterable[type]) -> str:
    return ", ".join(sorted(kind.__name__ for kind in kinds))
