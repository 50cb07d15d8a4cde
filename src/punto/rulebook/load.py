"""TOML to Edition, and the clause register: the only code that opens ``rulebooks/``.

Everything that can be wrong with a file is told in one line: file, key, what was expected.
"""

import csv
import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed
from punto.rulebook.check import check
from punto.rulebook.schema import Edition
from punto.rulebook.shape import CLAUSE_LISTS

_FILES = resources.files("punto") / "rulebooks"

_CLAUSE_KEYS = CLAUSE_LISTS | {"clause"}

_PATTERNS = {
    "[1-9][0-9]*:": "odds in whole numbers, such as 8:1, 19:20 or 1:1 less 5%",
    "[DS]{10}": "ten letters D or S, one for each value of a third card",
}


class ClauseRow(Struct, frozen=True):
    """One row of a clause register: what a clause demands, in our words."""

    clause: str
    area: str
    kind: str
    actor: str
    rule: str
    parameters: str
    system: str


class RulebookError(Malformed):
    """A rulebook file that does not load."""


def ids() -> tuple[str, ...]:
    """Return the ids of the rulebooks held."""
    names = (entry.name for entry in _FILES.iterdir())
    return tuple(sorted(name.removesuffix(".toml") for name in names if name.endswith(".toml")))


def known(rulebook: str) -> str:
    """Return the id, or say which rulebooks there are."""
    if rulebook not in ids():
        raise Malformed(f"there is no rulebook {rulebook!r}", f"known: {', '.join(ids())}")
    return rulebook


@lru_cache
def register(rulebook: str) -> Mapping[str, ClauseRow]:
    """Return the clause register of a rulebook, by clause, in the order of the text."""
    text = (_FILES / f"{known(rulebook)}.clauses.csv").read_text(encoding="utf-8")
    rows = [ClauseRow(**row) for row in csv.DictReader(text.splitlines())]
    return {row.clause: row for row in rows}


@lru_cache
def raw(rulebook: str) -> Mapping[str, Any]:
    """Return the tree of a rulebook file as it stands; nobody may change it."""
    return parse(_bytes(rulebook).decode("utf-8"), f"{rulebook}.toml")


def _bytes(rulebook: str) -> bytes:
    return (_FILES / f"{known(rulebook)}.toml").read_bytes()


def parse(text: str, file: str) -> dict[str, Any]:
    """Return the tree of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: {error}") from None


@lru_cache
def load(rulebook: str) -> Edition:
    """Return a rulebook that passed every check."""
    edition = build(raw(rulebook), register(rulebook), f"{rulebook}.toml")
    return replace(edition, digest=sha256(_bytes(rulebook)).hexdigest())


def build(tree: Mapping[str, Any], clauses: Mapping[str, ClauseRow], file: str) -> Edition:
    """Return the edition of a tree, or say in one line what is wrong with it."""
    instrument = tree.get("instrument")
    name = instrument.get("id") if isinstance(instrument, dict) else None
    if "digest" in tree:
        raise RulebookError(f"{file}: file: unknown key `digest`")
    whole = _whole_clauses(tree, name, clauses, file, "")
    try:
        edition = msgspec.convert(whole, Edition)
    except msgspec.ValidationError as error:
        raise RulebookError(f"{file}: {_explain(error, whole)}") from None
    for key, expected in check(edition):
        raise RulebookError(f"{file}: {key}: expected {expected}")
    return edition


def _whole_clauses(
    node: Any, rulebook: str | None, clauses: Mapping[str, ClauseRow], file: str, path: str
) -> Any:
    """Return the tree with every clause made whole, or refuse one the register lacks."""
    if isinstance(node, list):
        return [
            _whole_clauses(item, rulebook, clauses, file, f"{path}[{index}]")
            for index, item in enumerate(node)
        ]
    if not isinstance(node, Mapping):
        return node
    result = {}
    for key, value in node.items():
        here = f"{path}.{key}" if path else key
        if (key in _CLAUSE_KEYS or path == "says") and isinstance(value, str | list):
            named = [value] if isinstance(value, str) else value
            for clause in named:
                if clause not in clauses:
                    raise RulebookError(
                        f"{file}: {here}: clause {clause!r} is not in the register of {rulebook}"
                    )
            if not named:
                raise RulebookError(f"{file}: {here}: expected at least one clause")
            result[key] = [f"{rulebook}/{clause}" for clause in named]
        else:
            result[key] = _whole_clauses(value, rulebook, clauses, file, here)
    return result


def _explain(error: msgspec.ValidationError, tree: Mapping[str, Any]) -> str:
    """Return a library's complaint as key and expectation."""
    text, _, path = str(error).partition(" - at `")
    key = _named_path(path.rstrip("`"), str(error), tree).removeprefix("$").lstrip(".")
    for pattern, expected in _PATTERNS.items():
        if pattern in text:
            text = f"expected {expected}"
    text = text.replace("Object contains unknown field", "unknown key")
    text = text.replace("Object missing required field", "missing key")
    return f"{key or 'file'}: {text[0].lower()}{text[1:]}"


def _named_path(path: str, message: str, tree: Mapping[str, Any]) -> str:
    """Return a path with the names of mapping entries, which the library leaves out."""
    while "[...]" in path:
        before, _, after = path.partition("[...]")
        for key in _mapping_at(tree, before):
            if _fails_alone(tree, before, key, message):
                path = f"{before}.{key}{after}"
                break
        else:
            return path
    return path


def _steps(path: str) -> Iterator[str]:
    yield from (step for step in re.split(r"[.\[\]]", path.removeprefix("$")) if step)


def _mapping_at(tree: Mapping[str, Any], path: str) -> Mapping[str, Any]:
    node: Any = tree
    for step in _steps(path):
        node = node[int(step)] if isinstance(node, list) else node[step]
    return node if isinstance(node, Mapping) else {}


def _fails_alone(tree: Mapping[str, Any], path: str, key: str, message: str) -> bool:
    """Return whether one entry of a mapping, without its siblings, gives the same complaint."""
    copy = deepcopy(dict(tree))
    mapping = _mapping_at(copy, path)
    assert isinstance(mapping, dict)
    for other in [name for name in mapping if name != key]:
        del mapping[other]
    try:
        msgspec.convert(copy, Edition)
    except msgspec.ValidationError as error:
        return str(error) == message
    return False
