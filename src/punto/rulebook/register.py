"""The register of a rulebook: every clause in our words, and what kind it is."""

import csv
from collections.abc import Iterator, Mapping

from msgspec import Struct

from punto.rulebook.finding import Finding, unknown

COLUMNS = ("clause", "area", "kind", "actor", "rule", "parameters", "system")
KINDS = ("enforce", "compute", "record", "display", "definition", "physical")


class ClauseRow(Struct, frozen=True):
    """One row of a clause register: what a clause demands, in our words."""

    clause: str
    area: str
    kind: str
    actor: str
    rule: str
    parameters: str
    system: str


def rows(text: str, file: str) -> tuple[Mapping[str, ClauseRow], list[Finding]]:
    """Return the rows of a register by clause, in the order of the text, and what is wrong."""
    reader = csv.DictReader(text.splitlines())
    given = reader.fieldnames or ()
    missing = [name for name in COLUMNS if name not in given]
    if missing:
        problem = f"expected the columns {', '.join(COLUMNS)}; missing: {', '.join(missing)}"
        return {}, [Finding(file, problem, COLUMNS)]
    found: list[Finding] = []
    held: dict[str, ClauseRow] = {}
    for row in _read(reader):
        place = f"{file}: {row.clause}"
        if not row.clause or row.clause in held:
            found.append(Finding(place, "expected each clause once, and with a name"))
        if row.kind not in KINDS:
            found.append(unknown(place, "unknown kind", row.kind, KINDS))
        held[row.clause] = row
    return held, found


def _read(reader: "csv.DictReader[str]") -> Iterator[ClauseRow]:
    for row in reader:
        yield ClauseRow(*(row[name] or "" for name in COLUMNS))
