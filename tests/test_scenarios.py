"""What the scenarios prove: coverage, no surviving mutants, and clear errors in their files."""

import re
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest
from support.editions import ALL, DEALING

from punto.clause import Malformed
from punto.rulebook import load
from punto.rulebook.elect import Elections
from punto.scenario.clause_scenarios import shipped_cases
from punto.scenario.commands import COMMANDS
from punto.scenario.coverage import DEMANDING, coverage
from punto.scenario.coverage_page import page, reasons
from punto.scenario.expect import _CHECKS
from punto.scenario.expect_table import _CITED, _VIEWS, TABLE_CHECKS
from punto.scenario.loader import read, shipped
from punto.scenario.mutate import mutants, mutate
from punto.scenario.run import CaseResult, run, run_all

CASES = shipped_cases()


@cache
def all_reports() -> list[CaseResult]:
    """Return how all scenarios end, run once."""
    return run_all(CASES, {one: load.load(one) for one in ALL})


@pytest.mark.parametrize("name", ALL)
def test_clauses_of_cards_draw_settlement_and_optional_bets_are_proven(name: str) -> None:
    reports = all_reports()
    missing = {
        row.clause
        for row in coverage(name, reports)
        if not row.covered
        and (
            (row.kind == "compute" and row.area in ("cards", "draw", "settlement", "optional-bet"))
            or (row.kind in ("compute", "enforce") and row.area in ("shuffle-cut", "deal"))
        )
    }
    assert missing == set()


@pytest.mark.parametrize("name", DEALING)
def test_of_live_play_no_more_is_unproven_than_the_coverage_page_gives_reasons_for(
    name: str,
) -> None:
    """The page is generated; what it does not excuse must be cited, and that is nearly all."""
    reports = all_reports()
    rows = [
        row for row in coverage(name, reports) if row.kind in DEMANDING and row.area != "promotion"
    ]
    missing = {row.clause for row in rows if not row.covered}
    assert missing <= set(reasons(name))
    assert len(missing) <= len(rows) // 20


def test_the_coverage_page_is_the_one_that_is_generated() -> None:
    """Run ``make coverage`` after a change of scenarios or registers."""
    reports = all_reports()
    made = Path(__file__).parent.parent / "docs" / "coverage.md"
    assert made.read_text(encoding="utf-8") == page(reports)


def test_reasons_are_given_for_clauses_that_exist_and_are_not_proven() -> None:
    reports = all_reports()
    for name in ALL:
        proven = {row.clause for row in coverage(name, reports) if row.covered}
        for clause in reasons(name):
            assert clause in load.register(name)
            assert clause not in proven, f"{name}/{clause} is proven now"


@pytest.mark.parametrize("name", ALL)
def test_no_mutant_survives(name: str) -> None:
    report = mutate(name, CASES)
    assert report.mutants > 50
    assert report.survivors == ()


def test_a_mutant_survives_when_no_scenario_looks() -> None:
    report = mutate("act-2000", [])
    assert report.caught < report.mutants
    assert any(one.key.endswith("odds") for one in report.survivors)


def test_mutants_reach_every_kind_of_datum() -> None:
    keys = {mutant.key for mutant in mutants("nsw-2024")}
    for part in (
        "cards.decks.is[0]",
        "tableau.banker[3].third",
        "wagers.banker.outcomes[0].odds",
        "settlement.rounding.is",
        "titles.casino_supervisor.is",
        "instrument.effective.is",
        "wagers.tiger.outcomes[0].when.banker_cards",
    ):
        assert part in keys
    assert any(key.startswith("tournament.wagers.") for key in keys)
    assert any(key.startswith("promotion.topics.") for key in keys)


def write(folder: Path, text: str) -> Path:
    place = folder / "nsw-2024"
    place.mkdir(exist_ok=True)
    file = place / "x.toml"
    file.write_text(text, encoding="utf-8")
    return file


HEAD = '[[scenario]]\nname = "x"\ncites = ["11.1.3"]\n'
DEALT = HEAD + 'cards = "5H 3D 2C 2S 4C"\n'
NO = HEAD + 'refused = "11.1.3"\n'


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + 'crads = "2H"', "unknown key `crads`"),
        ('[[scenario]]\nname = "x"', "missing key `cites`"),
        (HEAD.replace('"11.1.3"', ""), "at least one clause"),
        ("scenarios = []", "unknown key `scenarios`"),
        (HEAD + "cards = 5", "expected `str"),
        (HEAD + 'each = [{ a = 1 }]\ncards = "{b}"', "lacks 'b'"),
        (HEAD + 'steps = [{ by = "ann" }]', "either does something"),
        (HEAD + 'cards = "2H"', "expects nothing"),
        (HEAD + 'each = []\nrefused = "5.8"', "each is a list"),
        (HEAD + 'each = 5\nrefused = "5.8"', "each is a list"),
        (HEAD + 'refused = ""', "names a clause or a code"),
        (HEAD + 'steps = [{ do = "deal", refused = "" }]', "names a clause or a code"),
        ("x = " + "[" * 3000, "nested too deeply"),
        (HEAD + "steps = [{ expect = { left = 1 }, at = 2 }]", "does nothing else"),
        ("x = [", "end of document"),
        (HEAD.replace("11.1.3", "11.9"), "cites 11.9, which nsw-2024 does not have"),
        ('rulebook = "vic-1999"\n' + HEAD, "no rulebook 'vic-1999'"),
        ("", "missing key `scenario`"),
    ],
)  # fmt: skip
def test_a_mistake_in_a_scenario_file_is_one_clear_line(
    tmp_path: Path, text: str, expected: str
) -> None:
    with pytest.raises(Malformed) as error:
        read(write(tmp_path, text))
    assert expected in error.value.message
    assert "\n" not in error.value.message
    assert "x.toml" in error.value.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + "steps = [{ expect = { why = 5 } }]", "a text or a list of texts"),
        (HEAD + "steps = [{ expect = { announced = 5 } }]", "a text or a list of texts"),
        (HEAD + "steps = [{ expect = { settled = 5 } }]", "a text or a list of texts"),
        (NO + 'steps = [{ do = "deal", cards = "AS" }]', "more cards than are claimed"),
        (NO + 'cards = "1S"', "'1S' is not a card"),
        (NO + 'wagers = ["ann banker 0"]', "more than nothing"),
        (NO + 'wagers = ["ann banker -5"]', "more than nothing"),
        (NO + 'wagers = ["ann banker 0.025"]', "fraction of a cent"),
        (NO + f'wagers = ["ann banker {10**30}"]', "more than any table"),
        (NO + "elect = { dekcs = 8 }", "there is no dekcs"),
        (NO + 'steps = [{ do = "dael" }]', "no command 'dael'"),
        (NO + 'steps = [{ do = "cut", art = 5 }]', "unknown field `art`"),
        (HEAD + "steps = [{ expect = { lfet = 5 } }]", "unknown key 'lfet'"),
        (NO + 'stage = "wet"\nsteps = [{ do = "load" }]', "no stage 'wet'"),
        (HEAD + 'expect = ["what?"]', "is no expectation"),
        (NO + 'totals = "five"', "declares no totals"),
        (HEAD + 'dates = ["today"]', "is no question"),
        (HEAD + 'dates = ["today => unknown"]', "is not a day"),
        (HEAD + 'deals = ["2H 3H"]', "is no deal"),
        (NO + 'shoe = "... ..."\nsteps = [{ do = "deal" }]', "one ... and one CUT"),
    ],
)  # fmt: skip
def test_words_that_mean_nothing_are_told(tmp_path: Path, text: str, expected: str) -> None:
    [case] = read(write(tmp_path, text))
    with pytest.raises(Malformed) as error:
        run(case, load.load("nsw-2024"))
    assert expected in error.value.message


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (HEAD + 'wagers = ["ann banker 100"]\ncards = "5H 3D 2C 2S 4C"\nexpect = ["ann +94"]',
         "ann: expected +94, got $95"),
        (HEAD + 'cards = "5H 3D 2C 2S 4C"\nexpect = ["player 9-7"]', "got banker 9-7"),
        (HEAD + 'cards = "5H 3D 2C 2S 4C"\nexpect = ["P 5H  B 3D"]', "got P 5H 2C  B 3D 2S 4C"),
        (DEALT + 'expect = ["banker 9-7"]', "cites 11.1.3, but nothing here applied it"),
        (HEAD + 'cards = "5H 3D 2C 2S 4C"\nrefused = "9.6"', "expected a refusal by 9.6, got none"),
        (DEALT.replace(" 4C", "") + 'expect = ["x"]', "got refused: card_missing"),
        (HEAD + 'elect = { decks = 5 }\nrefused = "3.2"', "expected a refusal by 3.2, got refused"),
        (HEAD + 'steps = [{ do = "deal" }, { expect = { left = 1 } }]', "step 2: left: expected 1"),
        (HEAD + 'steps = [{ do = "deal", refused = "4.9" }]', "step 1: expected a refusal by 4.9"),
    ],
)  # fmt: skip
def test_a_failing_scenario_shows_a_readable_difference(
    tmp_path: Path, text: str, expected: str
) -> None:
    [report] = run_all(read(write(tmp_path, text)), {"nsw-2024": load.load("nsw-2024")})
    assert not report.passed
    assert expected in "\n".join(report.problems)


def test_every_command_and_every_expectation_is_documented() -> None:
    page_text = (Path(__file__).parent.parent / "docs" / "scenarios.md").read_text("utf-8")
    named = [*COMMANDS, *_CHECKS, *TABLE_CHECKS, *_VIEWS, *_CITED, *Elections.__struct_fields__]
    for name in named:
        assert f"`{name.removesuffix('_cents')}`" in page_text, name


# Traps and readings of the notes; those of tournaments are marked in the files of tournaments.
TOURNAMENT = "tournament_*.toml"
TRAPS = {
    ("act-2015", "*.toml"): set(range(1, 21)),
    ("act-2015", TOURNAMENT): {17, 18},
    ("nsw-2024", "*.toml"): set(range(1, 33)),
    ("nsw-2024", TOURNAMENT): {26, 27, 29, 30, 31},
}
READINGS = {
    "act-2015": set(range(22, 32)),
    "nsw-2024": {*range(39, 47), 51, 66, 68},
}
# Points of section 4 of the Tasmanian notes, by what each begins with.
POINTS = {
    "general rules",
    *("16.2", "16.3.2", "16.3.5", "16.3.6", "16.4.4", "16.5.3", "16.5.5", "16.5.8", "16.5.9"),
    *("16.6.3", "16.6.4", "16.6.7", "16.6.9", "16.6.11", "16.7.1", "16.7.7", "16.8.2"),
}


def remarks(name: str, files: str) -> list[str]:
    """Return the lines above scenarios that say what they are about."""
    found = []
    for path in (shipped() / name).glob(files):
        lines = path.read_text(encoding="utf-8").splitlines()
        found += [one for one, after in pairwise(lines) if one.startswith("# ") and after]
    return found


def numbers(said: list[str], pattern: str) -> set[int]:
    """Return the numbers that remarks name."""
    return {
        int(one)
        for line in said
        for listed in re.findall(pattern, line)
        for one in re.findall(r"\d+", listed)
    }


@pytest.mark.parametrize(("name", "files"), TRAPS)
def test_every_numbered_trap_has_a_scenario(name: str, files: str) -> None:
    found = numbers(remarks(name, files), r"Traps? ((?:\d+(?:, | and )?)+)")
    assert found >= TRAPS[name, files]


@pytest.mark.parametrize("name", READINGS)
def test_every_reading_about_tournaments_has_a_scenario(name: str) -> None:
    found = numbers(remarks(name, TOURNAMENT), r"Readings? ((?:R\d+(?:, | and )?)+)")
    assert found >= READINGS[name]


def test_every_point_about_competitions_has_a_scenario() -> None:
    said = remarks("tas-2018", TOURNAMENT)
    found = {one for line in said for one in re.findall(r"Notes 4, ([^:]+?)(?::|\.$)", line)}
    assert found == POINTS
