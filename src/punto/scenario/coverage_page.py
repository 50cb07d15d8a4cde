"""The page that says which clauses are proven, and why the others are not."""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import resources

from punto.rulebook import load
from punto.scenario.coverage import DEMANDING, Covered, by_clause, coverage
from punto.scenario.run import CaseResult


@lru_cache
def _file() -> dict[str, dict[str, str]]:
    text = (resources.files("punto.scenario") / "unproven.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def reasons(rulebook: str) -> dict[str, str]:
    """Return why clauses of a rulebook are not proven, by clause."""
    return dict(_file().get(rulebook, {}))


def _reason(row: Covered) -> str:
    return reasons(row.rulebook).get(row.clause) or _file()["areas"].get(row.area, "Not yet.")


def page(reports: Iterable[CaseResult]) -> str:
    """Return the page in Markdown: counts by area and kind, then every clause without proof."""
    every = list(reports)
    rows = [
        row
        for name in load.ids()
        for row in coverage(name, [one for one in every if one.case.rulebook == name])
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
        *_counts(rows),
        *_missing(rows),
    ]
    return "\n".join(lines) + "\n"


def _counts(rows: Sequence[Covered]) -> Iterator[str]:
    for name in dict.fromkeys(row.rulebook for row in rows):
        own = [row for row in rows if row.rulebook == name]
        yield f"## {name}"
        yield ""
        yield f"| area | {' | '.join(DEMANDING)} | all limbs | clauses |"
        yield f"|---|{'---:|' * (len(DEMANDING) + 2)}"
        for area in dict.fromkeys(row.area for row in own):
            yield _line(area, [row for row in own if row.area == area])
        live = [row for row in own if row.area not in ("tournament", *_file()["areas"])]
        yield _line("**live play**", live)
        yield ""


def _line(name: str, rows: Sequence[Covered]) -> str:
    cells = []
    for kind in (*DEMANDING, None):
        some = [row for row in rows if kind in (None, row.kind)]
        cells.append(f"{sum(row.covered for row in some)}/{len(some)}" if some else "")
    touched, clauses = by_clause(rows)
    cells.append(f"{touched}/{clauses}")
    return f"| {name} | {' | '.join(cells)} |"


def _missing(rows: Sequence[Covered]) -> Iterator[str]:
    open_rows = [row for row in rows if not row.covered]
    yield "## Not proven, and why"
    yield ""
    yield "| clause | area | kind | reason |"
    yield "|---|---|---|---|"
    for row in open_rows:
        if row.area not in _file()["areas"]:
            yield f"| {row.rulebook} {row.clause} | {row.area} | {row.kind} | {_reason(row)} |"
    yield ""
    for area, reason in _file()["areas"].items():
        named = [row for row in open_rows if row.area == area]
        if named:
            yield f"### {area}: {len(named)} limbs"
            yield ""
            yield f"{reason} " + "; ".join(
                f"{name}: {', '.join(row.clause for row in named if row.rulebook == name)}"
                for name in dict.fromkeys(row.rulebook for row in named)
            )
            yield ""
