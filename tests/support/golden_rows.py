"""Golden rows: what every register, report and receipt says of the golden logs, whole.

``make golden-rows`` writes them anew; whoever reads the change sees every row that says something
else than before.
"""

from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from punto import replay
from punto.aggregate.envelope import LogEntry
from punto.journal import JournalLine
from punto.registers.catalogue import REGISTERS
from punto.reports import time_spans
from punto.reports.as_json import json_values
from punto.reports.catalogue import REPORTS, is_offered, make_report
from punto.reports.document import Document
from punto.rulebook.load import ids, load
from punto.table.phase import Settling
from punto.table.registry import applied
from punto.table.views.receipt import receipt
from support.golden import FOLDER, logs
from support.log_envelopes import journal_lines

ROWS = FOLDER.parent / "rows"
KINDS = {"table": "tables", "tournament": "tournaments", "house": "houses"}


def logs_of(rulebook: str, kind: str) -> list[tuple[LogEntry[Any], ...]]:
    """Return the golden logs of a rulebook, one for each table, tournament or house."""
    path = FOLDER / KINDS[kind] / f"{rulebook}.jsonl"
    return [log.entries for log in logs(path)] if path.exists() else []


def journal(rulebook: str) -> tuple[JournalLine, ...]:
    """Return everything that the golden logs of a rulebook hold, as one journal."""
    return tuple(
        line
        for kind in KINDS
        for number, log in enumerate(logs_of(rulebook, kind), 1)
        for line in journal_lines(f"{kind}-{number}", log)
    )


def registers(rulebook: str) -> Iterator[tuple[str, Any]]:
    """Yield every row of every register, with the name of the register."""
    lines = journal(rulebook)
    for name, book in REGISTERS.items():
        for row in book(lines):
            yield name, row


def reports(rulebook: str) -> Iterator[tuple[str, Any]]:
    """Yield every report that is made under a rulebook, of the month and of each day in it."""
    edition = load(rulebook)
    # A casino has one house: here the one to which most happened.
    houses = logs_of(rulebook, "house")
    most = f"house-{1 + houses.index(max(houses, key=len))}" if houses else ""
    every = journal(rulebook)
    lines = tuple(
        line for line in every if line.envelope.kind != "house" or line.envelope.stream == most
    )
    zone = time_spans.zone_for(edition)
    days = sorted(
        {time_spans.local_time(zone, line.envelope.at)[:10] for line in lines if line.envelope.at}
    )
    for name, report in REPORTS.items():
        if not is_offered(edition, report):
            continue
        wanted = days if report.of == "day" else sorted({day[:7] for day in days})
        for label in wanted:
            year, month, *day = map(int, label.split("-"))
            span = (
                time_spans.day(zone, date(year, month, *day))
                if day
                else time_spans.month(zone, year, month)
            )
            made = make_report(report, edition, lines, span)
            if label == wanted[0]:
                yield f"{name} heads", heads(made)
            yield f"{name} {label}", json_values(made)


def heads(made: Document) -> list[Any]:
    """Return the words that stand above what a report shows; its JSON does not hold them."""
    return [
        made.title,
        *(
            [part.title, [column.head for column in part.columns], part.empty]
            for part in made.parts
        ),
    ]


def receipts(rulebook: str) -> Iterator[tuple[str, Any]]:
    """Yield the receipt of every coup at every step after which it says something else."""
    for number, log in enumerate(logs_of(rulebook, "table"), 1):
        table = replay(log[:1])
        last: tuple[Any, ...] = ()
        for version, entry in enumerate(log[1:], 2):
            table = applied(table, (entry,))
            if isinstance(table.phase, Settling):
                said = receipt(table, None, everybody=True)
                if said != last:
                    yield f"table-{number} {version}", said
                last = said


MADE = {"registers": registers, "reports": reports, "receipts": receipts}


def text(name: str, rulebook: str) -> str:
    """Return what is kept of one kind for a rulebook: one line of JSON for each row."""
    rows = "".join(
        f"{key} {msgspec.json.encode(msgspec.to_builtins(row)).decode()}\n"
        for key, row in MADE[name](rulebook)
    )
    # Every word that changes in a rulebook changes its digest, and no row.
    return rows.replace(load(rulebook).digest, "THE-DIGEST")


def path_of(name: str, rulebook: str) -> Path:
    """Return where it is kept."""
    return ROWS / f"{name}-{rulebook}.txt"


if __name__ == "__main__":
    ROWS.mkdir(exist_ok=True)
    for each in MADE:
        for book in ids():
            path_of(each, book).write_text(text(each, book), encoding="utf-8")
