"""``punto odds``, ``simulate`` and ``vulnerability`` as a person meets them."""

import json
import os
import pty
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from rich.progress import Progress

from punto.clause import Malformed
from punto.cli.main import run
from punto.cli.output import console, talk
from punto.cli.permitted import permitted_decks, warn_of_depth
from punto.cli.simulate_table import cutting_card, moved, show_simulation
from punto.cli.unpermitted import Unpermitted
from punto.odds.charts import checked_path
from punto.odds.cluster import ClusterLost
from punto.odds.composition import fresh
from punto.odds.exact import Analyser
from punto.odds.settlement_groups import SettlementGroup
from punto.odds.shoe_plan import plan
from punto.odds.shoe_trace import pass_through
from punto.odds.simulate import ShoeStatistics, Tally, chunks, deal_chunk
from punto.odds.vulnerability import Trace, shoe_starts, traced
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.shoe_preparation import prepare

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def _fresh_consoles() -> None:
    console.cache_clear()
    talk.cache_clear()


def answer(line: str, capsys: Capture) -> Any:
    assert run([*shlex.split(line), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "line",
    [
        "odds vic-1999",
        "odds act-2015 --decks 6",
        "odds nsw-2024 --decks 5",
        "odds nsw-2024 --decks 9 --what-if",
        "odds nsw-2024 --decks 0 --what-if",
        "odds nsw-2024 --decks 1000000000000000000000000000000",
        "odds nsw-2024 --settlement federal",
        "odds nsw-2024 --wager dragon",
        "odds nsw-2024 --without 1S",
        "odds nsw-2024 --without 'KH KH KH KH KH KH KH KH KH'",
        "odds nsw-2024 --stake 10",
        "odds nsw-2024 --chip 1",
        "odds nsw-2024 --stake 0 --chip 1",
        "odds nsw-2024 --stake 10 --chip 3",
        "odds nsw-2024 --stake 10 --chip 1 --plot x.pdf",
        "odds nsw-2024 --stake 10 --chip 1 --plot /no/such/folder/x.png",
        "odds nsw-2024 --plot x.png",
        "odds nsw-2024 --odds tie",
        "odds nsw-2024 --odds banker=24:25",
        "odds nsw-2024 --odds tie=9:1 --odds tie=10:1",
        "odds nsw-2024 --shoe ''",
        "odds nsw-2024 --shoe 'seed 1' --without KH",
        "odds nsw-2024 --shoe 'seed 1' --stake 5 --chip 1",
        "odds nsw-2024 --shoe 'seed 1' --covariance",
        "odds nsw-2024 --shoe 'seed 1' --par x.md",
        "odds nsw-2024 --stake 5 --chip 1 --par x.md",
        "odds nsw-2024 --stake 5 --chip 1 --covariance",
        "odds nsw-2024 --wager tie --covariance",
        "odds nsw-2024 --stake 25000 --chip 1 --plot x.png",
        "simulate tas-2018 --coups 100 --marker 107",
        "simulate nsw-2024 --coups 100 --workers 100000",
        "simulate nsw-2024 --coups 100 --workers 2 --cluster tcp://127.0.0.1:1",
        "simulate nsw-2024 --coups 100 --settlement federal",
        "vulnerability tas-2018 --marker 107",
        "odds nsw-2024 --odds tie=nine",
        "odds nsw-2024 --cell 9/9=D",
        "odds nsw-2024 --changes /no/such/file.toml",
        "odds nsw-2024 --par /no/such/folder/x.md",
        "odds nsw-2024 --par x.pdf",
        "odds nsw-2024 --shoe 'seed x'",
        "odds nsw-2024 --shoe 'AS 2S'",
        "odds nsw-2024 --shoe 'seed 1' --wager dragon",
        "simulate nsw-2024",
        "simulate nsw-2024 --coups 0",
        "simulate nsw-2024 --coups -1",
        "simulate nsw-2024 --coups 1000000000000000000000000000000",
        "simulate nsw-2024 --coups 100 --workers 0",
        "simulate nsw-2024 --coups 100 --seed -1",
        "simulate nsw-2024 --coups 100 --decks 7",
        "simulate nsw-2024 --coups 100 --marker 19",
        "simulate nsw-2024 --coups 100 --burn all",
        "simulate nsw-2024 --coups 100 --plot x.pdf",
        "simulate nsw-2024 --coups 100 --cluster nonsense",
        "vulnerability nsw-2024 --shoes 0",
        "vulnerability nsw-2024 --decks 5",
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_a_mistake_is_one_clear_line_and_exit_code_2(line: str, capsys: Capture) -> None:
    assert run(shlex.split(line)) == 2
    lines = capsys.readouterr().err.strip().splitlines()
    assert lines[0].startswith("error: ")
    assert len(lines) <= 2


def test_a_rulebook_that_deals_no_cards_refuses(capsys: Capture) -> None:
    for line in ("odds act-2000", "simulate act-2000 --coups 10", "vulnerability act-2000"):
        assert run(shlex.split(line)) == 1
        assert capsys.readouterr().err.startswith("refused: rule_not_held [act-2000/AL-insert]")


def test_the_shape_of_odds_that_scripts_rely_on(capsys: Capture) -> None:
    found = answer("odds tas-2018 --decks 6 --settlement federal --wager banker", capsys)
    assert set(found) >= {"rulebook", "decks", "total", "wagers"}
    assert found["total"] == 878_869_206_895_680
    [banker] = found["wagers"]
    assert set(banker) >= {"wager", "settlement", "edge", "edge_percent", "outcomes"}
    assert banker["outcomes"][0] == {
        "name": "banker wins on six",
        "sequences": banker["outcomes"][0]["sequences"],
        "probability_percent": banker["outcomes"][0]["probability_percent"],
        "odds": "1:1 less 50%",
    }
    assert sum(row["sequences"] for row in banker["outcomes"]) == found["total"]


def test_a_depleted_shoe_changes_the_odds(capsys: Capture) -> None:
    whole = answer("odds nsw-2024 --wager tiger_tie", capsys)
    gone = answer("odds nsw-2024 --wager tiger_tie --without '6S 6H 6D 6C 6S 6H'", capsys)
    edges = [found["wagers"][0]["edge_percent"] for found in (whole, gone)]
    assert edges[1] > edges[0]
    assert gone["cards"] == 410


def test_what_if_shows_both_columns_and_the_difference(capsys: Capture) -> None:
    assert run(shlex.split("odds nsw-2024 --odds tie=9:1 --wager tie")) == 0
    [line] = [text for text in capsys.readouterr().out.splitlines() if text.startswith("tie ")]
    assert line.split() == ["tie", "any", "14.3596", "4.8440", "-9.5156"]
    found = answer("odds nsw-2024 --odds tie=9:1 --wager tie", capsys)
    assert found["changed"][0]["edge_percent"] == pytest.approx(4.844056, abs=1e-4)


def test_decks_that_are_not_permitted_warn_in_a_what_if(capsys: Capture) -> None:
    assert run(shlex.split("odds nsw-2024 --decks 5 --what-if --json")) == 0
    out = capsys.readouterr()
    assert "warning: nsw-2024 does not permit 5 decks [3.1#1]" in out.err
    assert json.loads(out.out)["decks"] == 5


def test_a_depth_that_is_not_permitted_warns_in_a_what_if(capsys: Capture) -> None:
    for command in ("simulate tas-2018 --coups 100", "vulnerability tas-2018 --shoes 3"):
        assert run([*shlex.split(command), "--marker", "107", "--what-if", "--json"]) == 0
        assert "does not permit 107 cards behind the marker [5.4#2]" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "clause", "permitted"),
    [("nsw-2024", "3.1#1", (3, 4, 6, 8)), ("tas-2018", "4.1#1", (4, 5, 6, 7, 8))],
)
def test_decks_are_those_that_the_rulebook_permits_or_any_in_a_what_if(
    name: str, clause: str, permitted: tuple[int, ...], capsys: Capture
) -> None:
    edition = load(name)
    assert permitted_decks(edition, None) == permitted_decks(edition, None, free=True) == 8
    for decks in permitted:
        assert permitted_decks(edition, decks) == permitted_decks(edition, decks, free=True)
    assert capsys.readouterr().err == ""
    assert permitted_decks(edition, 1, free=True) == 1
    said = f"warning: {name} does not permit 1 deck [{clause}]\n"
    assert capsys.readouterr().err == said
    for wrong in (0, 9):
        with pytest.raises(Malformed) as counted:
            permitted_decks(edition, wrong, free=True)
        assert not isinstance(counted.value, Unpermitted)
        with pytest.raises(Unpermitted) as denied:
            permitted_decks(edition, wrong)
        error = denied.value
        assert (error.code, error.clause) == ("decks_not_permitted", (f"{name}/{clause}",))
        assert error.message == f"{name} does not permit {wrong} decks"
        listed = ", ".join(map(str, permitted))
        hint = f"permitted: {listed}; --what-if takes any number from 1 to 8"
        assert error.hint == hint


def test_only_an_exact_place_of_the_marker_is_warned_of(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, depth in (("tas-2018", None), ("tas-2018", 7), ("nsw-2024", 21), ("act-2000", 9)):
        warn_of_depth(load(name), depth)
    assert capsys.readouterr().err == ""
    monkeypatch.setenv("COLUMNS", "30")
    for depth in (6, 8):
        warn_of_depth(load("tas-2018"), depth)
        said = f"warning: tas-2018 does not permit {depth} cards behind the marker [5.4#2]\n"
        assert capsys.readouterr().err == said


def test_a_picture_goes_where_it_can_be_written_and_leaves_nothing_before(tmp_path: Path) -> None:
    for name in ("new.png", "new.svg"):
        assert checked_path(str(tmp_path / name)) == tmp_path / name
    assert list(tmp_path.iterdir()) == []
    old, locked = tmp_path / "old.png", tmp_path / "locked.svg"
    old.write_bytes(b"as it was")
    locked.mkdir()
    assert checked_path(str(old)) == old
    assert old.read_bytes() == b"as it was"
    for path, said in (
        (tmp_path / "x.pdf", "a plot is a .png or an .svg file"),
        (tmp_path / "no" / "x.png", f"there is no folder '{tmp_path / 'no'}'"),
        (old / "x.png", f"there is no folder '{old}'"),
        (locked, "cannot be written: Is a directory"),
    ):
        with pytest.raises(Malformed) as error:
            checked_path(str(path))
        assert error.value.message == f"{str(path)!r}: {said}"
    assert sorted(tmp_path.iterdir()) == [locked, old]


def test_stakes_show_where_rounding_favours_the_patron(tmp_path: Path, capsys: Capture) -> None:
    plot = tmp_path / "x.svg"
    line = f"odds nsw-2024 --wager banker --stake 40 --chip 1 --plot {plot}"
    assert run(shlex.split(line)) == 0
    out = capsys.readouterr().out
    assert "21 of 40 stakes favour the patron" in out
    [row] = [text.split() for text in out.splitlines() if text.strip().startswith("$39 ")]
    assert [float(cell) < 0 for cell in row[1:]] == [True, False]
    assert plot.read_text().startswith("<?xml")
    line = "odds nsw-2024 --wager banker --stake 25000 --chip 1"
    assert answer(line, capsys)[0]["by_stake"] == []


def test_a_what_if_reaches_every_view(tmp_path: Path, capsys: Capture) -> None:
    shoe = answer("odds nsw-2024 --shoe 'seed 1' --wager tie --odds tie=9:1", capsys)
    assert shoe["coups"][0]["edge_percent"] == [4.844]
    [stake] = answer("odds nsw-2024 --wager tie --odds tie=9:1 --stake 5 --chip 1", capsys)
    assert stake["edge_at_stake_percent"] == pytest.approx(4.844, abs=1e-3)
    sheet = tmp_path / "x.csv"
    assert run(["odds", "nsw-2024", "--odds", "tie=9:1", "--par", str(sheet)]) == 0
    assert "tie,,commission,tie,9:1" in sheet.read_text()
    capsys.readouterr()
    found = answer("odds nsw-2024 --odds tie=9:1 --wager tie", capsys)
    assert found["changed"][0]["difference_percent"] == pytest.approx(-9.5156, abs=1e-3)


def test_a_shoe_is_valued_coup_by_coup(tmp_path: Path, capsys: Capture) -> None:
    plot = tmp_path / "x.png"
    found = answer(f"odds tas-2018 --shoe 'seed 4' --plot {plot}", capsys)
    assert len(found["coups"]) > 70
    assert plot.read_bytes().startswith(b"\x89PNG")
    # What is left decides, not what was there: the edges are those of the depleted shoe.
    rules = elect(load("tas-2018"), Elections())
    passage = pass_through(rules, prepare(rules, Random(4).randrange))
    work = Analyser(load("tas-2018"), "commission")
    last = [float(one.edge) * 100 for one in work.analyse(passage.counts[-1]).wagers]
    assert found["coups"][-1]["edge_percent"] == pytest.approx(last, abs=1e-3)
    part = answer("odds nsw-2024 --shoe '9S 3D KH 4C 2S 7H 2D KC 3S 8H'", capsys)
    assert [one["line"] for one in part["coups"]] == ["player 9-7", "tie 7-7"]
    assert run(shlex.split("odds tas-2018 --shoe 'seed 4' --wager tie")) == 0
    assert "14.36" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("shoe", "coups"),
    [
        # Nothing is said of a cutting card: the coups go on as far as the cards do.
        ("9S 3D KH 4C 9H 3C KD 4S 9D 3H KC 4H", 3),
        # The coup before which it comes out is the last.
        ("CUT 9S 3D KH 4C 9H 3C KD 4S 9D 3H KC 4H", 1),
        ("9S 3D KH 4C CUT 9H 3C KD 4S 9D 3H KC 4H 9C 3S KS 4D", 2),
        # In a whole shoe it lies where the rulebook wants it.
        ("...", 77),
        ("CUT ...", 1),
    ],
)
def test_a_shoe_ends_by_its_cutting_card_and_part_of_one_by_its_cards(
    shoe: str, coups: int, capsys: Capture
) -> None:
    found = answer(f"odds nsw-2024 --wager tie --shoe '{shoe}'", capsys)
    assert len(found["coups"]) == coups


def test_covariance_and_par_sheets(tmp_path: Path, capsys: Capture) -> None:
    found = answer("odds act-2015 --covariance", capsys)
    matrix = found["covariance"]["matrix"]
    assert matrix[0][1] == matrix[1][0] < 0
    for form in ("md", "csv", "json"):
        assert run(["odds", "act-2015", "--par", str(tmp_path / f"x.{form}")]) == 0
        assert "2292252566437888" in (tmp_path / f"x.{form}").read_text().replace(",", "")
    assert run(["odds", "act-2015", "--covariance"]) == 0
    capsys.readouterr()


def test_a_simulation_repeats_and_has_the_shape_that_scripts_rely_on(
    tmp_path: Path, capsys: Capture
) -> None:
    line = f"simulate act-2015 --coups 200000 --seed 5 --workers 1 --plot {tmp_path / 'x.png'}"
    first, again = answer(line, capsys), answer(line, capsys)
    assert set(first) >= {"rulebook", "coups", "seconds", "coups_per_second", "wagers"}
    assert first["wagers"] == again["wagers"]
    assert first["coups"] >= 200_000
    exact = {
        (one.entry.wager, one.entry.settlement, one.entry.offer): one
        for one in Analyser(load("act-2015")).analyse(fresh(8)).wagers
    }
    for one in first["wagers"]:
        wager = exact[one["wager"], one["settlement"], one["offer"]]
        assert one["exact_edge_percent"] == pytest.approx(float(wager.edge) * 100, abs=1e-5)
        error = wager.deviation / first["coups"] ** 0.5 * 100
        assert one["standard_error_percent"] == pytest.approx(error, rel=0.1)
        width = one["high_percent"] - one["low_percent"]
        assert width == pytest.approx(2 * 1.96 * one["standard_error_percent"], abs=1e-4)
        assert one["low_percent"] < one["edge_percent"] < one["high_percent"]
    assert first["complete"]
    assert sum(first["shoes"]["lengths"].values()) == first["shoes"]["shoes"]
    assert run(shlex.split("simulate act-2015 --coups 1000 --seed 5 --workers 1")) == 0
    assert "seed 5" in capsys.readouterr().out


def test_a_simulation_prints_a_wager_once_where_settlements_do_not_differ(capsys: Capture) -> None:
    assert run(shlex.split("simulate tas-2018 --coups 1000 --seed 5 --workers 1")) == 0
    lines = capsys.readouterr().out.splitlines()
    [start] = [n for n, line in enumerate(lines) if line.startswith("wager ")]
    named = [line.split()[:2] for line in lines[start + 1 :] if line.startswith(("p", "b", "t"))]
    assert [name for name in named if name[0] in ("player", "banker", "tie")] == [
        ["player", "any"],
        ["banker", "commission"],
        ["banker", "federal"],
        ["tie", "any"],
    ]
    assert len(named) == 6
    # Scripts still find every settlement.
    found = answer("simulate tas-2018 --coups 1000 --seed 5 --workers 1", capsys)
    assert len(found["wagers"]) == 10
    assert found["cutting_card"] == {"wagers": [], "note": None}
    for one in found["wagers"]:
        apart = one["edge_percent"] - one["exact_edge_percent"]
        assert one["difference_percent"] == pytest.approx(apart, abs=2e-6)


def test_the_cutting_card_is_named_only_where_it_moves_an_edge() -> None:
    wagers: list[dict[str, Any]] = [
        {
            "difference_percent": apart * 0.01,
            "standard_error_percent": 0.01,
            "standard_errors_apart": apart,
        }
        for apart in (3.9, -4.1, 5.0)
    ]
    shown = [
        SettlementGroup(0, "tie", "any"),
        SettlementGroup(1, "banker", "federal"),
        SettlementGroup(2, "player", "any"),
    ]
    far = moved(wagers, shown)
    assert [wager["wager"] for wager in far] == ["player", "banker"]
    text = cutting_card(far)
    assert text is not None
    assert text.count(". ") == 1
    assert "player +0.0500 % (standard error 0.0100 %)" in text
    assert "banker (federal) -0.0410 % (standard error 0.0100 %)" in text
    assert cutting_card(moved(wagers[:1], shown[:1])) is None


def test_what_is_said_about_the_cutting_card_is_so() -> None:
    """The exact worth before every coup that is dealt, on average, is not that of a fresh shoe.

    No result is looked at here, so that what is left of chance is far smaller than in a
    simulation: a short shoe shows the effect, and with its sign.
    """
    work = Analyser(load("nsw-2024"), "commission")
    place = next(n for n, entry in enumerate(work.entries) if entry.name == "big_tiger")
    dealing = plan(load("nsw-2024"), 1, marker_behind=40)
    whole = -work.expectations(fresh(1)[None])[0, place]
    apart, coups = [], []
    for chunk in range(200):
        found = traced(dealing, 5, chunk, 200)
        starts = shoe_starts(found.depth)
        edges = -work.expectations(found.counts)[:, place] - whole
        apart.append(np.add.reduceat(edges, starts))
        coups.append(np.diff([*starts.tolist(), len(edges)]))
    sums, lengths = np.concatenate(apart), np.concatenate(coups)
    mean = sums.sum() / lengths.sum()
    error = np.sqrt(((sums - mean * lengths) ** 2).sum()) / lengths.sum()
    assert mean < -4 * error
    assert mean == pytest.approx(-0.0015, abs=0.0006)
    # A coup that is certain to be dealt is worth what a fresh shoe's is.
    first = np.concatenate([_second(traced(dealing, 6, chunk, 200)) for chunk in range(20)])
    certain = -work.expectations(first)[:, place]
    assert abs(certain.mean() - whole) < 4 * certain.std() / np.sqrt(len(certain))


def _second(found: Trace) -> Any:
    """Return what was unseen before the second coup of each shoe, which always has one."""
    return found.counts[shoe_starts(found.depth) + 1]


def read_until(terminal: int, wanted: bytes) -> bytes:
    """Return what is shown on a terminal until it says something, or nothing comes any more."""
    shown = b""
    while wanted not in shown:
        try:
            shown += os.read(terminal, 10_000)
        except OSError:
            # Nobody writes there any more.
            break
    return shown


def test_a_simulation_is_shown_with_its_shoes_its_runs_and_every_wager(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    runs = {"player": [4, 3, 1], "banker": [50, 30, 10, 4, 2, 1, 1, 1, 1], "tie": []}
    shoes = ShoeStatistics(1_200, 81.256, 70, 95, {"player": 3, "banker": 9}, runs, {})
    wager = {
        "edge_percent": 1.05794,
        "standard_error_percent": 0.01234,
        "exact_edge_percent": 1.0579,
        "difference_percent": 0.00004,
        "standard_errors_apart": 0.003,
    }
    other = {
        **wager,
        "edge_percent": 14.35961,
        "difference_percent": -0.5,
        "standard_errors_apart": -9,
    }
    document: dict[str, Any] = {
        "rulebook": "nsw-2024",
        "coups": 97_507,
        "seconds": 1.23456,
        "coups_per_second": 78_981,
        "seed": 5,
        "decks": 1,
        "marker_behind": 20,
        "burn": "first_card",
        "shoes": shoes,
        "wagers": [wager, {}, other],
        "cutting_card": {"note": None},
    }
    shown = [SettlementGroup(2, "tie", "any"), SettlementGroup(0, "banker", "commission")]
    show_simulation(document, shown)
    out = capsys.readouterr().out
    assert [line.rstrip() for line in out.splitlines() if line.strip(" ─━-")] == [
        "nsw-2024: 97,507 coups in 1,200 shoes, 1.23 s, 78,981 coups a second",
        "seed 5; 1 deck, 20 cards behind the cutting card, burn first card",
        "a shoe has 81.26 coups on average (70 to 95)",
        "longest runs, which ties do not break: Player 3, Banker 9",
        "runs of        1     2     3    4    5    6    7    8",
        "  Player %  50.0  37.5  12.5",
        "  Banker %  50.0  30.0  10.0  4.0  2.0  1.0  1.0  1.0",
        "  Tie %",
        "wager   settlement   edge %      se  fresh shoe %  difference  in se",
        "tie     any         14.3596  0.0123        1.0579     -0.5000  -9.00",
        "banker  commission   1.0579  0.0123        1.0579     +0.0000  +0.00",
    ]
    show_simulation({**document, "cutting_card": {"note": "So it is."}}, shown)
    assert capsys.readouterr().out == f"{out}\nSo it is.\n"


class Clock:
    """What a progress bar takes for the time."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_the_bar_of_a_simulation_says_how_far_it_is_and_how_fast(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    dealing = plan(load("nsw-2024"), 8)
    part = deal_chunk(dealing, 1, 0, 500)
    clock, said = Clock(), []
    bar = Progress(disable=True, get_time=clock)

    def dealt(*_: object, **__: object) -> Iterator[Tally]:
        for seconds in (0.0, 0.01, 0.02):
            clock.now = seconds
            yield part
            [task] = bar.tasks
            said.append((task.completed, task.total, task.description))

    monkeypatch.setattr("punto.cli.simulate.dealt", dealt)
    monkeypatch.setattr("punto.cli.simulate.progress", lambda _: bar)
    assert run(shlex.split("simulate nsw-2024 --coups 120000 --json")) == 0
    coups = part.coups / 1e6
    speeds = ["", f"{2 * coups / 0.01:.1f} M coups/s", f"{3 * coups / 0.02:.1f} M coups/s"]
    shoes = sum(chunks(dealing, 120_000))
    assert said == [(500 * number, shoes, text) for number, text in enumerate(speeds, start=1)]
    assert json.loads(capsys.readouterr().out)["shoes"]["shoes"] == 1_500


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (KeyboardInterrupt(), ""),
        (BrokenProcessPool(), ": a worker died"),
        (BrokenProcessPool("A process was [killed]\nabruptly"), ": A process was [killed]"),
        (ClusterLost("the scheduler is gone"), ": the scheduler is gone"),
    ],
)
def test_what_was_done_is_printed_when_workers_are_lost(
    error: BaseException, said: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "100")
    part = deal_chunk(plan(load("nsw-2024"), 8), 1, 0, 50)
    parts = [part]

    def dealt(*_: object, **__: object) -> Iterator[Tally]:
        yield from parts
        raise error

    monkeypatch.setattr("punto.cli.simulate.dealt", dealt)
    assert run(shlex.split("simulate nsw-2024 --coups 100000 --json")) == 0
    shown = capsys.readouterr()
    assert shown.err == f"stopped after {part.coups:,} coups{said}\n"
    found = json.loads(shown.out)
    assert (found["coups"], found["complete"]) == (part.coups, False)
    parts.clear()
    assert run(shlex.split("simulate nsw-2024 --coups 100000")) == 2
    shown = capsys.readouterr()
    assert shown.err == f"stopped after 0 coups{said}\nerror: stopped before anything was dealt\n"
    assert shown.out == ""


@pytest.mark.parametrize("columns", [40, 80, 200])
def test_interrupting_a_simulation_prints_what_was_done(columns: int) -> None:
    punto = Path(sys.executable).parent / "punto"
    # What a shell runs in the background ignores interrupts, and so would what we start.
    line = ["env", "--default-signal=INT", f"COLUMNS={columns}", "TERM=xterm", str(punto)]
    line += ["simulate", "nsw-2024", "--coups", "900000000000", "--workers", "1"]
    terminal, slave = pty.openpty()
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=slave) as process:
        os.close(slave)
        # The bar shows how fast it goes once something is dealt, however long that takes.
        seen = read_until(terminal, b"coups/s")
        process.send_signal(signal.SIGINT)
        seen += read_until(terminal, b"nothing says this: until it ends")
        out, _ = process.communicate(timeout=600)
    os.close(terminal)
    assert b"stopped after" in b" ".join(seen.split())
    assert b"coups a second" in b" ".join(out.split())
    assert process.returncode == 0


def test_what_was_done_is_printed_when_an_interrupt_comes_at_any_moment(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    held = plan(load("nsw-2024"), 8)
    part = deal_chunk(held, 1, 0, 500)
    # As many coups as a fast machine deals in half a minute: every number is a wide one.
    part = Tally(*(getattr(part, name) * 1_000_000 for name in Tally.__struct_fields__))

    def dealt(*_: object, **__: object) -> Iterator[Tally]:
        yield part
        raise KeyboardInterrupt

    monkeypatch.setattr("punto.cli.simulate.dealt", dealt)
    for columns in ("40", "80", "200", None):
        if columns is None:
            monkeypatch.delenv("COLUMNS", raising=False)
        else:
            monkeypatch.setenv("COLUMNS", columns)
        console.cache_clear()
        talk.cache_clear()
        assert run(shlex.split("simulate nsw-2024 --coups 90000000000 --workers 1")) == 0
        shown = capsys.readouterr()
        assert f"stopped after {part.coups:,} coups" in " ".join(shown.err.split())
        assert "coups a second" in " ".join(shown.out.split())


def test_vulnerability_names_how_often_wagers_favour_the_patron(
    tmp_path: Path, capsys: Capture
) -> None:
    line = f"vulnerability nsw-2024 --shoes 40 --plot {tmp_path / 'x.svg'}"
    found = answer(line, capsys)
    by_name = {one["wager"]: one for one in found["wagers"]}
    assert by_name["tiger_tie"]["favourable_percent"] > by_name["banker"]["favourable_percent"]
    depths = by_name["tiger_tie"]["by_depth"]
    assert [one["cards"] for one in depths][-1] == 396
    assert depths[-1]["gain_per_shoe_units"] == by_name["tiger_tie"]["gain_per_shoe_units"] > 0.3
    assert depths[2]["gain_per_shoe_units"] < 0.05
    assert depths[2]["favourable_percent"] < depths[-1]["favourable_percent"]
    # What the best coup of the sample was worth is an edge like any other: below nought here.
    assert by_name["tiger_tie"]["sample_best_edge_percent"] < -20
    assert run(shlex.split("vulnerability tas-2018 --shoes 5 --decks 4")) == 0
    out = capsys.readouterr().out
    assert "coups that favour the patron" in out
    assert "Units gained in a shoe" in out


def test_standard_errors_of_vulnerability_are_those_of_shoes(capsys: Capture) -> None:
    found = answer("vulnerability nsw-2024 --shoes 150 --seed 9", capsys)
    work, dealing = Analyser(load("nsw-2024"), "commission"), plan(load("nsw-2024"), 8)
    trace = traced(dealing, 9, 0, 150)
    starts = shoe_starts(trace.depth)
    assert len(starts) == 150
    worth = work.expectations(trace.counts)
    lengths = np.diff([*starts.tolist(), len(worth)])
    for place, one in enumerate(found["wagers"]):
        gains = np.add.reduceat(np.maximum(worth[:, place], 0), starts)
        error = gains.std(ddof=1) / np.sqrt(150)
        assert one["gain_per_shoe_units"] == pytest.approx(gains.mean(), abs=1e-6)
        assert one["gain_standard_error_units"] == pytest.approx(error, abs=1e-6)
        often = np.add.reduceat((worth[:, place] > 0).astype(int), starts)
        # Leaving out one shoe at a time tells how far the share moves.
        shares = (often.sum() - often) / (lengths.sum() - lengths) * 100
        jackknife = np.sqrt(149 / 150 * ((shares - shares.mean()) ** 2).sum())
        assert one["favourable_standard_error_percent"] == pytest.approx(
            jackknife, rel=0.02, abs=1e-3
        )
        assert one["sample_best_edge_percent"] == pytest.approx(
            -worth[:, place].max() * 100, abs=1e-3
        )
        assert one["by_depth"][-1]["gain_standard_error_units"] == one["gain_standard_error_units"]
    [alone] = {
        one["gain_standard_error_units"]
        for one in answer("vulnerability nsw-2024 --shoes 1", capsys)["wagers"]
    }
    assert alone is None
    assert run(shlex.split("vulnerability nsw-2024 --shoes 250")) == 0
    out = capsys.readouterr().out
    [line] = [text for text in out.splitlines() if text.startswith("tiger_tie ")][:1]
    assert line.count("±") == 4
    assert float(line.split()[-1]) < -20
    assert "best edge % of sample" in out


def test_stakes_say_at_which_multiples_chips_pay_exactly(capsys: Capture) -> None:
    assert run(shlex.split("odds nsw-2024 --wager banker --stake 40 --chip 1")) == 0
    out = capsys.readouterr().out
    assert "multiples of $20" in out
    assert "multiples of $2\n" in out
    assert "exact from" not in out
    commission, _ = answer("odds nsw-2024 --wager banker --stake 100 --chip 1", capsys)
    assert commission["exact_multiples_of_cents"] == 2_000
    # It is so: the exact edge stands at every multiple, and nowhere else.
    exact = [
        one["stake_cents"]
        for one in commission["by_stake"]
        if one["edge_percent"] == commission["edge_percent"]
    ]
    assert exact == [2_000, 4_000, 6_000, 8_000, 10_000]
    assert run(shlex.split("odds tas-2018 --stake 40 --chip 1")) == 0
    out = capsys.readouterr().out
    assert "tas-2018 rounds no payment" in out
    assert "any stake" in out
