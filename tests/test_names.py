"""Powers and steps are closed sets: what code asks for and what the schema has is the same."""

import ast
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest
from support.editions import ALL
from support.example_rulebook import REGISTER, tree

from punto.rulebook.build_edition import build, survey
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.rulebook.schema import Changes, Powers, PromotionSays, Says, TournamentSays
from punto.rulebook.schema.limits import ChangeName
from punto.rulebook.schema.section import CLAUSE_LISTS

SOURCE = Path(__file__).parent.parent / "src" / "punto"
SCHEMA = SOURCE / "rulebook" / "schema"
FILES = [path for path in sorted(SOURCE.rglob("*.py")) if SCHEMA not in path.parents]

SECTIONS: dict[str, Any] = {"says": Says, "powers": Powers, "changes": Changes}


@cache
def nodes() -> list[ast.AST]:
    """Return everything that the code outside of the schema is made of."""
    return [
        node for path in FILES for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    ]


@pytest.mark.parametrize("kind", [Says, TournamentSays, PromotionSays])
def test_every_step_of_the_schema_is_asked_for_somewhere(kind: Any) -> None:
    asked = {node.attr for node in nodes() if isinstance(node, ast.Attribute)}
    for name in kind.__struct_fields__:
        assert name in asked, f"nobody asks for {kind.__name__}.{name}: it belongs into [[shown]]"


def test_every_power_has_a_key_and_is_asked_for_somewhere() -> None:
    assert tuple(Power) == Powers.__struct_fields__
    asked = {ast.unparse(node) for node in nodes() if isinstance(node, ast.Attribute)}
    for power in Power:
        assert power.name == power.upper()
        assert f"Power.{power.name}" in asked, f"nobody asks for {power}: it belongs into [[shown]]"


def test_every_kind_of_change_has_a_key_and_is_asked_for_somewhere() -> None:
    assert get_args(ChangeName) == Changes.__struct_fields__
    written = {node.value for node in nodes() if isinstance(node, ast.Constant)}
    assert set(Changes.__struct_fields__) <= written


@pytest.mark.parametrize("kind", [Says, Powers, Changes])
def test_every_name_of_the_schema_is_used_by_a_rulebook(kind: Any) -> None:
    section = next(name for name, one in SECTIONS.items() if one is kind)
    used = {name for one in ALL for name in getattr(load(one), section)}
    assert used == set(kind.__struct_fields__)


def test_every_step_of_promotions_is_used_by_a_rulebook() -> None:
    told = [edition.promotion.says for edition in map(load, ALL) if edition.promotion]
    assert {name for says in told for name in says} == set(PromotionSays.__struct_fields__)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_misspelt_name_does_not_load_and_the_nearest_are_told(section: str) -> None:
    kind = SECTIONS[section]
    for name in kind.__struct_fields__:
        wrong = name[:-1] + ("x" if name[-1] != "x" else "y")
        held = tree()
        held.setdefault(section, {})[wrong] = "6"
        told = survey(held, REGISTER)[1]
        [finding] = [one for one in told if one.place == f"{section}.{wrong}"]
        assert name in finding.problem
        assert set(finding.allowed) == set(kind.__struct_fields__)


def test_a_section_by_name_is_asked_like_a_mapping() -> None:
    powers = build(tree(), REGISTER, "x").powers
    assert Power.DEAL in powers
    assert Power.BURN not in powers
    assert powers.get(Power.BURN) is None
    assert powers[Power.DEAL] is powers.deal
    assert list(powers) == ["cut_in_default", "deal", "settle_wagers", "void_coup"]
    assert [name for name, _ in powers.items()] == list(powers)
    assert len(list(powers.values())) == 4
    with pytest.raises(KeyError):
        powers[Power.BURN]


def test_steps_are_attributes_and_a_silence_is_no_clauses() -> None:
    says = Says(nominee=("x/1",))
    assert says.nominee == ("x/1",)
    assert says.fraud == ()
    assert list(says) == ["nominee"]
    assert dict(says.items()) == {"nominee": ("x/1",)}


def test_lists_of_clauses_are_known_by_their_keys() -> None:
    """Loading makes clauses whole by the names of their keys, so those must be all there are."""
    found = {
        node.target.id
        for path in SCHEMA.glob("*.py")
        if "step_clauses" not in path.name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and ast.unparse(node.annotation) == "Clauses"
    }
    assert found == CLAUSE_LISTS | {"clause"}
