"""The base classes of what happens in a tournament and of what may be asked of it."""

from punto.aggregate.command import Command
from punto.aggregate.event import Event


class TournamentCommand(Command, frozen=True):
    """Something that a person does in a tournament."""


class TournamentEvent(Event, frozen=True, gc=False):
    """Something that happened in a tournament."""


Events = tuple[TournamentEvent, ...]

# Why a step stays in which somebody paid or was paid, or in which a form was handed over.
MONEY_MOVED = "money has changed hands"
FORM_SEEN = "a form was in somebody's hands"
