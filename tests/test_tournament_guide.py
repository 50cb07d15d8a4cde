"""The page about tournaments: its commands run, its sheet runs, its words are those of the file."""

import io
import re
import shlex
from pathlib import Path

import pytest

from punto.clause import Malformed, Refused
from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.play import repl
from punto.notation.conditions_file import Plan, Rehearsal
from punto.tournament.conditions import Conditions

PAGE = (Path(__file__).parent.parent / "docs" / "tournaments.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^punto (tournament .+?)(?:   .*)?$", PAGE, re.MULTILINE)
[(SHEET, TYPED)] = re.findall(r"```\n\$ punto (tournament .+)\n([\s\S]*?)```", PAGE)
[SMALL] = [command for command in COMMANDS if "small.toml" in command]


def typed(command: str, lines: str, monkeypatch: pytest.MonkeyPatch) -> int:
    """Run a command with lines piped in, and return its exit code."""
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    console.cache_clear()
    talk.cache_clear()
    return run(shlex.split(command))


def test_every_command_of_the_page_runs_one_after_another(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert len(COMMANDS) == 8
    for command in COMMANDS:
        code = typed(command, "q\n" if "--full" in command else "\n" * 60, monkeypatch)
        shown = capsys.readouterr()
        assert code == 0, f"{command}: {shown.err}"
    one, again = (sorted((tmp_path / name).iterdir()) for name in ("print", "again"))
    assert [path.name for path in one] == [path.name for path in again]
    assert all(a.read_bytes() == b.read_bytes() for a, b in zip(one, again, strict=True))
    names = " ".join(path.stem for path in one)
    for sheet in ("conditions", "seat-slips", "wagering-order", "secret-forms", "chip-count"):
        assert sheet in names
    assert "prize-sheet" in names


def test_the_sheet_of_the_page_runs_as_it_stands(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    assert typed(SMALL, "", monkeypatch) == 0
    denied: list[str] = []

    def noted(no: Refused | Malformed) -> list[str]:
        denied.append(no.code)
        return [str(no)]

    monkeypatch.setattr(repl, "refusal_lines", noted)
    code = typed(SHEET, TYPED, monkeypatch)
    out = capsys.readouterr().out
    assert denied == re.findall(r"# refused: (\w+)", TYPED), out
    assert code == 0
    assert "step undone" in out


def test_the_page_names_every_word_of_a_conditions_file() -> None:
    words = [*Plan.__struct_fields__, *Conditions.__struct_fields__, *Rehearsal.__struct_fields__]
    for word in words:
        name = word.removesuffix("_cents")
        assert f"`{name}`" in PAGE or f"[{name}" in PAGE, name
