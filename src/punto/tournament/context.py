"""The context of the topics of a tournament, and the changes that events make."""

from collections.abc import Mapping

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.aggregate.topic import Changes, Context
from punto.table.phase import PastCoup
from punto.tournament.base_classes import Events
from punto.tournament.tournament import Tournament

NO_PAST: Mapping[int, PastCoup] = {}


class LastStep(Struct, frozen=True):
    """The last command: its actor, its tag, its events and the version before it."""

    by: Actor
    step: str
    version: int
    events: Events


class TournamentContext(Context[Tournament], frozen=True):
    """The rules, the tournament, the actor, earlier coups of a table, and the last step."""

    past: Mapping[int, PastCoup] = NO_PAST
    last: LastStep | None = None


changes: Changes[Tournament] = Changes()
after = changes.after
