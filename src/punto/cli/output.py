"""Printing: JSON documents, Rich tables that also read well without colour, and progress."""

import json
import sys
from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cache
from typing import Any

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

from punto.clause import Clauses, Reason, short

# So many whole numbers in a row are written as a span.
_RUN = 4


class _Screen(Console):
    """A console that leaves a broken pipe to ``main``, which knows that nothing is wrong."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


@cache
def console() -> Console:
    """Return the console for data; wide when nobody is looking, so that pipes are not wrapped."""
    wide = None if sys.stdout.isatty() else 160
    return _Screen(width=wide, highlight=False, emoji=False)


def unicode() -> bool:
    """Return whether the terminal can show more than plain ASCII."""
    return (console().encoding or "").lower().startswith("utf")


@cache
def talk() -> Console:
    """Return the console for everything that is not data."""
    return Console(stderr=True, highlight=False, emoji=False)


def emit(document: Any) -> None:
    """Print one JSON document on one line."""
    text = msgspec.json.encode(document, enc_hook=_plain).decode()
    print(text if unicode() else json.dumps(json.loads(text)))


def _plain(value: Any) -> Any:
    if isinstance(value, Fraction):
        return str(value)
    if isinstance(value, Reason):
        return {"text": value.text, "clause": value.clause}
    raise TypeError(type(value))


def table(*columns: str, title: str | None = None) -> Table:
    """Return an empty table in the style of the house."""
    made = Table(title=title, title_justify="left", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def cited(clause: Clauses) -> str:
    """Return clauses for reading beside a rulebook that is already named; long runs in brief."""
    words: list[str] = []
    names = [short(one) for one in clause]
    while names:
        run = 1
        while run < len(names) and names[run].isdigit() and _follows(names[run - 1], names[run]):
            run += 1
        words += [f"{names[0]}-{names[run - 1]}"] if run >= _RUN else names[:run]
        names = names[run:]
    return " ".join(words)


def _follows(one: str, other: str) -> bool:
    return one.isdigit() and int(other) == int(one) + 1


def rows(made: Table, lines: Iterable[Sequence[object]]) -> None:
    """Print a table of plain texts; nothing in them is markup."""
    for line in lines:
        made.add_row(*(Text(str(cell)) for cell in line))
    console().print(made)


def heading(text: str) -> Text:
    """Return a line that sets one part of the output off from the last."""
    line = "─" if unicode() else "-"
    return Text(f"{line * 2} {text} {line * max(0, 68 - len(text))}", style="dim")


def progress(label: str) -> Progress:
    """Return a progress bar with the time left, on stderr and only where somebody looks."""
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
