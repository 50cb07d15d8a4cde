"""The base classes of what happens at a table and of what may be asked of it."""

from punto.aggregate.command import Command
from punto.aggregate.event import Event


class TableCommand(Command, frozen=True):
    """Something that a person does at a table."""


class TableEvent(Event, frozen=True, gc=False):
    """Something that happened at a table."""


Events = tuple[TableEvent, ...]
