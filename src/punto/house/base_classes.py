"""The base classes of the commands and events of the house."""

from punto.aggregate.command import Command
from punto.aggregate.event import Event


class HouseCommand(Command, frozen=True):
    """A command of a person for the house."""


class HouseEvent(Event, frozen=True, gc=False):
    """An event of the house."""


Events = tuple[HouseEvent, ...]
