"""The base classes of the commands and events of a table."""

from punto.aggregate.command import Command
from punto.aggregate.event import Event


class TableCommand(Command, frozen=True):
    """Something that a person does at a table."""

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        """Return the numbers of the coups that the command is about, if it is about any."""
        return ()


class TableEvent(Event, frozen=True, gc=False):
    """An event at a table."""


Events = tuple[TableEvent, ...]
