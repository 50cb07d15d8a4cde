"""Commands of the house in words: money in dollars, liquor in litres."""

import re
from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from punto.aggregate.command import Command
from punto.clause import Malformed
from punto.house.base_classes import HouseCommand
from punto.house.promotion import Prize, Terms
from punto.house.registry import registry
from punto.money import parse_dollars
from punto.notation.suggestions import unknown
from punto.notation.table_commands import converted

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in registry.commands
}
# Commands about oneself unless somebody else is named.
OWN = frozenset({"enter_promotion", "dispute_terms"})
# What stands in commands side by side and in the records inside them.
_INSIDE: dict[str, tuple[str, type[Struct]]] = {
    "write_terms": ("terms", Terms),
    "offer_prize": ("prize", Prize),
}
_MONEY = {"qualifying": "qualifying_cents", "value": "value_cents", "dollars": "cents"}
_CENTILITRES = 100


def takes(name: str) -> tuple[str, ...]:
    """Return what a command takes, in words."""
    words = {cents: word for word, cents in _MONEY.items()}
    words["liquor_centilitres"] = "litres"
    fields = [field for field in KINDS[name].__struct_fields__ if field != _inside(name)]
    if name in _INSIDE:
        fields += _INSIDE[name][1].__struct_fields__
    return tuple(words.get(field, field) for field in fields)


def _inside(name: str) -> str | None:
    return _INSIDE[name][0] if name in _INSIDE else None


def meant(name: str, arguments: Mapping[str, Any], by: str | None = None) -> HouseCommand:
    """Return the command that words mean to the house, said by somebody."""
    if name not in KINDS:
        raise unknown(f"there is no command {name!r}", name, tuple(KINDS), "commands")
    given: dict[str, Any] = _in_units(dict(arguments))
    if name in OWN:
        given.setdefault("person", by or "")
    if name in _INSIDE:
        field, kind = _INSIDE[name]
        inside = {key: given.pop(key) for key in list(given) if key in kind.__struct_fields__}
        given[field] = inside
    made: HouseCommand = converted(name, given, KINDS[name])
    return made


def _in_units(tree: Any) -> Any:
    """Return words with dollars as cents and litres as centilitres."""
    if isinstance(tree, list):
        return [_in_units(item) for item in tree]
    if not isinstance(tree, Mapping):
        return tree
    found: dict[str, Any] = {}
    for key, value in tree.items():
        if key in _MONEY:
            found[_MONEY[key]] = parse_dollars(str(value))
        elif key == "litres":
            found["liquor_centilitres"] = _centilitres(str(value))
        elif key == "details":
            found[key] = value
        else:
            found[key] = _in_units(value)
    return found


def _centilitres(text: str) -> int:
    """Return litres as whole centilitres: ``20.25``."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,2}))?", text)
    if match is None:
        raise Malformed(f"{text!r} is no number of litres", "write 20 or 20.25")
    return int(match.group(1)) * _CENTILITRES + int((match.group(2) or "").ljust(2, "0"))
