"""The mispayments of a month, by the month in which each was discovered."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.journal import JournalLine, known_before
from punto.money import dollars
from punto.registers.mispayments import MispaymentRow, mispayments
from punto.reports import mispayment_columns
from punto.reports.document import ReportContent, report_table
from punto.reports.time_spans import TimeSpan
from punto.rulebook.schema import Edition
from punto.table.mispayments import report_lines, reporting_rules


def monthly_mispayments(
    edition: Edition, lines: Sequence[JournalLine], span: TimeSpan
) -> ReportContent:
    """Return the mispayments over the threshold that were discovered in a month.

    They are in their state at its end. Later steps are news of a later month.
    """
    data = reporting_rules(edition)
    threshold = data.reported_over_cents
    rows = mispayments(known_before(lines, span.until))
    new_rows = _rows_over_threshold(
        edition, [row for row in rows if not row.stands], span.since, span.until
    )
    # A reported payment that was correct after all is also news.
    changed_rows = [
        row
        for row in _rows_over_threshold(edition, rows, 0, span.since)
        if span.holds(row.touched_at)
    ]
    threshold_text = f"more than {dollars(threshold.value)}"
    return ReportContent(
        (
            report_table(
                "mispayments",
                f"Became known in this month, {threshold_text}",
                mispayment_columns.WHAT,
                new_rows,
            ),
            report_table(
                "news",
                "Reported before: what was done since",
                mispayment_columns.WHAT,
                changed_rows,
            ),
        ),
        merged(threshold.clause, data.reported_to.clause),
        (f"to the {data.reported_to.value.replace('_', ' ')}",),
    )


def _row_key(row: MispaymentRow) -> tuple[str, int]:
    return row.stream, row.wrong.number


def _rows_over_threshold(
    edition: Edition, rows: Sequence[MispaymentRow], since: int, until: int
) -> list[MispaymentRow]:
    """Return the rows over the threshold that were discovered in a span, for each table."""
    clauses = {
        (stream, line.number): line.reason.clause
        for stream in dict.fromkeys(row.stream for row in rows)
        for line in report_lines(
            edition, [row.wrong for row in rows if row.stream == stream], since, until
        )
    }
    return [
        replace(row, clause=merged(clauses[_row_key(row)], row.clause))
        for row in rows
        if _row_key(row) in clauses
    ]
