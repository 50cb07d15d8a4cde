"""Checks facts that are only shown: each occurs once, and none is a key of the schema."""

from collections.abc import Iterator
from functools import lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from msgspec import Struct
from msgspec.structs import fields

from punto.clause import Cited, Held
from punto.rulebook.finding import Finding
from punto.rulebook.schema import Edition

# The name of an entry that a file chooses freely.
ANY = "*"


def check_shown(edition: Edition) -> Iterator[Finding]:
    """Yield a finding for each shown fact that occurs twice or is a key of the schema."""
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
    """Return whether a dotted key is in the schema."""
    kind: Any = Edition
    for name in key.split("."):
        kind = _members(kind).get(name) or _members(kind).get(ANY)
        if kind is None:
            return False
    return True


@lru_cache
def _members(kind: Any) -> dict[str, Any]:
    """Return the type of each key of a section of the schema."""
    kind = _without_none(kind)
    if get_origin(kind) is dict:
        return {ANY: get_args(kind)[1]}
    if isinstance(kind, type) and issubclass(kind, Struct) and kind not in (Cited, Held):
        return {field.encode_name: field.type for field in fields(kind)}
    return {}


def _without_none(kind: Any) -> Any:
    """Return the section or mapping in an optional type of the schema."""
    if get_origin(kind) in (Union, UnionType):
        return _without_none(next(iter(get_args(kind))))
    return kind
