"""``punto tournament sheets``: the sheets of a log as PDF."""

from pathlib import Path
from typing import Annotated

import cyclopts

from punto.cli.options import Json
from punto.cli.output import console, emit
from punto.cli.tournament.files import log_from
from punto.sheets.write_sheets import write_sheets


def sheets(
    log: Annotated[Path, cyclopts.Parameter(help="A log, as `tournament run --log` writes one.")],
    *,
    to: Annotated[Path, cyclopts.Parameter(help="The folder for the sheets; made if need be.")],
    json: Json = False,
) -> None:
    """Write the sheets of a tournament, as far as it has come."""
    written = write_sheets(log_from(log), to)
    if json:
        emit([str(path) for path in written])
        return
    for path in written:
        console().print(str(path), markup=False, soft_wrap=True)
