"""Incidents, and the measures taken: barred, excluded, held, handed over, disqualified."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, reason_text, rows_by_time
from punto.table.register import RegisterEntry
from punto.tournament.conduct.breaches import BreachReported, BreachRuled
from punto.tournament.conduct.disqualification import EntrantDisqualified


def incidents(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all incidents of the kinds in the rulebook, and all measures, in order."""
    rows = []
    for line in lines_of_register(lines, Register.INCIDENTS):
        match line.event:
            case RegisterEntry():
                rows.append(event_row(line))
            case BreachReported():
                text = f"{line.event.number}: {line.event.text}"
                rows.append(event_row(line, text, kind=line.event.kind, person=line.event.name))
            case BreachRuled():
                ruling = "it was so" if line.event.found else "it was not so"
                rows.append(event_row(line, f"{line.event.number}: {ruling}"))
            case EntrantDisqualified():
                text = reason_text(line) or line.event.cause
                rows.append(event_row(line, text, person=line.event.name))
            case _:
                pass
    return rows_by_time(rows)
