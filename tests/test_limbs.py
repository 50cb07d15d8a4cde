"""A clause has limbs: what naming the clause means where the register has its limbs."""

from pathlib import Path

import pytest

from punto.clause import Reason, Refused, named_in, names, stem
from punto.error_codes import ErrorCode
from punto.rulebook import load
from punto.scenario.cited_lines import cited_lines
from punto.scenario.coverage import by_clause, coverage
from punto.scenario.errors import ScenarioError
from punto.scenario.expected_errors import fits
from punto.scenario.loader import collect
from punto.scenario.run import run_all

# 8#1, 8#2 and 8#3 are limbs of clause 8 of this rulebook, 6.6 is a clause with one demand.
BOOK = "tas-2018"
SCENARIO = """
[[scenario]]
name   = "Points are counted"
cites  = [{cites}]
wagers = ["ann banker 20"]
cards  = "2H 6S 3D KD KC"
expect = ["banker 6-5", "ann +19"]
elect  = {{ settlement = "commission" }}
"""


def rows(tmp_path: Path, cites: str) -> tuple[list[str], dict[str, tuple[bool, bool]]]:
    folder = tmp_path / BOOK
    folder.mkdir()
    (folder / "x.toml").write_text(SCENARIO.format(cites=cites), encoding="utf-8")
    reports = run_all(collect([tmp_path]), {BOOK: load.load(BOOK)})
    problems = [problem for report in reports for problem in report.problems]
    found = {row.clause: (row.covered, row.touched) for row in coverage(BOOK, reports)}
    return problems, found


def test_a_limb_is_named_by_itself_and_by_its_clause() -> None:
    assert stem("x-1/10.5#2") == "x-1/10.5"
    assert stem("10.5") == "10.5"
    assert names("10.5#2", "10.5#2")
    assert names("10.5", "10.5#2")
    assert not names("10.5#1", "10.5#2")
    assert not names("10.5#2", "10.5")
    assert not names("10.5", "10.51#1")
    assert not named_in("10", ["10.5", "10.5#2"])


def test_citing_a_clause_touches_it_and_proves_none_of_its_limbs(tmp_path: Path) -> None:
    problems, found = rows(tmp_path, '"8"')
    assert problems == []
    assert found["8#1"] == (False, True)
    assert found["8#3"] == (False, True)
    assert found["6.6"] == (False, False)


def test_citing_a_limb_proves_that_limb_alone(tmp_path: Path) -> None:
    problems, found = rows(tmp_path, '"8#1", "6.6"')
    assert problems == []
    assert found["8#1"] == (True, True)
    assert found["8#3"] == (False, True)
    assert found["6.6"] == (True, True)


def test_a_clause_none_of_whose_limbs_was_applied_is_not_proven(tmp_path: Path) -> None:
    problems, _ = rows(tmp_path, '"14.1"')
    assert problems == ["cites 14.1, but nothing here applied it"]


def test_a_clause_that_is_not_there_and_has_no_limbs_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"cites 8\.9"):
        rows(tmp_path, '"8.9"')


def test_clauses_are_counted_once_however_many_limbs_they_have() -> None:
    every = coverage(BOOK, [])
    eight = [row for row in every if row.of == "8"]
    assert len(eight) > 1
    assert by_clause(eight) == (0, 1)


class Expected:
    """What a step says of the refusal that it expects."""

    malformed = None
    says = None

    def __init__(self, refused: str) -> None:
        self.refused = refused


@pytest.mark.parametrize(
    ("refused", "fit"),
    [
        ("10.5", True),
        ("10.5#2", True),
        ("too_many_no_bets 10.5", True),
        ("10.5#1", False),
        ("10.5 10.6", False),
    ],
)
def test_a_refusal_is_named_by_a_limb_or_by_its_clause(refused: str, fit: bool) -> None:
    no = Refused(ErrorCode.TOO_MANY_NO_BETS, ("nsw-2024/10.5#2",), "no")
    assert fits(Expected(refused), no) is fit


def test_a_line_of_a_sign_is_read_with_the_clause_that_the_scenario_names() -> None:
    shown = [Reason("limits $5", ("x/6.1#1", "x/6.1#2"))]
    assert cited_lines(shown, ["6.1 limits $5"]) == ["6.1 limits $5"]
    assert cited_lines(shown, ["6.1#1 limits $5", "6.1#2 limits $5"]) == [
        "6.1#1 limits $5",
        "6.1#2 limits $5",
    ]
    assert cited_lines(shown, ["6.2 limits $5"]) == ["6.1#1 limits $5", "6.1#2 limits $5"]
