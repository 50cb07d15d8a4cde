"""A duty: what must be done, by whom, until when, and by which clause."""

from collections.abc import Iterable

from msgspec import Struct

from punto.clause import Clauses


class Duty(Struct, frozen=True):
    """Something that a clause requires to be done. Without ``due`` it is due as soon as possible.

    ``key`` identifies it permanently; ``owner`` is the title that is responsible.
    """

    key: str
    text: str
    owner: str
    since: int
    due: int | None
    clause: Clauses

    def overdue(self, at: int) -> bool:
        """Return whether the duty is overdue."""
        return self.due is not None and at > self.due


def earliest_by_key(duties: Iterable[Duty]) -> dict[str, Duty]:
    """Return duties by their keys. Of several with the same key, the earliest counts.

    For example, a month is reported once for all tables.
    """
    duties_by_key: dict[str, Duty] = {}
    for duty in duties:
        if duty.key not in duties_by_key or duty.since < duties_by_key[duty.key].since:
            duties_by_key[duty.key] = duty
    return duties_by_key


def by_due_time(duties: Iterable[Duty]) -> tuple[Duty, ...]:
    """Return duties by due time, earliest first; duties without one are last."""
    return tuple(sorted(duties, key=lambda duty: (duty.due is None, duty.due or 0, duty.since)))
