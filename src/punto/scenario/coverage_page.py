"""The page that says which clauses are proven, and why the others are not."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources

from punto.rulebook import load
from punto.scenario.coverage import DEMANDING, Covered, by_clause, coverage
from punto.scenario.run import CaseResult


@lru_cache
def _unproven_reasons() -> dict[str, dict[str, str]]:
    text = (resources.files("punto.scenario") / "unproven.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def reasons(rulebook: str) -> dict[str, str]:
    """Return why clauses of a rulebook are not proven, by clause."""
    return dict(_unproven_reasons().get(rulebook, {}))


def _reason_of(row: Covered) -> str:
    return reasons(row.rulebook).get(row.clause) or _unproven_reasons()["areas"].get(
        row.area, "Not yet."
    )


def page(reports: Iterable[CaseResult]) -> str:
    """Return the page in Markdown: counts by area and kind, then every clause without proof."""
    results = list(reports)
    rows = [
        row
        for name in load.ids()
        for row in coverage(name, [result for result in results if result.case.rulebook == name])
        if row.kind in DEMANDING
    ]
    lines = [
        "# Coverage",
        "",
        "Made by `make coverage`; a test keeps it true. Counted are limbs: a limb is one demand of",
        "a clause (`10.5#2`), or the whole clause where it makes only one. A limb is proven when a",
        "passing scenario cites it and the engine applied it there; citing the clause proves none",
        "of its limbs. The last column counts clauses that a passing scenario touches at all.",
        "Definitions and physical rules ask nothing of the software and are not counted.",
        "`punto rules coverage` gives the same, `punto rules mutate` shows what the scenarios",
        "notice.",
        "",
        *_count_tables(rows),
        *_missing_clauses(rows),
    ]
    return "\n".join(lines) + "\n"


def _count_tables(rows: Sequence[Covered]) -> Iterator[str]:
    for name in dict.fromkeys(row.rulebook for row in rows):
        own = [row for row in rows if row.rulebook == name]
        yield f"## {name}"
        yield ""
        yield f"| area | {' | '.join(DEMANDING)} | all limbs | clauses |"
        yield f"|---|{'---:|' * (len(DEMANDING) + 2)}"
        for area in dict.fromkeys(row.area for row in own):
            yield _count_row(area, [row for row in own if row.area == area])
        live = [row for row in own if row.area not in ("tournament", *_unproven_reasons()["areas"])]
        yield _count_row("**live play**", live)
        yield ""


def _count_row(name: str, rows: Sequence[Covered]) -> str:
    cells = []
    for kind in (*DEMANDING, None):
        of_kind = [row for row in rows if kind in (None, row.kind)]
        covered = sum(row.covered for row in of_kind)
        cells.append(f"{covered}/{len(of_kind)}" if of_kind else "")
    touched, clauses = by_clause(rows)
    cells.append(f"{touched}/{clauses}")
    return f"| {name} | {' | '.join(cells)} |"


def _missing_clauses(rows: Sequence[Covered]) -> Iterator[str]:
    open_rows = [row for row in rows if not row.covered]
    yield "## Not proven, and why"
    yield ""
    yield "| clause | area | kind | reason |"
    yield "|---|---|---|---|"
    for row in open_rows:
        if row.area not in _unproven_reasons()["areas"]:
            yield f"| {row.rulebook} {row.clause} | {row.area} | {row.kind} | {_reason_of(row)} |"
    yield ""
    for area, reason in _unproven_reasons()["areas"].items():
        in_area = [row for row in open_rows if row.area == area]
        if in_area:
            yield f"### {area}: {len(in_area)} limbs"
            yield ""
            yield f"{reason} " + "; ".join(
                f"{name}: {', '.join(row.clause for row in in_area if row.rulebook == name)}"
                for name in dict.fromkeys(row.rulebook for row in in_area)
            )
            yield ""
