"""Loads rulebook files as editions and registers. No other code opens them.

Files are in the package, and in the folders that ``PUNTO_RULEBOOKS`` names. An error is one line:
file, key, and what was expected.
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
    """Return the additional folders with rulebooks."""
    return tuple(name for name in os.environ.get(FOLDERS, "").split(os.pathsep) if name)


@lru_cache
def _files(folders: tuple[str, ...]) -> Mapping[str, tuple[Traversable, Traversable]]:
    """Return the files of all rulebooks and their registers, by id."""
    files: dict[str, tuple[Traversable, Traversable]] = {}
    for folder in (_SHIPPED, *map(Path, folders)):
        if not folder.is_dir():
            raise Malformed(f"{FOLDERS} names {folder}, which is not a folder")
        for entry in folder.iterdir():
            name = entry.name.removesuffix(".toml")
            if name == entry.name:
                continue
            if name in files:
                raise Malformed(f"two rulebooks are called {name}: {files[name][0]} and {entry}")
            files[name] = (entry, folder / f"{name}.clauses.csv")
    return dict(sorted(files.items()))


def ids() -> tuple[str, ...]:
    """Return the ids of all rulebooks."""
    return tuple(_files(_folders()))


def known(rulebook: str) -> str:
    """Return the id of a rulebook. Raise an error with all ids if it does not exist."""
    if rulebook not in ids():
        raise Malformed(f"there is no rulebook {rulebook!r}", f"known: {', '.join(ids())}")
    return rulebook


def register(rulebook: str) -> Mapping[str, ClauseRow]:
    """Return the clause register of a rulebook, by clause, in the order of the text."""
    return _register(known(rulebook), _folders())


@lru_cache
def _register(rulebook: str, folders: tuple[str, ...]) -> Mapping[str, ClauseRow]:
    rows_by_clause, errors = _read_register(_files(folders)[rulebook][1])
    refuse(errors, f"{rulebook}.toml")
    return rows_by_clause


def citable(rulebook: str) -> frozenset[str]:
    """Return the clauses of a rulebook that may be cited, including stems of clauses with limbs."""
    return _citable(known(rulebook), _folders())


@lru_cache
def _citable(rulebook: str, folders: tuple[str, ...]) -> frozenset[str]:
    rows_by_clause = _register(rulebook, folders)
    return frozenset(rows_by_clause) | {stem(clause) for clause in rows_by_clause}


def led_to(rulebook: str) -> frozenset[str]:
    """Return all clauses that are cited by a datum, a power or a step that code uses."""
    return _led_to(known(rulebook), _folders())


@lru_cache
def _led_to(rulebook: str, folders: tuple[str, ...]) -> frozenset[str]:
    del folders
    return frozenset(
        clause for datum in data(load(rulebook)) if datum.used for clause in datum.clause
    )


def _read_register(file: Traversable) -> tuple[Mapping[str, ClauseRow], list[Finding]]:
    if not file.is_file():
        return {}, [Finding(file.name, "expected a register of this name beside the rulebook")]
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return {}, [Finding(file.name, "expected text in UTF-8")]
    return rows(text, file.name)


def raw(rulebook: str) -> Mapping[str, Any]:
    """Return a parsed rulebook file. Callers must not change it."""
    return _raw(known(rulebook), _folders())


@lru_cache
def _raw(rulebook: str, folders: tuple[str, ...]) -> Mapping[str, Any]:
    file = _files(folders)[rulebook][0]
    return parse(_read_text(file), file.name)


def _read_text(file: Traversable) -> str:
    try:
        return file.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise RulebookError(f"{file.name}: expected text in UTF-8") from None


def parse(text: str, file: str) -> dict[str, Any]:
    """Return a parsed TOML text."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError(f"{file}: {error}") from None


def load(rulebook: str) -> Edition:
    """Return a rulebook. Raise an error if it fails a check."""
    return _load(known(rulebook), _folders())


@lru_cache
def _load(rulebook: str, folders: tuple[str, ...]) -> Edition:
    file = f"{rulebook}.toml"
    tree, register = _raw(rulebook, folders), _register(rulebook, folders)
    edition = build(tree, register, file)
    refuse(_id_findings(edition.id, rulebook), file)
    # The digest covers the parsed text and the register, not the layout of the file.
    digest = sha256(msgspec.json.encode([tree, register], order="sorted")).hexdigest()
    return replace(edition, digest=digest)


def _id_findings(name: object, file_name: str) -> list[Finding]:
    """Return the finding about an id that differs from the name of its file."""
    if name == file_name:
        return []
    return [
        Finding(
            "instrument.id", f"expected the name of the file, {file_name}, got {name}", (file_name,)
        )
    ]


def findings(file: Path) -> list[Finding]:
    """Return all findings of a rulebook file and its register."""
    file_name = file.name.removesuffix(".toml")
    clauses, register_findings = _read_register(file.parent / f"{file_name}.clauses.csv")
    try:
        text = _read_text(file)
        tree = parse(text, file.name)
    except RulebookError as error:
        return [*register_findings, Finding("file", error.message)]
    edition, edition_findings = survey(tree, clauses)
    if edition.id != "?":
        edition_findings += _id_findings(edition.id, file_name)
    line_of = lines(text)
    numbered = [replace(finding, line=line_of(finding.place)) for finding in edition_findings]
    return [*register_findings, *sorted(numbered, key=lambda finding: finding.line or 0)]
