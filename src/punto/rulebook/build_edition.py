"""Builds an Edition from a parsed rulebook file, or lists everything that is wrong with it."""

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

# Sections in which each key is a step, and its value the clauses about it.
_SAYS = ("says", "tournament.says", "promotion.says")
_CLAUSE_KEYS = CLAUSE_LISTS | {"clause"}


class RulebookError(Malformed):
    """A rulebook file that does not load."""


def build(tree: Mapping[str, Any], clauses: Mapping[str, ClauseRow], file: str) -> Edition:
    """Return the edition of a parsed file, or raise an error with the first finding."""
    edition, findings = survey(tree, clauses)
    refuse(findings, file)
    return edition


def refuse(findings: list[Finding], file: str) -> None:
    """Raise an error with the first finding, if there is one."""
    if findings:
        more = f" (and {len(findings) - 1} more)" if findings[1:] else ""
        hint = f"`punto rules check {file}` lists every finding"
        raise RulebookError(f"{file}: {findings[0]}{more}", hint)


def survey(
    tree: Mapping[str, Any], clauses: Mapping[str, ClauseRow]
) -> tuple[Edition, list[Finding]]:
    """Return the edition of a parsed file, with replaced values if needed, and all findings."""
    instrument = tree.get("instrument")
    name = instrument.get("id") if isinstance(instrument, Mapping) else None
    findings: list[Finding] = []
    full_tree = _with_full_clauses(tree, name, clauses, findings, "")
    fitting = Fitting()
    edition = _convert(full_tree, fitting)
    findings += fitting.found
    edition = _with_edition(edition, edition)
    # Findings that follow from a stand-in value are not reported.
    stood_in = fitting.stood_in
    check_findings = check(edition, clauses)
    findings += [
        finding for finding in check_findings if not _overlaps_stand_in(finding.place, stood_in)
    ]
    return edition, findings


def _convert(full_tree: Mapping[str, Any], fitting: Fitting) -> Edition:
    """Return the edition of a parsed file, with stand-ins for values that do not fit."""
    if "digest" not in full_tree:
        try:
            return msgspec.convert(full_tree, Edition)
        except msgspec.ValidationError:
            pass
    return msgspec.convert(fitting.fit(full_tree, Edition), Edition)


def _overlaps_stand_in(place: str, stood_in: list[str]) -> bool:
    return any(_is_inside(place, other) or _is_inside(other, place) for other in stood_in)


def _is_inside(place: str, whole: str) -> bool:
    return place.startswith(whole) and place[len(whole) :][:1] in ("", ".", "[")


def _with_edition(node: S, edition: Edition) -> S:
    """Return a section in which every missing datum names its edition."""
    changes: dict[str, Any] = {}
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if isinstance(value, Unsaid):
            scope = edition.instrument.scope
            changes[name] = Unsaid(value.topic, edition.id, scope.value, scope.clause)
        elif isinstance(value, Section):
            new_section = _with_edition(value, edition)
            if new_section is not value:
                changes[name] = new_section
    return replace(node, **changes) if changes else node


def _with_full_clauses(
    node: Any,
    rulebook: str | None,
    clauses: Mapping[str, ClauseRow],
    findings: list[Finding],
    path: str,
) -> Any:
    """Return the parsed file with full clause ids. Add a finding for each unknown clause."""
    if isinstance(node, list):
        return [
            _with_full_clauses(item, rulebook, clauses, findings, f"{path}[{index}]")
            for index, item in enumerate(node)
        ]
    if not isinstance(node, Mapping):
        return node
    result = {}
    for key, value in node.items():
        key_path = f"{path}.{key}" if path else key
        if (key in _CLAUSE_KEYS or path in _SAYS) and not isinstance(value, Mapping):
            result[key] = _full_clauses(value, rulebook, clauses, findings, key_path)
        else:
            result[key] = _with_full_clauses(value, rulebook, clauses, findings, key_path)
    return result


def _full_clauses(
    value: Any,
    rulebook: str | None,
    clauses: Mapping[str, ClauseRow],
    findings: list[Finding],
    place: str,
) -> list[str]:
    clause_list = value if isinstance(value, list) else [value]
    if not clause_list:
        findings.append(Finding(place, "expected at least one clause"))
    for clause in clause_list:
        if not isinstance(clause, str):
            findings.append(Finding(place, f"a clause is text in quotes, not {clause}"))
        elif clause not in clauses:
            nearest = ", ".join(near(clause, clauses))
            text = f"clause {clause!r} is not in the register of {rulebook}"
            findings.append(Finding(place, f"{text}; nearest: {nearest}" if nearest else text))
    return [f"{rulebook}/{clause}" for clause in clause_list] or ["?"]


def near(clause: str, clauses: Mapping[str, ClauseRow]) -> tuple[str, ...]:
    """Return the clauses of a register that are nearest to an unknown one."""
    stem = clause
    while stem:
        nearest = [name for name in clauses if name.startswith(stem)]
        if nearest:
            return tuple(nearest[:8])
        stem = stem[:-1]
    return ()
