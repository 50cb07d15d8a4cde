"""Occasional changes of limits, with the notice that a rulebook requires."""

from random import Random

from punto.demo.actors import Actors
from punto.table.limits.notices import PostNotice
from punto.table.limits.sign_changes import ChangeSign
from punto.table.notice import SignChange

# The period of a notice: more than any rulebook requires.
_NOTICE_SECONDS = 25 * 60
_ONE_IN = 30


class Signs:
    """Announces and makes changes of a table's sign."""

    def __init__(self, actors: Actors, random: Random) -> None:
        self.actors, self.random = actors, random
        self._first = actors.table.limits

    async def look(self) -> bool:
        """Change the sign if a notice has taken effect, or sometimes post a new notice."""
        actors = self.actors
        for notice in actors.table.shown.notices:
            effective = notice.effective_at
            if notice.change.closing or (effective is not None and effective > actors.now):
                continue
            if await actors.anybody(ChangeSign(notice.change)):
                return True
        if actors.table.shown.notices or self.random.randrange(_ONE_IN):
            return False
        limits, first = actors.table.limits, self._first
        if first.minimum is None or limits.minimum is None:
            return False
        doubling = limits.minimum == first.minimum
        change = SignChange(minimum_cents=first.minimum * 2 if doubling else first.minimum)
        return await actors.anybody(PostNotice(change, actors.now + _NOTICE_SECONDS))
