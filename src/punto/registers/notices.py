"""Notices to surveillance, inspectors, supervisors and the regulator."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.house.compliance.integrity import InspectorTold
from punto.house.compliance.records import ReportFiled
from punto.house.terms.publishing import TermsSent
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order
from punto.table.register import RegisterEntry


def notices(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return all notices to people, in order. Each is also in another register."""
    rows = []
    for line in belonging(lines, Register.NOTICES):
        match line.event:
            case RegisterEntry(to=to) if to:
                rows.append(entry(line))
            case InspectorTold():
                rows.append(entry(line, to=("inspector",)))
            case TermsSent():
                text = f"terms of promotion {line.event.promotion}, version {line.event.version}"
                rows.append(entry(line, text, to=("regulator",)))
            case ReportFiled():
                rows.append(entry(line, f"{line.event.report} of {line.event.period}"))
            case _:
                pass
    return in_order(rows)
