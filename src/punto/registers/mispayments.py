"""Mispayments: when they were made and discovered, the enquiry, and the correction."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.journal import JournalLine, tables
from punto.registers.row import Row, reason_clauses, rows_by_time
from punto.table.mispayments import (
    Mispaid,
    MispaymentCured,
    MispaymentEnquired,
    is_breach,
    mispayment,
    mispayment_after,
    open_tasks_of,
)
from punto.table.open_issues import STANDS, Mispayment


class MispaymentRow(Row, frozen=True, kw_only=True):
    """A mispayment in its present state; an overpayment is positive.

    ``at`` is when it was discovered, ``paid_at`` when it was made, zero if no log contains it.
    ``attempts`` are the corrections, in order, and ``back_cents`` what the patron received for
    them, or paid back. ``stands`` if the payment was correct after all. ``touched_at`` is the time
    of the last step.
    """

    wrong: Mispayment
    enquired_at: int = 0
    attempts: tuple[str, ...] = ()
    back_cents: int = 0
    stands: bool = False
    touched_at: int = 0

    @property
    def state(self) -> str:
        """Return the state in one word."""
        if self.stands:
            return "was_none"
        return self.wrong.cured or "open"

    @property
    def breach(self) -> bool:
        """Return whether it is a breach of the rules, as far as it is known."""
        return not self.stands and is_breach(self.wrong)

    @property
    def tasks(self) -> tuple[str, ...]:
        """Return the open tasks of a mispayment that may be deliberate."""
        return () if self.stands else open_tasks_of(self.wrong)


def mispayments(lines: Sequence[JournalLine]) -> tuple[MispaymentRow, ...]:
    """Return all mispayments, in their state at the end of these lines."""
    return rows_by_time(
        row for table_lines in tables(lines).values() for row in _table_mispayments(table_lines)
    )


def _table_mispayments(lines: Sequence[JournalLine]) -> list[MispaymentRow]:
    rows: dict[int, MispaymentRow] = {}
    for line in lines:
        event = line.event
        if isinstance(event, Mispaid):
            rows[event.number] = MispaymentRow(
                stream=line.envelope.stream,
                version=line.envelope.version,
                at=line.envelope.at,
                by=line.envelope.actor,
                title=line.envelope.title,
                clause=reason_clauses(line),
                wrong=mispayment(event, line.envelope),
                touched_at=line.envelope.at,
            )
        elif isinstance(event, MispaymentEnquired | MispaymentCured):
            rows[event.number] = _after_step(rows[event.number], line, event)
    return list(rows.values())


def _after_step(
    row: MispaymentRow, line: JournalLine, event: MispaymentEnquired | MispaymentCured
) -> MispaymentRow:
    """Return a mispayment after an enquiry or a correction."""
    row = replace(row, clause=merged(row.clause, reason_clauses(line)), touched_at=line.envelope.at)
    if isinstance(event, MispaymentEnquired):
        updated = mispayment_after(row.wrong, event, line.envelope)
        return replace(row, wrong=updated, enquired_at=line.envelope.at)
    if event.how == STANDS:
        return replace(row, stands=True)
    return replace(
        row,
        wrong=mispayment_after(row.wrong, event, line.envelope),
        attempts=(*row.attempts, event.how),
        back_cents=row.back_cents + event.paid_cents,
    )
