"""The shift report: coups, pace, takings and errors of each table."""

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
from punto.reports.document import Column, ColumnKind, ReportContent, report_table
from punto.reports.time_spans import TimeSpan
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

# The pace is not computed for a shorter time, in seconds.
_PACE_SECONDS_MIN = 600
_HOUR = 3600
# A void of the current coup, or of an earlier one.
_VoidEvent = CoupVoided | CoupReversed
_CoupEvent = CoupStarted | CoupDiscarded | CoupVoided | WinnersPaid


class ShiftRow(Struct, frozen=True, kw_only=True):
    """A table in a span. A coup counts where it begins; ``pace`` is coups per hour.

    ``unbet`` coups had no wager, ``void`` coups have no result. The pace is measured from the first
    card of the first coup to the last payment. It is ``None`` for a short time. Chips of a
    tournament are not money, so its tables have no drop.
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
        """Return the total number of errors."""
        return self.irregularities + self.mispayments + self.odd_cards + self.faults


def _cents_column(name: str, head: str) -> Column[ShiftRow]:
    """Return a column for an amount of the takings. It is not shown on a terminal."""
    return Column(
        name, head, lambda row: getattr(row.took, name, None), ColumnKind.CENTS, brief=False
    )


_COLUMNS: tuple[Column[ShiftRow], ...] = (
    Column("stream", "table", lambda row: row.stream),
    Column("first_at", "first coup", lambda row: row.first_at, ColumnKind.MOMENT, brief=False),
    Column("last_at", "last coup", lambda row: row.last_at, ColumnKind.MOMENT, brief=False),
    Column("coups", "coups", lambda row: row.coups, ColumnKind.NUMBER),
    Column("unbet", "without wagers", lambda row: row.unbet, ColumnKind.NUMBER, brief=False),
    Column("pace", "in an hour", lambda row: row.pace, ColumnKind.NUMBER),
    Column("patrons", "patrons", lambda row: row.patrons, ColumnKind.NUMBER, brief=False),
    Column(
        "drop_cents",
        "drop",
        lambda row: row.took.drop_cents if row.took else None,
        ColumnKind.CENTS,
    ),
    Column(
        "win_cents", "win", lambda row: row.took.win_cents if row.took else None, ColumnKind.CENTS
    ),
    Column("hold", "hold", lambda row: _hold_text(row.took)),
    _cents_column("opening_cents", "float before"),
    _cents_column("closing_cents", "float after"),
    _cents_column("fills_cents", "fills"),
    _cents_column("credits_cents", "credits"),
    _cents_column("cashed_out_cents", "cashed out"),
    _cents_column("over_cents", "counted over"),
    Column("void", "void", lambda row: row.void, ColumnKind.NUMBER),
    Column("errors", "errors", lambda row: row.errors, ColumnKind.NUMBER),
    Column(
        "irregularities", "irregularities", lambda row: row.irregularities, ColumnKind.NUMBER, False
    ),
    Column(
        "mispayments", "wrong payments", lambda row: row.mispayments, ColumnKind.NUMBER, brief=False
    ),
    Column("odd_cards", "odd cards", lambda row: row.odd_cards, ColumnKind.NUMBER, brief=False),
    Column("faults", "device faults", lambda row: row.faults, ColumnKind.NUMBER, brief=False),
)


def _hold_text(took: Takings | None) -> str:
    """Return the hold in per cent with one decimal."""
    if took is None or took.hold is None:
        return ""
    permille = floor(took.hold * 1000 + Fraction(1, 2))
    sign = "-" if permille < 0 else ""
    return f"{sign}{abs(permille) // 10}.{abs(permille) % 10} %"


def shift(edition: Edition, lines: Sequence[JournalLine], span: TimeSpan) -> ReportContent:
    """Return the shift report of all tables in a span."""
    del edition
    known_lines = known_before(lines, span.until)
    streams = {line.envelope.stream for line in known_lines}
    rows = [
        _table_shift(table_lines, span, money=stream in streams)
        for stream, table_lines in tables(known_lines).items()
        if any(span.holds(line.envelope.at) for line in table_lines)
    ]
    return ReportContent(
        (report_table("tables", "Tables", _COLUMNS, rows, empty="no table was open"),)
    )


def _table_shift(lines: Sequence[JournalLine], span: TimeSpan, *, money: bool) -> ShiftRow:
    """Return the row of a table in a span."""
    span_lines = [line for line in lines if span.holds(line.envelope.at)]
    started = [line for line in span_lines if isinstance(line.event, CoupStarted)]
    moments = [line.envelope.at for line in span_lines if isinstance(line.event, _CoupEvent)]
    first, last = (moments[0], moments[-1]) if moments else (0, 0)

    def count_in_span(rows: Sequence[Row]) -> int:
        return sum(span.holds(row.at) for row in rows)

    return ShiftRow(
        stream=lines[0].envelope.stream,
        first_at=first,
        last_at=last,
        coups=len(started),
        unbet=_coups_without_wagers(span_lines),
        void=sum(isinstance(line.event, _VoidEvent) for line in span_lines),
        pace=_coups_per_hour(len(started), last - first),
        took=_table_takings(lines, span) if money else None,
        patrons=len(
            {line.event.name for line in span_lines if isinstance(line.event, PatronJoined)}
        ),
        irregularities=count_in_span(irregularities(lines)),
        mispayments=count_in_span([row for row in mispayments(lines) if not row.stands]),
        odd_cards=count_in_span(odd_cards(lines)),
        faults=sum(isinstance(line.event, DeviceFaultRecorded) for line in span_lines),
    )


def _table_takings(lines: Sequence[JournalLine], span: TimeSpan) -> Takings:
    """Return the takings of a table in a span. ``lines`` end with the span."""
    log = cast("Sequence[LogEntry[TableEvent]]", lines)
    since = sum(line.envelope.at < span.since for line in lines)
    return takings(log, since)


def _coups_per_hour(coups: int, seconds: int) -> int | None:
    """Return the coups per hour, rounded, or ``None`` for a short time."""
    if seconds < _PACE_SECONDS_MIN:
        return None
    return (2 * coups * _HOUR + seconds) // (2 * seconds)


def _coups_without_wagers(lines: Sequence[JournalLine]) -> int:
    """Return the number of completed coups without wagers."""
    without_wagers, coup = dict[int, bool](), 0
    for line in lines:
        match line.event:
            case CoupStarted():
                coup = line.event.number
            case CoupCompleted():
                # A rebuilt coup is completed again.
                without_wagers[coup] = not line.event.results.wagers
            case PairsSettled():
                without_wagers[coup] = False
            case _:
                pass
    return sum(without_wagers.values())
