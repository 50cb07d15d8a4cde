"""Columns about mispayments."""

from punto.registers.mispayments import WrongPayment
from punto.reports.columns import BY, CLAUSE, TABLE, TITLE, VERSION
from punto.reports.document import As, Column

Wrong = Column[WrongPayment]


def _enquiry_result(row: WrongPayment, result: bool) -> bool | None:
    """Return the result of an enquiry, or ``None`` if there was none."""
    return result if row.wrong.enquiry is not None else None


KNOWN: Wrong = Column("known_at", "known", lambda row: row.at, As.MOMENT)
PAID: Wrong = Column("paid_at", "paid at", lambda row: row.wrong.paid_at, As.MOMENT, brief=False)
NUMBER: Wrong = Column("number", "no.", lambda row: row.wrong.number, As.NUMBER, brief=False)
COUP: Wrong = Column("coup", "coup", lambda row: row.wrong.coup, As.NUMBER)
PATRON: Wrong = Column("patron", "patron", lambda row: row.wrong.patron)
WAGER: Wrong = Column("wager", "wager", lambda row: row.wrong.wager, brief=False)
OVER: Wrong = Column(
    "over", "paid", lambda row: "over" if row.wrong.difference_cents > 0 else "under"
)
CENTS: Wrong = Column("cents", "amount", lambda row: abs(row.wrong.difference_cents), As.CENTS)
STATE: Wrong = Column("state", "state", lambda row: row.state, As.NAME)
CURED: Wrong = Column(
    "cured_at", "dealt with at", lambda row: row.wrong.cured_at, As.MOMENT, brief=False
)
ENQUIRY: Wrong = Column("enquiry", "enquiry", lambda row: row.wrong.enquiry or "", brief=False)
ENQUIRED: Wrong = Column(
    "enquired_at", "enquired", lambda row: row.enquired_at, As.MOMENT, brief=False
)
INTENDED: Wrong = Column(
    "intentional",
    "intended",
    lambda row: _enquiry_result(row, row.wrong.intentional),
    As.YES_NO,
    brief=False,
)
SUSPECTED: Wrong = Column(
    "suspected",
    "suspected",
    lambda row: _enquiry_result(row, row.wrong.suspected),
    As.YES_NO,
    brief=False,
)
STEPS: Wrong = Column("steps", "steps", lambda row: row.wrong.steps, brief=False)
KNOWN_WHO: Wrong = Column(
    "identified", "patron identified", lambda row: row.wrong.identified, As.YES_NO, brief=False
)
BACK: Wrong = Column(
    "back_cents", "to the patron since", lambda row: row.back_cents or None, As.CENTS, brief=False
)
BREACH: Wrong = Column("breach", "breach", lambda row: row.breach, As.YES_NO)
TASKS: Wrong = Column("tasks", "still to do", lambda row: row.tasks, brief=False)

WHAT: tuple[Wrong, ...] = (
    *(KNOWN, TABLE, VERSION, NUMBER, COUP, PATRON, WAGER, OVER, CENTS),
    *(PAID, STATE, CURED, ENQUIRY, ENQUIRED, INTENDED, SUSPECTED, STEPS, KNOWN_WHO),
    *(BACK, BREACH, TASKS, BY, TITLE, CLAUSE),
)
