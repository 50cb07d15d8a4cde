"""The command line as a person meets it: output, JSON shapes, and one clear line for mistakes."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.editions import DEALING

from punto.cli.main import run
from punto.cli.output import console, talk
from punto.rulebook import load


@pytest.fixture(autouse=True)
def _fresh_consoles() -> None:
    console.cache_clear()
    talk.cache_clear()


Capture = pytest.CaptureFixture[str]


@pytest.mark.parametrize(
    "line",
    [
        "play nsw-2024 --decks 13",
        "play nsw-2024 --decks 0",
        "play act-2015 --decks 6",
        "play vic-1999",
        "play nsw-2024 --settlement federal",
        "play nsw-2024 --offer roulette",
        "play nsw-2024 --offer tiger --offer pairs",
        "play nsw-2024 --offer tiger --decks 4",
        "play nsw-2024 --layout N",
        "play nsw-2024 --coups 0",
        "play nsw-2024 --coups -1",
        "play nsw-2024 --coups many",
        "play nsw-2024 --seed -1",
        "play nsw-2024 --chips 0",
        "play nsw-2024 --chips x",
        "play nsw-2024 --wager ann_banker_100",
        "play nsw-2024 --wager 'ann banker 0'",
        "play nsw-2024 --wager 'ann banker -5'",
        "play nsw-2024 --wager 'ann banker 0.025'",
        "play nsw-2024 --wager 'ann banker 1000000000000000000000000000000'",
        "play nsw-2024 --wager 'ann dragon 10'",
        "play nsw-2024 --shoe '1S 2S'",
        "play nsw-2024 --shoe ''",
        "play nsw-2024 --shoe 'AS ...' --seed 4",
        "play nsw-2024 --offer pairs --offer pairs",
        "play tas-2018 --layout A",
        "play nsw-2024 --chips 9999999.97,7777777.77",
        "settle act-2015 --cards '9S 2H KD 2C'",
        "settle nsw-2024 --cards '9S 2H KD 2C' --wager 'ann banker 10,5'",
        "settle nsw-2024 --totals 'player --5 banker 6'",
        "settle nsw-2024 --totals 'player ² banker 6'",
        "rules in-force nsw 20200101",
        "rules in-force act 2020-01-01 --notified =2015-02-12",
        "rules in-force act 2020-01-01 --notified act-2015=2016-02-12 --notified act-2015=2016",
        "play nsw-2024 --decks 3 --shoe 'KH KH KH KH'",
        "play act-2000",
        "settle nsw-2024",
        "settle nsw-2024 --cards '1S 2S 3S 4S'",
        "settle nsw-2024 --totals 'player five'",
        "settle nsw-2024 --cards '9S 2H KD 2C' --wager 'ann dragon 5'",
        "rules show nsw-2024 99.9",
        "rules show vic-1999",
        "rules show nsw-2024 --area weather",
        "rules show nsw-2024 99",
        "rules show nsw-2024 ''",
        "rules show nsw-2024 4 --area settlement",
        "rules diff nsw-2024 vic-1999",
        "rules coverage vic-1999",
        "rules mutate vic-1999",
        "rules in-force vic 2020-01-01",
        "rules in-force nsw yesterday",
        "rules in-force act 2020-01-01 --notified act-2015=2015-02-10",
        "scenario run /no/such/file.toml",
        "rules",
        "nonsense",
        "play",
        "rules list --frobnicate",
    ],
)
def test_a_mistake_is_one_clear_line_and_exit_code_2(line: str, capsys: Capture) -> None:
    import shlex

    code = run(shlex.split(line))
    out = capsys.readouterr()
    if line == "rules":
        assert code == 0
        assert "Usage" in out.out
        return
    expected = 1 if line in REFUSALS else 2
    assert code == expected, out.err
    lines = out.err.strip().splitlines()
    assert 1 <= len(lines) <= 2, out.err
    assert lines[0].startswith(("error: ", "refused: "))
    assert len(lines) == 1 or lines[1].startswith("hint: ")
    assert "Traceback" not in out.err
    assert out.out == ""


# The rulebook understood these and says no; the others were not understood.
REFUSALS = {
    "play act-2000",
    "play nsw-2024 --wager 'ann dragon 10'",
    "settle nsw-2024 --cards '9S 2H KD 2C' --wager 'ann dragon 5'",
}


def test_a_misspelt_key_in_a_scenario_is_exit_code_2(tmp_path: Path, capsys: Capture) -> None:
    folder = tmp_path / "nsw-2024"
    folder.mkdir()
    (folder / "x.toml").write_text('[[scenario]]\nname = "x"\ncites = ["5.8"]\ncrads = ""\n')
    assert run(["scenario", "run", str(tmp_path)]) == 2
    assert "unknown key `crads`" in capsys.readouterr().err


def test_a_failing_scenario_is_exit_code_1_with_a_difference(
    tmp_path: Path, capsys: Capture
) -> None:
    file = tmp_path / "x.toml"
    file.write_text(
        'rulebook = "nsw-2024"\n[[scenario]]\nname = "x"\ncites = ["5.8"]\n'
        'wagers = ["ann banker 25"]\ncards = "5H 3D 2C 2S 4C"\nexpect = ["ann +23"]\n'
    )
    assert run(["scenario", "run", str(file)]) == 1
    out = capsys.readouterr().out
    assert "ann: expected +23, got $24" in out
    assert "0 passed, 1 failed" in out


def test_the_shipped_scenarios_pass(capsys: Capture) -> None:
    assert run(["scenario", "run"]) == 0
    assert "0 failed" in capsys.readouterr().out


def test_a_coup_is_explained_by_its_clauses(capsys: Capture) -> None:
    line = ["settle", "nsw-2024", "--cards", "2H 6S 3D KD KC", "--settlement", "even_money"]
    assert run([*line, "--wager", "ann banker 25", "--wager", "bob tie 20"]) == 0
    out = capsys.readouterr().out
    for words in ("Banker stands on 6 against a third card worth 0", "9.4.2", "BANKER WINS 6-5"):
        assert words in out
    assert "$12.50 rounded up, paid $13" in out
    assert "11.2.2#2 5.8" in out


def test_declared_totals_are_settled(capsys: Capture) -> None:
    line = ["settle", "act-2000", "--settlement", "method_b", "--totals", "player 4 banker 6"]
    assert run([*line, "--wager", "ann banker 60", "--json"]) == 0
    [wager] = json.loads(capsys.readouterr().out)["wagers"]
    assert wager["net_cents"] == 3000
    assert wager["clause"] == ["act-2000/8.3(a)", "act-2000/8.7(b)"]


def test_play_json_gives_one_line_per_coup_and_a_seed_repeats_it(capsys: Capture) -> None:
    line = ["play", "tas-2018", "--seed", "5", "--json", "--wager", "ann player 10"]
    assert run(line) == 0
    first = capsys.readouterr().out
    coups = [json.loads(text) for text in first.splitlines()]
    assert len(coups) > 60
    assert [coup["coup"] for coup in coups] == list(range(1, len(coups) + 1))
    assert coups[-1]["announced"] == ["last hand"] or coups[-1]["left"] <= 6
    assert run(line) == 0
    assert capsys.readouterr().out == first
    assert run([*line[:3], "6", *line[4:]]) == 0
    assert capsys.readouterr().out != first


@pytest.mark.parametrize("name", DEALING)
def test_a_whole_shoe_is_dealt_in_words(name: str, capsys: Capture) -> None:
    assert run(["play", name, "--seed", "1", "--wager", "ann banker 100"]) == 0
    out = capsys.readouterr().out
    assert "this shoe is over" in out
    assert "the shoe so far" in out


UNBET = ("--no-bets", "casino_supervisor marker=yes")


def test_a_given_shoe_is_dealt_in_its_order(capsys: Capture) -> None:
    assert run(["play", "nsw-2024", "--shoe", "CUT 9S 3D KH 4C ...", "--json", *UNBET]) == 0
    [coup] = [json.loads(text) for text in capsys.readouterr().out.splitlines()]
    assert coup["line"] == "player 9-7"
    assert coup["announced"] == ["last coup"]


def test_the_json_shapes_that_scripts_rely_on(capsys: Capture) -> None:
    assert run(["rules", "coverage", "act-2000", "--json"]) == 0
    rows = json.loads(capsys.readouterr().out)
    keys = {"rulebook", "clause", "area", "kind", "covered", "scenarios"}
    assert all(set(row) >= keys for row in rows)
    assert [row["clause"] for row in rows] == list(load.register("act-2000"))
    assert run(["rules", "mutate", "act-2000", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert set(report) >= {"rulebook", "mutants", "caught", "survivors"}
    assert report["survivors"] == []
    assert run(["rules", "in-force", "nsw", "2024-05-16", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["answer"] == "in_force"
    for line in (
        ["rules", "list"],
        ["rules", "show", "tas-2018"],
        ["rules", "show", "tas-2018", "9.4"],
        ["rules", "diff", "act-2015", "nsw-2024"],
        ["scenario", "run"],
    ):
        assert run([*line, "--json"]) == 0
        json.loads(capsys.readouterr().out)


def test_a_clause_is_shown_with_its_data_reading_and_scenarios(capsys: Capture) -> None:
    assert run(["rules", "show", "act-2015", "7.3[5]"]) == 0
    out = capsys.readouterr().out
    assert "tableau.banker.5 = no card D, 0-9 SSSSDDDDSS" in out
    assert "misprinted" in out
    assert "scenario: Banker 5 draws" in out


def test_a_section_is_shown_with_all_its_clauses_and_no_other(capsys: Capture) -> None:
    for name, section in (("nsw-2024", "4"), ("act-2015", "10"), ("tas-2018", "14")):
        assert run(["rules", "show", name, section]) == 0
        shown = [line.split()[0] for line in capsys.readouterr().out.splitlines() if _heads(line)]
        whole = [
            clause
            for clause in load.register(name)
            if re.fullmatch(rf"{section}\W.*", clause) or clause == section
        ]
        assert len(whole) > 5
        assert shown == whole
        assert run(["rules", "show", name, f"{name}/{section}", "--json"]) == 0
        rows = json.loads(capsys.readouterr().out)
        assert [row["clause"] for row in rows] == whole
        assert set(rows[0]) >= {"rulebook", "clause", "area", "kind", "rule", "data"}


def _heads(line: str) -> bool:
    """Return whether a line names a clause, its area and kind."""
    return re.match(r"[\d]\S*  \w", line) is not None


def test_a_clause_is_shown_with_the_clauses_within_it(capsys: Capture) -> None:
    assert run(["rules", "show", "nsw-2024", "10.29"]) == 0
    out = capsys.readouterr().out
    assert out.startswith("nsw-2024/10.29\n")
    assert "software: " in out
    assert "\n10.29.2  optional-bet, compute\n" in out
    assert run(["rules", "show", "nsw-2024", "10.29", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["clause"] == "10.29"
    assert [row["clause"] for row in found["within"]] == ["10.29.1", "10.29.2", "10.29.3"]


def test_rulebooks_are_compared_clause_against_clause(capsys: Capture) -> None:
    assert run(["rules", "diff", "act-2015", "tas-2018"]) == 0
    out = capsys.readouterr().out
    [line] = [line for line in out.splitlines() if line.startswith("cards.decks ")]
    assert "8  [2.1#1]" in line
    assert "4, 5, 6, 7, 8  [4.1#1]" in line
    [pair] = [
        line
        for line in out.splitlines()
        if "player_pair.outcomes.mixed pair  " in line or "player_pair.outcomes.mixed pair " in line
    ][:1]
    assert "6:1" in pair


def test_mutants_that_survive_are_exit_code_1(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "x.toml"
    file.write_text(
        'rulebook = "act-2000"\n[[scenario]]\nname = "x"\ncites = ["8.1"]\nrefused = "8.1"\n'
    )
    assert run(["rules", "mutate", "act-2000", "--scenarios", str(tmp_path)]) == 1
    assert "survivors" in capsys.readouterr().out


def test_wagers_the_table_does_not_take_are_told_before_anything_is_dealt(capsys: Capture) -> None:
    line = ["play", "nsw-2024", "--seed", "1", "--wager", "ann player 5", "--wager", "ann banker 5"]
    assert run(line) == 1
    out = capsys.readouterr()
    assert out.out == ""
    assert out.err.startswith("refused: both_hands_not_approved")


def test_a_shoe_that_runs_out_is_told_with_its_clause(capsys: Capture) -> None:
    line = ["play", "nsw-2024", "--shoe", "8S 4D KH QC 9S 3D KH CUT", "--wager", "ann player 5"]
    assert run(line) == 0
    out = capsys.readouterr()
    assert "coup 1" in out.out
    assert "coup 2" not in out.out
    assert "the coup is void and every stake goes back  [12.6 " in out.err


def test_a_refused_wager_at_the_prompt_is_asked_for_again() -> None:
    typed = "ann player 5, ann banker 5\nann player x\nann player 5\n=\nq\n"
    shown = subprocess.run(
        ["script", "-qc", f"{PUNTO} play nsw-2024 --seed 3", "/dev/null"],
        input=typed.encode(),
        capture_output=True,
        check=False,
        env={**os.environ, "NO_COLOR": "1", "COLUMNS": "160"},
    )
    text = shown.stdout.decode()
    assert "refused: both_hands_not_approved" in text
    assert "'x' is not an amount of dollars" in text
    assert "coup 2" in text
    assert "2 coups" in text


def test_huge_numbers_are_told_at_once(capsys: Capture) -> None:
    digits = "9" * 5000
    for line in (
        ["settle", "nsw-2024", "--totals", f"player {digits} banker 6"],
        ["settle", "nsw-2024", "--totals", "player 4 banker 6", "--wager", f"ann banker {digits}"],
        ["play", "nsw-2024", "--chips", digits],
        ["scenario", "run", f"/{digits}"],
    ):
        assert run(line) == 2
        assert len(capsys.readouterr().err) < 300


def test_the_last_day_of_the_calendar_is_a_day(capsys: Capture) -> None:
    line = ["rules", "in-force", "act", "9999-12-31", "--notified", "act-2015=9999-12-31"]
    assert run(line) == 0
    assert "act on 9999-12-31" in capsys.readouterr().out


PUNTO = Path(sys.executable).parent / "punto"


def punto(*words: str, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([PUNTO, *words], capture_output=True, check=False, **options)


def test_a_terminal_without_unicode_gets_plain_text() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "NO_COLOR": "1"}
    line = ["play", "nsw-2024", "--seed", "1", "--coups", "2", "--wager", "Zoë banker 5"]
    shown = punto(*line, env=environment)
    assert shown.returncode == 0, shown.stderr
    assert shown.stdout.isascii()
    assert b"Zo\\xeb" in shown.stdout
    documents = punto(*line, "--json", env=environment).stdout.splitlines()
    assert json.loads(documents[0])["wagers"][0]["patron"] == "Zoë"


@pytest.mark.parametrize("words", [["rules", "show", "nsw-2024"], ["play", "act-2015"], ["--help"]])
def test_a_reader_that_goes_away_is_no_error(words: list[str]) -> None:
    line = " ".join([str(PUNTO), *words])
    shown = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {line} | head -1"], capture_output=True, check=False
    )
    assert shown.returncode == 0, shown.stderr
    assert b"Traceback" not in shown.stderr


def test_a_full_disk_is_told() -> None:
    if not Path("/dev/full").exists():
        return
    with Path("/dev/full").open("w") as full:
        shown = subprocess.run(
            [PUNTO, "rules", "list"], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert shown.returncode == 2
    assert shown.stderr.startswith(b"error: No space left")


def test_a_closed_output_is_no_traceback() -> None:
    shown = subprocess.run(
        ["bash", "-c", f"{PUNTO} rules list >&-"], capture_output=True, check=False
    )
    assert b"Traceback" not in shown.stderr
