"""A scenario can state the exact clauses; the engine cites what a datum leads to, and no more."""

from pathlib import Path

import pytest
from scenario_text import ANN, HEAD, cases, problems, steps, wrong

from punto.clause import Reason
from punto.rulebook import load
from punto.scenario.run import run_all
from punto.scenario.table import ScenarioTable


def stated(clauses: str) -> str:
    return f"{ANN[:-2]}, why_exactly = {clauses} }}"


def test_the_exact_clauses_of_a_step_are_those_it_cites(tmp_path: Path) -> None:
    """Sitting down and the opening of betting go without saying, and are not counted."""
    assert problems(tmp_path, steps(stated('["5.1", "5.6", "5.6.1"]'))) == []


@pytest.mark.parametrize(
    ("clauses", "told"),
    [
        ('["5.1", "5.6"]', "also 5.6.1"),
        ('["5.1", "5.6", "5.6.1", "9.6"]', "without 9.6"),
        ('["5.1", "5.6", "9.6"]', "without 9.6; also 5.6.1"),
        ("[]", "also 5.1, 5.6, 5.6.1"),
    ],
)
def test_a_clause_too_many_or_too_few_is_told(tmp_path: Path, clauses: str, told: str) -> None:
    assert problems(tmp_path, steps(stated(clauses))) == [f"step 1: why_exactly: {told}"]


def test_the_exact_clauses_of_a_refusal_are_those_it_cites(tmp_path: Path) -> None:
    late = '{ by = "ann", do = "place_wager", wager = "tie", stake = 10, refused = "5.4", '
    dealt = '{ do = "draw", repeat = 4 }'
    right = steps(ANN, dealt, late + 'why_exactly = ["5.3", "5.4#1"] }')
    assert problems(tmp_path, right) == []
    wrong_one = steps(ANN, dealt, late + 'why_exactly = ["5.4#1"] }')
    assert problems(tmp_path, wrong_one) == ["step 3: why_exactly: also 5.3"]


def test_the_exact_clauses_of_a_short_scenario_are_all_it_cites(tmp_path: Path) -> None:
    short = HEAD + 'cards = "9S 3D KH 4C"\nexpect = ["player 9-7"]\n'
    [told] = problems(tmp_path, short + "why_exactly = []\n")
    cited = told.removeprefix("why_exactly: also ").split(", ")
    assert "3.2" in cited
    assert problems(tmp_path, short + f"why_exactly = {cited}\n") == []


def test_exact_clauses_are_clauses_and_stand_where_they_belong(tmp_path: Path) -> None:
    said = wrong(tmp_path, steps(stated('["5.99"]'))).message
    assert "step 1: why_exactly names 5.99, which nsw-2024 does not have" in said
    said = wrong(tmp_path, steps(ANN, head=HEAD + "why_exactly = []\n")).message
    assert "why_exactly stands in the step that it is about" in said
    said = wrong(tmp_path, steps("{ expect = { voids = 0 }, why_exactly = [] }")).message
    assert "a step that expects does nothing else" in said


def test_exact_clauses_of_a_step_of_a_tournament(tmp_path: Path) -> None:
    head = HEAD + 'tournament = "Autumn"\nentrants = ["ann", "bob"]\n'
    bet = '{ by = "ann", do = "place_wager", wager = "tie", stake = 50, refused = "not_designated"'
    assert problems(tmp_path, steps(bet + ', why_exactly = ["15.5.1"] }', head=head)) == []
    told = problems(tmp_path, steps(bet + ', why_exactly = ["9.6"] }', head=head))
    assert told == ["step 1: why_exactly: without 9.6; also 15.5.1"]


def test_exact_clauses_of_a_step_of_the_house(tmp_path: Path) -> None:
    head = HEAD + 'house = "Harbour"\noffered = "drafted"\n'
    step = '{ do = "publish_terms", promotion = 1, why_exactly = ["9.6"] }'
    told = problems(tmp_path, steps(step, head=head))
    also = "16.1, 16.6#1, 16.6#2, 16.6#3, 16.7"
    assert told == [f"step 1: why_exactly: without 9.6; also {also}"]


def test_a_citation_that_no_datum_leads_to_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [case] = cases(tmp_path, steps(ANN, "{ expect = { voids = 0 } }").replace("11.1.3", "5.1"))
    editions = {"nsw-2024": load.load("nsw-2024")}
    assert run_all([case], editions)[0].passed
    plain = ScenarioTable.act

    def act(self: ScenarioTable, *given: object) -> None:
        plain(self, *given)  # type: ignore[arg-type]
        self.reasons.append(Reason("because of a word", ("nsw-2024/1.1",)))

    monkeypatch.setattr(ScenarioTable, "act", act)
    [told] = run_all([case], editions)[0].problems
    assert told == "the engine cites 1.1, which no datum leads to"
