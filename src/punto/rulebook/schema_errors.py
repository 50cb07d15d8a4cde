"""A tree of a rulebook file laid against the schema: every place where it does not fit."""

from datetime import date
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from punto.rulebook.finding import Finding, unknown
from punto.rulebook.schema import Powers, PromotionSays, Says, TournamentSays
from punto.rulebook.schema.section import PATTERNS

_NOT_ASKED = "no code asks for it; what is only shown goes into [[shown]]"

# What stands in for a value that does not fit, so that the rest can be looked at all the same.
_STAND_INS: tuple[Any, ...] = (
    "?",
    "unknown",
    "1:1",
    "D" * 10,
    1,
    10,
    [],
    ["?"],
    [1],
    date(2000, 1, 1),
)


class Fitting:
    """What of a tree fits the schema, what was found in it, and where something stands in."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.stood_in: list[str] = []

    def fit(self, value: Any, kind: Any, place: str = "") -> Any:
        """Return a value that fits a type of the schema, and note all that did not."""
        kind = bare(kind)
        origin, arguments = get_origin(kind), get_args(kind)
        if is_section(kind):
            return self._section(value, kind, place)
        if origin is dict and isinstance(value, dict):
            return self._entries(value, arguments[0], arguments[1], place)
        if origin is tuple and isinstance(value, list) and is_section(arguments[0]):
            rows = enumerate(value)
            return [self.fit(row, arguments[0], f"{place}[{number}]") for number, row in rows]
        return self._leaf(value, kind, place)

    def _entries(self, value: dict[str, Any], names: Any, kind: Any, place: str) -> Any:
        known = allowed(names)
        kept = {}
        for name, held in value.items():
            here = f"{place}.{name}"
            if known and name not in known:
                self.found.append(unknown(here, "unknown key", name, known))
            else:
                kept[name] = self.fit(held, kind, here)
        return kept

    def _section(self, value: Any, kind: Any, place: str) -> Any:
        if not isinstance(value, dict):
            self._missed(Finding(place, f"expected keys and values, got {value!r}"))
            return stand_in(kind)
        known = {field.encode_name: field for field in fields(kind) if field.name != "digest"}
        hint = _NOT_ASKED if kind in (Powers, PromotionSays, Says, TournamentSays) else ""
        kept = {}
        for key, held in value.items():
            here = f"{place}.{key}".removeprefix(".")
            if key in known:
                kept[key] = self.fit(held, known[key].type, here.removesuffix(".is"))
            else:
                self.found.append(unknown(here, "unknown key", key, known, hint))
        for key, field in known.items():
            if field.required and key not in value:
                here = f"{place}.{key}".removeprefix(".")
                self._missed(Finding(here, f"missing key `{key}`"))
                kept[key] = stand_in(field.type)
        return kept

    def _leaf(self, value: Any, kind: Any, place: str) -> Any:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self._missed(_explained(str(error), value, kind, place))
            return stand_in(kind)
        return value

    def _missed(self, finding: Finding) -> None:
        self.found.append(finding)
        self.stood_in.append(finding.place)


def bare(kind: Any) -> Any:
    """Return a type without ``None``, if one type is left without it."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    others = [other for other in get_args(kind) if other is not NoneType]
    return others[0] if len(others) == 1 else kind


def is_section(kind: Any) -> bool:
    """Return whether a type is one with keys of its own."""
    kind = get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, Struct)


def stand_in(kind: Any) -> Any:
    """Return some value that fits a type of the schema."""
    kind = bare(kind)
    if is_section(kind):
        needed = [field for field in fields(kind) if field.required]
        return {field.encode_name: stand_in(field.type) for field in needed}
    if get_origin(kind) is dict:
        return {}
    names = allowed(kind)
    for value in (*names, list(names[:1]), *(name == "true" for name in names), *_STAND_INS):
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError:
            continue
        return value
    raise AssertionError(kind)


def _explained(message: str, value: Any, kind: Any, place: str) -> Finding:
    """Return a library's complaint as a finding, with what is allowed."""
    text, _, path = message.partition(" - at `$")
    for pattern, expected in PATTERNS.items():
        if pattern in text:
            text = f"expected {expected}"
    here = place + path.rstrip("`")
    names = allowed(kind)
    if text.startswith("Invalid enum value") and names:
        return unknown(here, "unknown name", _item(value, path), names)
    return Finding(here, f"{text[0].lower()}{text[1:]}", names)


def _item(value: Any, path: str) -> str:
    """Return the item of a list at which a complaint points, or the value itself."""
    index = path.strip("[]`")
    return str(value[int(index)] if index.isdigit() and isinstance(value, list) else value)


def allowed(kind: Any) -> tuple[str, ...]:
    """Return the values that a type of the schema allows, if they can be listed."""
    kind = bare(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Annotated, tuple):
        return allowed(arguments[0])
    if origin is Literal:
        return tuple(map(str, arguments))
    if kind is bool:
        return ("true", "false")
    if isinstance(kind, type) and issubclass(kind, Enum):
        return tuple(str(member.value) for member in kind)
    return ()
