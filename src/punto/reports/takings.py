"""What a table took in a span: drop and win, from its float and what was bought out of it."""

from collections.abc import Sequence

from msgspec import Struct

from punto.journal import Line
from punto.reports.spans import Span
from punto.table import events as happened
from punto.table.evolve import evolve
from punto.table.opening.evolve import set_up
from punto.table.table import Table


class Takings(Struct, frozen=True):
    """What came in for chips, and what the house won: what the float gained that nobody bought."""

    drop_cents: int = 0
    win_cents: int = 0

    @property
    def hold_permille(self) -> int | None:
        """Return how much of the drop was won, in thousandths and to the nearest."""
        if not self.drop_cents:
            return None
        return (2 * self.win_cents * 1000 + self.drop_cents) // (2 * self.drop_cents)


def takings(lines: Sequence[Line], span: Span) -> Takings:
    """Return what a table took in a span, from everything that happened there so far.

    Fills, credits and chips that are cashed at the table belong here as soon as there are any.
    """
    table: Table | None = None
    drop = won = 0
    for line in lines:
        event = line.event
        if isinstance(event, happened.TableSetUp):
            table = set_up(event)
            continue
        assert table is not None, "a table begins with being set up"
        before = table.ledger.float_cents
        table = evolve(table, event)  # type: ignore[arg-type]
        if span.holds(line.at):
            won += table.ledger.float_cents - before
            drop += event.cents if isinstance(event, happened.ChipsBought) else 0
    return Takings(drop, won + drop)
