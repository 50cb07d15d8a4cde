"""Reports to an inspector: the daily summary, and the breach notification."""

from collections.abc import Sequence

from punto.clause import Clauses
from punto.journal import JournalLine, everything, known_before
from punto.registers.mispayments import mispayments
from punto.registers.row import event_row
from punto.reports import mispayment_columns
from punto.reports.columns import ENTRY
from punto.reports.document import ReportContent, ReportTable, report_table
from punto.reports.time_spans import TimeSpan
from punto.rulebook.elect import not_held
from punto.rulebook.schema import Edition
from punto.table.errors.inspector_channels import channel_of
from punto.table.register import RegisterEntry

SUMMARY, BREACH = "daily_summary", "breach_report"


def daily_summary(edition: Edition, lines: Sequence[JournalLine], span: TimeSpan) -> ReportContent:
    """Return the daily summary for an inspector."""
    clause = _channel_clauses(edition, SUMMARY)
    return ReportContent((_matters_part(lines, span, SUMMARY),), clause)


def breach_notification(
    edition: Edition, lines: Sequence[JournalLine], span: TimeSpan
) -> ReportContent:
    """Return the breach notification: matters, and mispayments that are breaches so far."""
    clause = _channel_clauses(edition, BREACH)
    parts = [_matters_part(lines, span, BREACH)]
    if edition.mispayments is not None:
        rows = mispayments(known_before(lines, span.until))
        # An enquiry may have changed the state since, so only changes of this span are reported.
        new_rows = [row for row in rows if row.breach and span.holds(row.touched_at)]
        title = "Wrong payments that are a breach as far as was known"
        parts.append(report_table("mispayments", title, mispayment_columns.WHAT, new_rows))
    return ReportContent(tuple(parts), clause)


def _channel_clauses(edition: Edition, name: str) -> Clauses:
    """Return the clauses of a channel. Refuse if the rulebook does not have it."""
    channels = edition.conduct.inspector_told_by
    if channels is None or name not in channels.value:
        raise not_held(edition, f"whether an inspector is told by {name.replace('_', ' ')}")
    return channels.clause


def _matters_part(lines: Sequence[JournalLine], span: TimeSpan, channel: str) -> ReportTable:
    """Return the matters of a span that an inspector is told by a channel."""
    rows = [
        event_row(line)
        for line in everything(known_before(lines, span.until))
        if isinstance(line.event, RegisterEntry)
        and span.holds(line.envelope.at)
        and channel_of(line.event.to) == channel
    ]
    return report_table(
        "matters", "Matters", ENTRY, rows, empty="nothing is to be told of this day"
    )
