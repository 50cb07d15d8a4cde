"""What the desk needs of an aggregate: a table, a tournament, the house. Cards are beside it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.aggregate.envelope import Envelope, LogEntry, envelope_of
from punto.clause import Malformed, NotEntitled, Refused
from punto.error_codes import ErrorCode
from punto.http_api.responses import Consequence
from punto.options import Option
from punto.rulebook.elect import TableRules
from punto.server.consequences import cards_hidden
from punto.server.people.person import Person
from punto.store.records import Fresh
from punto.virtual_cards import Sealed

Cards = Mapping[str, Sealed]
# A table by itself has one shoe, and that has no name.
ONLY = ""


def by_name(kinds: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Return types of commands by the names that clients give them."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


class Decided(Struct, frozen=True):
    """What a command brings about before it is kept: events, the state and the cards after them.

    ``over`` are the shoes of whose order nothing can be dealt after it.
    """

    events: tuple[Any, ...]
    state: Any
    cards: Cards = {}
    over: frozenset[str] = frozenset()


class Aggregate(ABC):
    """One stream in memory. Deciding changes nothing; what was kept is taken over afterwards."""

    kind: ClassVar[str]
    kinds: ClassVar[Mapping[str, type[Command]]]

    def __init__(self, rules: TableRules, state: Any) -> None:
        self.rules, self.state = rules, state
        self.cards: Cards = {}

    @abstractmethod
    def read_command(self, text: bytes) -> Any:
        """Return the command that a client sends, or say what is wrong with it."""

    @abstractmethod
    def decide(self, actor: Actor, command: Any, log: "Past") -> Decided:
        """Return what a command brings about, or refuse it."""

    def hides(self, command: Any) -> Malformed | None:
        """Return why it is not told beforehand what a command would do, if it is not."""
        del command
        return Malformed("that is told beforehand at tables only", code=ErrorCode.CARDS_HIDDEN)

    def consequences(self, actor: Actor, command: Any, log: "Past") -> tuple[Consequence, ...]:
        """Return what the rules may order of a command whose outcome hangs on hidden cards."""
        hidden = self.hides(command) or cards_hidden()
        try:
            self.decide(actor, command, log)
        except (Malformed, Refused) as no:
            # Why the rules refuse it may hang on a card; that somebody may not does not.
            if isinstance(no, NotEntitled):
                raise
        raise hidden

    @abstractmethod
    def view(self, audience: str, viewer: str | None) -> Any:
        """Return what an audience may see."""

    @abstractmethod
    def hears(self, event: Any, audience: str, viewer: str | None) -> Any:
        """Return what an audience hears of an event, if anything."""

    def seat_then(
        self, audience: str, viewer: str | None, event: Any, version: int
    ) -> tuple[str, str | None]:
        """Return as whom somebody hears of an event of before: mostly as they look now."""
        del event, version
        return audience, viewer

    @abstractmethod
    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return as whom somebody looks: an audience, and who of it."""

    @abstractmethod
    def options(self, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return what somebody may do now, and why not the rest."""

    @abstractmethod
    def after(self, events: Iterable[Any], envelope: Envelope) -> Any:
        """Return the state after the events of one command."""

    def shoes(self, coming: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return the names of the shoes whose cards are virtual, also after events to come."""
        del coming
        return ()

    def drawn(self, state: Any, shoe: str) -> int:
        """Return how many cards have left a shoe."""
        del state, shoe
        return 0

    def follow(self, actor: Actor, events: tuple[Any, ...]) -> None:
        """Take over what a command did that another process has kept."""
        self.state = self.after(events, envelope_of(actor))

    def take(self, decided: Decided) -> None:
        """Take over what was kept."""
        self.state = decided.state
        self.hold(decided.cards)

    def hold(self, cards: Cards) -> None:
        """Take cards over that lie in its shoes."""
        self.cards = dict(cards)

    def stored(self, events: Iterable[Any]) -> tuple[Fresh, ...]:
        """Return events as they are stored."""
        return tuple(
            Fresh(str(event.__struct_config__.tag), codec.encode(event)) for event in events
        )


class Past(ABC):
    """The log of a stream, for rules that reach further back than the state."""

    @abstractmethod
    def entries(self) -> Iterable[LogEntry[Any]]:
        """Return the entries of the stream from its birth."""

    @abstractmethod
    def elsewhere(self, stream: str, version: int) -> tuple[Any, int] | None:
        """Return an event of another stream and when it was kept, in seconds."""
