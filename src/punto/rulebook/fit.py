"""A tree of a rulebook file laid against the schema: every place where it does not fit."""

from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import Struct
from msgspec.structs import fields

from punto.rulebook.finding import Finding, unknown
from punto.rulebook.schema import Powers, Says
from punto.rulebook.schema.section import PATTERNS

# What does not fit and must be left out for the rest to be looked at.
MISFIT = object()

_NOT_ASKED = "no code asks for it; what is only shown goes into [[shown]]"


def fit(value: Any, kind: Any, place: str, found: list[Finding]) -> Any:
    """Return what of a value fits a type of the schema, and add a finding for all that does not."""
    kind = _bare(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if isinstance(origin or kind, type) and issubclass(origin or kind, Struct):
        return _section(value, kind, place, found)
    if origin is dict and isinstance(value, dict):
        return _entries(value, arguments[1], place, found) if value else value
    if origin is tuple and isinstance(value, list) and _is_section(arguments[0]):
        rows = [fit(row, arguments[0], f"{place}[{n}]", found) for n, row in enumerate(value)]
        return [row for row in rows if row is not MISFIT]
    return _leaf(value, kind, place, found)


def _bare(kind: Any) -> Any:
    """Return a type without ``None``, if there is one left without it."""
    if get_origin(kind) not in (Union, UnionType):
        return kind
    others = [one for one in get_args(kind) if one is not NoneType]
    return others[0] if len(others) == 1 else kind


def _is_section(kind: Any) -> bool:
    kind = get_origin(kind) or kind
    return isinstance(kind, type) and issubclass(kind, Struct)


def _section(value: Any, kind: Any, place: str, found: list[Finding]) -> Any:
    known = {field.encode_name: field for field in fields(kind)}
    keys = [key for key in known if key != "digest"]
    if not isinstance(value, dict):
        found.append(Finding(place or "file", f"expected keys and values, got {value!r}"))
        return MISFIT
    hint = _NOT_ASKED if kind in (Powers, Says) else ""
    strange = [key for key in value if key not in keys]
    found += [unknown(place or "file", "unknown key", key, keys, hint) for key in strange]
    kept, whole = {}, True
    for key in keys:
        field = known[key]
        here = f"{place}.{key}" if place else key
        if key in value:
            fitted = fit(value[key], field.type, here.removesuffix(".is"), found)
            if fitted is not MISFIT:
                kept[key] = fitted
                continue
        elif field.required:
            found.append(Finding(place or "file", f"missing key `{key}`"))
        whole = whole and not field.required
    return kept if whole else MISFIT


def _entries(value: dict[str, Any], kind: Any, place: str, found: list[Finding]) -> Any:
    kept = {name: fit(one, kind, f"{place}.{name}", found) for name, one in value.items()}
    return {name: one for name, one in kept.items() if one is not MISFIT}


def _leaf(value: Any, kind: Any, place: str, found: list[Finding]) -> Any:
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        found.append(_explained(str(error), value, kind, place))
        return MISFIT
    return value


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
    kind = _bare(kind)
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
