"""An edition with other values in the place of some of its data, each named by its key.

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
# The clauses of what stands around a datum, and after how many steps that stands.
_Source = tuple[Clauses, int]

# What a datum that need not be there is given so that it is not there.
NONE = "none"
# Parts that hold no rule that code acts on, and words that only name something.
_NO_RULES = frozenset({"instrument", "titles", "says", "shown", "digest"})
_WORDS = CLAUSE_LISTS | {"clause", "reading", "title", "name"}


class Place(Struct, frozen=True):
    """Where a datum stands: its key, the way to it, what it is and by which clauses.

    After ``cited_after`` steps of the way stands what has the clauses: the datum itself or its row.
    """

    key: str
    path: tuple[str | int, ...]
    value: Any
    clause: Clauses
    kind: Any
    cited_after: int
    optional: bool


def places(edition: Edition) -> dict[str, Place]:
    """Return every datum of an edition that code acts on, by its key."""
    found = _section(edition, Edition, "", (), ((), 0))
    return {place.key: place for place in found if place.path[0] not in _NO_RULES}


def _section(node: Any, kind: Any, key: str, path: Way, cited: _Source) -> Iterator[Place]:
    own = getattr(node, "clause", None)
    cited = cited if own is None else (own, len(path))
    for field in _fields(kind):
        value, here = getattr(node, field.name), f"{key}.{field.encode_name}".lstrip(".")
        if value is not None and not isinstance(value, Unsaid):
            optional = field.default is None
            way = (*path, field.name)
            yield from _datum(value, field.type, here, way, cited, optional=optional)


@lru_cache
def _fields(kind: Any) -> tuple[FieldInfo, ...]:
    """Return the keys of a section that stand for data."""
    return tuple(field for field in fields(kind) if field.name not in _WORDS)


def _datum(
    value: Any, kind: Any, key: str, path: Way, cited: _Source, *, optional: bool = False
) -> Iterator[Place]:
    kind = bare(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(value, Cited):
        yield Place(key, path, value.value, value.clause, arguments[0], len(path), optional)
    elif origin is dict:
        for name, entry in value.items():
            here = (*path, name)
            yield from _datum(entry, arguments[1], f"{key}.{name}", here, cited, optional=True)
    elif origin is tuple and is_section(arguments[0]):
        for index, row in enumerate(value):
            yield from _datum(row, arguments[0], f"{key}[{index}]", (*path, index), cited)
    elif is_section(kind):
        if origin is None:
            yield from _section(value, kind, key, path, cited)
    elif cited[0]:
        yield Place(key, path, value, cited[0], kind, cited[1], optional)


def place_of(held: Mapping[str, Place], key: str) -> Place:
    """Return where a datum stands, or say that there is none and which key is nearest."""
    if key not in held:
        near = get_close_matches(key, held, n=1, cutoff=0)
        raise Malformed(
            f"this rulebook has no rule {key!r}",
            f"nearest: {near[0]}",
            code=ErrorCode.NO_SUCH_THING,
        )
    return held[key]


def value_of(place: Place, given: Value) -> Any:
    """Return a value as the schema has it; nothing where the datum is to be left out."""
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
    """Return an edition with other values, each of which cites a clause besides its own."""
    held = places(edition)
    for key, given in values.items():
        # What was left out before is not there to be left out again.
        if given == NONE and key not in held:
            continue
        place = place_of(held, key)
        value = value_of(place, given)
        if value != place.value:
            edition = _with(edition, place.path, value, clause, place.cited_after)
    return edition


def _with(node: Any, path: Way, value: Any, clause: Clauses, cited_after: int) -> Any:
    """Return a part of a rulebook with another value below it; what gives it cites a clause."""
    if not path:
        if not isinstance(node, Cited):
            return value
        return None if value is None else Cited(value, merged(node.clause, clause), node.reading)
    first, *rest = path
    if isinstance(node, tuple):
        assert isinstance(first, int)
        below = _with(node[first], tuple(rest), value, clause, cited_after - 1)
        return (*node[:first], below, *node[first + 1 :])
    held = node[first] if isinstance(node, dict) else getattr(node, str(first))
    below = _with(held, tuple(rest), value, clause, cited_after - 1)
    if isinstance(node, dict):
        others = {name: entry for name, entry in node.items() if name != first or below is not None}
        return others if below is None else {**others, first: below}
    changes = {str(first): below}
    if not cited_after:
        changes["clause"] = merged(node.clause, clause)
    return replace(node, **changes)


def unsound(edition: Edition, before: Edition) -> Finding | None:
    """Return something that is wrong with an altered edition and was not wrong before."""
    known = {str(finding) for finding in sound(before)}
    titles = {*before.titles, *(title for title, _ in titled(before))}
    for title, place in titled(edition):
        if title not in titles:
            return unknown(place, "unknown title", title, sorted(titles))
    return next((finding for finding in sound(edition) if str(finding) not in known), None)
