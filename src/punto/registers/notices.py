"""Notices to surveillance, inspectors, supervisors and the regulator."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.house.compliance.integrity import InspectorTold
from punto.house.compliance.records import ReportFiled
from punto.house.terms.publishing import TermsSent
from punto.journal import JournalLine
from punto.registers.row import EventRow, event_row, lines_of_register, rows_by_time
from punto.table.register import RegisterEntry


def notices(lines: Sequence[JournalLine]) -> tuple[EventRow, ...]:
    """Return all notices to people, in order. Each is also in another register."""
    rows = []
    for line in lines_of_register(lines, Register.NOTICES):
        match line.event:
            case RegisterEntry(to=to) if to:
                rows.append(event_row(line))
            case InspectorTold():
                rows.append(event_row(line, to=("inspector",)))
            case TermsSent():
                text = f"terms of promotion {line.event.promotion}, version {line.event.version}"
                rows.append(event_row(line, text, to=("regulator",)))
            case ReportFiled():
                rows.append(event_row(line, f"{line.event.report} of {line.event.period}"))
            case _:
                pass
    return rows_by_time(rows)
