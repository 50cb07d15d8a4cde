"""A duty: what is owed, by whom, since when, until when, by which clause."""

from msgspec import Struct

from punto.clause import Clauses


class Duty(Struct, frozen=True):
    """Something that a clause wants done. Without a time it is due as soon as can be.

    ``key`` names it for ever; ``owner`` is the title that answers for it.
    """

    key: str
    text: str
    owner: str
    since: int
    due: int | None
    clause: Clauses

    def overdue(self, at: int) -> bool:
        """Return whether its time is over."""
        return self.due is not None and at > self.due
