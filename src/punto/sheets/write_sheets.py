"""Write all sheets of a tournament as PDF files."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.sheets.chip_count import chip_count
from punto.sheets.conditions import conditions
from punto.sheets.prize_sheet import prize_sheet
from punto.sheets.render import pdf
from punto.sheets.seat_slips import seat_slips
from punto.sheets.secret_form import secret_form
from punto.sheets.session_records import Record, record
from punto.sheets.wagering_order import wagering_order
from punto.tournament.base_classes import TournamentEvent

Sheet = tuple[str, str, dict[str, Any]]


def sheets(found: Record) -> Iterator[Sheet]:
    """Yield the sheets of a tournament: the file name, the template and the values."""
    if found.tournament.floor.published:
        yield "conditions", "conditions", conditions(found)
    for seated in found.sessions:
        number = seated.number
        yield f"session-{number}-seat-slips", "seat_slips", seat_slips(found, seated)
        order = wagering_order(found, seated)
        if order is not None:
            yield f"session-{number}-wagering-order", "wagering_order", order
        forms = secret_form(found, seated)
        if forms is not None:
            yield f"session-{number}-secret-forms", "secret_form", forms
    for counted in found.counts:
        name = f"session-{counted.seated.number}-chip-count"
        yield name, "chip_count", chip_count(found, counted)
    prizes = prize_sheet(found)
    if prizes is not None:
        yield "prize-sheet", "prize_sheet", prizes


def write_sheets(log: Iterable[LogEntry[TournamentEvent]], folder: Path) -> list[Path]:
    """Write the sheets of a tournament into a folder; existing files are never overwritten."""
    written = list(sheets(record(log)))
    paths = [folder / f"{name}.pdf" for name, _, _ in written]
    existing = [path for path in paths if path.exists()]
    if existing:
        raise Malformed(
            f"{existing[0]} is there already", "another folder", code=ErrorCode.FILE_EXISTS
        )
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for path, (_, template, words) in zip(paths, written, strict=True):
            path.write_bytes(pdf(template, words))
    except OSError as error:
        raise Malformed(f"{folder}: {error.strerror or error}", code=ErrorCode.SYSTEM) from None
    return paths
