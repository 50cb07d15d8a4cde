"""The duties of the house with their due times, for the person who leads a shift."""

from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.clause import Clauses
from punto.house.base_classes import HouseEvent
from punto.house.duty import Duty, earliest_by_key
from punto.house.house import House, HouseConfig
from punto.house.promotion_duties import open_promotion_duties
from punto.house.promotion_rules import house_rules
from punto.house.registry import replay
from punto.house.table_duties import open_table_duties
from punto.journal import JournalLine, known_before, tables
from punto.reports.document import Column, ColumnKind, ReportContent, report_table
from punto.reports.time_spans import TimeSpan
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Edition
from punto.table.base_classes import TableEvent


class DutyRow(Struct, frozen=True):
    """A duty in its state at the end of a span."""

    duty: Duty
    overdue: bool

    @property
    def clause(self) -> Clauses:
        return self.duty.clause


_COLUMNS: tuple[Column[DutyRow], ...] = (
    Column("due", "until", lambda row: row.duty.due, ColumnKind.MOMENT),
    Column("overdue", "overdue", lambda row: row.overdue, ColumnKind.YES_NO),
    Column("owner", "owed by", lambda row: row.duty.owner, ColumnKind.NAME),
    Column("text", "what", lambda row: row.duty.text),
    Column("since", "since", lambda row: row.duty.since or None, ColumnKind.MOMENT, brief=False),
    Column("key", "key", lambda row: row.duty.key, brief=False),
    Column("clause", "clause", lambda row: row.clause, ColumnKind.CLAUSES),
)


def duties(edition: Edition, lines: Sequence[JournalLine], span: TimeSpan) -> ReportContent:
    """Return all open duties at the end of a span, the most urgent first."""
    rules = house_rules(edition)
    known_lines = known_before(lines, span.until)
    open_duties = _open_duties(rules, known_lines, span.zone)
    rows = [DutyRow(duty, duty.overdue(span.until)) for duty in open_duties]
    notes = (
        ("without a time: as soon as can be",)
        if any(duty.due is None for duty in open_duties)
        else ()
    )
    return ReportContent(
        (report_table("duties", "Owed", _COLUMNS, rows, empty="nothing is owed"),), (), notes
    )


def _open_duties(rules: TableRules, lines: Sequence[JournalLine], zone: str) -> list[Duty]:
    house_log = [line for line in lines if line.envelope.kind == "house"]
    # Without the log of a house, no duty was done.
    setup = HouseConfig("", rules.edition.id, rules.edition.digest, zone)
    house = replay(cast("list[LogEntry[HouseEvent]]", house_log)) if house_log else House(setup)
    duties = [*open_promotion_duties(rules, house)]
    for stream, table_lines in tables(lines).items():
        table_log = cast("list[LogEntry[TableEvent]]", table_lines)
        duties += open_table_duties(rules, house, stream, table_log)
    duties_by_key = earliest_by_key(duties)
    return sorted(
        duties_by_key.values(), key=lambda duty: (duty.due is None, duty.due or 0, duty.since)
    )
