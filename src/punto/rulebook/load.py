"""Rulebook files to editions and registers: the only code that opens them.

Besides those that ship with Punto, files are looked for in the folders that ``PUNTO_RULEBOOKS``
names. Everything that can be wrong with a file is told in one line: file, key, what was expected.
"""

import os
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from punto.clause import Malformed, stem
from punto.rulebook.build_edition import RulebookError, build, refuse, survey
from punto.rulebook.datum_list import data
from punto.rulebook.finding import Finding
from punto.rulebook.line_numbers import lines
from punto.rulebook.register import ClauseRow, rows
from punto.rulebook.schema import Edition

__all__ = [
    "ClauseRow",
    "RulebookError",
    "build",
    "findings",
    "ids",
    "known",
    "load",
    "parse",
    "raw",
    "register",
]

FOLDERS = "PUNTO_RULEBOOKS"

_SHIPPED = resources.files("punto") / "rulebooks"


def _folders() -> tuple[str, ...]:
    """Return the further folders in which rulebooks are looked for."""
    return tuple(name for name in os.environ.get(FOLDERS, "").split(os.pathsep) if name)


@lru_cache
def _files(folders: tuple[str, ...]) -> Mapping[str, tuple[Traversable, Traversable]]:
    """Return the file of every rulebook and its register, by id."""
    found: dict[str, tuple[Traversable, Traversable]] = {}
    for folder in (_SHIPPED, *map(Path, folders)):
        if not folder.is_dir():
            raise Malformed(f"{FOLDERS} names {folder}, which is not a folder")
        for entry in folder.iterdir():
            name = entry.name.removesuffix(".toml")
            if name == entry.name:
                continue
            if name in found:
                raise Malformed(f"two rulebooks are called {name}: {found[name][0]} and {entry}")
            found[name] = (entry, folder / f"{name}.clauses.csv")
    return dict(sorted(found.items()))


def ids() -> tuple[str, ...]:
    """Return the ids of the rulebooks held."""
    return tuple(_files(_folders()))


def known(rulebook: str) -> str:
    """Return the id, or say which rulebooks there are."""
    if rulebook not in ids():
        raise Malformed(f"there is no rulebook {rulebook!r}", f"known: {', '.join(ids())}")
    return rulebook


def register(rulebook: str) -> Mapping[str, ClauseRow]:
    """Return the clause register of a rulebook, by clause, in the order of the text."""
    return _register(known(rulebook), _folders())


@lru_cache
def _register(rulebook: str, folders: tuple[str, ...]) -> Mapping[str, ClauseRow]:
    held, found = _rows(_files(folders)[rulebook][1])
    refuse(found, f"{rulebook}.toml")
    return held


def citable(rulebook: str) -> frozenset[str]:
    """Return what may be cited of a rulebook: its clauses, and those that have limbs as a whole."""
    return _citable(known(rulebook), _folders())


@lru_cache
def _citable(rulebook: str, folders: tuple[str, ...]) -> frozenset[str]:
    held = _register(rulebook, folders)
    return frozenset(held) | {stem(clause) for clause in held}


def led_to(rulebook: str) -> frozenset[str]:
    """Return every clause that a datum, a power or a step that code uses leads to."""
    return _led_to(known(rulebook), _folders())


@lru_cache
def _led_to(rulebook: str, folders: tuple[str, ...]) -> frozenset[str]:
    del folders
    return frozenset(
        clause for datum in data(load(rulebook)) if datum.used for clause in datum.clause
    )


def _rows(file: Traversable) -> tuple[Mapping[str, ClauseRow], list[Finding]]:
    if not file.is_file():
        return {}, [Finding(file.name, "expected a register of this name beside the rulebook")]
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return {}, [Finding(file.name, "expected text in UTF-8")]
    return rows(text, file.name)


def raw(rulebook: str) -> Mapping[str, Any]:
    """Return the tree of a rulebook file as it stands; nobody may change it."""
    return _raw(known(rulebook), _folders())


@lru_cache
def _raw(rulebook: str, folders: tuple[str, ...]) -> Mapping[str, Any]:
    file = _files(folders)[rulebook][0]
    return parse(_text(file), file.name)


def _text(file: Traversable) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise RulebookError(f"{file.name}: expected text in UTF-8") from None


def parse(text: str, file: str) -> dict[str, Any]:
    """Return the tree of a TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: {error}") from None


def load(rulebook: str) -> Edition:
    """Return a rulebook that passed every check."""
    return _load(known(rulebook), _folders())


@lru_cache
def _load(rulebook: str, folders: tuple[str, ...]) -> Edition:
    file = f"{rulebook}.toml"
    tree, register = _raw(rulebook, folders), _register(rulebook, folders)
    edition = build(tree, register, file)
    refuse(_named(edition.id, rulebook), file)
    # Of what the text says, amended text and register included, and not of how it is laid out.
    digest = sha256(msgspec.json.encode([tree, register], order="sorted")).hexdigest()
    return replace(edition, digest=digest)


def _named(name: object, called: str) -> list[Finding]:
    """Return the finding about an id that is not the name of its file."""
    if name == called:
        return []
    return [
        Finding("instrument.id", f"expected the name of the file, {called}, got {name}", (called,))
    ]


def findings(file: Path) -> list[Finding]:
    """Return everything that is wrong with a rulebook file and the register beside it."""
    called = file.name.removesuffix(".toml")
    held, found = _rows(file.parent / f"{called}.clauses.csv")
    try:
        text = _text(file)
        tree = parse(text, file.name)
    except RulebookError as error:
        return [*found, Finding("file", error.message)]
    edition, more = survey(tree, held)
    if edition.id != "?":
        more += _named(edition.id, called)
    where = lines(text)
    placed = [replace(finding, line=where(finding.place)) for finding in more]
    return [*found, *sorted(placed, key=lambda finding: finding.line or 0)]
