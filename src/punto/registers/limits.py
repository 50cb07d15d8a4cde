"""What the sign said: changes, notices, limits agreed with one patron, signs, and who was told."""

from collections.abc import Sequence

from punto.journal import Line, everything
from punto.registers.row import Entry, entry, in_order, recorded, words
from punto.table import events as happened
from punto.table.limits.notices import change_words
from punto.table.notice import Proposed

# Who was told before something was restricted, or dealt without wagers.
KINDS = frozenset({"told", "no_bet_coup"})


def limits(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every change of a sign and every notice, in order."""
    found = recorded(lines, KINDS)
    for line in everything(lines):
        text, person = _text(line)
        if text is not None:
            found.append(entry(line, text, person=person))
    return in_order(found)


def _text(line: Line) -> tuple[str | None, str]:
    """Return what changed in words and for whom, nothing where an event is of something else."""
    event = line.event
    match event:
        case happened.NoticePosted() | happened.LimitsOrdered() | happened.LimitsChanged():
            return _changed(line, event.change), ""
        case happened.SettlementChanged():
            return words(line) or f"settlement {event.settlement}", ""
        case happened.LimitsAgreed() | happened.LimitsWithdrawn() | happened.PatronAdvised():
            return words(line), event.name
        case happened.SignDisplayed():
            return f"sign up: {event.matter}", ""
        case happened.OfferRestricted() | happened.OfferOpened():
            return words(line), ""
        case happened.CashSwitched():
            return words(line) or ("no cash" if event.cashless else "cash"), ""
        case _:
            return None, ""


def _changed(line: Line, change: Proposed) -> str:
    return words(line) or change_words(change)
