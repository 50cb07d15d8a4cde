"""What an inspector is told: by the daily summary or as a breach, as chosen for each matter."""

from collections.abc import Sequence

from punto.clause import Clauses
from punto.journal import JournalLine, everything, known_before
from punto.registers.mispayments import mispayments
from punto.registers.row import entry
from punto.reports import mispayment_columns
from punto.reports.columns import ENTRY
from punto.reports.document import Part, Said, part
from punto.reports.time_spans import Span
from punto.rulebook.elect import not_held
from punto.rulebook.schema import Edition
from punto.table.errors.inspector_channels import channel_of
from punto.table.register import RegisterEntry

SUMMARY, BREACH = "daily_summary", "breach_report"


def daily_summary(edition: Edition, lines: Sequence[JournalLine], span: Span) -> Said:
    """Return what an inspector is told by the daily summary of a day."""
    clause = _channel(edition, SUMMARY)
    return Said((_matters(lines, span, SUMMARY),), clause)


def breach_notification(edition: Edition, lines: Sequence[JournalLine], span: Span) -> Said:
    """Return what an inspector is told as a breach: matters, and payments that are one so far."""
    clause = _channel(edition, BREACH)
    parts = [_matters(lines, span, BREACH)]
    if edition.mispayments is not None:
        known = mispayments(known_before(lines, span.until))
        # Whoever looked into it in the meantime has changed what it is: only news is told.
        news = [row for row in known if row.breach and span.holds(row.touched_at)]
        title = "Wrong payments that are a breach as far as was known"
        parts.append(part("mispayments", title, mispayment_columns.WHAT, news))
    return Said(tuple(parts), clause)


def _channel(edition: Edition, name: str) -> Clauses:
    """Return the clauses that give a channel, or refuse one that the rulebook does not have."""
    channels = edition.conduct.inspector_told_by
    if channels is None or name not in channels.value:
        raise not_held(edition, f"whether an inspector is told by {name.replace('_', ' ')}")
    return channels.clause


def _matters(lines: Sequence[JournalLine], span: Span, channel: str) -> Part:
    """Return what happened in a span and goes to an inspector by a channel."""
    rows = [
        entry(line)
        for line in everything(known_before(lines, span.until))
        if isinstance(line.event, RegisterEntry)
        and span.holds(line.envelope.at)
        and channel_of(line.event.to) == channel
    ]
    return part("matters", "Matters", ENTRY, rows, empty="nothing is to be told of this day")
