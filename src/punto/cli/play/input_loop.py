"""Lines typed or piped in, one after the other, and what is done about each."""

import sys
from typing import Protocol

from rich.text import Text

from punto.clause import Malformed, Refused
from punto.cli.output import console, refusal_lines
from punto.cli.play.command_parser import split
from punto.cli.text_table import indented

LEAVE = ("q", "quit", "exit")


class Desk(Protocol):
    """Somewhere that lines are typed: a table, or a tournament."""

    @property
    def stands(self) -> object:
        """Return what is another once something has happened."""

    def prompt(self) -> str:
        """Return what stands before a line."""

    def do(self, words: list[str]) -> None:
        """Do one thing that a line asks for."""

    def status(self) -> None:
        """Print where things stand."""


def loop(desk: Desk) -> int:
    """Read what is to be done, line by line, until somebody leaves; 1 if the last was refused."""
    desk.status()
    refused = False
    while True:
        line = _line(desk)
        if line is None or line in LEAVE:
            return int(refused and not at_terminal())
        if not line or line.startswith("#"):
            continue
        refused = False
        try:
            _obey(desk, line)
        except (Refused, Malformed) as no:
            refused = True
            for place, text in enumerate(refusal_lines(no)):
                shown = indented(text, 0, console().width, hang=2)
                style = "" if place else "red"
                console().print(Text(shown, style=style, no_wrap=True, overflow="ignore"))
        except KeyboardInterrupt:
            console().print()


def at_terminal() -> bool:
    """Return whether somebody types the lines."""
    return sys.stdin is not None and sys.stdin.isatty()


def _line(desk: Desk) -> str | None:
    """Return the next line typed or piped in, or nothing at the end."""
    before = desk.prompt()
    try:
        if at_terminal():
            return console().input(before, markup=False).strip()
        text = sys.stdin.readline() if sys.stdin is not None else ""
    except (EOFError, KeyboardInterrupt):
        console().print()
        return None
    if not text:
        return None
    console().print(f"{before}{text.strip()[:200]}", markup=False, style="bold")
    return text.strip()


def _obey(desk: Desk, line: str) -> None:
    """Do what one line asks, one thing after the other; the first no ends it."""
    before = desk.stands
    try:
        for words in split(line):
            desk.do(words)
    finally:
        if desk.stands is not before:
            desk.status()
