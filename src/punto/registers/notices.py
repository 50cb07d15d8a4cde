"""Who was told what: surveillance, an inspector, a supervisor, as each line says."""

from collections.abc import Sequence

from punto.aggregate.event import Register
from punto.house.compliance.integrity import InspectorTold
from punto.house.compliance.records import ReportFiled
from punto.house.terms.publishing import TermsSent
from punto.journal import JournalLine
from punto.registers.row import Entry, belonging, entry, in_order
from punto.table.register import RegisterEntry


def notices(lines: Sequence[JournalLine]) -> tuple[Entry, ...]:
    """Return everything that somebody was told, in order: it stands in another register as well."""
    found = []
    for line in belonging(lines, Register.NOTICES):
        match line.event:
            case RegisterEntry(to=to) if to:
                found.append(entry(line))
            case InspectorTold():
                found.append(entry(line, to=("inspector",)))
            case TermsSent():
                text = f"terms of promotion {line.event.promotion}, version {line.event.version}"
                found.append(entry(line, text, to=("regulator",)))
            case ReportFiled():
                found.append(entry(line, f"{line.event.report} of {line.event.period}"))
            case _:
                pass
    return in_order(found)
