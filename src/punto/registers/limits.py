"""What the sign said: changes, notices, limits agreed with one patron, signs, and who was told."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import Line
from punto.registers.row import Entry, belonging, entry, in_order, words
from punto.table import events as happened
from punto.table.limits.notices import change_words


def limits(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every change of a sign and every notice, in order."""
    return in_order(_row(line) for line in belonging(lines, Register.LIMITS))


def _row(line: Line) -> Entry:
    """Return what changed in words, and for whom."""
    event = line.event
    match event:
        case happened.NoticePosted() | happened.LimitsOrdered() | happened.LimitsChanged():
            return entry(line, words(line) or change_words(event.change))
        case happened.SettlementChanged():
            return entry(line, words(line) or f"settlement {event.settlement}")
        case happened.LimitsAgreed() | happened.LimitsWithdrawn() | happened.PatronAdvised():
            return entry(line, person=event.name)
        case happened.SignDisplayed():
            return entry(line, f"sign up: {event.matter}")
        case happened.CashSwitched():
            return entry(line, words(line) or ("no cash" if event.cashless else "cash"))
        case _:
            return entry(line)
