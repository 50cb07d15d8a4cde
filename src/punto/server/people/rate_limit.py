"""How fast a patron may act: nobody who plays is faster, and nobody fills a log alone."""

from collections.abc import Callable
from time import monotonic

from punto.server.people.errors import Throttled

A_SECOND, AT_ONCE = 10.0, 60.0
# So many are kept in mind before those are forgotten who have been quiet for long enough.
_KEPT_MAX = 10_000


class RateLimit:
    """What each of them may still do at once; it comes back with time."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._allowances: dict[str, tuple[float, float]] = {}

    def check(self, who: str) -> None:
        """Count one act, or say that it is too soon."""
        now = self._clock()
        left, since = self._allowances.get(who, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - since) * A_SECOND)
        if left < 1:
            raise Throttled(1, "that was faster than anybody plays; try again in a second")
        if len(self._allowances) >= _KEPT_MAX:
            self._drop_full_allowances(now)
        self._allowances[who] = (left - 1, now)

    def _drop_full_allowances(self, now: float) -> None:
        """Forget whoever could do everything again by now."""
        full = AT_ONCE / A_SECOND
        self._allowances = {
            who: allowance
            for who, allowance in self._allowances.items()
            if now - allowance[1] < full
        }
