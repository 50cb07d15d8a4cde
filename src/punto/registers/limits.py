"""Limits: changes of the sign, notices, personal limits, and advice to patrons."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, reason_text, rows_by_time
from punto.table.limits.deferred_changes import LimitsChanged, LimitsOrdered
from punto.table.limits.notices import NoticePosted, change_words
from punto.table.limits.personal import LimitsAgreed, LimitsWithdrawn
from punto.table.limits.sign_changes import SettlementChanged
from punto.table.limits.under_minimum import PatronAdvised
from punto.table.opening.cash import CashSwitched
from punto.table.opening.staff_on_duty import SignDisplayed


def limits(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all changes of a sign and all notices, in order."""
    return rows_by_time(_limit_row(line) for line in lines_of_register(lines, Register.LIMITS))


def _limit_row(line: JournalLine) -> EventRow:
    """Return a change as a row, with its text and its person."""
    event = line.event
    match event:
        case NoticePosted() | LimitsOrdered() | LimitsChanged():
            return event_row(line, reason_text(line) or change_words(event.change))
        case SettlementChanged():
            return event_row(line, reason_text(line) or f"settlement {event.settlement}")
        case LimitsAgreed() | LimitsWithdrawn() | PatronAdvised():
            return event_row(line, person=event.name)
        case SignDisplayed():
            return event_row(line, f"sign up: {event.matter}")
        case CashSwitched():
            return event_row(line, reason_text(line) or ("no cash" if event.cashless else "cash"))
        case _:
            return event_row(line)
