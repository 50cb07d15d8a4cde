"""What the engine decides in every scenario is what it decided when somebody last read it.

``make decisions`` writes the golden files anew: read what changed before you commit it.
"""

from pathlib import Path

import pytest
from support.decisions import FOLDER, TEXTS, check, decided, files, page, texts
from support.editions import DEALING

from punto.clause import short
from punto.rulebook.load import ids, load
from punto.scenario.clause_scenarios import shipped_cases

FILES = files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_the_decisions_of_a_scenario_file_are_as_they_were(path: Path) -> None:
    check(path, list(page(FILES[path])))


@pytest.mark.parametrize("rulebook", ids())
def test_the_texts_of_all_decisions_are_as_they_were(rulebook: str) -> None:
    check(TEXTS / f"{rulebook}.txt", texts(rulebook))


def test_every_golden_file_belongs_to_a_scenario_file() -> None:
    assert sorted(FOLDER.rglob("*.txt")) == sorted(FILES)
    assert sorted(path.stem for path in TEXTS.glob("*.txt")) == sorted(ids())


def lines_of(rulebook: str, name: str) -> str:
    """Return the lines of every row of a scenario."""
    cases = [case for case in shipped_cases() if case.rulebook == rulebook]
    rows = [case for case in cases if case.scenario.name == name]
    assert rows
    return "\n".join(line for case in rows for line in decided(case).lines)


def test_a_decision_shows_who_what_and_which_clauses_and_a_refusal_its_code() -> None:
    name = "A bet outside the signed limits is refused before the first card"
    lines = lines_of("nsw-2024", name)
    assert "ann (patron): place_wager wager=player stake_cents=4900" in lines
    assert "    refused outside_limits § 6.6" in lines
    assert "stake_cents=5000 § 5.1; 5.6; 5.6.1" in lines


def test_what_the_envelope_says_is_not_said_again() -> None:
    lines = lines_of("nsw-2024", "Somebody who is held goes to an inspector or the police")
    assert "at=" not in lines
    assert "title=" not in lines


@pytest.mark.parametrize("rulebook", DEALING)
def test_what_is_due_is_listed_with_the_clauses_that_want_it(rulebook: str) -> None:
    listed = (TEXTS / f"{rulebook}.txt").read_text(encoding="utf-8").splitlines()
    deal = load(rulebook).deal
    assert deal is not None
    over = (deal.before_next or deal.order).clause
    assert f"due: discard § {'; '.join(map(short, over))}" in listed
    assert sum(line.startswith("due: ") for line in listed) > 100
