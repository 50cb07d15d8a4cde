"""A step that only some rulebooks know is refused under a rulebook that says nothing of it.

Each place in the code that asks for such a step is found in the code itself. A scenario that gets
there under its own rulebook is played under the same rulebook without that step.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import punto
from punto.clause import Clauses, Refused
from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.scenario.case import Case
from punto.scenario.clause_scenarios import shipped_cases
from punto.scenario.errors import ScenarioError
from punto.scenario.run import run
from punto.table.authority import require_clauses

SOURCE = Path(punto.__file__).parent
# A line of the code that asks whether a rulebook knows a step: its file, and its first line.
Place = tuple[str, int]
# A step: whether it is one of tournaments, and its name.
Step = tuple[bool, str]
# So many ways to a place are tried: on some of them another rule stops whoever goes there.
TRIED = 8
# Without these nobody gets far enough to be refused: conditions that offer them are refused first.
EARLIER = {(True, "secondary"), (True, "secondary_winners"), (True, "buy_in")}


def asking() -> Iterator[tuple[Place, int]]:
    """Yield every place that asks for a step, with its last line."""
    for path in sorted(SOURCE.rglob("*.py")):
        file = str(path.relative_to(SOURCE))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "provided":
                yield (file, node.lineno), node.end_lineno or node.lineno


PLACES = {
    (file, line): (file, first)
    for (file, first), last in asking()
    for line in range(first, last + 1)
}


def step_of(edition: Edition, clauses: Clauses) -> Step:
    """Return the step of an edition that has these very clauses."""
    parts = [(False, edition.says.items())]
    if edition.tournament is not None:
        parts.append((True, edition.tournament.says.items()))
    [found, *_] = [
        (held, name) for held, items in parts for name, given in items if given is clauses
    ]
    return found


def silenced(edition: Edition, step: Step) -> Edition:
    """Return an edition that says nothing of a step."""
    of_tournaments, name = step
    says: dict[str, Any] = {name: ()}
    if not of_tournaments:
        return replace(edition, says=replace(edition.says, **says))
    law = edition.tournament
    assert law is not None
    return replace(edition, tournament=replace(law, says=replace(law.says, **says)))


class Heard:
    """Which places asked for which step, in which case, and where it was refused."""

    def __init__(self) -> None:
        self.case: Case | None = None
        self.ways: dict[Place, list[tuple[Step, Case]]] = defaultdict(list)
        self.refused: set[Place] = set()

    def provided(self, rules: TableRules, clauses: Clauses, topic: str) -> Clauses:
        """Ask the rulebook, and write down who asked."""
        frame = sys._getframe(1)
        file = str(Path(frame.f_code.co_filename).relative_to(SOURCE))
        place = PLACES[file, frame.f_lineno]
        try:
            found = require_clauses(rules, clauses, topic)
        except Refused:
            self.refused.add(place)
            raise
        assert self.case is not None
        self.ways[place].append((step_of(rules.edition, clauses), self.case))
        return found

    def play(self, case: Case, *, without: Step | None = None) -> None:
        """Play a case, under its rulebook or without a step of it."""
        edition = load(case.rulebook)
        if without is not None:
            edition = silenced(edition, without)
        self.case = case
        run(case, edition)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    made = Heard()
    for module in list(sys.modules.values()):
        if vars(module).get("provided") is require_clauses and module.__name__.startswith("punto."):
            monkeypatch.setattr(module, "provided", made.provided)
    return made


def test_every_step_is_refused_under_a_rulebook_that_lacks_it(heard: Heard) -> None:
    for case in shipped_cases():
        heard.play(case)
    # One place is only asked where the answer is no: whoever knows the step takes another way.
    assert set(heard.ways) | heard.refused == set(PLACES.values())
    for place, ways in list(heard.ways.items()):
        for key, case in ways[:TRIED]:
            if place in heard.refused:
                break
            # Later steps of the scenario may make no sense when an earlier one was refused.
            with suppress(ScenarioError):
                heard.play(case, without=key)
    for place in set(PLACES.values()) - heard.refused:
        assert {step for step, _ in heard.ways[place]} <= EARLIER, place
