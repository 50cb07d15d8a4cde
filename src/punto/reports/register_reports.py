"""Registers as reports: the rows of a span, in their state at its end."""

from collections.abc import Callable, Sequence
from typing import Any

from punto.journal import JournalLine, known_before
from punto.registers.card_checks import CardCheckRow
from punto.registers.catalogue import REGISTERS
from punto.registers.chip_counts import ChipCountRow
from punto.registers.denied_claims import DeniedClaimRow
from punto.registers.disputes import DisputeRow
from punto.registers.entries import EntryRow
from punto.registers.floats import FloatRow
from punto.registers.row import EventRow
from punto.registers.voids import VoidRow
from punto.reports import columns as of
from punto.reports import mispayment_columns
from punto.reports.document import Column, ColumnKind, ReportContent, report_table
from punto.reports.time_spans import TimeSpan
from punto.rulebook.elect import not_held
from punto.rulebook.schema import Edition

_VOIDS: tuple[Column[VoidRow], ...] = (
    *of.WHERE,
    Column("coup", "coup", lambda row: row.coup or None, ColumnKind.NUMBER),
    Column("kind", "what", lambda row: row.kind, ColumnKind.NAME),
    Column("text", "in words", lambda row: row.text),
    Column("person", "person", lambda row: row.person, brief=False),
    Column("returned_cents", "stakes back", lambda row: row.returned_cents, ColumnKind.CENTS),
    Column(
        "reversed_cents",
        "taken back",
        lambda row: row.reversed_cents,
        ColumnKind.CENTS,
        brief=False,
    ),
    Column("owed_cents", "owed", lambda row: row.owed_cents, ColumnKind.CENTS, brief=False),
    Column(
        "forfeited_cents", "forfeit", lambda row: row.forfeited_cents, ColumnKind.CENTS, brief=False
    ),
    *of.WHO,
)
_CHECKS: tuple[Column[CardCheckRow], ...] = (
    *of.WHERE,
    Column("shoe", "shoe", lambda row: row.shoe or None, ColumnKind.NUMBER, brief=False),
    Column("packs", "packs", lambda row: row.packs or None, ColumnKind.NUMBER, brief=False),
    Column("cards", "cards", lambda row: row.cards or None, ColumnKind.NUMBER),
    of.KIND,
    of.TEXT,
    Column("complete", "complete", lambda row: row.complete, ColumnKind.YES_NO),
    Column("device", "device", lambda row: row.device, brief=False),
    *of.WHO,
)
_DISPUTES: tuple[Column[DisputeRow], ...] = (
    *of.WHERE,
    Column("number", "no.", lambda row: row.dispute.number, ColumnKind.NUMBER),
    Column("coup", "coup", lambda row: row.dispute.coup or None, ColumnKind.NUMBER),
    Column("person", "person", lambda row: row.dispute.person),
    Column("facts", "facts", lambda row: row.dispute.facts),
    Column(
        "rulings",
        "rulings",
        lambda row: tuple(f"{ruling.by}: {ruling.text}" for ruling in row.dispute.rulings),
    ),
    Column("review_at", "review asked", lambda row: row.review_at, ColumnKind.MOMENT, brief=False),
    Column("state", "state", lambda row: row.dispute.state),
    Column("closed_at", "closed", lambda row: row.closed_at, ColumnKind.MOMENT, brief=False),
    Column("satisfied", "satisfied", lambda row: row.satisfied, ColumnKind.YES_NO, brief=False),
    Column("advised", "told their right", lambda row: row.dispute.advised, ColumnKind.YES_NO),
    of.CLAUSE,
)
_ENTRIES: tuple[Column[EntryRow], ...] = (
    *of.WHERE,
    Column("person", "entrant", lambda row: row.person),
    of.KIND,
    of.TEXT,
    Column("cents", "paid", lambda row: row.cents or None, ColumnKind.CENTS),
    *of.WHO,
)
_COUNTS: tuple[Column[ChipCountRow], ...] = (
    *of.WHERE,
    of.KIND,
    Column("person", "entrant", lambda row: row.person),
    Column("counted", "counted", lambda row: row.counted_cents, ColumnKind.CHIPS),
    Column("held", "on record", lambda row: row.held_cents, ColumnKind.CHIPS),
    of.TEXT,
    *of.WHO,
)
_NOTICES: tuple[Column[EventRow], ...] = (
    *of.WHERE,
    of.COUP,
    of.KIND,
    of.TEXT,
    Column("to", "told to", lambda row: row.to),
    *of.WHO,
)
_DENIED: tuple[Column[DeniedClaimRow], ...] = (
    *of.WHERE,
    Column("promotion", "promotion", lambda row: row.promotion, ColumnKind.NUMBER),
    Column("prize", "prize", lambda row: row.prize, ColumnKind.NUMBER),
    Column("number", "claim", lambda row: row.number, ColumnKind.NUMBER, brief=False),
    Column("person", "person", lambda row: row.person),
    of.TEXT,
    Column("kept", "details kept", lambda row: row.kept, ColumnKind.YES_NO),
    Column("told_at", "told", lambda row: row.told_at, ColumnKind.MOMENT),
    *of.WHO,
)
_FLOATS: tuple[Column[FloatRow], ...] = (
    *of.WHERE,
    of.KIND,
    of.TEXT,
    Column("person", "with", lambda row: row.person),
    Column("slip", "slip", lambda row: row.slip, brief=False),
    Column("cents", "amount", lambda row: row.cents, ColumnKind.CENTS),
    Column("over_cents", "over", lambda row: row.over_cents or None, ColumnKind.CENTS),
    *of.WHO,
)
_INCIDENTS: tuple[Column[EventRow], ...] = (
    *of.WHERE,
    of.COUP,
    of.KIND,
    of.TEXT,
    Column("person", "person", lambda row: row.person),
    of.TO,
    *of.WHO,
)
_COLUMNS: dict[str, tuple[Column[Any], ...]] = {
    "mispayments": mispayment_columns.WHAT,
    "incidents": _INCIDENTS,
    "voids": _VOIDS,
    "card_checks": _CHECKS,
    "disputes": _DISPUTES,
    "floats": _FLOATS,
    "notices": _NOTICES,
    "denied_claims": _DENIED,
    "entries": _ENTRIES,
    "chip_counts": _COUNTS,
}
OF_PROMOTIONS = frozenset({"denied_claims"})
OF_TOURNAMENTS = frozenset({"entries", "chip_counts"})
TITLES = {
    "mispayments": "Wrong payments",
    "voids": "Voids and refunds",
    "irregularities": "Irregularities",
    "card_checks": "Card checks and replacements",
    "limits": "Limits, signs and notices",
    "approvals": "Approvals and decisions",
    "incidents": "Incidents and exclusions",
    "disputes": "Disputes and reviews",
    "devices": "Device faults",
    "odd_cards": "Missing and foreign cards",
    "floats": "Fills, credits and counts of floats",
    "notices": "Who was told what",
    "denied_claims": "Denied claims to prizes",
    "entries": "Tournament entries",
    "chip_counts": "Tournament chip counts",
}


def report_of_register(
    name: str,
) -> Callable[[Edition, Sequence[JournalLine], TimeSpan], ReportContent]:
    """Return the function that makes a register's report: its rows that changed in a span."""

    def register_report(
        edition: Edition, lines: Sequence[JournalLine], span: TimeSpan
    ) -> ReportContent:
        if name in OF_TOURNAMENTS and edition.tournament is None:
            raise not_held(edition, "how tournaments are played")
        if name in OF_PROMOTIONS and edition.promotion is None:
            raise not_held(edition, "how prizes are promoted")
        all_rows = REGISTERS[name](known_before(lines, span.until))
        rows = [row for row in all_rows if span.holds(getattr(row, "touched_at", 0) or row.at)]
        return ReportContent(
            (report_table("rows", TITLES[name], _COLUMNS.get(name, of.ENTRY), rows),)
        )

    return register_report
