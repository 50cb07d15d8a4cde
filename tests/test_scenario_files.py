"""Scenario files: where they are found, names in them, and what is said of wrong words."""

from pathlib import Path

import pytest
from scenario_text import ANN, HEAD, cases, steps, write, wrong

from punto.cli.main import run as punto
from punto.scenario.errors import ScenarioError, near, no_such
from punto.scenario.loader import collect, shipped


def test_files_are_found_from_where_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = shipped() / "act-2015"
    for place, path in (
        (folder, "cards.toml"),
        (folder, "./cards.toml"),
        (folder, "."),
        (folder, "../act-2015/cards.toml"),
        (folder, "../nsw-2024/../act-2015/cards.toml"),
        (folder.parent, "act-2015/cards.toml"),
        (folder.parent, "act-2015/../act-2015"),
    ):
        monkeypatch.chdir(place)
        assert punto(["scenario", "run", path]) == 0, path
        assert "0 failed" in capsys.readouterr().out
    (tmp_path / "act-2015" / "deeper").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "act-2015" / "deeper")
    (tmp_path / "act-2015" / "x.toml").write_text((folder / "cards.toml").read_text("utf-8"))
    assert punto(["scenario", "run", ".."]) == 0
    assert punto(["scenario", "run", "../x.toml"]) == 0


def test_a_file_named_twice_runs_once(tmp_path: Path) -> None:
    file = write(tmp_path, steps("{ expect = { voids = 0 } }"))
    assert len(collect([file, tmp_path, file.parent / ".." / "nsw-2024" / "x.toml"])) == 1


def test_a_name_stands_once_in_a_rulebook(tmp_path: Path) -> None:
    text = steps("{ expect = { voids = 0 } }")
    first, second = write(tmp_path, text), write(tmp_path, text, "y.toml")
    with pytest.raises(ScenarioError) as error:
        collect([tmp_path])
    assert error.value.message == (
        f"{second}: scenario 1 has the name of scenario 1 in {first}: 'x'"
    )
    write(tmp_path, text, "y.toml", "tas-2018")
    second.unlink()
    twice = wrong(tmp_path, text + text).message
    assert f"{first}: scenario 2 has the name of scenario 1 in {first}: 'x'" in twice


def test_rows_of_one_scenario_share_its_name(tmp_path: Path) -> None:
    text = HEAD + "each = [{ n = 0 }, { n = 0 }]\n"
    assert len(cases(tmp_path, steps('{ expect = { voids = "{n}" } }', head=text))) == 2


def test_the_same_name_may_stand_in_two_rulebooks(tmp_path: Path) -> None:
    line = HEAD.replace("11.1.3", "{clause}") + 'refused = "x"\n'
    write(tmp_path, line.replace("{clause}", "5.8"))
    write(tmp_path, line.replace("{clause}", "9.4"), rulebook="tas-2018")
    assert len(collect([tmp_path])) == 2


@pytest.mark.parametrize(
    ("text", "message", "hint"),
    [
        (HEAD + 'crads = "2H"', "unknown key `crads`; did you mean cards?", "keys: name, cites"),
        ("[[scenarios]]\n", "unknown key `scenarios`; did you mean scenario?", "keys: scenario"),
        ('rulebook = "nsw-2042"\n' + HEAD, "no rulebook 'nsw-2042'; did you mean nsw-2024?",
         "rulebooks: act-2000, act-2015, nsw-2024, tas-2018"),
        (HEAD.replace("11.1.3", "11.1.33"), "cites 11.1.33, which nsw-2024 does not have; did you",
         "clauses: 11.1.3"),
        (HEAD + 'refused = "x"\nelect = { dekcs = 8 }', "no dekcs; did you mean decks?", "decks"),
        (HEAD + 'refused = "x"\nelect = { source = "shoe" }', "source", "card_shoe"),
        (HEAD + 'refused = "x"\nstage = "shufled"\nsteps = [{ do = "cut", at = 9 }]',
         "no stage 'shufled'; did you mean shuffled?", "stages: new, shuffled, cut"),
        (HEAD + 'refused = "x"\ndealt = "D"\nsteps = [{ do = "deal" }]', "no way of dealing 'D'",
         "ways of dealing: A, B, C"),
        (steps('{ do = "place_wagr", refused = "x" }'), "did you mean place_wager?", "place_wager"),
        (steps('{ do = "cut", it = 5, refused = "x" }'), "cut takes no it", "cut takes: at, by,"),
        (steps('{ do = "deal", refsued = "x" }', "{ expect = { voids = 0 } }"),
         "did you mean refused?", "deal takes: cards, burn_missed, table, wagers, by"),
        (steps("{ expect = { lfet = 5 } }"), "unknown key 'lfet'; did you mean left?", "left"),
        (steps(ANN, '{ do = "draw", repeat = 6 }', '{ expect = { "ann plaer" = 5 } }'),
         "unknown key 'ann plaer'; did you mean ann", "ann"),
        (steps('{ expect = { phase = "iddle" } }'), "no phase 'iddle'; did you mean idle?",
         "phases: closed, idle, betting, dealing, settling"),
        (steps('{ expect = { stage = "redy" } }'), "no stage 'redy'; did you mean ready?", "new"),
        (steps('{ expect = { seen = { hnads = "x" } } }'), "key 'hnads'; did you mean hands",
         "known: by, hands"),
        (steps(ANN, "{ expect = { returned = { bob = 5 } } }"), "nobody wagered as 'bob'", "ann"),
        (HEAD + 'each = [{ a = 1 }]\ncards = "{b}"', "lacks 'b'", "it has: a"),
        ("scenario = []", "holds no scenario", "[[scenario]]"),
        (steps("{ expect = {} }"), "expects nothing, so it can prove nothing", ""),
    ],
)  # fmt: skip
def test_messages_name_what_would_be_right(
    tmp_path: Path, text: str, message: str, hint: str
) -> None:
    error = wrong(tmp_path, text)
    assert message in error.message
    assert hint in (error.hint or "")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n# nothing\n",
        "scenario = 5",
        'scenario = ["x"]',
        "[defaults]\n",
        "[defaults]\nelect = 5\n" + HEAD + 'refused = "x"',
        "[defaults]\nelcet = {}\n" + HEAD + 'refused = "x"',
        HEAD + 'each = [{ a = [1] }]\nelect = { "{a}" = 1 }\nrefused = "x"',
        HEAD + 'people = { "" = "" }\nrefused = "x"',
        HEAD + 'people = 5\nrefused = "x"',
        HEAD + "steps = [5]",
        HEAD + "steps = [{}]",
        HEAD + 'steps = [{ do = 5, refused = "x" }]',
        HEAD + 'steps = [{ do = "deal", by = 5, refused = "x" }]',
        HEAD + 'steps = [{ do = "deal", by = "", refused = "x" }]',
        HEAD + 'steps = [{ do = "deal", "" = 5, refused = "x" }]',
        HEAD + 'steps = [{ do = "deal", "re fused" = 5, refused = "x" }]',
        HEAD + "steps = [{ expect = { seen = 5 } }]",
        HEAD + "steps = [{ expect = { seen = { by = [] } } }]",
        HEAD + "steps = [{ expect = { chips = 5 } }]",
        HEAD + "steps = [{ expect = { returned = 5 } }]",
        HEAD + 'steps = [{ expect = { "" = 5 } }]',
        HEAD + f'"{"k" * 100_000}" = 5\nrefused = "x"',
    ],
)
def test_anything_else_that_is_wrong_is_one_line_too(tmp_path: Path, text: str) -> None:
    assert wrong(tmp_path, text).message


def test_an_unknown_word_gets_all_words_or_those_near_it() -> None:
    assert near("ANN", ["ann"]) == ["ann"]
    assert near("x" * 10**6, ["ann"]) == []
    many = [f"word{number}" for number in range(1000)]
    close = no_such("no", "word7", many, "words").hint or ""
    assert close.startswith("words: word7, word97, word87, ")
    assert close.count(",") == 4
    assert (no_such("no", "?", many, "words").hint or "").count(",") == 119
    assert no_such("no", "?", [], "words").hint == "words: none"


def test_a_wrong_file_is_exit_code_2_with_its_hint(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write(tmp_path, steps('{ by = "dealr", do = "deal", refused = "not_entitled" }'))
    assert punto(["scenario", "run", str(file)]) == 2
    said = capsys.readouterr().err
    assert "'dealr' is no title here and no patron of this file; did you mean dealer?" in said
    assert 'hint: people = { dealr = "patron" } introduces a stranger; titles: ' in said
