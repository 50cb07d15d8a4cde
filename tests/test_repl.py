"""The shell over whatever it drives: which line goes where, and what ends it."""

import io

import pytest

from punto.cli.output import console
from punto.cli.play.command_parser import Line, parse
from punto.cli.play.repl import Outcome, Repl, Target, Words
from punto.cli.play.told import Told


class Counter(Target):
    """A target that counts what it is asked to do."""

    def __init__(self) -> None:
        self.done: list[str] = []
        self.count = 0

    @property
    def state(self) -> int:
        return self.count

    def prompt(self) -> str:
        return "> "

    def status(self) -> None:
        console().print(f"status {self.count}")

    def help(self, words: list[str]) -> None:
        self.done.append(f"help {words}")

    def see(self, who: str = "supervisor") -> None:
        self.done.append(f"see {who}")

    def words(self) -> Words:
        return {"board": lambda words: self.done.append(f"board {words}")}

    def parse(self, words: list[str]) -> Line:
        return parse(words, frozenset())

    def act(self, line: Line) -> Outcome:
        self.count += 1
        return (Told([], [f"{line.by} {line.name}"], [], ()),)


def typed(target: Target, lines: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Type lines, and return the exit code."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    console.cache_clear()
    return Repl(target, brief=False).run()


def test_a_line_goes_to_help_to_a_view_to_a_word_or_to_a_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = Counter()
    assert typed(target, "? draw\nhelp\nsee\nsee ann bob\nboard 1; ann join\n9S\n", monkeypatch)
    assert target.done == ["help ['draw']", "help []", "see supervisor", "see ann", "board ['1']"]
    out = capsys.readouterr().out
    assert "  ann join\n" in out
    # Cards alone are a line only where somebody names cards.
    assert "9S does what?" in out


def test_the_first_no_ends_a_line_and_what_was_done_before_it_is_shown(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = Counter()
    assert typed(target, "draw; fly; draw\nboard\n", monkeypatch) == 0
    out = capsys.readouterr().out
    assert [line for line in out.splitlines() if "status" in line] == ["status 0", "status 1"]
    assert target.count == 1


def test_a_target_that_is_lost_refuses_every_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    target = Counter()
    target.lost = ConnectionError("the server is gone")
    assert typed(target, "?\nboard\ndraw\n", monkeypatch) == 1
    assert capsys.readouterr().out.count("error: the server is gone") == 3
    assert (target.done, target.count) == ([], 0)
