"""The context of every topic of a table, and the changes that events make."""

from collections.abc import Mapping

from punto.aggregate.topic import Changes, Context
from punto.table.phase import PastCoup
from punto.table.table import Table

NO_PAST: Mapping[int, PastCoup] = {}


class At(Context[Table], frozen=True):
    """The rules, the table, the actor, and the earlier coups that were read from the log."""

    read: Mapping[int, PastCoup] = NO_PAST

    @property
    def past(self) -> Mapping[int, PastCoup]:
        """Return the available coups: the last, and those that were read from the log."""
        last = self.state.past.last
        return self.read if last is None else {**self.read, last.number: last}


changes: Changes[Table] = Changes()
after = changes.after
