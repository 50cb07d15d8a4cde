"""Facts that are only shown: each once, and none that code would ask for elsewhere."""

from collections.abc import Iterator
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from punto.clause import Cited, Held
from punto.rulebook.finding import Finding
from punto.rulebook.schema import Edition

# The name of an entry that a file may choose itself.
ANY = "*"


def check_shown(edition: Edition) -> Iterator[Finding]:
    """Yield each shown fact that is given twice, or that the schema has a key for."""
    seen: set[str] = set()
    for index, fact in enumerate(edition.shown):
        place = f"shown[{index}].key"
        if fact.key in seen:
            yield Finding(place, f"expected each fact once, got {fact.key} again")
        seen.add(fact.key)
        if in_schema(fact.key):
            section, _, key = fact.key.rpartition(".")
            text = f"code asks for {fact.key}: expected `{key}` in [{section}]"
            yield Finding(place, text)


def in_schema(key: str) -> bool:
    """Return whether a key with dots is one of the schema."""
    kind: Any = Edition
    for name in key.split("."):
        kind = _members(kind).get(name) or _members(kind).get(ANY)
        if kind is None:
            return False
    return True


@lru_cache
def _members(kind: Any) -> dict[str, Any]:
    """Return the type of each key that a part of the schema has."""
    kind = _part(kind)
    if get_origin(kind) is dict:
        return {ANY: get_args(kind)[1]}
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in (Cited, Held):
        return {field.encode_name: field.type for field in fields(kind)}
    return {}


def _part(kind: Any) -> Any:
    """Return the section or mapping that a type of the schema is about."""
    if get_origin(kind) in (Union, UnionType):
        return _part(next(iter(get_args(kind))))
    return kind
