"""``punto rules``: read, compare and test the rulebooks."""

import sys
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Annotated

import cyclopts

from punto.clause import Malformed, stem
from punto.cli import help_texts
from punto.cli.clauses import show_part, show_rulebook
from punto.cli.options import Json, Rulebook
from punto.cli.output import cited, console, emit, progress, rows, table, talk
from punto.cli.rules_authoring import check, keys
from punto.notation.time_parser import parse_day
from punto.rulebook import load
from punto.rulebook.datum_list import Datum, data
from punto.rulebook.differences import differences
from punto.rulebook.editions import in_force
from punto.scenario.coverage import DEMANDING, Covered, by_clause, coverage
from punto.scenario.coverage_page import page
from punto.scenario.loader import Case, collect, shipped
from punto.scenario.mutate import mutate
from punto.scenario.run import run_all

app = cyclopts.App(
    name="rules", help=help_texts.HELP["rules"], help_epilogue=help_texts.EXAMPLES["rules"]
)
app.command(check)
app.command(keys)

Scenarios = Annotated[
    Path | None,
    cyclopts.Parameter(name="--scenarios", help="Folder of scenarios, if not the ones shipped."),
]


@app.command(name="list", help_epilogue=help_texts.EXAMPLES["rules list"])
def list_rulebooks(*, json: Json = False) -> None:
    """List the rulebooks: what they are, how much they hold."""
    found = []
    for name in load.ids():
        edition, register = load.load(name), load.register(name)
        held = data(edition)
        found.append(
            {
                "rulebook": name,
                "jurisdiction": edition.instrument.jurisdiction,
                "title": edition.instrument.title,
                "citation": edition.instrument.citation,
                "scope": edition.instrument.scope.value,
                "clauses": len({stem(clause) for clause in register}),
                "limbs": len(register),
                "data": len(held),
                "used": sum(book.used for book in held),
            }
        )
    if json:
        emit(found)
        return
    heads = ("rulebook", "title", "clauses", "limbs", "data", "scope")
    made = table(*heads, right=("clauses", "limbs", "data"))
    rows(made, ([line[head] for head in heads] for line in found))


@app.command(help=help_texts.HELP["rules show"], help_epilogue=help_texts.EXAMPLES["rules show"])
def show(
    rulebook: Rulebook,
    clause: Annotated[
        str | None, cyclopts.Parameter(help="A clause such as 11.2.2, or a section such as 4.")
    ] = None,
    *,
    area: Annotated[
        str | None, cyclopts.Parameter(help="Only clauses of one area, such as settlement.")
    ] = None,
    json: Json = False,
) -> None:
    """Show a rulebook clause by clause, a section of it, or one clause in full."""
    load.known(rulebook)
    if clause is None:
        show_rulebook(rulebook, area, json=json)
    elif area is not None:
        raise Malformed("--area chooses clauses of a whole rulebook, so it goes without a clause")
    else:
        show_part(rulebook, clause, json=json)


@app.command(help_epilogue=help_texts.EXAMPLES["rules diff"])
def diff(
    first: Rulebook,
    second: Annotated[str, cyclopts.Parameter(help="The rulebook to set beside it.")],
    *,
    everything: Annotated[
        bool, cyclopts.Parameter(negative="", help="Also what both say alike.")
    ] = False,
    json: Json = False,
) -> None:
    """Compare two rulebooks datum by datum, clause against clause."""
    edition, other = (load.load(load.known(name)) for name in (first, second))
    found = differences(edition, other, everything=everything)
    if json:
        emit(
            [{"key": row.key, "same": row.same, first: row.one, second: row.other} for row in found]
        )
        return
    made = table("datum", first, second)
    rows(made, ((row.key, _datum_text(row.one), _datum_text(row.other)) for row in found))


def _datum_text(datum: Datum | None) -> str:
    return f"{datum.value}  [{cited(datum.clause)}]" if datum is not None else "-"


@app.command(name="in-force", help_epilogue=help_texts.EXAMPLES["rules in-force"])
def in_force_on(
    jurisdiction: Annotated[str, cyclopts.Parameter(help="For example nsw.")],
    day: Annotated[str, cyclopts.Parameter(help="A date: 2024-05-16.")],
    *,
    notified: Annotated[
        list[str] | None,
        cyclopts.Parameter(
            name="--notified",
            negative="",
            help="A date of notification you can prove, such as act-2015=2015-02-12.",
        ),
    ] = None,
    json: Json = False,
) -> None:
    """Say which rulebook was in force on a day: yes, no, or unknown with the evidence."""
    entered: dict[str, date] = {}
    for text in notified or []:
        name, _, when = text.partition("=")
        if not name or name in entered:
            raise Malformed(f"--notified {text!r}: name each rulebook once", "act-2015=2015-02-12")
        entered[name] = parse_day(when)
    editions = [load.load(name) for name in load.ids()]
    answer = in_force(editions, jurisdiction, parse_day(day), entered)
    if json:
        emit(answer)
        return
    console().print(f"{jurisdiction} on {answer.date}: {answer.answer.replace('_', ' ')}")
    made = table("rulebook", "answer", "why", "clause")
    rows(
        made,
        (
            (edition.rulebook, edition.answer.replace("_", " "), edition.why, cited(edition.clause))
            for edition in answer.editions
        ),
    )


def _shipped_cases(rulebook: str | None, folder: Path | None = None) -> list[Case]:
    cases = collect([folder or shipped()])
    return [case for case in cases if rulebook in (None, case.rulebook)]


@app.command(name="coverage", help_epilogue=help_texts.EXAMPLES["rules coverage"])
def show_coverage(
    rulebook: Annotated[
        str | None, cyclopts.Parameter(help="Only this one; all of them if left out.")
    ] = None,
    *,
    scenarios: Scenarios = None,
    markdown: Annotated[
        bool, cyclopts.Parameter(negative="", help="The page of the documentation, with reasons.")
    ] = False,
    json: Json = False,
) -> int:
    """Count the limbs of clauses that passing scenarios cite, and list the rest.

    Exit code 1 if a scenario fails, since what it cites then proves nothing.
    """
    if markdown and (json or rulebook):
        raise Malformed("--markdown makes the page of all rulebooks, so it goes alone")
    names = [load.known(rulebook)] if rulebook else list(load.ids())
    cases = _shipped_cases(rulebook, scenarios)
    reports = run_all(cases, {name: load.load(name) for name in names})
    for report in reports:
        if not report.passed:
            talk().print(f"failing: {report.case.rulebook}: {report.case.name}", markup=False)
    covered = [row for name in names for row in coverage(name, reports)]
    failing = any(not report.passed for report in reports)
    if json:
        emit(covered)
        return int(failing)
    if markdown:
        sys.stdout.write(page(reports))
        return int(failing)
    _print_summary(names, covered)
    missing = [row for row in covered if row.kind in DEMANDING and not row.covered]
    made = table("not yet cited", "area", "kind", title=f"\n{len(missing)} limbs to go")
    rows(made, ((f"{row.rulebook}/{row.clause}", row.area, row.kind) for row in missing))
    return int(failing)


def _print_summary(names: list[str], covered: list[Covered]) -> None:
    made = table("rulebook", "area", *DEMANDING, "limbs", "clauses")
    lines = []
    for name in names:
        demanding = [row for row in covered if row.rulebook == name and row.kind in DEMANDING]
        for area in dict.fromkeys(row.area for row in demanding):
            here = [row for row in demanding if row.area == area]
            lines.append([name, area, *_counts(here)])
        lines.append([name, "all areas", *_counts(demanding)])
    rows(made, lines)


def _counts(found: list[Covered]) -> list[str]:
    total = Counter(row.kind for row in found)
    done = Counter(row.kind for row in found if row.covered)
    cells = [f"{done[kind]}/{total[kind]}" if total[kind] else "" for kind in DEMANDING]
    touched, clauses = by_clause(found)
    return [*cells, f"{done.total()}/{total.total()}", f"{touched}/{clauses}"]


@app.command(
    name="mutate",
    help=help_texts.HELP["rules mutate"],
    help_epilogue=help_texts.EXAMPLES["rules mutate"],
)
def show_mutants(rulebook: Rulebook, *, scenarios: Scenarios = None, json: Json = False) -> int:
    """Change every datum that code uses, and report what no scenario notices."""
    load.known(rulebook)
    cases = _shipped_cases(rulebook, scenarios)
    with progress(f"mutants of {rulebook}") as bar:
        task = bar.add_task("", total=None)
        report = mutate(
            rulebook, cases, lambda done, total: bar.update(task, completed=done, total=total)
        )
    if json:
        emit(report)
    else:
        console().print(
            f"{rulebook}: {report.mutants} mutants, {report.caught} caught, "
            f"{len(report.survivors)} survivors; {report.unloadable} of them did not even load; "
            f"{report.held} data are held and not yet used"
        )
        if report.survivors:
            made = table("survivor", "change", "clause")
            rows(
                made,
                ((survivor.key, survivor.change, survivor.clause) for survivor in report.survivors),
            )
    return 1 if report.survivors else 0
