"""Wrong payments: when they were made and when known, what was enquired, and what came of it."""

from collections.abc import Sequence

from msgspec.structs import replace

from punto.clause import merged
from punto.journal import JournalLine, tables
from punto.registers.row import Row, clauses, in_order
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


class WrongPayment(Row, frozen=True, kw_only=True):
    """A wrong payment as it stands: over is positive.

    ``at`` is when it became known, ``paid_at`` when it was made, nought where no log says.
    ``attempts`` are the ways in which it was dealt with, in order, and ``back_cents`` what went to
    the patron for it, or came back. ``stands`` if it turned out to be none; ``touched_at`` is when
    something was last done about it.
    """

    wrong: Mispayment
    enquired_at: int = 0
    attempts: tuple[str, ...] = ()
    back_cents: int = 0
    stands: bool = False
    touched_at: int = 0

    @property
    def state(self) -> str:
        """Return how far it has come, in a word."""
        if self.stands:
            return "was_none"
        return self.wrong.cured or "open"

    @property
    def breach(self) -> bool:
        """Return whether it breaks the rules, as far as anybody knows."""
        return not self.stands and is_breach(self.wrong)

    @property
    def tasks(self) -> tuple[str, ...]:
        """Return what must still be done because it may have been deliberate."""
        return () if self.stands else open_tasks_of(self.wrong)


def mispayments(lines: Sequence[JournalLine]) -> tuple[WrongPayment, ...]:
    """Return every wrong payment as it stands at the end of these lines."""
    return in_order(row for inside in tables(lines).values() for row in _of_table(inside))


def _of_table(lines: Sequence[JournalLine]) -> list[WrongPayment]:
    found: dict[int, WrongPayment] = {}
    for line in lines:
        event = line.event
        if isinstance(event, Mispaid):
            found[event.number] = WrongPayment(
                stream=line.envelope.stream,
                version=line.envelope.version,
                at=line.envelope.at,
                by=line.envelope.actor,
                title=line.envelope.title,
                clause=clauses(line),
                wrong=mispayment(event, line.envelope),
                touched_at=line.envelope.at,
            )
        elif isinstance(event, MispaymentEnquired | MispaymentCured):
            found[event.number] = _followed(found[event.number], line, event)
    return list(found.values())


def _followed(
    row: WrongPayment, line: JournalLine, event: MispaymentEnquired | MispaymentCured
) -> WrongPayment:
    """Return a wrong payment after an enquiry, or after something was done about it."""
    row = replace(row, clause=merged(row.clause, clauses(line)), touched_at=line.envelope.at)
    if isinstance(event, MispaymentEnquired):
        wrong = mispayment_after(row.wrong, event, line.envelope)
        return replace(row, wrong=wrong, enquired_at=line.envelope.at)
    if event.how == STANDS:
        return replace(row, stands=True)
    return replace(
        row,
        wrong=mispayment_after(row.wrong, event, line.envelope),
        attempts=(*row.attempts, event.how),
        back_cents=row.back_cents + event.paid_cents,
    )
