"""A step that only some rulebooks know is refused under a rulebook that says nothing of it.

Each place in the code that asks for such a step is found in the code itself. A scenario that gets
there under its own rulebook is played under the same rulebook without that step.
"""

import ast
import sys
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

import punto
from punto.clause import Clauses, Refused
from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.scenario.case import Case
from punto.scenario.proofs import shipped_cases
from punto.scenario.run import run
from punto.table.authority import provided

SOURCE = Path(punto.__file__).parent
# A line of the code that asks whether a rulebook knows a step: its file, and its first line.
Place = tuple[str, int]
# So many ways to a place are tried: on some of them another rule stops whoever goes there.
TRIED = 8


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


class Heard:
    """Which places asked for which step, in which case, and where it was refused."""

    def __init__(self) -> None:
        self.case: Case | None = None
        self.ways: dict[Place, list[tuple[str, Case]]] = defaultdict(list)
        self.refused: set[Place] = set()

    def provided(self, rules: TableRules, key: str, topic: str) -> Clauses:
        """Ask the rulebook, and write down who asked."""
        frame = sys._getframe(1)
        file = str(Path(frame.f_code.co_filename).relative_to(SOURCE))
        place = PLACES[file, frame.f_lineno]
        try:
            found = provided(rules, key, topic)
        except Refused:
            self.refused.add(place)
            raise
        assert self.case is not None
        self.ways[place].append((key, self.case))
        return found

    def play(self, case: Case, *, without: str | None = None) -> None:
        """Play a case, under its rulebook or without a step of it."""
        edition = load(case.rulebook)
        if without is not None:
            says: dict[str, Any] = {without: ()}
            edition = replace(edition, says=replace(edition.says, **says))
        self.case = case
        run(case, edition)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> Heard:
    made = Heard()
    for module in list(sys.modules.values()):
        if vars(module).get("provided") is provided and module.__name__.startswith("punto."):
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
            heard.play(case, without=key)
    assert set(PLACES.values()) == heard.refused
