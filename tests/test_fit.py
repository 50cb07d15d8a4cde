"""Whatever stands in a file, the checker tells of it and goes on."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from support.example_rulebook import FILE, REGISTER, REGISTER_FILE, tree

from punto.clause import Refused
from punto.rulebook.build_edition import build, survey
from punto.rulebook.line_numbers import lines
from punto.rulebook.register import rows
from punto.rulebook.schema import Edition

JUNK = [5, -1, "", "x", [], {}, True, [1], {"is": 1}, 1.5, [{}], 10**12]
COLUMNS = REGISTER_FILE.read_text("utf-8").splitlines()[0]


def places(node: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the way to everything in a tree."""
    pairs = node.items() if isinstance(node, dict) else enumerate(node)
    found = []
    for key, value in pairs:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += places(value, (*path, key))
    return found


def test_any_value_anywhere_is_told_and_never_breaks_the_checker() -> None:
    random, whole = Random(7), tree()
    everywhere = places(whole)
    for _ in range(400):
        *way, last = random.choice(everywhere)
        changed = deepcopy(whole)
        node: Any = changed
        for step in way:
            node = node[step]
        node[last] = random.choice(JUNK)
        edition, told = survey(changed, REGISTER)
        assert isinstance(edition, Edition)
        assert all(one.place and one.problem for one in told)


def test_what_a_rulebook_does_not_say_is_refused_when_it_is_asked_for() -> None:
    edition = build(tree(), REGISTER, FILE.name)
    assert edition.errors is not None
    assert edition.limits is not None
    assert not edition.errors.misplaced
    for silent in (edition.errors.misplaced, edition.limits.cap_exceeded):
        for name in ("value", "clause"):
            with pytest.raises(Refused) as no:
                getattr(silent, name)
            assert no.value.code == "rule_not_held"
            assert no.value.clause == ("xyz-2030/1",)
            assert "xyz-2030" in no.value.message


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("clause,area\n1,x\n", "missing: kind"),
        (f"{COLUMNS}\n1,a,do,b,c,,d\n", "unknown kind `do`"),
        (f"{COLUMNS}\n1,a,record,b,c,,d\n1,a,record,b,c,,d\n", "once"),
    ],
)
def test_a_faulty_register_is_told(text: str, problem: str) -> None:
    assert any(problem in one.problem for one in rows(text, "x.clauses.csv")[1])


def test_a_place_has_its_line() -> None:
    text = FILE.read_text("utf-8")
    where = lines(text)
    for place, line in (
        ("wagers.tie.outcomes[1].when", "player wins"),
        ("shown[1].value", "value = false"),
        ("cards.values.K", "K ="),
        ("deal.methods.plain.nonsense", "[deal.methods.plain]"),
    ):
        number = where(place)
        assert number is not None
        assert line in text.splitlines()[number - 1]
    assert where("nowhere") is None
