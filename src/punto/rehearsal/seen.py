"""What an entrant sees when the turn to wager comes: their own chips, others' chips and wagers."""

from collections.abc import Mapping

from msgspec import Struct


class PlannedWager(Struct, frozen=True, gc=False):
    """A wager that somebody wants to make; ``secret`` on a form, where that may be."""

    wager: str
    stake_cents: int
    secret: bool = False


class EntrantView(Struct, frozen=True, gc=False):
    """What an entrant sees at the table before wagering.

    ``chips`` is what everybody at the table has, with what lies on the layout; ``laid`` are wagers
    on a hand that everybody can see. ``coups_left`` counts the coming coup; nobody knows it where
    a session goes by shoes or by the clock, and then it is a guess. ``forms`` is how many secret
    wagers one may still make in the session.
    """

    name: str
    minimum_cents: int
    maximum_cents: int
    unit_cents: int
    coup: int
    coups_left: int
    advance: int
    chips: Mapping[str, int]
    laid: Mapping[str, PlannedWager]
    forms: int = 0

    @property
    def own_cents(self) -> int:
        """Return one's own chips."""
        return self.chips[self.name]

    @property
    def leader(self) -> str | None:
        """Return who of the others has most chips; the first by name of several."""
        others = [name for name in self.chips if name != self.name]
        return min(others, key=lambda name: (-self.chips[name], name), default=None)

    @property
    def behind_cents(self) -> int:
        """Return how far one is behind the last place that goes on; nought where one is not."""
        others = sorted((cents for name, cents in self.chips.items() if name != self.name))
        if len(others) < self.advance:
            return 0
        return max(0, others[-self.advance] - self.own_cents)

    def stake(self, wanted_cents: int) -> int:
        """Return the nearest stake not above what is wanted that may be made; the least if less."""
        most = min(wanted_cents, self.maximum_cents, self.own_cents)
        if most <= self.minimum_cents:
            return self.minimum_cents
        return max(self.minimum_cents, most - most % self.unit_cents)
