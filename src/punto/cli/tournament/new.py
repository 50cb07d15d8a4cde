"""``punto tournament new``: a conditions file from the questions that a director would ask."""

import sys
import tomllib
from pathlib import Path
from typing import Annotated

import cyclopts

from punto.clause import Malformed
from punto.cli.options import Json, Rulebook
from punto.cli.output import emit, talk
from punto.cli.tournament.conditions_writer import file_text
from punto.cli.tournament.prompts import Answers, all_answers, beforehand
from punto.error_codes import ErrorCode
from punto.notation.conditions_file import read_plan
from punto.notation.elections import elections
from punto.rehearsal.conditions import draft
from punto.rulebook import load
from punto.rulebook.elect_table import with_sign
from punto.tournament.rules import tournament_rules


def new(
    rulebook: Rulebook,
    file: Annotated[
        Path | None, cyclopts.Parameter(help="Where to write it; printed if left out.")
    ] = None,
    *,
    set_: Annotated[
        list[str] | None,
        cyclopts.Parameter(
            name="--set", negative="", help="An answer, entry_fee=220; may be repeated."
        ),
    ] = None,
    answers: Annotated[
        Path | None, cyclopts.Parameter(help="A file of answers, one key = value a line.")
    ] = None,
    defaults: Annotated[
        bool, cyclopts.Parameter(negative="", help="Ask nothing: take what is proposed.")
    ] = False,
    json: Json = False,
) -> None:
    """Ask the questions, check the answers by the rulebook, and write the file."""
    edition = load.load(load.known(rulebook))
    if file is not None and file.exists():
        raise Malformed(
            f"{file} is there already", "another name, please", code=ErrorCode.FILE_EXISTS
        )
    first = elections({"settlement": edition.settlement.schemes.value[0]})
    rules = tournament_rules(edition, with_sign(edition, first))
    given_answers = beforehand(set_ or [], answers)
    all_given = all_answers(rules, Answers(given_answers, ask=not (defaults or json)))
    text = file_text(rules, all_given)
    draft(read_plan(text))
    if file is not None:
        _write(file, text)
        talk().print(f"written: {file}", markup=False)
    if json:
        emit({"file": str(file) if file else None, "conditions": tomllib.loads(text)})
    elif file is None:
        sys.stdout.write(text)


def _write(file: Path, text: str) -> None:
    try:
        with file.open("x", encoding="utf-8") as opened:
            opened.write(text)
    except OSError as error:
        raise Malformed(f"{file}: {error.strerror or error}", code=ErrorCode.SYSTEM) from None
