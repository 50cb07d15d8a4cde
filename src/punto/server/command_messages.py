"""The requests to the command service, and its results."""

from typing import Any

from msgspec import Struct

from punto.rulebook.elections import Elections
from punto.server.feeds import FeedEvent


class CommandResult(Struct, frozen=True):
    """The result of a command: its events, with versions."""

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
    """A command as it was sent: its text, its idempotency key, and who entered it."""

    text: bytes = b""
    key: str | None = None
    entered_by: str | None = None


class NewTableRequest(Struct, frozen=True):
    """A table to open; if ``ready``, with a shoe that is shuffled, cut and burned."""

    rulebook: str
    elections: Elections
    float_cents: int
    ready: bool = False
