"""Approvals on file, attested items, permissions of supervisors, decisions of the operator."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.house.compliance.records import GapDecided
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, reason_text, rows_by_time
from punto.table.deal.nominating import TurnersNominated
from punto.table.opening.approvals import ApprovalRecorded, ItemAttested
from punto.table.wagers.combinations import BothHandsApproved
from punto.table.wagers.invalid_wagers import LockRelaxed
from punto.tournament.entry.approvals import ConditionsApproved
from punto.tournament.seating.substitutes import EntrantReplaced


def approvals(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all approvals, attestations and decisions, in order."""
    return rows_by_time(
        _approval_row(line) for line in lines_of_register(lines, Register.APPROVALS)
    )


def _approval_row(line: JournalLine) -> EventRow:
    """Return an approval as a row, with its text and its person."""
    event = line.event
    match event:
        case ApprovalRecorded() | ConditionsApproved():
            text = f"{event.item}: {event.authority}, {event.reference}, {event.given}"
            return event_row(line, text)
        case ItemAttested():
            return event_row(line, reason_text(line) or f"{event.title}: {event.item}")
        case BothHandsApproved() | LockRelaxed():
            return event_row(line, person=event.name)
        case TurnersNominated():
            text = reason_text(line) or ", ".join(event.names)
            return event_row(line, text, person=event.nominator or "")
        case EntrantReplaced():
            text = reason_text(line) or f"{event.substitute} plays for {event.name}"
            return event_row(line, text, person=event.name)
        case GapDecided():
            return event_row(line, f"{event.gap}: {event.decision}, because {event.reason}")
        case _:
            return event_row(line)
