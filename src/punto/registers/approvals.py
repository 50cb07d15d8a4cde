"""Approvals on file, attested items, what a supervisor allowed, and what the operator decided."""

from collections.abc import Sequence

from punto.house import events as in_house
from punto.journal import Line, everything
from punto.registers.row import Entry, entry, in_order, recorded, words
from punto.table import events as happened
from punto.tournament import events as in_tournament

KINDS = frozenset({"decision"})


def approvals(lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return everything that was approved, attested or decided, in order."""
    found = recorded(lines, KINDS)
    for line in everything(lines):
        text, person = _text(line)
        if text is not None:
            found.append(entry(line, text, person=person))
    return in_order(found)


def _text(line: Line) -> tuple[str | None, str]:
    """Return what was approved in words and for whom, nothing where an event is something else."""
    event = line.event
    match event:
        case happened.ApprovalRecorded() | in_tournament.ConditionsApproved():
            return f"{event.item}: {event.authority}, {event.reference}, {event.given}", ""
        case happened.ItemAttested():
            return words(line) or f"{event.title}: {event.item}", ""
        case happened.BothHandsApproved() | happened.LockRelaxed():
            return words(line), event.name
        case happened.TurnersNominated():
            return words(line) or ", ".join(event.names), event.nominator or ""
        case happened.CardsRiffled() | happened.CardsShuffledByHand():
            return words(line), ""
        case in_tournament.EntrantReplaced():
            return words(line) or f"{event.substitute} plays for {event.name}", event.name
        case in_house.GapDecided():
            return f"{event.gap}: {event.decision}, because {event.reason}", ""
        case _:
            return None, ""
