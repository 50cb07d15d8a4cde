"""Conduct on record, and the measures taken: barred, excluded, held, handed over, disqualified."""

from collections.abc import Sequence

from punto.journal import Line, everything
from punto.registers.row import Entry, entry, in_order, words
from punto.rulebook.schema import Edition
from punto.table.register import Recorded
from punto.tournament import events as happened

KINDS = frozenset({"barred", "excluded", "detained", "handed_over"})


def incidents(edition: Edition, lines: Sequence[Line]) -> tuple[Entry, ...]:
    """Return every incident of a kind that the rulebook names, and every measure, in order."""
    kinds = KINDS | edition.conduct.incidents.keys()
    found = []
    for line in everything(lines):
        match line.event:
            case Recorded() if line.event.kind in kinds:
                found.append(entry(line))
            case happened.BreachReported():
                text = f"{line.event.number}: {line.event.text}"
                found.append(entry(line, text, kind=line.event.kind, person=line.event.name))
            case happened.BreachRuled():
                so = "it was so" if line.event.found else "it was not so"
                found.append(entry(line, f"{line.event.number}: {so}"))
            case happened.EntrantDisqualified():
                text = words(line) or line.event.cause
                found.append(entry(line, text, person=line.event.name))
            case _:
                pass
    return in_order(found)
