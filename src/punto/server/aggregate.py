"""What the desk needs of an aggregate: a table, a tournament, the house. Cards are beside it."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.clause import Malformed, NotEntitled, Refused
from punto.driver.driver import Decided, Driver, Shoes
from punto.error_codes import ErrorCode
from punto.http_api.responses import Consequence
from punto.options import Option
from punto.rulebook.elect import TableRules
from punto.server.consequences import cards_hidden
from punto.server.people.person import Person
from punto.store.records import Fresh


def by_name(kinds: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Return types of commands by the names that clients give them."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


class Aggregate(ABC):
    """A stream as it is served: a driver, and what people may send it and see of it."""

    kind: ClassVar[str]
    kinds: ClassVar[Mapping[str, type[Command]]]
    driver: Driver[Any, Any, Any]

    @property
    def rules(self) -> TableRules:
        """Return the rules that were elected for the stream."""
        return self.driver.elected

    @property
    def state(self) -> Any:
        return self.driver.state

    @property
    def shoes(self) -> Shoes:
        """Return the order of the virtual cards, shoe by shoe."""
        return self.driver.shoes

    @abstractmethod
    def read_command(self, text: bytes) -> Any:
        """Return the command that a client sends, or say what is wrong with it."""

    def decide(self, actor: Actor, command: Any) -> Decided[Any, Any]:
        """Return what a command brings about, or refuse it."""
        return self.driver.decide(actor, command)

    def over(self, events: Iterable[Any]) -> frozenset[str]:
        """Return the shoes of whose order nothing can be dealt after some events."""
        del events
        return frozenset()

    def hides(self, command: Any) -> Malformed | None:
        """Return why it is not told beforehand what a command would do, if it is not."""
        del command
        return Malformed("that is told beforehand at tables only", code=ErrorCode.CARDS_HIDDEN)

    def consequences(self, actor: Actor, command: Any) -> tuple[Consequence, ...]:
        """Return what the rules may order of a command whose outcome hangs on hidden cards."""
        hidden = self.hides(command) or cards_hidden()
        try:
            self.decide(actor, command)
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

    def virtual_shoes(self, coming: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return the names of the shoes whose cards are virtual, also after events to come."""
        del coming
        return ()

    def drawn(self, state: Any, shoe: str) -> int:
        """Return how many cards have left a shoe."""
        del state, shoe
        return 0

    def follow(self, actor: Actor, events: tuple[Any, ...]) -> None:
        """Take over what a command did that another process has kept."""
        self.driver.follow(actor, events)

    def take(self, decided: Decided[Any, Any]) -> None:
        """Take over what was kept."""
        self.driver.take(decided)

    def lay(self, shoes: Shoes) -> None:
        """Know how virtual cards lie, as they were stored."""
        self.driver.lay(shoes)

    def stored(self, events: Iterable[Any]) -> tuple[Fresh, ...]:
        """Return events as they are stored."""
        return tuple(
            Fresh(str(event.__struct_config__.tag), codec.encode(event)) for event in events
        )
