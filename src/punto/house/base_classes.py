"""The base classes of what happens in a house and of what may be asked of it."""

from punto.aggregate.command import Command
from punto.aggregate.event import Event


class HouseCommand(Command, frozen=True):
    """Something that a person does for a house."""


class HouseEvent(Event, frozen=True, gc=False):
    """Something that happened in a house."""


Events = tuple[HouseEvent, ...]
