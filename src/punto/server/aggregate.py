"""What the command service needs of an aggregate: a table, a tournament or the house."""

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
    """Return command types by their tags, which clients send."""
    return {str(kind.__struct_config__.tag): kind for kind in kinds}


class Aggregate(ABC):
    """A stream that is served: a driver, the commands it accepts and the views it shows."""

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
        """Return the command that a client sends, or raise an error if it is invalid."""

    def decide(self, actor: Actor, command: Any) -> Decided[Any, Any]:
        """Return the effects of a command, or refuse it."""
        return self.driver.decide(actor, command)

    def over(self, events: Iterable[Any]) -> frozenset[str]:
        """Return the shoes whose committed order cannot be dealt any more after these events."""
        del events
        return frozenset()

    def hides(self, command: Any) -> Malformed | None:
        """Return the error if a command has no preview."""
        del command
        return Malformed("that is told beforehand at tables only", code=ErrorCode.CARDS_HIDDEN)

    def consequences(self, actor: Actor, command: Any) -> tuple[Consequence, ...]:
        """Return the possible consequences of a command whose outcome depends on hidden cards."""
        hidden = self.hides(command) or cards_hidden()
        try:
            self.decide(actor, command)
        except (Malformed, Refused) as no:
            # Another refusal may depend on a hidden card; a missing power does not.
            if isinstance(no, NotEntitled):
                raise
        raise hidden

    @abstractmethod
    def view(self, audience: str, viewer: str | None) -> Any:
        """Return what an audience may see."""

    @abstractmethod
    def hears(self, event: Any, audience: str, viewer: str | None) -> Any:
        """Return an event as an audience receives it, or None."""

    def seat_then(
        self, audience: str, viewer: str | None, event: Any, version: int
    ) -> tuple[str, str | None]:
        """Return the audience and viewer for an earlier event; usually the current ones."""
        del event, version
        return audience, viewer

    @abstractmethod
    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return the audience of a person, and their name in it."""

    @abstractmethod
    def options(self, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return the commands that are possible now, and why the others are not."""

    def virtual_shoes(self, coming: Iterable[Any] = ()) -> tuple[str, ...]:
        """Return the names of the shoes with virtual cards, also after ``coming`` events."""
        del coming
        return ()

    def drawn(self, state: Any, shoe: str) -> int:
        """Return how many cards have left a shoe."""
        del state, shoe
        return 0

    def follow(self, actor: Actor, events: tuple[Any, ...]) -> None:
        """Apply the events of a command that another process stored."""
        self.driver.follow(actor, events)

    def take(self, decided: Decided[Any, Any]) -> None:
        """Apply the effects of a command after they were stored."""
        self.driver.take(decided)

    def lay(self, shoes: Shoes) -> None:
        """Set the order of the virtual cards, as it was stored."""
        self.driver.lay(shoes)

    def stored(self, events: Iterable[Any]) -> tuple[Fresh, ...]:
        """Return events in the form in which they are stored."""
        return tuple(
            Fresh(str(event.__struct_config__.tag), codec.encode(event)) for event in events
        )
