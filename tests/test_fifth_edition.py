"""A new edition is two files and no Python: everything that takes a rulebook takes it."""

import json
import os
from pathlib import Path

import pytest
from support.example_rulebook import FILE, copied

from punto.clause import Malformed
from punto.cli.main import run
from punto.rulebook import load

Capture = pytest.CaptureFixture[str]
NAME = FILE.stem

SCENARIO = """
rulebook = "xyz-2030"

[[scenario]]
name   = "Banker pays even money less four per cent"
cites  = ["9"]
wagers = ["ann banker 100"]
cards  = "2H 6S 3D KD KC"
expect = ["ann +96"]

[[scenario]]
name  = "A whole coup at a table whose limits say nothing of caps and small wagers"
cites = ["7", "9"]
shoe  = "2H 6S 3D KD KC ..."
steps = [
  { do = "change_sign", maximum = 500, refused = "rule_not_held" },
  { by = "ann", do = "place_wager", wager = "banker", stake = 100 },
  { do = "deal" },
  { expect = { outcome = "banker 6-5", ann = 96 } },
]

[[scenario]]
name  = "What becomes of a card on the wrong hand is not said"
cites = ["1"]
shoe  = "2H 6S 3D KD KC ..."
steps = [
  { by = "ann", do = "place_wager", wager = "player", stake = 10 },
  { do = "draw" }, { do = "draw" },
  { do = "pull_card", to = "banker", refused = "rule_not_held 1" },
  { do = "draw" }, { do = "draw" },
]
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the made-up rulebook, which Punto is told of."""
    copied(tmp_path)
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path))
    return tmp_path


def document(words: list[str], capsys: Capture) -> object:
    assert run([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.usefixtures("folder")
def test_it_is_known_besides_those_that_ship() -> None:
    assert NAME in load.ids()
    assert list(load.ids()) == sorted(load.ids())
    assert load.load(NAME) is load.load(NAME)


def test_the_digest_is_of_what_the_text_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def digest(name: str, suffix: str, old: str, new: str) -> str:
        """Return the digest of the made-up rulebook with something changed in one file."""
        place = tmp_path / name
        place.mkdir()
        copied(place)
        file = place / f"{NAME}{suffix}"
        text = file.read_text(encoding="utf-8")
        assert old in text
        file.write_text(text.replace(old, new, 1), encoding="utf-8")
        monkeypatch.setenv("PUNTO_RULEBOOKS", str(place))
        return load.load(NAME).digest

    was = digest("was", ".toml", "[instrument]", "[instrument]")
    assert digest("comment", ".toml", "[instrument]", "# a remark\n[instrument]") == was
    assert digest("register", ".clauses.csv", "first of March", "second of March") != was
    assert digest("data", ".toml", '"green"', '"blue"') != was


def test_without_the_folder_it_is_not_known() -> None:
    assert NAME not in load.ids()
    with pytest.raises(Malformed):
        load.load(NAME)


@pytest.mark.usefixtures("folder")
def test_it_is_listed_shown_and_compared(capsys: Capture) -> None:
    assert run(["rules", "list"]) == 0
    assert NAME in capsys.readouterr().out
    assert run(["rules", "show", NAME]) == 0
    assert "table.cloth.colour = green" in capsys.readouterr().out
    shown = document(["rules", "show", NAME, "12"], capsys)
    assert isinstance(shown, dict)
    [fact] = shown["data"]
    assert (fact["key"], fact["value"], fact["used"]) == ("table.cloth.colour", "green", False)
    assert fact["reading"] == "Any green will do."
    for other in [name for name in load.ids() if name != NAME]:
        found = document(["rules", "diff", NAME, other], capsys)
        assert isinstance(found, list)
        assert "table.cloth.colour" in {one["key"] for one in found}


def test_it_is_checked(folder: Path, capsys: Capture) -> None:
    assert run(["rules", "check", str(folder / FILE.name)]) == 0
    assert "nothing found" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_it_is_in_force_from_its_day(capsys: Capture) -> None:
    for day, answer in (("2030-01-31", "not_in_force"), ("2030-03-01", "in_force")):
        found = document(["rules", "in-force", "xyz", day], capsys)
        assert isinstance(found, dict)
        assert found["answer"] == answer


@pytest.mark.usefixtures("folder")
def test_it_settles_a_coup(capsys: Capture) -> None:
    line = ["settle", NAME, "--offer", "dragon", "--cards", "2H 6S 3D KD KC"]
    found = document([*line, "--wager", "ann banker 25", "--wager", "bob dragon 5"], capsys)
    assert isinstance(found, dict)
    assert {one["wager"]: one["net_cents"] for one in found["wagers"]} == {
        "banker": 2_400,
        "dragon": -500,
    }
    assert [one["clause"] for one in found["wagers"]] == [["xyz-2030/10"], ["xyz-2030/9"]]


@pytest.mark.usefixtures("folder")
def test_it_has_odds_and_is_simulated_and_played(capsys: Capture) -> None:
    found = document(["odds", NAME], capsys)
    assert isinstance(found, dict)
    edges = {one["wager"]: one["edge"] for one in found["wagers"]}
    assert edges["dragon"] == "133002/160165"
    assert run(["simulate", NAME, "--coups", "2000", "--seed", "1"]) == 0
    assert run(["play", NAME, "--seed", "1", "--wager", "ann banker 100"]) == 0
    assert "this shoe is over" in capsys.readouterr().out


@pytest.mark.usefixtures("folder")
def test_scenarios_run_against_it(tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "mine").mkdir()
    file = tmp_path / "mine" / "coups.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    code = run(["scenario", "run", str(file)])
    assert code == 0, capsys.readouterr()


def test_several_folders_stand_beside_each_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = tmp_path / "one", tmp_path / "other"
    one.mkdir()
    other.mkdir()
    copied(one)
    text = FILE.read_text("utf-8").replace('"xyz-2030"', '"xyz-2031"')
    copied(other, text, "xyz-2031")
    monkeypatch.setenv("PUNTO_RULEBOOKS", os.pathsep.join([str(one), str(other)]))
    assert {NAME, "xyz-2031"} <= set(load.ids())
    assert load.load("xyz-2031").id == "xyz-2031"


def test_two_of_one_name_and_a_folder_that_is_none_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = load.ids()[0]
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path / "nowhere"))
    with pytest.raises(Malformed, match="nowhere"):
        load.ids()
    copied(tmp_path, name=shipped)
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path))
    with pytest.raises(Malformed, match="two rulebooks"):
        load.ids()


def test_one_with_findings_does_not_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path))
    copied(tmp_path, FILE.read_text("utf-8").replace("void_returns", "void_return"))
    with pytest.raises(Malformed) as no:
        load.load(NAME)
    assert "errors.void_return" in no.value.message
    assert "did you mean void_returns" in no.value.message
    assert "punto rules check" in (no.value.hint or "")


def test_one_without_a_register_does_not_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path))
    copied(tmp_path).with_suffix(".clauses.csv").unlink()
    with pytest.raises(Malformed, match="register"):
        load.load(NAME)


def test_one_called_other_than_its_id_does_not_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_RULEBOOKS", str(tmp_path))
    copied(tmp_path, name="other-2030")
    with pytest.raises(Malformed, match="name of the file"):
        load.load("other-2030")
