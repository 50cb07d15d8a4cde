"""``punto tournament run``: a tournament rehearsed from its conditions, or driven by hand."""

import io
import secrets
import sys
import time
from pathlib import Path
from random import Random
from typing import Annotated

import cyclopts

from punto.clause import Malformed
from punto.cli.options import Json
from punto.cli.output import emit, talk
from punto.cli.tournament.files import check_virtual, plan_from
from punto.cli.tournament.rehearsal_output import Played
from punto.cli.tournament.tournament_target import drive
from punto.log_file import LogFile, new_file
from punto.notation.conditions_file import Plan
from punto.rehearsal.conditions import draft, opened
from punto.rehearsal.simulated_entrants import field
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.sheets.write_sheets import write_sheets

Conditions = Annotated[
    Path, cyclopts.Parameter(help="A conditions file, as `punto tournament new` writes one.")
]
Seed = Annotated[int | None, cyclopts.Parameter(help="The same tournament again: any number.")]


def run(
    file: Conditions,
    *,
    seed: Seed = None,
    entrants: Annotated[
        int | None, cyclopts.Parameter(help="How many play; as the file says if left out.")
    ] = None,
    full: Annotated[
        bool, cyclopts.Parameter(negative="", help="Drive it by hand, one line a command.")
    ] = False,
    brief: Annotated[
        bool, cyclopts.Parameter(negative="", help="Standings and prizes, nothing else.")
    ] = False,
    log: Annotated[
        Path | None, cyclopts.Parameter(help="Write events to a new file, one a line as JSON.")
    ] = None,
    sheets: Annotated[
        Path | None, cyclopts.Parameter(help="Write the sheets as PDF into this folder.")
    ] = None,
    json: Json = False,
) -> int:
    """Rehearse a tournament, or drive one by hand."""
    if seed is not None and seed < 0:
        raise Malformed(f"--seed must not be negative, not {seed}")
    if full and (json or entrants is not None):
        raise Malformed("--full is driven by hand: it goes without --entrants and --json")
    plan = plan_from(file)
    number = seed if seed is not None else secrets.randbelow(2**31)
    random = Random(number)  # noqa: S311  a rehearsal
    house = draft(plan, random.randrange)
    if full:
        return _drive_by_hand(plan, random, log, sheets, brief=brief)
    check_virtual(plan)
    people = field(plan.rehearsal, entrants)
    played = Played(house, plan, people, number, brief=brief or json)
    if not json:
        played.open()
    file_log = new_file(log) if log is not None else None
    started = time.perf_counter()
    try:
        played.play(random)
    finally:
        _close_log(file_log, house)
    seconds = time.perf_counter() - started
    written = write_sheets(house.driver.log, sheets) if sheets is not None else []
    if json:
        emit(played.document(seconds, written))
        return 0
    played.close(seconds)
    for path in written:
        talk().print(f"written: {path}", markup=False)
    return 0


def _drive_by_hand(
    plan: Plan, random: Random, log: Path | None, sheets: Path | None, *, brief: bool
) -> int:
    """Run the shell for a new tournament."""
    if isinstance(sys.stdin, io.TextIOWrapper):
        # Replace input bytes that the encoding of the terminal cannot decode.
        sys.stdin.reconfigure(errors="replace")
    house = opened(plan, random.randrange)
    file_log = new_file(log) if log is not None else None
    try:
        return drive(house, plan, random.randrange, file_log, brief=brief)
    finally:
        _close_log(file_log, house)
        if sheets is not None:
            write_sheets(house.driver.log, sheets)


def _close_log(file_log: LogFile | None, house: RehearsalDriver) -> None:
    """Write the remaining events to the log file, and close it."""
    if file_log is not None:
        file_log.write(house.driver.log)
        file_log.file.close()
