"""A duty: what is owed, by whom, since when, until when, by which clause."""

from collections.abc import Iterable

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


def each_once(duties: Iterable[Duty]) -> dict[str, Duty]:
    """Return duties by their keys: what several tables owe alike is owed since the first of them.

    A month is reported once, whatever tables it is about.
    """
    found: dict[str, Duty] = {}
    for duty in duties:
        if duty.key not in found or duty.since < found[duty.key].since:
            found[duty.key] = duty
    return found


def in_order(duties: Iterable[Duty]) -> tuple[Duty, ...]:
    """Return duties with the earliest end first, those without one last."""
    return tuple(sorted(duties, key=lambda duty: (duty.due is None, duty.due or 0, duty.since)))
