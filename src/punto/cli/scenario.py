"""``punto scenario``: run scenario files and show what went differently."""

from pathlib import Path
from typing import Annotated

import cyclopts

from punto.cli import help_texts
from punto.cli.options import Json
from punto.cli.output import console, emit
from punto.rulebook import load
from punto.scenario.loader import collect, shipped
from punto.scenario.run import CaseResult, run_all
from punto.scenario.word_list import into, words_page, words_tree

app = cyclopts.App(
    name="scenario", help=help_texts.HELP["scenario"], help_epilogue=help_texts.EXAMPLES["scenario"]
)


@app.command(name="run", help_epilogue=help_texts.EXAMPLES["scenario run"])
def run_files(
    *paths: Annotated[
        Path, cyclopts.Parameter(help="Files and folders; those that come with Punto if left out.")
    ],
    names: Annotated[
        bool, cyclopts.Parameter(negative="", help="List every scenario, not only those that fail.")
    ] = False,
    json: Json = False,
) -> int:
    """Run scenario files and show what went differently.

    Exit code 1 and a readable difference when one fails. Exit code 2 when a file is wrong in
    itself, with the nearest word that would be right. docs/scenarios.md says how to write one.
    """
    cases = collect(list(paths) or [shipped()])
    reports = run_all(cases, {name: load.load(name) for name in load.ids()})
    failed = [report for report in reports if not report.passed]
    if json:
        emit([_document(report) for report in reports])
    else:
        for report in reports:
            if names or not report.passed:
                _print(report)
        console().print(f"{len(reports) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


@app.command(name="words")
def list_words(*, page: Path | None = None, json: Json = False) -> None:
    """List every word of a scenario: commands, values by rulebook, codes of refusals.

    Parameters
    ----------
    page
        Write them into this Markdown page, between the two marks that are there for it.
    """
    if page is not None:
        into(page)
    elif json:
        emit(words_tree())
    else:
        console().print(words_page(), markup=False, soft_wrap=True)


def _print(report: CaseResult) -> None:
    mark = "pass" if report.passed else "FAIL"
    lines = [f"{mark}  {report.case.rulebook}: {report.case.name}"]
    if not report.passed:
        lines.append(f"      {report.case.file}")
    lines += [f"      {problem}" for problem in report.problems]
    console().print("\n".join(lines), markup=False, soft_wrap=True)


def _document(report: CaseResult) -> dict[str, object]:
    case = report.case
    return {
        "file": str(case.file),
        "rulebook": case.rulebook,
        "name": case.name,
        "cites": list(case.scenario.cites),
        "passed": report.passed,
        "problems": report.problems,
    }
