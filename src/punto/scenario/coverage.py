"""Which limbs of clauses are proven: cited by at least one passing scenario.

A limb is one demand of a clause, a row of the register: ``10.5#2``. Citing ``10.5`` proves none of
its limbs, though it does touch the clause, which is counted beside the limbs.
"""

from collections.abc import Iterable

from msgspec import Struct

from punto.clause import stem
from punto.rulebook import load
from punto.scenario.run import CaseResult

# Clauses of these kinds ask something of the software; the others define or describe.
DEMANDING = ("compute", "enforce", "record", "display")


class Covered(Struct, frozen=True):
    """One row of a register, and the scenarios that prove it.

    ``of`` is the clause that the row is a limb of, or the whole of; ``touched`` whether a passing
    scenario cites that clause or any limb of it.
    """

    rulebook: str
    clause: str
    area: str
    kind: str
    covered: bool
    scenarios: tuple[str, ...]
    of: str
    touched: bool


def coverage(rulebook: str, reports: Iterable[CaseResult]) -> list[Covered]:
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
    passing = {
        stem(clause) for clause, proofs in cited.items() if any(key not in broken for key in proofs)
    }
    rows = []
    for row in load.register(rulebook).values():
        proofs = cited.get(f"{rulebook}/{row.clause}", {})
        names = tuple(name for file, name in proofs if (file, name) not in broken)
        of = stem(row.clause)
        touched = f"{rulebook}/{of}" in passing
        rows.append(
            Covered(rulebook, row.clause, row.area, row.kind, bool(names), names, of, touched)
        )
    return rows


def by_clause(rows: Iterable[Covered]) -> tuple[int, int]:
    """Return how many clauses are touched by a passing scenario, and how many there are."""
    clauses = {(row.rulebook, row.of): row.touched for row in rows}
    return sum(clauses.values()), len(clauses)
