"""The clause register of a rulebook: every clause in our words, with its kind."""

import csv
from collections.abc import Iterator, Mapping

from msgspec import Struct

from punto.rulebook.finding import Finding, unknown

COLUMNS = ("clause", "area", "kind", "actor", "rule", "parameters", "system")
KINDS = ("enforce", "compute", "record", "display", "definition", "physical")


class ClauseRow(Struct, frozen=True):
    """A row of a clause register: what a clause requires, in our words."""

    clause: str
    area: str
    kind: str
    actor: str
    rule: str
    parameters: str
    system: str


def rows(text: str, file: str) -> tuple[Mapping[str, ClauseRow], list[Finding]]:
    """Return the rows of a register by clause, in the order of the text, and its findings."""
    reader = csv.DictReader(text.splitlines())
    columns = reader.fieldnames or ()
    missing = [name for name in COLUMNS if name not in columns]
    if missing:
        problem = f"expected the columns {', '.join(COLUMNS)}; missing: {', '.join(missing)}"
        return {}, [Finding(file, problem, COLUMNS)]
    findings: list[Finding] = []
    rows_by_clause: dict[str, ClauseRow] = {}
    for row in _read_rows(reader):
        place = f"{file}: {row.clause}"
        if not row.clause or row.clause in rows_by_clause:
            findings.append(Finding(place, "expected each clause once, and with a name"))
        if row.kind not in KINDS:
            findings.append(unknown(place, "unknown kind", row.kind, KINDS))
        rows_by_clause[row.clause] = row
    return rows_by_clause, findings


def _read_rows(reader: "csv.DictReader[str]") -> Iterator[ClauseRow]:
    for row in reader:
        yield ClauseRow(*(row[name] or "" for name in COLUMNS))
