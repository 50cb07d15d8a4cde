"""Entries of tournaments: applications, fees, what was accepted, refused, withdrawn, given back."""

from collections.abc import Sequence

from punto.journal import JournalLine, tournaments
from punto.registers.row import Entry, entry, in_order, words
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


class EntryStep(Entry, frozen=True, kw_only=True):
    """A step of somebody's entry, with the money that moved: less than nothing if it went back."""

    cents: int = 0


def entries(lines: Sequence[JournalLine]) -> tuple[EntryStep, ...]:
    """Return every step of every entry, in order."""
    return in_order(
        _stepped(line, *step)
        for inside in tournaments(lines).values()
        for line in inside
        if (step := _step(line)) is not None
    )


def _stepped(line: JournalLine, name: str, text: str, cents: int) -> EntryStep:
    row = entry(line, words(line) or text, person=name)
    given = {field: getattr(row, field) for field in Entry.__struct_fields__}
    return EntryStep(**given, cents=cents)


def _step(line: JournalLine) -> tuple[str, str, int] | None:
    """Return who took which step and what it cost them, nothing if it is no step of an entry."""
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
            return _money(line)


def _money(line: JournalLine) -> tuple[str, str, int] | None:
    """Return who paid or got back what for an entry, nothing if an event is of something else."""
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
