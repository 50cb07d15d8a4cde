"""Entries of tournaments: applications, fees, acceptance, refusal, withdrawal, refunds."""

from collections.abc import Sequence

from punto.journal import JournalLine, tournaments
from punto.registers.row import EventRow, event_row, reason_text, rows_by_time
from punto.tournament.entry.applications import (
    ApplicationMade,
    EligibilityChecked,
    EntryAccepted,
    EntryRefused,
)
from punto.tournament.entry.withdrawal import EntryWithdrawn
from punto.tournament.money.buy_ins import BoughtBack, BuyInPaid, BuyInReturned
from punto.tournament.money.fees import FeePaid
from punto.tournament.money.refunds import FeeRefunded


class EntryRow(EventRow, frozen=True, kw_only=True):
    """A step of an entry, with the amount that was paid; negative for a refund."""

    cents: int = 0


def entries(lines: Sequence[JournalLine]) -> tuple[EntryRow, ...]:
    """Return all steps of all entries, in order."""
    return rows_by_time(
        _step_row(line, *step)
        for tournament_lines in tournaments(lines).values()
        for line in tournament_lines
        if (step := _step_of(line)) is not None
    )


def _step_row(line: JournalLine, name: str, text: str, cents: int) -> EntryRow:
    row = event_row(line, reason_text(line) or text, person=name)
    fields = {field: getattr(row, field) for field in EventRow.__struct_fields__}
    return EntryRow(**fields, cents=cents)


def _step_of(line: JournalLine) -> tuple[str, str, int] | None:
    """Return the entrant, text and amount of a step, or ``None`` for other events."""
    event = line.event
    match event:
        case ApplicationMade():
            return event.name, f"applied as number {event.number}", 0
        case EligibilityChecked():
            return event.name, "eligible" if event.eligible else "not eligible", 0
        case EntryAccepted():
            return event.name, "accepted", 0
        case EntryRefused():
            return event.name, f"refused: {event.cause}", 0
        case EntryWithdrawn():
            return event.name, "withdrew", 0
        case _:
            return _payment_of(line)


def _payment_of(line: JournalLine) -> tuple[str, str, int] | None:
    """Return the entrant, text and amount of a payment or refund, or ``None``."""
    event = line.event
    match event:
        case FeePaid():
            return event.name, "fee paid", event.cents
        case FeeRefunded():
            return event.name, "fee given back", -event.cents
        case BuyInPaid():
            return event.name, "buy-in paid", event.cents
        case BuyInReturned():
            return event.name, "buy-in given back", -event.cents
        case BoughtBack():
            return event.name, "bought back in", event.cents
        case _:
            return None
