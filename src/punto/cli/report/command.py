"""``punto report``: a report or a register of a day or a month, from logs."""

import re
import sys
from datetime import date, time
from pathlib import Path
from typing import Annotated, Literal

import cyclopts

from punto.clause import Malformed
from punto.cli import help_texts
from punto.cli.options import Json
from punto.cli.output import emit, rows, table
from punto.cli.report.file_journal import journal_of
from punto.cli.report.report_output import show
from punto.error_codes import ErrorCode
from punto.journal import JournalLine
from punto.notation.time_parser import parse_day
from punto.reports.as_csv import as_csv
from punto.reports.as_json import as_json, json_values
from punto.reports.as_pdf import as_pdf
from punto.reports.catalogue import REPORTS, Report, is_offered, make_report, readers, report_named
from punto.reports.document import Document
from punto.reports.text_cells import titles_text
from punto.reports.time_spans import TimeSpan, hours, local_time, month, zone_for, zone_in
from punto.reports.time_spans import day as whole_day
from punto.rulebook.load import ids, known, load
from punto.rulebook.schema import Edition

app = cyclopts.App(
    name="report", help=help_texts.HELP["report"], help_epilogue=help_texts.EXAMPLES["report"]
)
Format = Literal["text", "pdf", "csv", "json"]
_OF = {"day": "day", "month": "month", "either": "day or month"}
_PRINTED = {"pdf": as_pdf, "csv": as_csv, "json": as_json}


@app.default
def report(
    name: Annotated[str, cyclopts.Parameter(help="For example shift; `punto report list`.")],
    /,
    *,
    log: Annotated[
        list[Path] | None,
        cyclopts.Parameter(
            negative="",
            consume_multiple=True,
            help="Logs of tables, tournaments and a house under one rulebook.",
        ),
    ] = None,
    store: Annotated[
        str | None,
        cyclopts.Parameter(
            env_var="PUNTO_STORE", help="A store instead: a file, or postgresql://USER@HOST/NAME."
        ),
    ] = None,
    rules: Annotated[
        str | None, cyclopts.Parameter(help="The rulebook, where a store has several.")
    ] = None,
    day: Annotated[str | None, cyclopts.Parameter(help="The day: 2024-06-30.")] = None,
    month: Annotated[str | None, cyclopts.Parameter(help="The month: 2024-06.")] = None,
    hours: Annotated[
        str | None, cyclopts.Parameter(help="A shift of that day: 22:00-06:00.")
    ] = None,
    zone: Annotated[
        str | None,
        cyclopts.Parameter(
            help="Whose days count; that of the house, or of the rulebook's venues."
        ),
    ] = None,
    format: Annotated[  # noqa: A002  the word people look for
        Format, cyclopts.Parameter(help="text, pdf, csv or json.")
    ] = "text",
    output: Annotated[
        Path | None, cyclopts.Parameter(help="A file to write; none is ever overwritten.")
    ] = None,
    json: Json = False,
) -> None:
    """Print a report of a day or a month, as it was known at its end."""
    found = report_named(name)
    edition, lines = _journal(log, store, rules)
    span = _time_span(found, zone_for(edition, zone or zone_in(lines)), day, month, hours)
    made = make_report(found, edition, lines, span)
    times = sorted(line.envelope.at for line in lines if line.envelope.at)
    if times and not any(map(span.holds, times)):
        # An empty report for a wrong day looks like a valid answer.
        days = " to ".join(local_time(span.zone, at)[:10] for at in (times[0], times[-1]))
        print(f"hint: nothing happened then; these logs run from {days}", file=sys.stderr)
    _output_report(made, "json" if json else format, output)


def _journal(
    logs: list[Path] | None, store: str | None, rules: str | None
) -> tuple[Edition, list[JournalLine]]:
    """Return the edition and the lines of the journal, from files or a store."""
    if logs:
        return journal_of(logs)
    if store is None:
        hint = "--log table7.jsonl, or --store house.db"
        raise Malformed("say which logs, or which store", hint, code=ErrorCode.INCOMPLETE)
    from punto.cli.report.store_journal import journal_in  # noqa: PLC0415  a database takes time to load

    return journal_in(store, known(rules) if rules is not None else None)


def _time_span(
    found: Report, zone: str, day: str | None, of: str | None, shift: str | None
) -> TimeSpan:
    """Return the time span of the report, or raise an error."""
    if (day is None) == (of is None):
        raise Malformed(
            "say of which day or of which month", _period_hint(found), code=ErrorCode.INCOMPLETE
        )
    if found.of not in ("either", "day" if day else "month"):
        message = f"{found.name} is of a {found.of}"
        raise Malformed(message, _period_hint(found), code=ErrorCode.INCOMPLETE)
    if of is not None:
        if shift is not None:
            raise Malformed(
                "hours are those of a day", "--day 2024-06-30", code=ErrorCode.INCOMPLETE
            )
        return _month_span(zone, of)
    calendar_day = parse_day(day or "")
    return (
        whole_day(zone, calendar_day) if shift is None else _shift_span(zone, calendar_day, shift)
    )


def _period_hint(found: Report) -> str:
    periods = {"day": "--day 2024-06-30", "month": "--month 2024-06"}
    return periods.get(found.of) or " or ".join(periods.values())


def _month_span(zone: str, text: str) -> TimeSpan:
    match = re.fullmatch(r"([0-9]{4})-(0[1-9]|1[0-2])", text)
    if match is None:
        raise Malformed(f"{text[:40]!r} is not a month", "write it as 2024-06")
    if match[1] == "0000":
        raise Malformed("there is no year 0", code=ErrorCode.NO_SUCH_TIME)
    return month(zone, int(match[1]), int(match[2]))


def _shift_span(zone: str, wanted: date, text: str) -> TimeSpan:
    match = re.fullmatch(r"([0-9]{2}:[0-9]{2})-([0-9]{2}:[0-9]{2})", text)
    try:
        first, end = (time.fromisoformat(clock) for clock in (match.groups() if match else ()))
    except ValueError:
        message = f"{text[:40]!r} are no hours"
        raise Malformed(message, "write them as 06:00-14:00", code=ErrorCode.NO_SUCH_TIME) from None
    return hours(zone, wanted, first, end)


def _output_report(made: Document, form: Format, output: Path | None) -> None:
    """Print a report, or write it to a file that is not there yet."""
    if output is None:
        if form == "text":
            show(made)
        elif form == "json":
            emit(json_values(made))
        elif form == "pdf" and sys.stdout.isatty():
            raise Malformed("a PDF is no text", "--output report.pdf", code=ErrorCode.INCOMPLETE)
        else:
            sys.stdout.flush()
            sys.stdout.buffer.write(_PRINTED[form](made))
        return
    if form == "text":
        raise Malformed(
            "text goes to the terminal", "--format pdf, csv or json", code=ErrorCode.INCOMPLETE
        )
    printed = _PRINTED[form](made)
    try:
        with output.open("xb") as file:
            file.write(printed)
    except FileExistsError:
        raise Malformed(
            f"{output} is there already", "another file", code=ErrorCode.FILE_EXISTS
        ) from None
    except OSError as error:
        raise Malformed(f"{output}: {error.strerror or error}", code=ErrorCode.SYSTEM) from None


@app.command(
    name="list",
    help=help_texts.HELP["report list"],
    help_epilogue=help_texts.EXAMPLES["report list"],
)
def list_reports(
    rulebook: Annotated[
        str | None, cyclopts.Parameter(help="Only those of a rulebook, and who reads them there.")
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the reports, what each is of, and under which rulebooks there is one."""
    books = [load(known(rulebook))] if rulebook else [load(name) for name in ids()]
    if json:
        emit([_report_document(report, books) for report in REPORTS.values()])
        return
    lines = []
    for report in REPORTS.values():
        under = [book for book in books if is_offered(book, report)]
        last = [book.id for book in under]
        if rulebook:
            last = [titles_text(readers(book, report)) or "nobody" for book in under]
        if last:
            lines.append((report.name, report.title, _OF[report.of], " ".join(last)))
    rows(table("report", "what it is", "of a", "for" if rulebook else "under"), lines)


def _report_document(report: Report, books: list[Edition]) -> dict[str, object]:
    """Return a report with who may read it under each rulebook that has it."""
    under = [book for book in books if is_offered(book, report)]
    return {
        "name": report.name,
        "title": report.title,
        "of": _OF[report.of],
        "readers": {book.id: list(readers(book, report)) for book in under},
    }
