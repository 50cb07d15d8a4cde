"""What the README shows is what a reader gets."""

import re
import shlex
from pathlib import Path
from typing import Any

import pytest

from punto.cli.main import run
from punto.cli.output import console, talk

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PRINTED = re.compile(r"```console\n\$ punto (.+)\n([\s\S]*?)\n```")
SHOWN = PRINTED.findall(README)


@pytest.mark.parametrize(("command", "output"), SHOWN, ids=[command for command, _ in SHOWN])
def test_output_in_the_readme_is_real(
    command: str, output: str, capsys: pytest.CaptureFixture[str]
) -> None:
    console.cache_clear()
    talk.cache_clear()
    assert run(shlex.split(command)) == 0
    lines = [line.rstrip() for line in capsys.readouterr().out.strip("\n").splitlines()]
    assert lines == output.splitlines()


@pytest.mark.parametrize("page", ["odds.md"])
def test_output_in_the_guides_is_real_at_80_columns(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = PRINTED.findall((ROOT / "docs" / page).read_text(encoding="utf-8"))
    assert shown
    monkeypatch.setenv("COLUMNS", "80")
    for command, output in shown:
        console.cache_clear()
        assert run(shlex.split(command)) == 0
        lines = [line.rstrip() for line in capsys.readouterr().out.strip("\n").splitlines()]
        assert lines == output.splitlines()


def test_the_readme_shows_a_coup_a_list_and_a_date() -> None:
    assert len(SHOWN) >= 4


def test_the_scenario_in_the_readme_runs(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [text] = re.findall(r"```toml\n(rulebook[\s\S]*?)```", README)
    file = tmp_path / "mine.toml"
    file.write_text(text, encoding="utf-8")
    assert run(["scenario", "run", str(file)]) == 0
    assert "1 passed" in capsys.readouterr().out


@pytest.mark.parametrize(
    "block",
    re.findall(r"```toml\n([\s\S]*?)```", (ROOT / "docs" / "scenarios.md").read_text("utf-8")),
)
def test_the_scenarios_in_the_guide_run(
    block: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "x.toml"
    file.write_text(f'rulebook = "nsw-2024"\n{block}', encoding="utf-8")
    assert run(["scenario", "run", str(file)]) == 0, capsys.readouterr().out


def test_every_command_is_documented() -> None:
    for command in ("play", "settle", "scenario run", "rules show", "rules diff"):
        assert f"punto {command}" in README
    for command in ("in-force", "coverage", "mutate", "list"):
        assert f"punto rules {command}" in README


def test_the_python_in_the_readme_runs() -> None:
    table, odds = re.findall(r"```python\n([\s\S]*?)```", README)
    scope: dict[str, Any] = {}
    exec(table, scope)
    assert [place.name for place in scope["seen"].places] == ["ann"]
    scope = {}
    exec(odds, scope)
    assert scope["worth"].shape == (1000, len(scope["analyser"].entries))
    assert (scope["counts"] > 0).any()
