"""Approvals on file, attested items, permissions of supervisors, decisions of the operator."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.house.compliance.records import GapDecided
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order, words
from punto.table.deal.nominating import TurnersNominated
from punto.table.opening.approvals import ApprovalRecorded, ItemAttested
from punto.table.wagers.combinations import BothHandsApproved
from punto.table.wagers.invalid_wagers import LockRelaxed
from punto.tournament.entry.approvals import ConditionsApproved
from punto.tournament.seating.substitutes import EntrantReplaced


def approvals(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return all approvals, attestations and decisions, in order."""
    return in_order(_approval_row(line) for line in belonging(lines, Register.APPROVALS))


def _approval_row(line: JournalLine) -> Entry:
    """Return an approval as a row, with its text and its person."""
    event = line.event
    match event:
        case ApprovalRecorded() | ConditionsApproved():
            text = f"{event.item}: {event.authority}, {event.reference}, {event.given}"
            return entry(line, text)
        case ItemAttested():
            return entry(line, words(line) or f"{event.title}: {event.item}")
        case BothHandsApproved() | LockRelaxed():
            return entry(line, person=event.name)
        case TurnersNominated():
            text = words(line) or ", ".join(event.names)
            return entry(line, text, person=event.nominator or "")
        case EntrantReplaced():
            text = words(line) or f"{event.substitute} plays for {event.name}"
            return entry(line, text, person=event.name)
        case GapDecided():
            return entry(line, f"{event.gap}: {event.decision}, because {event.reason}")
        case _:
            return entry(line)
