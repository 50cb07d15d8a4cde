"""An edition with other values for some of its data, named by key.

Keys are those of the file: ``wagers.tie.outcomes[0].odds``, ``cards.decks``.
"""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import FieldInfo, fields, replace

from punto.clause import Cited, Clauses, Malformed, Unsaid, merged
from punto.error_codes import ErrorCode
from punto.rulebook.check import sound, titled
from punto.rulebook.finding import Finding, unknown
from punto.rulebook.schema import Edition
from punto.rulebook.schema.section import CLAUSE_LISTS
from punto.rulebook.schema_errors import allowed, bare, is_section

Value = bool | int | str | tuple[int | str, ...]
Way = tuple[str | int, ...]
# The clauses of the row or section around a datum, and the length of the path to it.
_Source = tuple[Clauses, int]

# The value that removes an optional datum.
NONE = "none"
# Sections without rules for code, and keys that are only names or citations.
_NO_RULES = frozenset({"instrument", "titles", "says", "shown", "digest"})
_NOT_DATA = CLAUSE_LISTS | {"clause", "reading", "title", "name"}


class Place(Struct, frozen=True):
    """The position of a datum in an edition: its key, its path, its value and its clauses.

    ``cited_after`` is the length of the path to the object with the clauses: the datum or its row.
    """

    key: str
    path: tuple[str | int, ...]
    value: Any
    clause: Clauses
    kind: Any
    cited_after: int
    optional: bool


def places(edition: Edition) -> dict[str, Place]:
    """Return all data of an edition that code uses, by key."""
    data_places = _section_places(edition, Edition, "", (), ((), 0))
    return {place.key: place for place in data_places if place.path[0] not in _NO_RULES}


def _section_places(node: Any, kind: Any, key: str, path: Way, cited: _Source) -> Iterator[Place]:
    own_clause = getattr(node, "clause", None)
    cited = cited if own_clause is None else (own_clause, len(path))
    for field in _data_fields(kind):
        value, field_key = getattr(node, field.name), f"{key}.{field.encode_name}".lstrip(".")
        if value is not None and not isinstance(value, Unsaid):
            optional = field.default is None
            field_path = (*path, field.name)
            yield from _datum_places(
                value, field.type, field_key, field_path, cited, optional=optional
            )


@lru_cache
def _data_fields(kind: Any) -> tuple[FieldInfo, ...]:
    """Return the fields of a section that are data."""
    return tuple(field for field in fields(kind) if field.name not in _NOT_DATA)


def _datum_places(
    value: Any, kind: Any, key: str, path: Way, cited: _Source, *, optional: bool = False
) -> Iterator[Place]:
    kind = bare(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(value, Cited):
        yield Place(key, path, value.value, value.clause, arguments[0], len(path), optional)
    elif origin is dict:
        for name, entry in value.items():
            entry_path = (*path, name)
            yield from _datum_places(
                entry, arguments[1], f"{key}.{name}", entry_path, cited, optional=True
            )
    elif origin is tuple and is_section(arguments[0]):
        for index, row in enumerate(value):
            yield from _datum_places(row, arguments[0], f"{key}[{index}]", (*path, index), cited)
    elif is_section(kind):
        if origin is None:
            yield from _section_places(value, kind, key, path, cited)
    elif cited[0]:
        yield Place(key, path, value, cited[0], kind, cited[1], optional)


def place_of(data_places: Mapping[str, Place], key: str) -> Place:
    """Return the place of a datum. Raise an error with the nearest key if there is none."""
    if key not in data_places:
        near = get_close_matches(key, data_places, n=1, cutoff=0)
        raise Malformed(
            f"this rulebook has no rule {key!r}",
            f"nearest: {near[0]}",
            code=ErrorCode.NO_SUCH_THING,
        )
    return data_places[key]


def value_of(place: Place, given: Value) -> Any:
    """Return a value in the type of the schema, or ``None`` if the datum is removed."""
    try:
        return msgspec.convert(given, place.kind)
    except msgspec.ValidationError:
        if given == NONE and place.optional:
            return None
        names = ", ".join((*allowed(place.kind), *((NONE,) if place.optional else ())))
        hint = f"allowed: {names}" if names else None
        text = f"{place.key} cannot be {given!r}"
        raise Malformed(text, hint, code=ErrorCode.NO_SUCH_THING) from None


def altered(edition: Edition, values: Mapping[str, Value], clause: Clauses) -> Edition:
    """Return an edition with other values. Each cites ``clause`` in addition to its own."""
    data_places = places(edition)
    for key, new_value in values.items():
        # The datum is removed already.
        if new_value == NONE and key not in data_places:
            continue
        place = place_of(data_places, key)
        value = value_of(place, new_value)
        if value != place.value:
            edition = _with_value(edition, place.path, value, clause, place.cited_after)
    return edition


def _with_value(node: Any, path: Way, value: Any, clause: Clauses, cited_after: int) -> Any:
    """Return a node with another value at a path below it, cited by an additional clause."""
    if not path:
        if not isinstance(node, Cited):
            return value
        return None if value is None else Cited(value, merged(node.clause, clause), node.reading)
    step, *remaining_path = path
    if isinstance(node, tuple):
        assert isinstance(step, int)
        new_child = _with_value(node[step], tuple(remaining_path), value, clause, cited_after - 1)
        return (*node[:step], new_child, *node[step + 1 :])
    child = node[step] if isinstance(node, dict) else getattr(node, str(step))
    new_child = _with_value(child, tuple(remaining_path), value, clause, cited_after - 1)
    if isinstance(node, dict):
        others = {
            name: entry for name, entry in node.items() if name != step or new_child is not None
        }
        return others if new_child is None else {**others, step: new_child}
    changes = {str(step): new_child}
    if not cited_after:
        changes["clause"] = merged(node.clause, clause)
    return replace(node, **changes)


def unsound(edition: Edition, before: Edition) -> Finding | None:
    """Return a finding of an altered edition that it did not have before, or ``None``."""
    known_findings = {str(finding) for finding in sound(before)}
    titles = {*before.titles, *(title for title, _ in titled(before))}
    for title, place in titled(edition):
        if title not in titles:
            return unknown(place, "unknown title", title, sorted(titles))
    return next((finding for finding in sound(edition) if str(finding) not in known_findings), None)
