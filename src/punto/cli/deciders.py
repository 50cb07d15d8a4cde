"""Which functions ask for a datum of a rulebook: read off the source itself."""

import ast
import re
from functools import lru_cache
from pathlib import Path

from punto.rulebook.contents import Datum

_SOURCE = Path(__file__).resolve().parent.parent
# What reads, checks or shows every datum alike decides nothing.
_NOT_DECIDING = (
    "cli",
    "odds",
    "library.py",
    "scenario",
    "schema",
    "contents.py",
    "load.py",
    "check.py",
)
# A name that so many functions use says nothing about one datum.
_MANY = 12
# Parts of a rulebook whose names are asked for by their words.
_BY_WORD = ("says", "powers", "changes")


@lru_cache
def _index() -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """Return which functions use an attribute, and which name a word."""
    attributes: dict[str, list[str]] = {}
    words: dict[str, list[str]] = {}
    for path in sorted(_SOURCE.rglob("*.py")):
        place = path.relative_to(_SOURCE)
        if any(part in _NOT_DECIDING for part in place.parts):
            continue
        module = ast.parse(path.read_text(encoding="utf-8"))
        for node in ast.walk(module):
            if isinstance(node, ast.FunctionDef):
                here = f"{place}: {node.name}"
                for found in _used(node):
                    attributes.setdefault(found, []).append(here)
                for found in _said(node):
                    words.setdefault(found, []).append(here)
        for node in module.body:
            if isinstance(node, ast.Assign | ast.AnnAssign):
                for found in _said(node):
                    words.setdefault(found, []).append(str(place))
    return attributes, words


def _used(function: ast.FunctionDef) -> set[str]:
    return {node.attr for node in ast.walk(function) if isinstance(node, ast.Attribute)}


def _said(part: ast.AST) -> set[str]:
    """Return the words that stand in a part of the source."""
    found = set()
    for node in ast.walk(part):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            found.add(node.value)
    return found


def decided_in(datum: Datum) -> list[str]:
    """Return the functions that ask for a datum: module and name, in alphabetical order."""
    if not datum.used:
        return []
    attributes, words = _index()
    parts = [part for part in re.split(r"[.\[\]]", datum.key) if part]
    if parts[0] in _BY_WORD and len(parts) > 1:
        whole = words.get(parts[1], [])
        # A word such as missed_cut may be put together from missed_ and what was missed.
        first = parts[1].partition("_")[0] + "_"
        return whole or words.get(first, [])
    for part in reversed(parts):
        found = attributes.get(part, [])
        if found and (len(found) <= _MANY or part is parts[0]):
            return found
    return []
