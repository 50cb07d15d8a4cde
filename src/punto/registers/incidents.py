"""Incidents, and the measures taken: barred, excluded, held, handed over, disqualified."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order, words
from punto.table.register import RegisterEntry
from punto.tournament.conduct.breaches import BreachReported, BreachRuled
from punto.tournament.conduct.disqualification import EntrantDisqualified


def incidents(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return all incidents of the kinds in the rulebook, and all measures, in order."""
    rows = []
    for line in belonging(lines, Register.INCIDENTS):
        match line.event:
            case RegisterEntry():
                rows.append(entry(line))
            case BreachReported():
                text = f"{line.event.number}: {line.event.text}"
                rows.append(entry(line, text, kind=line.event.kind, person=line.event.name))
            case BreachRuled():
                ruling = "it was so" if line.event.found else "it was not so"
                rows.append(entry(line, f"{line.event.number}: {ruling}"))
            case EntrantDisqualified():
                text = words(line) or line.event.cause
                rows.append(entry(line, text, person=line.event.name))
            case _:
                pass
    return in_order(rows)
