"""Somebody at a terminal: what they type, and what is printed."""

import io
import shlex

import pytest

from punto.cli.main import run
from punto.cli.output import console, talk


class Terminal:
    """Runs ``punto play`` with lines piped in, on a terminal of a given width."""

    def __init__(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], columns: int
    ) -> None:
        self.monkeypatch, self.capsys, self.columns = monkeypatch, capsys, columns
        self.code = 0
        self.err = ""

    def __call__(self, command: str, *lines: str) -> str:
        """Return what is printed; the exit code and what goes to stderr are kept."""
        self.monkeypatch.setenv("COLUMNS", str(self.columns))
        console.cache_clear()
        talk.cache_clear()
        self.monkeypatch.setattr("sys.stdin", io.StringIO("".join(f"{line}\n" for line in lines)))
        self.code = run(["play", *shlex.split(command)])
        shown = self.capsys.readouterr()
        self.err = shown.err
        return shown.out

    def driven(self, command: str, *lines: str) -> str:
        """Return what is printed after the banner when a whole table is driven."""
        out = self(f"{command} --full", *lines)
        return out.partition("any other name is a patron\n")[2] or out
