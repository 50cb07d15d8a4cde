"""What the house owes whom, and until when: one list for whoever leads a shift."""

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
    """A duty as it stood at the end of a span."""

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
    """Return everything that is owed at the end of a span, the most urgent first."""
    rules = house_rules(edition)
    known = known_before(lines, span.until)
    found = _owed(rules, known, span.zone)
    rows = [Owed(duty, duty.overdue(span.until)) for duty in found]
    notes = ("without a time: as soon as can be",) if any(d.due is None for d in found) else ()
    return Said((part("duties", "Owed", _COLUMNS, rows, empty="nothing is owed"),), (), notes)


def _owed(rules: TableRules, lines: Sequence[JournalLine], zone: str) -> list[Duty]:
    log = [line for line in lines if line.envelope.kind == "house"]
    # Where no house keeps a log, nothing of what is owed was done.
    setup = SetUp("", rules.edition.id, rules.edition.digest, zone)
    house = replay(cast("list[LogEntry[HouseEvent]]", log)) if log else House(setup)
    duties = [*owed(rules, house)]
    for stream, inside in tables(lines).items():
        at_table = cast("list[LogEntry[TableEvent]]", inside)
        duties += owed_by_table(rules, house, stream, at_table)
    found = each_once(duties)
    return sorted(found.values(), key=lambda duty: (duty.due is None, duty.due or 0, duty.since))
