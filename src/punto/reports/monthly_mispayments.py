"""Wrong payments of a month: each alone, in the month in which it became known."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.journal import JournalLine, known_before
from punto.money import dollars
from punto.registers.mispayments import WrongPayment, mispayments
from punto.reports import mispayment_columns
from punto.reports.document import Said, part
from punto.reports.time_spans import Span
from punto.rulebook.schema import Edition
from punto.table.mispayments import report_lines, reporting_rules


def monthly_mispayments(edition: Edition, lines: Sequence[JournalLine], span: Span) -> Said:
    """Return the wrong payments over the threshold that became known in a month.

    They stand as they did at its end; what was done later about one is news of a later month.
    """
    data = reporting_rules(edition)
    most = data.reported_over_cents
    known = mispayments(known_before(lines, span.until))
    new = _over(edition, [row for row in known if not row.stands], span.since, span.until)
    # One that was reported and turned out to be none is news as well.
    news = [row for row in _over(edition, known, 0, span.since) if span.holds(row.touched_at)]
    over = f"more than {dollars(most.value)}"
    return Said(
        (
            part(
                "mispayments", f"Became known in this month, {over}", mispayment_columns.WHAT, new
            ),
            part("news", "Reported before: what was done since", mispayment_columns.WHAT, news),
        ),
        merged(most.clause, data.reported_to.clause),
        (f"to the {data.reported_to.value.replace('_', ' ')}",),
    )


def _key(row: WrongPayment) -> tuple[str, int]:
    return row.stream, row.wrong.number


def _over(
    edition: Edition, rows: Sequence[WrongPayment], since: int, until: int
) -> list[WrongPayment]:
    """Return those over the threshold that became known in a span, by each table's own rule."""
    wanted = {
        (stream, line.number): line.reason.clause
        for stream in dict.fromkeys(row.stream for row in rows)
        for line in report_lines(
            edition, [row.wrong for row in rows if row.stream == stream], since, until
        )
    }
    return [
        replace(row, clause=merged(wanted[_key(row)], row.clause))
        for row in rows
        if _key(row) in wanted
    ]
