"""What the desk is asked for, and what it answers."""

from typing import Any

from msgspec import Struct

from punto.rulebook.elections import Elections
from punto.server.feeds import FeedEvent


class CommandResult(Struct, frozen=True):
    """What is said to whoever commanded something: the events that it made, with versions."""

    stream: str
    notes: tuple[FeedEvent, ...]
    repeated: bool = False

    @property
    def first(self) -> int:
        return self.notes[0].version

    @property
    def last(self) -> int:
        return self.notes[-1].version

    @property
    def events(self) -> tuple[Any, ...]:
        return tuple(note.event for note in self.notes)


class CommandRequest(Struct, frozen=True):
    """What somebody sent: a command, with a key by which it is known again; who entered it."""

    text: bytes = b""
    key: str | None = None
    entered_by: str | None = None


class NewTableRequest(Struct, frozen=True):
    """A table that somebody wants: ``ready`` with a shoe that is shuffled, cut and burned."""

    rulebook: str
    elections: Elections
    float_cents: int
    ready: bool = False
