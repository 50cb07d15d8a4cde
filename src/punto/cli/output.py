"""Printing: JSON documents, Rich tables that also read well without colour, and progress."""

import json
import os
import sys
from collections.abc import Collection, Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.text import Text

from punto.clause import Clauses, Malformed, Reason, Refused, short
from punto.cli.text_table import Sheet, indented
from punto.cli.unpermitted import Unpermitted

# Consecutive numbers are written as a range from this length on.
_RUN = 4


class _Screen(Console):
    """A console that does not crop lines. ``main`` handles a broken pipe."""

    def print(self, *objects: Any, **options: Any) -> None:
        """Print as Rich does, without cropping long lines."""
        super().print(*objects, **{"crop": False, **options})

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


@cache
def console() -> Console:
    """Return the console for data. It is wide if stdout is not a terminal, so pipes do not wrap.

    ``COLUMNS`` in the environment says how wide, at a terminal and in a pipe.
    """
    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else 160
    return _Screen(width=wide, highlight=False, emoji=False)


def unicode() -> bool:
    """Return whether the terminal can show more than plain ASCII."""
    return (console().encoding or "").lower().startswith("utf")


@cache
def talk() -> Console:
    """Return the console for messages. It writes to stderr."""
    return Console(stderr=True, highlight=False, emoji=False)


def emit(document: Any) -> None:
    """Print one JSON document on one line."""
    text = msgspec.json.encode(document, enc_hook=_json_value).decode()
    print(text if unicode() else json.dumps(json.loads(text)))


def refusal(error: Refused | Malformed) -> dict[str, Any]:
    """Return an error as one JSON document: its kind, code, clauses, message and hint."""
    clause = error.clause if isinstance(error, Refused | Unpermitted) else ()
    return {
        "kind": "refused" if isinstance(error, Refused) else "malformed",
        "code": error.code,
        "clause": list(clause),
        "message": _printable(error.message),
        "hint": error.hint and _printable(error.hint),
    }


def _printable(said: str) -> str:
    """Return a text that can be encoded: a file name may contain invalid bytes."""
    return said.encode("utf-8", "backslashreplace").decode()


def refusal_lines(error: Refused | Malformed) -> list[str]:
    """Return an error as text: one line, and a second one if there is a hint."""
    first = str(error) if isinstance(error, Refused) else f"error: {error.message}"
    if isinstance(error, Unpermitted):
        first = f"error: {error.code} [{', '.join(error.clause)}] {error.message}"
    return [first, *([f"hint: {error.hint}"] if error.hint else [])]


def tell(error: Refused | Malformed, *, json: bool) -> None:
    """Print an error: as a JSON document on stdout, or as lines on stderr."""
    if json:
        emit(refusal(error))
        sys.stdout.flush()
        return
    for line in refusal_lines(error):
        print(line, file=sys.stderr)


def _json_value(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Reason):
        return {"text": value.text, "clause": value.clause}
    raise TypeError(type(value))


def table(
    *columns: str, right: Collection[str] = (), keys: int = 0, title: str | None = None
) -> Sheet:
    """Return an empty table; ``right`` names its columns of numbers."""
    return Sheet(columns, right=right, keys=keys, title=title)


def decks_of(number: int) -> str:
    """Return a number of decks in words."""
    return "1 deck" if number == 1 else f"{number} decks"


def cited(clause: Clauses) -> str:
    """Return clauses for reading beside a rulebook that is already named; long runs in brief."""
    words: list[str] = []
    names = [short(address) for address in clause]
    while names:
        run = 1
        while run < len(names) and names[run].isdigit() and _follows(names[run - 1], names[run]):
            run += 1
        words += [f"{names[0]}-{names[run - 1]}"] if run >= _RUN else names[:run]
        names = names[run:]
    return " ".join(words)


def with_clause(text: str, clause: Clauses) -> str:
    """Return a text, followed by its clauses if it has any."""
    return f"{text}  [{cited(clause)}]" if clause else text


def _follows(number: str, other: str) -> bool:
    return number.isdigit() and int(other) == int(number) + 1


def rows(made: Sheet, lines: Iterable[Sequence[object]]) -> None:
    """Print a table of plain texts; nothing in them is markup."""
    for line in lines:
        made.add_row(*(Text(str(cell)) for cell in line))
    console().print(made)


def paragraph(text: str, indent: int = 0, hang: int = 0, style: str = "") -> None:
    """Print an indented paragraph; its words wrap, its numbers do not."""
    shown = indented(text, indent, console().width, hang)
    console().print(Text(shown, style=style, no_wrap=True, overflow="ignore"))


def dim(text: str) -> None:
    """Print an indented status line in a dim style."""
    paragraph(text, 2, 2, style="dim")


def heading(text: str) -> Text:
    """Return a heading that separates two parts of the output."""
    line = "─" if unicode() else "-"
    return Text(f"{line * 2} {text} {line * max(0, 68 - len(text))}", style="dim")


def progress(label: str) -> Progress:
    """Return a progress bar with the time left. It is shown only if stderr is a terminal."""
    return Progress(
        TextColumn(label),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.description}"),
        console=talk(),
        transient=True,
        disable=sys.stderr is None or not sys.stderr.isatty(),
    )
