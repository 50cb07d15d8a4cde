"""Change every datum of a rulebook in turn and see whether a scenario notices.

A mutant that no scenario notices is a survivor: either a scenario is missing, or the datum is not
used. Data of kind ``Held`` and ``Shown`` are not used by any code and are counted separately. Words
(titles, names, readings) are not mutated.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from datetime import date, timedelta
from functools import lru_cache
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from punto.clause import Cited, Held, Malformed, named_in, stem
from punto.rulebook import load
from punto.rulebook.schema import Edition, Shown
from punto.rulebook.schema.section import CLAUSE_LISTS
from punto.scenario.loader import Case
from punto.scenario.run import run

Path = tuple[str | int, ...]

REMOVED = object()

_WORDS = CLAUSE_LISTS | {
    "clause",
    "reading",
    "title",
    "name",
    "id",
    "jurisdiction",
    "citation",
}


class Mutant(Struct, frozen=True):
    """One changed datum."""

    key: str
    clause: tuple[str, ...]
    change: str
    path: Path
    value: Any


class Survivor(Struct, frozen=True):
    """A change that no scenario noticed."""

    key: str
    clause: str
    change: str


class MutationReport(Struct, frozen=True):
    """How many mutants of a rulebook its scenarios noticed."""

    rulebook: str
    mutants: int
    caught: int
    survivors: tuple[Survivor, ...]
    unloadable: int
    held: int


def mutants(rulebook: str) -> list[Mutant]:
    """Return every mutant of a rulebook, in the order of its file."""
    return list(_walk(shapes.type_info(Edition), _used_tree(rulebook), (), ()))


def held_count(rulebook: str) -> int:
    """Return how many data of a rulebook no code uses yet."""

    def count(node: Any) -> int:
        if isinstance(node, Held | Shown):
            return 1
        if isinstance(node, dict):
            return sum(count(value) for value in node.values())
        if isinstance(node, tuple):
            return sum(count(value) for value in node)
        if isinstance(node, Struct):
            return sum(count(getattr(node, name)) for name in node.__struct_fields__)
        return 0

    return count(load.load(rulebook))


def mutate(
    rulebook: str,
    cases: Sequence[Case],
    progress: Callable[[int, int], None] | None = None,
) -> MutationReport:
    """Return which mutants of a rulebook survive its scenarios."""
    all_mutants = mutants(rulebook)
    own = [case for case in cases if case.rulebook == rulebook]
    for case in own:
        if not run(case, load.load(rulebook)).passed:
            raise Malformed(f"{case.name} fails, so mutants would prove nothing")
    survivors, unloadable = [], 0
    for number, mutant in enumerate(all_mutants, start=1):
        edition = _mutated_edition(rulebook, mutant)
        if edition is None:
            unloadable += 1
        elif not _is_noticed(rulebook, edition, mutant, own):
            clauses = ", ".join(map(str, mutant.clause))
            survivors.append(Survivor(mutant.key, clauses, mutant.change))
        if progress:
            progress(number, len(all_mutants))
    caught = len(all_mutants) - len(survivors)
    return MutationReport(
        rulebook, len(all_mutants), caught, tuple(survivors), unloadable, held_count(rulebook)
    )


def _mutated_edition(rulebook: str, mutant: Mutant) -> Edition | None:
    """Return the edition of a mutant, or ``None`` if strict loading notices the change."""
    try:
        return load.build(_mutated_tree(rulebook, mutant), load.register(rulebook), rulebook)
    except load.RulebookError:
        return None


def _is_noticed(rulebook: str, edition: Edition, mutant: Mutant, cases: list[Case]) -> bool:
    """Return whether a scenario fails; scenarios that cite the clause run first."""
    cited = {f"{rulebook}/{clause}" for clause in mutant.clause}
    cited |= {stem(clause) for clause in cited}
    first = [case for case in cases if cited.intersection(case.cites)]
    rest = [case for case in cases if not cited.intersection(case.cites)]
    return any(_fails(case, edition) for case in (*first, *rest))


def _fails(case: Case, edition: Edition) -> bool:
    try:
        report = run(case, edition)
    except Exception:  # noqa: BLE001  a mutant may break anything, and that is noticed
        return True
    # A case must still apply the cited clauses that it proves under the unchanged rulebook. The
    # other rows of its ``each`` prove the rest.
    return not report.passed or not all(
        named_in(clause, report.applied) for clause in _proven_clauses(case)
    )


_PROVEN_CLAUSES: dict[tuple[str, str], frozenset[str]] = {}


def _proven_clauses(case: Case) -> frozenset[str]:
    """Return the clauses that a case cites and applies under the unchanged rulebook."""
    key = (str(case.file), case.name)
    if key not in _PROVEN_CLAUSES:
        report = run(case, load.load(case.rulebook))
        _PROVEN_CLAUSES[key] = frozenset(
            clause for clause in case.cites if named_in(clause, report.applied)
        )
    return _PROVEN_CLAUSES[key]


@lru_cache
def _used_tree(rulebook: str) -> Mapping[str, Any]:
    """Return the tree of a rulebook without the data that no code uses."""
    return {name: part for name, part in load.raw(rulebook).items() if name != "shown"}


def _mutated_tree(rulebook: str, mutant: Mutant) -> Mapping[str, Any]:
    # Only the containers on the path to the datum are copied; the rest is shared and not changed.
    tree: dict[str, Any] = dict(_used_tree(rulebook))
    node: Any = tree
    for step in mutant.path[:-1]:
        node[step] = node[step].copy()
        node = node[step]
    if mutant.value is REMOVED:
        del node[mutant.path[-1]]
    else:
        node[mutant.path[-1]] = deepcopy(mutant.value)
    return tree


def _walk(kind: shapes.Type, node: Any, path: Path, clause: tuple[str, ...]) -> Iterator[Mutant]:
    """Yield the mutants of a node, guided by the type that the schema gives it."""
    kind = _unwrapped(kind)
    if path and path[-1] == "says":
        yield from _step_removals(node, path)
    elif isinstance(kind, shapes.StructType):
        yield from _walk_struct(kind, node, path, clause)
    elif isinstance(kind, shapes.DictType):
        for name, value in node.items():
            yield from _walk(kind.value_type, value, (*path, name), clause)
    elif isinstance(kind, shapes.VarTupleType):
        for index, value in enumerate(node):
            yield from _walk(kind.item_type, value, (*path, index), clause)
            if not isinstance(_unwrapped(kind.item_type), shapes.StructType):
                shorter = [*node[:index], *node[index + 1 :]]
                yield _mutant(path, clause, f"{node} -> {shorter}", shorter)
        for value in _additions(_unwrapped(kind.item_type), node):
            yield _mutant(path, clause, f"{node} and {value}", [*node, value])
    else:
        for value in _leaf_changes(kind, node):
            yield _mutant(path, clause, f"{node} -> {value}", value)


def _step_removals(node: dict[str, Any], path: Path) -> Iterator[Mutant]:
    """Yield a mutant without each step of ``says``."""
    for name, clauses in node.items():
        removed = (clauses,) if isinstance(clauses, str) else tuple(clauses)
        yield _mutant((*path, name), removed, "removed", REMOVED)


def _walk_struct(
    kind: shapes.StructType, node: Any, path: Path, clause: tuple[str, ...]
) -> Iterator[Mutant]:
    if issubclass(getattr(kind.cls, "__origin__", kind.cls), Held):
        return
    own = node.get("clause", clause)
    own = (own,) if isinstance(own, str) else tuple(own)
    for field in kind.fields:
        name = field.encode_name
        if name in node and name not in _WORDS:
            yield from _walk(field.type, node[name], (*path, name), own)
            if not field.required and _is_cited(field.type):
                removed = node[name]["clause"]
                removed = (removed,) if isinstance(removed, str) else tuple(removed)
                yield _mutant((*path, name), removed, "removed", REMOVED)


def _is_cited(kind: shapes.Type) -> bool:
    struct = _unwrapped(kind)
    if not isinstance(struct, shapes.StructType):
        return False
    return issubclass(getattr(struct.cls, "__origin__", struct.cls), Cited)


def _additions(kind: shapes.Type, node: list[Any]) -> Iterator[Any]:
    """Yield values to add to a list: other members of its enum, or adjacent numbers."""
    if isinstance(kind, shapes.EnumType):
        yield from (member.value for member in kind.cls if member.value not in node)
    elif isinstance(kind, shapes.IntType) and node:
        adjacent = range(max(min(node) - 1, 0), max(node) + 2)
        yield from (value for value in adjacent if value not in node)


def _unwrapped(kind: shapes.Type) -> shapes.Type:
    """Return a type without ``None`` and without metadata."""
    if isinstance(kind, shapes.Metadata):
        return _unwrapped(kind.type)
    if isinstance(kind, shapes.UnionType):
        kinds = [member for member in kind.types if not isinstance(member, shapes.NoneType)]
        return _unwrapped(kinds[0])
    return kind


def _mutant(path: Path, clause: tuple[str, ...], change: str, value: Any) -> Mutant:
    key = ""
    for step in path:
        key += f"[{step}]" if isinstance(step, int) else f".{step}"
    return Mutant(key.lstrip("."), clause, change, path, value)


def _leaf_changes(kind: shapes.Type, node: Any) -> Iterator[Any]:
    """Yield the values that a leaf is changed to."""
    if isinstance(kind, shapes.EnumType):
        yield from (member.value for member in kind.cls if member.value != node)
    elif isinstance(kind, shapes.LiteralType):
        yield from (value for value in kind.values if value != node)
    elif isinstance(kind, shapes.BoolType):
        yield not node
    elif isinstance(kind, shapes.IntType):
        yield from (node + 1, node - 1)
    elif isinstance(kind, shapes.DateType) and isinstance(node, date):
        yield from (node + timedelta(days=1), node - timedelta(days=1))
    elif isinstance(kind, shapes.StrType) and kind.pattern:
        yield from _text_changes(node)


def _text_changes(text: str) -> Iterator[str]:
    """Yield odds with each number one up and one down, or a tableau row with each cell flipped."""
    if re.fullmatch("[DS]+", text):
        for index, cell in enumerate(text):
            yield text[:index] + ("S" if cell == "D" else "D") + text[index + 1 :]
        return
    for match in re.finditer(r"\d+", text):
        for value in (int(match[0]) + 1, int(match[0]) - 1):
            if value > 0:
                yield f"{text[: match.start()]}{value}{text[match.end() :]}"
