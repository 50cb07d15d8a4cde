"""From a clause to the code in three steps: data, deciding functions, scenarios."""

import json
from collections.abc import Sequence

import pytest
from support.editions import ALL

from punto.cli.clause_trace import decided_in
from punto.cli.main import run
from punto.rulebook import load
from punto.scenario.case import Case
from punto.scenario.clause_scenarios import shipped_cases
from punto.scenario.coverage import DEMANDING

CASES = shipped_cases()
# Each of them runs every scenario that cites it, watched: so one in so many is looked at.
EACH = 12


def citing(clause: str) -> Sequence[Case]:
    return [case for case in CASES if clause in case.cites]


@pytest.mark.parametrize("name", ALL)
def test_every_clause_that_scenarios_prove_is_decided_somewhere(name: str) -> None:
    proven = [
        f"{name}/{row.clause}"
        for row in load.register(name).values()
        if row.kind in DEMANDING and citing(f"{name}/{row.clause}")
    ]
    nowhere = [clause for clause in proven[::EACH] if not decided_in(clause, citing(clause))]
    assert nowhere == []


@pytest.mark.parametrize(
    ("clause", "function"),
    [
        ("nsw-2024/11.1.3", "wagers/settle.py: _came"),
        ("tas-2018/11#banker3", "coup.py: _banker_decision"),
        ("tas-2018/6.4#1", "table/wagers/placing.py: _shared"),
        ("tas-2018/4.1#1", "rulebook/elect.py: _decks"),
    ],
)
def test_what_decides_is_the_function_that_gives_the_reason(clause: str, function: str) -> None:
    found = decided_in(clause, citing(clause))
    assert function in found
    # A name that many data share does not bring in functions that decide by others.
    assert len(found) <= 4


def test_nobody_decides_by_a_clause_that_no_scenario_cites() -> None:
    assert decided_in("nsw-2024/11.1.3", []) == []


def test_a_clause_names_its_data_its_functions_and_its_scenarios(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["rules", "show", "tas-2018", "14.2#2", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert "table/errors/surplus_cards.py: _judged" in shown["decided_in"]
    assert shown["scenarios"]
    assert shown["data"]
    assert run(["rules", "show", "tas-2018", "14.2#2"]) == 0
    assert "decided in table/errors/surplus_cards.py: _judged" in capsys.readouterr().out


def test_a_clause_with_limbs_shows_each_with_its_own_proof(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run(["rules", "show", "tas-2018", "14.2", "--json"]) == 0
    limbs = json.loads(capsys.readouterr().out)
    assert [limb["clause"] for limb in limbs] == ["14.2#1", "14.2#2", "14.2#3"]
    assert all(limb["scenarios"] and limb["decided_in"] for limb in limbs)
    assert run(["rules", "show", "tas-2018", "14.2"]) == 0
    text = capsys.readouterr().out
    assert "tas-2018/14.2#3" in text
    assert "decided in table/cards/held_cards.py: put_back" in text
