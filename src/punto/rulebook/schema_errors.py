"""Checks a parsed rulebook file against the schema, and lists every mismatch."""

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

# Values that replace one that does not fit, so that the rest can be checked.
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
    """A check of a parsed file against the schema: its findings, and the places of stand-ins."""

    def __init__(self) -> None:
        self.found: list[Finding] = []
        self.stood_in: list[str] = []

    def fit(self, value: Any, kind: Any, place: str = "") -> Any:
        """Return a value that fits a type of the schema. Record a finding for each mismatch."""
        kind = bare(kind)
        origin, arguments = get_origin(kind), get_args(kind)
        if is_section(kind):
            return self._fit_section(value, kind, place)
        if origin is dict and isinstance(value, dict):
            return self._fit_entries(value, arguments[0], arguments[1], place)
        if origin is tuple and isinstance(value, list) and is_section(arguments[0]):
            rows = enumerate(value)
            return [self.fit(row, arguments[0], f"{place}[{number}]") for number, row in rows]
        return self._fit_value(value, kind, place)

    def _fit_entries(self, value: dict[str, Any], names: Any, kind: Any, place: str) -> Any:
        known_names = allowed(names)
        fitted = {}
        for name, entry in value.items():
            entry_place = f"{place}.{name}"
            if known_names and name not in known_names:
                self.found.append(unknown(entry_place, "unknown key", name, known_names))
            else:
                fitted[name] = self.fit(entry, kind, entry_place)
        return fitted

    def _fit_section(self, value: Any, kind: Any, place: str) -> Any:
        if not isinstance(value, dict):
            self._add_mismatch(Finding(place, f"expected keys and values, got {value!r}"))
            return stand_in(kind)
        known_fields = {
            field.encode_name: field for field in fields(kind) if field.name != "digest"
        }
        hint = _NOT_ASKED if kind in (Powers, PromotionSays, Says, TournamentSays) else ""
        fitted = {}
        for key, key_value in value.items():
            key_place = f"{place}.{key}".removeprefix(".")
            if key in known_fields:
                fitted[key] = self.fit(
                    key_value, known_fields[key].type, key_place.removesuffix(".is")
                )
            else:
                self.found.append(unknown(key_place, "unknown key", key, known_fields, hint))
        for key, field in known_fields.items():
            if field.required and key not in value:
                key_place = f"{place}.{key}".removeprefix(".")
                self._add_mismatch(Finding(key_place, f"missing key `{key}`"))
                fitted[key] = stand_in(field.type)
        return fitted

    def _fit_value(self, value: Any, kind: Any, place: str) -> Any:
        try:
            msgspec.convert(value, kind)
        except msgspec.ValidationError as error:
            self._add_mismatch(_explain(str(error), value, kind, place))
            return stand_in(kind)
        return value

    def _add_mismatch(self, finding: Finding) -> None:
        self.found.append(finding)
        self.stood_in.append(finding.place)


def bare(kind: Any) -> Any:
    """Return a type without ``None``, if only one type remains."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    others = [other for other in get_args(kind) if other is not NoneType]
    return others[0] if len(others) == 1 else kind


def is_section(kind: Any) -> bool:
    """Return whether a type is a section with keys."""
    kind = get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, Struct)


def stand_in(kind: Any) -> Any:
    """Return a value that fits a type of the schema."""
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


def _explain(message: str, value: Any, kind: Any, place: str) -> Finding:
    """Return an error of the library as a finding, with the allowed values."""
    text, _, path = message.partition(" - at `$")
    for pattern, expected in PATTERNS.items():
        if pattern in text:
            text = f"expected {expected}"
    value_place = place + path.rstrip("`")
    names = allowed(kind)
    if text.startswith("Invalid enum value") and names:
        return unknown(value_place, "unknown name", _invalid_item(value, path), names)
    return Finding(value_place, f"{text[0].lower()}{text[1:]}", names)


def _invalid_item(value: Any, path: str) -> str:
    """Return the item of a list to which an error refers, or the value itself."""
    index = path.strip("[]`")
    return str(value[int(index)] if index.isdigit() and isinstance(value, list) else value)


def allowed(kind: Any) -> tuple[str, ...]:
    """Return the values that a type of the schema allows; empty if they cannot be listed."""
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
