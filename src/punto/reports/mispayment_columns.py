"""Columns about mispayments."""

from punto.registers.mispayments import MispaymentRow
from punto.reports.columns import BY, CLAUSE, TABLE, TITLE, VERSION
from punto.reports.document import Column, ColumnKind

MispaymentColumn = Column[MispaymentRow]


def _enquiry_result(row: MispaymentRow, result: bool) -> bool | None:
    """Return the result of an enquiry, or ``None`` if there was none."""
    return result if row.wrong.enquiry is not None else None


KNOWN: MispaymentColumn = Column("known_at", "known", lambda row: row.at, ColumnKind.MOMENT)
PAID: MispaymentColumn = Column(
    "paid_at", "paid at", lambda row: row.wrong.paid_at, ColumnKind.MOMENT, brief=False
)
NUMBER: MispaymentColumn = Column(
    "number", "no.", lambda row: row.wrong.number, ColumnKind.NUMBER, brief=False
)
COUP: MispaymentColumn = Column("coup", "coup", lambda row: row.wrong.coup, ColumnKind.NUMBER)
PATRON: MispaymentColumn = Column("patron", "patron", lambda row: row.wrong.patron)
WAGER: MispaymentColumn = Column("wager", "wager", lambda row: row.wrong.wager, brief=False)
OVER: MispaymentColumn = Column(
    "over", "paid", lambda row: "over" if row.wrong.difference_cents > 0 else "under"
)
CENTS: MispaymentColumn = Column(
    "cents", "amount", lambda row: abs(row.wrong.difference_cents), ColumnKind.CENTS
)
STATE: MispaymentColumn = Column("state", "state", lambda row: row.state, ColumnKind.NAME)
CURED: MispaymentColumn = Column(
    "cured_at", "dealt with at", lambda row: row.wrong.cured_at, ColumnKind.MOMENT, brief=False
)
ENQUIRY: MispaymentColumn = Column(
    "enquiry", "enquiry", lambda row: row.wrong.enquiry or "", brief=False
)
ENQUIRED: MispaymentColumn = Column(
    "enquired_at", "enquired", lambda row: row.enquired_at, ColumnKind.MOMENT, brief=False
)
INTENDED: MispaymentColumn = Column(
    "intentional",
    "intended",
    lambda row: _enquiry_result(row, row.wrong.intentional),
    ColumnKind.YES_NO,
    brief=False,
)
SUSPECTED: MispaymentColumn = Column(
    "suspected",
    "suspected",
    lambda row: _enquiry_result(row, row.wrong.suspected),
    ColumnKind.YES_NO,
    brief=False,
)
STEPS: MispaymentColumn = Column("steps", "steps", lambda row: row.wrong.steps, brief=False)
KNOWN_WHO: MispaymentColumn = Column(
    "identified",
    "patron identified",
    lambda row: row.wrong.identified,
    ColumnKind.YES_NO,
    brief=False,
)
BACK: MispaymentColumn = Column(
    "back_cents",
    "to the patron since",
    lambda row: row.back_cents or None,
    ColumnKind.CENTS,
    brief=False,
)
BREACH: MispaymentColumn = Column("breach", "breach", lambda row: row.breach, ColumnKind.YES_NO)
TASKS: MispaymentColumn = Column("tasks", "still to do", lambda row: row.tasks, brief=False)

WHAT: tuple[MispaymentColumn, ...] = (
    *(KNOWN, TABLE, VERSION, NUMBER, COUP, PATRON, WAGER, OVER, CENTS),
    *(PAID, STATE, CURED, ENQUIRY, ENQUIRED, INTENDED, SUSPECTED, STEPS, KNOWN_WHO),
    *(BACK, BREACH, TASKS, BY, TITLE, CLAUSE),
)
