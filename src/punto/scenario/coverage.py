"""Which clauses of a rulebook are cited by at least one passing scenario."""

from collections.abc import Iterable

from msgspec import Struct

from punto.rulebook import load
from punto.scenario.run import Report

# Clauses of these kinds ask something of the software; the others define or describe.
DEMANDING = ("compute", "enforce", "record", "display")


class Covered(Struct, frozen=True):
    """One row of a register, and the scenarios that prove it."""

    rulebook: str
    clause: str
    area: str
    kind: str
    covered: bool
    scenarios: tuple[str, ...]


def coverage(rulebook: str, reports: Iterable[Report]) -> list[Covered]:
    """Return every row of a register once, in the order of the text."""
    # A scenario counts only if all rows of its ``each`` pass.
    broken: set[tuple[str, str]] = set()
    cited: dict[str, dict[tuple[str, str], None]] = {}
    for report in reports:
        case = report.case
        key = (str(case.file), case.scenario.name)
        if not report.passed:
            broken.add(key)
        for clause in case.cites:
            cited.setdefault(clause, {})[key] = None
    rows = []
    for row in load.register(rulebook).values():
        proofs = cited.get(f"{rulebook}/{row.clause}", {})
        names = tuple(name for file, name in proofs if (file, name) not in broken)
        rows.append(Covered(rulebook, row.clause, row.area, row.kind, bool(names), names))
    return rows
