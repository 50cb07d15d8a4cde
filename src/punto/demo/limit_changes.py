"""Limits that change now and then, with the notice that a rulebook wants."""

from random import Random

from punto.demo.actors import Actors
from punto.table.limits.notices import PostNotice
from punto.table.limits.sign_changes import ChangeSign
from punto.table.notice import SignChange

# A notice gives so many minutes: more than any of the rulebooks wants.
_NOTICE_SECONDS = 25 * 60
_ONE_IN = 30


class Signs:
    """The sign of a table: what is announced, and when it is changed."""

    def __init__(self, actors: Actors, random: Random) -> None:
        self.actors, self.random = actors, random
        self._first = actors.table.limits

    async def look(self) -> bool:
        """Change the sign where a notice is old enough, or put a notice up; mostly do nothing."""
        actors = self.actors
        for notice in actors.table.shown.notices:
            due = notice.effective_at
            if notice.change.closing or (due is not None and due > actors.now):
                continue
            if await actors.anybody(ChangeSign(notice.change)):
                return True
        if actors.table.shown.notices or self.random.randrange(_ONE_IN):
            return False
        limits, first = actors.table.limits, self._first
        if first.minimum is None or limits.minimum is None:
            return False
        up = limits.minimum == first.minimum
        change = SignChange(minimum_cents=first.minimum * 2 if up else first.minimum)
        effective = actors.now + _NOTICE_SECONDS
        return await actors.anybody(PostNotice(change, effective))
