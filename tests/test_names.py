"""Powers and steps are closed sets: what code asks for and what the schema has is the same."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.editions import ALL
from support.made_up import REGISTER, tree

from punto.rulebook.build import build, survey
from punto.rulebook.load import load
from punto.rulebook.schema import Changes, Powers, PromotionSays, Says
from punto.rulebook.schema.section import CLAUSE_LISTS

SOURCE = Path(__file__).parent.parent / "src" / "punto"
SCHEMA = SOURCE / "rulebook" / "schema"
FILES = [path for path in sorted(SOURCE.rglob("*.py")) if SCHEMA not in path.parents]

# Which argument of a function names a power or a step.
ASKS: dict[str, tuple[int, Any]] = {
    "says": (1, Says),
    "provided": (1, Says),
    "require": (2, Powers),
    "has_power": (2, Powers),
    "approved": (2, Powers),
}
SECTIONS: dict[str, Any] = {"says": Says, "powers": Powers, "changes": Changes}


def patterns(node: ast.AST) -> list[str]:
    """Return the names that an expression can be, as patterns; none if it is a variable."""
    match node:
        case ast.Constant(value=str(text)):
            return [re.escape(text)]
        case ast.IfExp(body=body, orelse=other):
            return [*patterns(body), *patterns(other)]
        case ast.JoinedStr(values=values):
            fixed = [str(one.value) if isinstance(one, ast.Constant) else None for one in values]
            return ["".join(".+" if text is None else re.escape(text) for text in fixed)]
    return []


def section_of(node: ast.AST) -> Any:
    """Return the section that ``rules.edition.powers`` and the like name."""
    if isinstance(node, ast.Attribute) and node.attr in SECTIONS:
        owner = ast.unparse(node.value)
        return SECTIONS[node.attr] if owner.split(".")[-1] == "edition" else None
    return None


def asked(path: Path) -> Iterator[tuple[Any, str, int]]:
    """Yield every name that a file asks a section for, with its line."""
    text = path.read_text(encoding="utf-8")
    # Promotions have a voice of their own.
    of_house = re.search(r"^from punto\.house\.law import .*\bsays\b", text, re.MULTILINE)
    for node in ast.walk(ast.parse(text)):
        match node:
            case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=given) if (
                name in ASKS
            ):
                place, kind = ASKS[name]
                kind = PromotionSays if of_house and kind is Says else kind
                for pattern in patterns(given[place]) if len(given) > place else ():
                    yield kind, pattern, node.lineno
            case ast.Call(func=ast.Attribute(value=owner, attr="get"), args=[first, *_]):
                kind_of = section_of(owner)
                for pattern in patterns(first) if kind_of else ():
                    assert kind_of is not None
                    yield kind_of, pattern, node.lineno
            case ast.Subscript(value=owner, slice=first):
                kind_of = section_of(owner)
                for pattern in patterns(first) if kind_of else ():
                    assert kind_of is not None
                    yield kind_of, pattern, node.lineno
            case ast.Compare(left=first, comparators=[owner]):
                kind_of = section_of(owner)
                for pattern in patterns(first) if kind_of else ():
                    assert kind_of is not None
                    yield kind_of, pattern, node.lineno


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_every_name_that_code_asks_for_is_in_the_schema(path: Path) -> None:
    for kind, pattern, line in asked(path):
        known = any(re.fullmatch(pattern, name) for name in kind.__struct_fields__)
        assert known, f"{path.name}:{line}: {kind.__name__} has no {pattern}"


def test_the_names_of_the_source_are_really_looked_at() -> None:
    seen = {kind for path in FILES for kind, _, _ in asked(path)}
    assert seen == {Says, Powers, Changes, PromotionSays}
    assert sum(1 for path in FILES for _ in asked(path)) > 150


@pytest.mark.parametrize("kind", [Says, Powers, Changes, PromotionSays])
def test_every_name_of_the_schema_is_asked_for_somewhere(kind: Any) -> None:
    direct = [pattern for path in FILES for where, pattern, _ in asked(path) if where is kind]
    written = {
        node.value
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    for name in kind.__struct_fields__:
        used = name in written or any(re.fullmatch(pattern, name) for pattern in direct)
        assert used, f"nobody asks for {kind.__name__}.{name}: it belongs into [[shown]]"


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
    assert "deal" in powers
    assert "burn" not in powers
    assert powers.get("burn") is None
    assert powers["deal"] is powers.deal
    assert list(powers) == ["cut_in_default", "deal", "settle_wagers", "void_coup"]
    assert [name for name, _ in powers.items()] == list(powers)
    assert len(list(powers.values())) == 4
    with pytest.raises(KeyError):
        powers["burn"]
    assert Says().get("nominee", ("x",)) == ("x",)


def test_lists_of_clauses_are_known_by_their_keys() -> None:
    """Loading makes clauses whole by the names of their keys, so those must be all there are."""
    found = {
        node.target.id
        for path in SCHEMA.glob("*.py")
        if not path.name.startswith("says")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.AnnAssign)
        and isinstance(node.target, ast.Name)
        and ast.unparse(node.annotation) == "Clauses"
    }
    assert found == CLAUSE_LISTS | {"clause"}
