"""A tree of a rulebook file to an Edition, or everything that is wrong with it."""

from collections.abc import Mapping
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from punto.clause import Malformed, Unsaid
from punto.rulebook.check import check
from punto.rulebook.finding import Finding
from punto.rulebook.register import ClauseRow
from punto.rulebook.schema import Edition
from punto.rulebook.schema.section import CLAUSE_LISTS, Section
from punto.rulebook.schema_errors import Fitting

S = TypeVar("S", bound=Struct)

# Sections whose every key is a step, and its value the clauses about it.
_SAYS = ("says", "tournament.says", "promotion.says")
_CLAUSE_KEYS = CLAUSE_LISTS | {"clause"}


class RulebookError(Malformed):
    """A rulebook file that does not load."""


def build(tree: Mapping[str, Any], clauses: Mapping[str, ClauseRow], file: str) -> Edition:
    """Return the edition of a tree, or say in one line what is wrong with it."""
    edition, found = survey(tree, clauses)
    refuse(found, file)
    return edition


def refuse(found: list[Finding], file: str) -> None:
    """Refuse a file of which something was found, naming the first."""
    if found:
        more = f" (and {len(found) - 1} more)" if found[1:] else ""
        hint = f"`punto rules check {file}` lists every finding"
        raise RulebookError(f"{file}: {found[0]}{more}", hint)


def survey(
    tree: Mapping[str, Any], clauses: Mapping[str, ClauseRow]
) -> tuple[Edition, list[Finding]]:
    """Return the edition of a tree, as far as it can be made out, and everything found in it."""
    instrument = tree.get("instrument")
    name = instrument.get("id") if isinstance(instrument, Mapping) else None
    found: list[Finding] = []
    whole = _whole_clauses(tree, name, clauses, found, "")
    fitting = Fitting()
    edition = _converted(whole, fitting)
    found += fitting.found
    edition = _bound(edition, edition)
    # What follows from a value that only stands in for another is not told.
    stood_in = fitting.stood_in
    more = check(edition, clauses)
    found += [finding for finding in more if not _touched(finding.place, stood_in)]
    return edition, found


def _converted(whole: Mapping[str, Any], fitting: Fitting) -> Edition:
    """Return the edition of a tree, with something else where it does not fit."""
    if "digest" not in whole:
        try:
            return msgspec.convert(whole, Edition)
        except msgspec.ValidationError:
            pass
    return msgspec.convert(fitting.fit(whole, Edition), Edition)


def _touched(place: str, stood_in: list[str]) -> bool:
    return any(_inside(place, other) or _inside(other, place) for other in stood_in)


def _inside(place: str, whole: str) -> bool:
    return place.startswith(whole) and place[len(whole) :][:1] in ("", ".", "[")


def _bound(node: S, edition: Edition) -> S:
    """Return a part of an edition in which every silence knows whose it is."""
    changes: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, Unsaid):
            scope = edition.instrument.scope
            changes[name] = Unsaid(value.topic, edition.id, scope.value, scope.clause)
        elif isinstance(value, Section):
            bound = _bound(value, edition)
            if bound is not value:
                changes[name] = bound
    return replace(node, **changes) if changes else node


def _whole_clauses(
    node: Any,
    rulebook: str | None,
    clauses: Mapping[str, ClauseRow],
    found: list[Finding],
    path: str,
) -> Any:
    """Return the tree with every clause made whole, and add a finding for one that is not there."""
    if isinstance(node, list):
        return [
            _whole_clauses(item, rulebook, clauses, found, f"{path}[{index}]")
            for index, item in enumerate(node)
        ]
    if not isinstance(node, Mapping):
        return node
    result = {}
    for key, value in node.items():
        here = f"{path}.{key}" if path else key
        if (key in _CLAUSE_KEYS or path in _SAYS) and not isinstance(value, Mapping):
            result[key] = _cited(value, rulebook, clauses, found, here)
        else:
            result[key] = _whole_clauses(value, rulebook, clauses, found, here)
    return result


def _cited(
    value: Any,
    rulebook: str | None,
    clauses: Mapping[str, ClauseRow],
    found: list[Finding],
    place: str,
) -> list[str]:
    named = value if isinstance(value, list) else [value]
    if not named:
        found.append(Finding(place, "expected at least one clause"))
    for clause in named:
        if not isinstance(clause, str):
            found.append(Finding(place, f"a clause is text in quotes, not {clause}"))
        elif clause not in clauses:
            close = ", ".join(near(clause, clauses))
            text = f"clause {clause!r} is not in the register of {rulebook}"
            found.append(Finding(place, f"{text}; nearest: {close}" if close else text))
    return [f"{rulebook}/{clause}" for clause in named] or ["?"]


def near(clause: str, clauses: Mapping[str, ClauseRow]) -> tuple[str, ...]:
    """Return the clauses of a register that stand nearest to one that it has not."""
    stem = clause
    while stem:
        close = [name for name in clauses if name.startswith(stem)]
        if close:
            return tuple(close[:8])
        stem = stem[:-1]
    return ()
