"""Rate limit for the commands of a patron."""

from collections.abc import Callable
from time import monotonic

from punto.server.people.errors import Throttled

A_SECOND, AT_ONCE = 10.0, 60.0
# Above this number, allowances that are full again are dropped.
_KEPT_MAX = 10_000


class RateLimit:
    """A token bucket for each patron."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._allowances: dict[str, tuple[float, float]] = {}

    def check(self, who: str) -> None:
        """Count one command, or raise ``Throttled``."""
        now = self._clock()
        left, since = self._allowances.get(who, (AT_ONCE, now))
        left = min(AT_ONCE, left + (now - since) * A_SECOND)
        if left < 1:
            raise Throttled(1, "that was faster than anybody plays; try again in a second")
        if len(self._allowances) >= _KEPT_MAX:
            self._drop_full_allowances(now)
        self._allowances[who] = (left - 1, now)

    def _drop_full_allowances(self, now: float) -> None:
        """Drop the allowances that are full again."""
        full = AT_ONCE / A_SECOND
        self._allowances = {
            who: allowance
            for who, allowance in self._allowances.items()
            if now - allowance[1] < full
        }
