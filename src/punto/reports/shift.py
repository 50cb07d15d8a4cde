"""The shift report: what was dealt at each table, how fast, what it took, and what went wrong."""

from collections.abc import Sequence
from fractions import Fraction
from math import floor
from typing import cast

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.journal import JournalLine, known_before, tables
from punto.registers.irregularities import irregularities
from punto.registers.mispayments import mispayments
from punto.registers.missing_and_foreign_cards import odd_cards
from punto.registers.row import Row
from punto.reports.document import As, Column, Said, part
from punto.reports.time_spans import Span
from punto.rulebook.schema import Edition
from punto.table.base_classes import TableEvent
from punto.table.deal.coup_completion import CoupCompleted, PairsSettled
from punto.table.deal.coup_start import CoupStarted
from punto.table.deal.settling import CoupDiscarded, WinnersPaid
from punto.table.deal.void_coup import CoupVoided
from punto.table.entries import DeviceFaultRecorded
from punto.table.errors.late_errors import CoupReversed
from punto.table.seats.joining import PatronJoined
from punto.table.takings import Takings, takings

# A shorter time says nothing about the pace of a table.
_PACE_FROM = 600
_HOUR = 3600
# What a void undoes: a coup that is on, or an earlier one.
_VOID = CoupVoided | CoupReversed
_COUP = CoupStarted | CoupDiscarded | CoupVoided | WinnersPaid


class Shift(Struct, frozen=True, kw_only=True):
    """One table in a span. A coup counts where it begins; ``pace`` is coups in an hour.

    ``unbet`` of the coups had no wager, ``void`` coups have no result. The pace is taken from the
    first card of the first coup to the last payment, and is nothing without a clock. The chips of
    a tournament are no money: its tables have no drop.
    """

    stream: str
    first_at: int = 0
    last_at: int = 0
    coups: int = 0
    unbet: int = 0
    void: int = 0
    pace: int | None = None
    took: Takings | None = None
    patrons: int = 0
    irregularities: int = 0
    mispayments: int = 0
    odd_cards: int = 0
    faults: int = 0

    @property
    def errors(self) -> int:
        """Return how much went wrong in all."""
        return self.irregularities + self.mispayments + self.odd_cards + self.faults


def _cents(name: str, head: str) -> Column[Shift]:
    """Return a column of what moved through the float, where there is room for it."""
    return Column(name, head, lambda row: getattr(row.took, name, None), As.CENTS, brief=False)


_COLUMNS: tuple[Column[Shift], ...] = (
    Column("stream", "table", lambda row: row.stream),
    Column("first_at", "first coup", lambda row: row.first_at, As.MOMENT, brief=False),
    Column("last_at", "last coup", lambda row: row.last_at, As.MOMENT, brief=False),
    Column("coups", "coups", lambda row: row.coups, As.NUMBER),
    Column("unbet", "without wagers", lambda row: row.unbet, As.NUMBER, brief=False),
    Column("pace", "in an hour", lambda row: row.pace, As.NUMBER),
    Column("patrons", "patrons", lambda row: row.patrons, As.NUMBER, brief=False),
    Column("drop_cents", "drop", lambda row: row.took.drop_cents if row.took else None, As.CENTS),
    Column("win_cents", "win", lambda row: row.took.win_cents if row.took else None, As.CENTS),
    Column("hold", "hold", lambda row: _hold(row.took)),
    _cents("opening_cents", "float before"),
    _cents("closing_cents", "float after"),
    _cents("fills_cents", "fills"),
    _cents("credits_cents", "credits"),
    _cents("cashed_out_cents", "cashed out"),
    _cents("over_cents", "counted over"),
    Column("void", "void", lambda row: row.void, As.NUMBER),
    Column("errors", "errors", lambda row: row.errors, As.NUMBER),
    Column("irregularities", "irregularities", lambda row: row.irregularities, As.NUMBER, False),
    Column("mispayments", "wrong payments", lambda row: row.mispayments, As.NUMBER, brief=False),
    Column("odd_cards", "odd cards", lambda row: row.odd_cards, As.NUMBER, brief=False),
    Column("faults", "device faults", lambda row: row.faults, As.NUMBER, brief=False),
)


def _hold(took: Takings | None) -> str:
    """Return how much of the drop was won, in per cent with one decimal."""
    if took is None or took.hold is None:
        return ""
    permille = floor(took.hold * 1000 + Fraction(1, 2))
    sign = "-" if permille < 0 else ""
    return f"{sign}{abs(permille) // 10}.{abs(permille) % 10} %"


def shift(edition: Edition, lines: Sequence[JournalLine], span: Span) -> Said:
    """Return every table that was there in a span, with what happened at it."""
    del edition
    known = known_before(lines, span.until)
    streams = {line.envelope.stream for line in known}
    rows = [
        _shift(inside, span, money=stream in streams)
        for stream, inside in tables(known).items()
        if any(span.holds(line.envelope.at) for line in inside)
    ]
    return Said((part("tables", "Tables", _COLUMNS, rows, empty="no table was open"),))


def _shift(lines: Sequence[JournalLine], span: Span, *, money: bool) -> Shift:
    """Return one table in a span."""
    inside = [line for line in lines if span.holds(line.envelope.at)]
    started = [line for line in inside if isinstance(line.event, CoupStarted)]
    moments = [line.envelope.at for line in inside if isinstance(line.event, _COUP)]
    first, last = (moments[0], moments[-1]) if moments else (0, 0)

    def there(rows: Sequence[Row]) -> int:
        return sum(span.holds(row.at) for row in rows)

    return Shift(
        stream=lines[0].envelope.stream,
        first_at=first,
        last_at=last,
        coups=len(started),
        unbet=_unbet(inside),
        void=sum(isinstance(line.event, _VOID) for line in inside),
        pace=_pace(len(started), last - first),
        took=_took(lines, span) if money else None,
        patrons=len({line.event.name for line in inside if isinstance(line.event, PatronJoined)}),
        irregularities=there(irregularities(lines)),
        mispayments=there([row for row in mispayments(lines) if not row.stands]),
        odd_cards=there(odd_cards(lines)),
        faults=sum(isinstance(line.event, DeviceFaultRecorded) for line in inside),
    )


def _took(lines: Sequence[JournalLine], span: Span) -> Takings:
    """Return what a table took in a span, of whose end nothing more is known."""
    log = cast("Sequence[LogEntry[TableEvent]]", lines)
    since = sum(line.envelope.at < span.since for line in lines)
    return takings(log, since)


def _pace(coups: int, seconds: int) -> int | None:
    """Return coups in an hour, to the nearest whole one; nothing for a few minutes of play."""
    if seconds < _PACE_FROM:
        return None
    return (2 * coups * _HOUR + seconds) // (2 * seconds)


def _unbet(lines: Sequence[JournalLine]) -> int:
    """Return how many coups were completed on which no wager lay."""
    found, coup = dict[int, bool](), 0
    for line in lines:
        match line.event:
            case CoupStarted():
                coup = line.event.number
            case CoupCompleted():
                # A coup that is rebuilt is completed once more.
                found[coup] = not line.event.results.wagers
            case PairsSettled():
                found[coup] = False
            case _:
                pass
    return sum(found.values())
