"""The takings of a table, read from its log: drop, fills, credits, counts, win and hold.

Tokens are not money and not part of these sums. What they win is paid in chips.
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.table.base_classes import TableEvent
from punto.table.float.counting import FloatCounted
from punto.table.float.fills_and_credits import FloatCredited, FloatFilled
from punto.table.registry import applied, replay
from punto.table.seats.buying import ChipsBought, ChipsCashedOut


class Takings(Struct, frozen=True):
    """The movements of the float in a part of a log, and its balance before and after.

    ``cash_cents`` is the part of the drop that was recorded as paid in cash; ``over_cents`` is the
    difference of counts from the books, negative if chips were short.
    """

    opening_cents: int
    closing_cents: int
    fills_cents: int
    credits_cents: int
    drop_cents: int
    cash_cents: int
    cashed_out_cents: int
    over_cents: int

    @property
    def win_cents(self) -> int:
        """Return the win: the gain of the float after fills, credits, drop and cash-outs."""
        gained = self.closing_cents - self.opening_cents
        brought = self.fills_cents - self.credits_cents
        return gained - brought + self.drop_cents - self.cashed_out_cents

    @property
    def hold(self) -> Fraction | None:
        """Return the part of the drop that was won; None if there was no drop."""
        return Fraction(self.win_cents, self.drop_cents) if self.drop_cents else None


def drop(events: Iterable[TableEvent]) -> int:
    """Return the money that was paid for chips at the table, in cash or otherwise."""
    return sum(event.cents for event in events if isinstance(event, ChipsBought))


def win(log: Sequence[LogEntry[TableEvent]]) -> int:
    """Return what the house won in a log since the creation of the table."""
    return takings(log).win_cents


def takings(
    log: Sequence[LogEntry[TableEvent]], since: int = 1, until: int | None = None
) -> Takings:
    """Return the takings of the log entries from index ``since`` to before ``until``.

    The first event creates the table with its float and is never counted.
    """
    first = max(since, 1)
    before = replay(log[:first])
    end = applied(before, log[first:until])
    events = [entry.event for entry in log[first:until]]
    purchases = [event for event in events if isinstance(event, ChipsBought)]
    cashed_out = (event.cents for event in events if isinstance(event, ChipsCashedOut))
    return Takings(
        opening_cents=before.ledger.float_cents,
        closing_cents=end.ledger.float_cents,
        fills_cents=sum(event.cents for event in events if isinstance(event, FloatFilled)),
        credits_cents=sum(event.cents for event in events if isinstance(event, FloatCredited)),
        drop_cents=drop(purchases),
        cash_cents=drop(event for event in purchases if event.cash),
        cashed_out_cents=sum(cashed_out),
        over_cents=sum(event.over_cents for event in events if isinstance(event, FloatCounted)),
    )


def counts(log: Iterable[TableEvent]) -> list[FloatCounted]:
    """Return every count of the float in order."""
    return [event for event in log if isinstance(event, FloatCounted)]


def slips(log: Iterable[TableEvent]) -> list[FloatFilled | FloatCredited]:
    """Return every fill and credit in order, each with its slip."""
    return [event for event in log if isinstance(event, FloatFilled | FloatCredited)]
