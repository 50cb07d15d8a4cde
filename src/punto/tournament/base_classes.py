"""The base classes of the commands and events of a tournament."""

from punto.aggregate.command import Command
from punto.aggregate.event import Event


class TournamentCommand(Command, frozen=True):
    """A command of a person in a tournament."""


class TournamentEvent(Event, frozen=True, gc=False):
    """An event of a tournament."""


Events = tuple[TournamentEvent, ...]

# Why a step cannot be undone if money was paid in it, or if a form was handed over.
MONEY_MOVED = "money has changed hands"
FORM_SEEN = "a form was in somebody's hands"
