"""Parses the elections of a house from words: money in dollars."""

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import Any

import msgspec

from punto.clause import Malformed
from punto.money import parse_dollars
from punto.notation.command_reader import plainly
from punto.notation.suggestions import unknown
from punto.rulebook.amounts import WagerLimits
from punto.rulebook.elections import Elections, LeftOpen, Origin
from punto.rulebook.vocabulary import Source, Supply

_MONEY = tuple(
    name.removesuffix("_cents")
    for name in Elections.__struct_fields__
    if name.endswith("_cents") and name != "chips_cents"
)
_AMOUNTS = tuple(name.removesuffix("_cents") for name in WagerLimits.__struct_fields__)
_ENTRY = re.compile(r"(\w+)(?: ([\d.]+)?-([\d.]+)?)?(?: area ([\d.]+))?")
_LIMITS_HINT = "limits of wagers or offers: tie 5-100, pairs 5-50, player 25-500 area 2000"
# For a limit or the dealing method it means left open, for other elections left out.
NONE = "none"
WORDS = tuple(field.removesuffix("_cents") for field in Elections.__struct_fields__)


def elections(tree: Mapping[str, Any]) -> Elections:
    """Return the elections from words such as ``minimum`` 25 and ``chips`` [1, 5, 25]."""
    cents = {key: value for key, value in tree.items() if value != NONE}
    unsaid = [name for name in LeftOpen if tree.get(name) == NONE]
    if unsaid:
        cents["left_open"] = [*cents.get("left_open", ()), *unsaid]
    for key in tree:
        if key not in WORDS and key not in Elections.__struct_fields__:
            raise unknown(f"elect: there is no {key}", key, WORDS, "a house elects")
    try:
        if "chips" in cents:
            chips = cents.pop("chips")
            cents["chips_cents"] = [parse_dollars(str(chip)) for chip in chips]
        for name in _MONEY:
            if name in cents:
                cents[f"{name}_cents"] = parse_dollars(str(cents.pop(name)))
        if "limits" in cents:
            cents["limits"] = _limits(cents["limits"])
        return msgspec.convert(cents, Elections)
    except (msgspec.ValidationError, TypeError) as error:
        raise Malformed(plainly("elect", str(error)), _choices(str(error))) from None


def _limits(given: Any) -> dict[str, dict[str, int]]:
    """Return limits of single wagers: named amounts, or a text such as ``tie 5-100, pairs 5-9``."""
    if isinstance(given, str):
        return dict(_entry(text) for text in given.split(",") if text.strip())
    if not isinstance(given, Mapping):
        raise Malformed("elect limits: a table of wagers is wanted", _LIMITS_HINT)
    found = {}
    for name, entry in given.items():
        if not isinstance(entry, Mapping):
            raise Malformed(f"elect limits of {name}: named amounts are wanted", _LIMITS_HINT)
        for word in entry:
            if word not in _AMOUNTS:
                raise unknown(f"elect limits of {name}: no {word}", word, _AMOUNTS, "amounts")
        found[name] = {f"{word}_cents": parse_dollars(str(cents)) for word, cents in entry.items()}
    return found


def _entry(text: str) -> tuple[str, dict[str, int]]:
    """Return the limits that a text such as ``tie 5-100`` or ``player 25-500 area 2000`` names."""
    match = _ENTRY.fullmatch(text.strip())
    if match is None:
        raise Malformed(f"elect limits: {text.strip()!r} says no limits", _LIMITS_HINT)
    name, *amounts = match.groups()
    pairs = zip(("minimum", "maximum", "area_maximum"), amounts, strict=True)
    return name, {f"{word}_cents": parse_dollars(cents) for word, cents in pairs if cents}


def _choices(said: str) -> str | None:
    """Return the choices if an error is about a word of a closed list, else None."""
    lists: dict[str, type[StrEnum]] = {"source": Source, "supply": Supply, "origin": Origin}
    found = [", ".join(kind) for name, kind in lists.items() if f"$.{name}`" in said]
    return f"choose: {found[0]}" if found else None
