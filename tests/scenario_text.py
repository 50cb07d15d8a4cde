"""Scenario files for tests: written, read, run, and what is wrong with them."""

from pathlib import Path

import pytest

from punto.clause import Malformed
from punto.rulebook import load
from punto.scenario.case import Case
from punto.scenario.errors import ScenarioError
from punto.scenario.loader import read
from punto.scenario.run import run

HEAD = '[[scenario]]\nname = "x"\ncites = ["11.1.3"]\n'
ANN = '{ by = "ann", do = "place_wager", wager = "player", stake = 100 }'


def write(folder: Path, text: str, name: str = "x.toml", rulebook: str = "nsw-2024") -> Path:
    place = folder / rulebook
    place.mkdir(exist_ok=True)
    (place / name).write_text(text, encoding="utf-8")
    return place / name


def cases(folder: Path, text: str) -> list[Case]:
    return read(write(folder, text))


def problems(folder: Path, text: str) -> list[str]:
    """Return what goes differently in a file of one scenario, its citations apart."""
    [case] = cases(folder, text)
    return run(case, load.load("nsw-2024")).problems


def wrong(folder: Path, text: str) -> Malformed:
    """Return the error of a file that is wrong in itself, found when it is read or run."""
    with pytest.raises(ScenarioError) as error:  # noqa: PT012  whichever of the two finds it
        for case in cases(folder, text):
            run(case, load.load("nsw-2024"))
    assert "x.toml" in error.value.message
    assert "\n" not in error.value.message
    return error.value


def steps(*lines: str, head: str = HEAD) -> str:
    """Return a scenario of steps."""
    return head + "steps = [\n  " + ",\n  ".join(lines) + ",\n]\n"
