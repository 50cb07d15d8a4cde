"""Conduct on record, and the measures taken: barred, excluded, held, handed over, disqualified."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order, words
from punto.table.register import RegisterEntry
from punto.tournament.conduct.breaches import BreachReported, BreachRuled
from punto.tournament.conduct.disqualification import EntrantDisqualified


def incidents(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return every incident of a kind that the rulebook names, and every measure, in order."""
    found = []
    for line in belonging(lines, Register.INCIDENTS):
        match line.event:
            case RegisterEntry():
                found.append(entry(line))
            case BreachReported():
                text = f"{line.event.number}: {line.event.text}"
                found.append(entry(line, text, kind=line.event.kind, person=line.event.name))
            case BreachRuled():
                so = "it was so" if line.event.found else "it was not so"
                found.append(entry(line, f"{line.event.number}: {so}"))
            case EntrantDisqualified():
                text = words(line) or line.event.cause
                found.append(entry(line, text, person=line.event.name))
            case _:
                pass
    return in_order(found)
