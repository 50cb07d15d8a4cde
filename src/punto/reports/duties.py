"""The duties of the house with their due times, for the person who leads a shift."""

from collections.abc import Sequence
from typing import cast

from msgspec import Struct

from punto.aggregate.envelope import LogEntry
from punto.clause import Clauses
from punto.house.base_classes import HouseEvent
from punto.house.duty import Duty, each_once
from punto.house.house import House, SetUp
from punto.house.promotion_duties import owed
from punto.house.promotion_rules import house_rules
from punto.house.registry import replay
from punto.house.table_duties import owed_by_table
from punto.journal import JournalLine, known_before, tables
from punto.reports.document import As, Column, Said, part
from punto.reports.time_spans import Span
from punto.rulebook.elect import TableRules
from punto.rulebook.schema import Edition
from punto.table.base_classes import TableEvent


class Owed(Struct, frozen=True):
    """A duty in its state at the end of a span."""

    duty: Duty
    overdue: bool

    @property
    def clause(self) -> Clauses:
        return self.duty.clause


_COLUMNS: tuple[Column[Owed], ...] = (
    Column("due", "until", lambda row: row.duty.due, As.MOMENT),
    Column("overdue", "overdue", lambda row: row.overdue, As.YES_NO),
    Column("owner", "owed by", lambda row: row.duty.owner, As.NAME),
    Column("text", "what", lambda row: row.duty.text),
    Column("since", "since", lambda row: row.duty.since or None, As.MOMENT, brief=False),
    Column("key", "key", lambda row: row.duty.key, brief=False),
    Column("clause", "clause", lambda row: row.clause, As.CLAUSES),
)


def duties(edition: Edition, lines: Sequence[JournalLine], span: Span) -> Said:
    """Return all open duties at the end of a span, the most urgent first."""
    rules = house_rules(edition)
    known_lines = known_before(lines, span.until)
    open_duties = _open_duties(rules, known_lines, span.zone)
    rows = [Owed(duty, duty.overdue(span.until)) for duty in open_duties]
    notes = (
        ("without a time: as soon as can be",)
        if any(duty.due is None for duty in open_duties)
        else ()
    )
    return Said((part("duties", "Owed", _COLUMNS, rows, empty="nothing is owed"),), (), notes)


def _open_duties(rules: TableRules, lines: Sequence[JournalLine], zone: str) -> list[Duty]:
    house_log = [line for line in lines if line.envelope.kind == "house"]
    # Without the log of a house, no duty was done.
    setup = SetUp("", rules.edition.id, rules.edition.digest, zone)
    house = replay(cast("list[LogEntry[HouseEvent]]", house_log)) if house_log else House(setup)
    duties = [*owed(rules, house)]
    for stream, table_lines in tables(lines).items():
        table_log = cast("list[LogEntry[TableEvent]]", table_lines)
        duties += owed_by_table(rules, house, stream, table_log)
    duties_by_key = each_once(duties)
    return sorted(
        duties_by_key.values(), key=lambda duty: (duty.due is None, duty.due or 0, duty.since)
    )
