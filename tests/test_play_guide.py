"""Every sheet of the guide to play, and of the README, runs as it stands in the page."""

import io
import re
import shlex
from pathlib import Path

import pytest

from punto.clause import Malformed, Refused
from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.play import repl

ROOT = Path(__file__).parent.parent
BLOCK = re.compile(r"```\n\$ punto (play .+ --full.*)\n([\s\S]*?)```")
SHEETS = [
    (page, *sheet)
    for page in ("docs/play.md", "README.md")
    for sheet in BLOCK.findall((ROOT / page).read_text(encoding="utf-8"))
]


@pytest.mark.parametrize(
    ("page", "command", "typed"), SHEETS, ids=[f"{page}: {line}" for page, line, _ in SHEETS]
)
def test_a_sheet_runs_as_it_stands(
    page: str,
    command: str,
    typed: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    denied: list[str] = []

    def noted(no: Refused | Malformed) -> list[str]:
        denied.append(no.code)
        return [str(no)]

    monkeypatch.setattr(repl, "refusal_lines", noted)
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    console.cache_clear()
    talk.cache_clear()
    code = run(shlex.split(command))
    out = capsys.readouterr().out
    expected = re.findall(r"# refused: (\w+)", typed)
    assert denied == expected, f"{page}\n{out}"
    assert code == int(bool(re.search(r"# refused: .*\n$", typed)))


def test_there_are_sheets_for_all_three_rulebooks_and_for_real_cards() -> None:
    commands = [command for page, command, _ in SHEETS if page == "docs/play.md"]
    assert len(commands) >= 15
    for name in ("act-2015", "nsw-2024", "tas-2018"):
        assert any(name in command and "origin=keyed" in command for command in commands)
        assert any(name in command and "origin" not in command for command in commands)
    assert [page for page, *_ in SHEETS].count("README.md") == 1
