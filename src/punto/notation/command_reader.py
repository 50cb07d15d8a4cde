"""Parses commands from words, by role and type of each field: dollars, cards as text."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as shapes

from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Role, fields_of
from punto.cards import Card, parse_card, parse_cards
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.promotion import PromotionPrize, PromotionTerms
from punto.money import parse_dollars, parse_stake
from punto.notation.suggestions import unknown
from punto.notation.time_parser import moment
from punto.table.notice import SignChange
from punto.tournament.conditions import SessionLength

# Words for fields whose names say something else, such as the unit in which they are stored.
_ALIASES = {"cents": "dollars", "effective_at": "from", "liquor_centilitres": "litres"}
_CENTS = "_cents"
# Structs inside a command whose fields are words of the command itself.
_SPREAD = (SignChange, PromotionTerms, PromotionPrize)
# Roles of the field for the person whom a command is about.
_OWNERS = (Role.PATRON, Role.ENTRANT, Role.NEWCOMER, Role.PERSON)
# The word for the card order of a command that shuffles.
ORDER = "order"
_CENTILITRES, _HUNDREDTHS = 100, 100
# Maximum number of digits of the length of a session.
_DIGITS = 6


def word_of(field: str) -> str:
    """Return the word for a field: money in dollars."""
    return _ALIASES.get(field, field.removesuffix(_CENTS))


@cache
def words_of(kind: type[Struct]) -> dict[str, Field]:
    """Return the fields of a command, or of a part of one, by the words for them."""
    found: dict[str, Field] = {}
    for field in fields_of(kind).values():
        part = spread(field)
        found |= words_of(part) if part else {word_of(field.name): field}
    return found


def takes(kind: type[Command]) -> tuple[str, ...]:
    """Return the words that a command takes."""
    return (*((ORDER,) if kind.mixes else ()), *words_of(kind))


def owner_word(kind: type[Command]) -> str | None:
    """Return the word that is implied when a person gives a command about themself."""
    if not kind.own:
        return None
    return next(field.name for field in fields_of(kind).values() if field.role in _OWNERS)


def check_words(name: str, arguments: Iterable[str], kinds: Mapping[str, type[Command]]) -> None:
    """Raise an error if there is no such command, or if it does not take a word."""
    if name not in kinds:
        raise unknown(f"there is no command {name!r}", name, kinds, "commands")
    words = takes(kinds[name])
    for word in arguments:
        if word not in words and word not in kinds[name].__struct_fields__:
            raise unknown(f"{name} takes no {word}", word, words, f"{name} takes")


def read_command(
    kind: type[Command], arguments: Mapping[str, Any], by: str | None = None
) -> tuple[Any, tuple[Card, ...] | None]:
    """Return the command from words, given by ``by``, and the card order if it shuffles."""
    given = dict(arguments)
    owner = owner_word(kind)
    if owner is not None:
        given.setdefault(owner, by or "")
    order = _parse_order(given.pop(ORDER)) if kind.mixes and ORDER in given else None
    return converted(str(kind.__struct_config__.tag), tree_of(kind, given), kind), order


def tree_of(kind: type[Struct], words: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a command, or of a part of one, from words.

    What stands under the name of a field that has another word is taken as it is stored. What
    belongs to no field is left for whoever converts the tree.
    """
    given = dict(words)
    found: dict[str, Any] = {}
    for field in fields_of(kind).values():
        part, word = spread(field), word_of(field.name)
        if part is not None:
            known = (*words_of(part), *part.__struct_fields__)
            beside = {key: given.pop(key) for key in known if key in given}
            inside = given.pop(field.name, {})
            whole = isinstance(inside, Mapping)
            found[field.name] = tree_of(part, {**inside, **beside}) if whole else inside
        elif word in given:
            value = given.pop(word)
            if field.role is Role.MOMENT and word != field.name:
                value = str(value)
            found[field.name] = _stored_value(value, field.shape, field.role, field.key)
    return {**given, **found}


def spread(field: Field) -> type[Struct] | None:
    """Return the struct of a field whose fields are words of the command itself, or None."""
    shape = field.shape
    return shape.cls if isinstance(shape, shapes.StructType) and shape.cls in _SPREAD else None


def _stored_value(
    given: Any, shape: shapes.Type, role: Role | None, key: Role | None = None
) -> Any:
    """Return a value as its field stores it; a value that does not fit is unchanged."""
    match shape:
        case shapes.StructType(cls=kind) if isinstance(given, Mapping):
            return tree_of(kind, given)
        case shapes.StructType() if shape.cls is SessionLength and isinstance(given, str):
            return _parse_length(given)
        case shapes.VarTupleType() if isinstance(given, list | tuple):
            return [_stored_value(item, shape.item_type, role) for item in given]
        case shapes.VarTupleType() if is_card(shape.item_type) and isinstance(given, str):
            return [str(card) for card in parse_cards(given)]
        case shapes.DictType() if isinstance(given, Mapping):
            return {
                _stored_value(name, shape.key_type, key): _stored_value(
                    value, shape.value_type, role
                )
                for name, value in given.items()
            }
        case shapes.EnumType() if is_card(shape) and isinstance(given, str):
            return str(parse_card(given.strip()))
        case shapes.IntType():
            return _stored_number(given, role)
        case _:
            return given


def _stored_number(given: Any, role: Role | None) -> Any:
    match role:
        case Role.MONEY:
            return parse_dollars(str(given))
        case Role.STAKE:
            return parse_stake(str(given))
        case Role.LIQUID:
            return _parse_litres(str(given))
        case Role.MOMENT if isinstance(given, str):
            return moment(given)
        case Role.SHARE if isinstance(given, str):
            return _parse_share(given)
        case _:
            return given


def is_card(shape: shapes.Type | None) -> bool:
    """Return whether a field holds one card."""
    return isinstance(shape, shapes.EnumType) and shape.cls is Card


def _parse_order(named: Any) -> tuple[Card, ...]:
    """Return the cards of a text or a list."""
    if isinstance(named, str):
        return tuple(parse_cards(named))
    if not isinstance(named, list | tuple):
        raise Malformed("an order is a list of cards", code=ErrorCode.NO_SUCH_CARD)
    return tuple(parse_card(str(text)) for text in named)


def _parse_length(text: str) -> dict[str, Any]:
    """Return how long a session lasts: ``20 coups``, ``2 shoes``, ``45 minutes``."""
    number, _, unit = text.partition(" ")
    if not (number.isascii() and number.isdigit() and len(number) <= _DIGITS):
        hint = "20 coups, 2 shoes or 45 minutes"
        raise Malformed(f"{text[:40]!r} is no length", hint, code=ErrorCode.NO_SUCH_AMOUNT)
    return {"number": int(number), "unit": unit.strip()}


def _parse_litres(text: str) -> int:
    """Return litres as whole centilitres: ``20.25``."""
    match = re.fullmatch(r"([0-9]{1,6})(?:\.([0-9]{1,2}))?", text)
    if match is None:
        raise Malformed(f"{text!r} is no number of litres", "write 20 or 20.25")
    return int(match.group(1)) * _CENTILITRES + int((match.group(2) or "").ljust(2, "0"))


def _parse_share(text: str) -> int:
    """Return hundredths of a percent: ``62.5%`` is 6250."""
    match = re.fullmatch(r"([0-9]{1,3})(?:\.([0-9]{0,2}))?%", text.strip())
    if match is None:
        raise Malformed(
            f"{text[:40]!r} is no share", 'write "62.5%"', code=ErrorCode.NO_SUCH_AMOUNT
        )
    return int(match.group(1)) * _HUNDREDTHS + int((match.group(2) or "").ljust(2, "0"))


def converted(name: str, arguments: Mapping[str, Any], kind: type[Any]) -> Any:
    """Return a value of a type from a tree, or say in plain words what does not fit."""
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        raise Malformed(plainly(name, str(error)), code=ErrorCode.INCOMPLETE) from None


# What types of JSON are called.
_KINDS = {
    "int": "a number",
    "float": "a part of a number",
    "str": "a text",
    "bool": "yes or no",
    "array": "a list",
    "object": "named values",
    "null": "nothing",
}


def plainly(name: str, said: str) -> str:
    """Return what is wrong with the words of a command as a person would say it."""
    said = said.replace("_cents`", "`")
    missing = re.match(r"Object missing required field `(\w+)`", said)
    if missing:
        return f"{name} needs {missing[1]}"
    other = re.match(r"Object contains unknown field `(\w+)`", said)
    if other:
        return f"{name} takes no {other[1]}"
    text, _, place = said.partition(" - at `$")
    value = re.match(r"Invalid (?:enum )?value (.*)", text)
    if value:
        text = f"{value[1]} is not known here"
    if text.startswith(("JSON is malformed", "Input data was truncated")):
        text = "this is not JSON"
    wanted = re.match(r"Expected `(.*)`, got `(.*)`", text)
    if wanted:
        kinds = [kind.strip() for kind in wanted[1].split("|")]
        named = " or ".join(_KINDS.get(kind, kind) for kind in kinds if kind != "null")
        text = f"{named} is wanted, not {_KINDS.get(wanted[2], wanted[2])}"
    field = place.rstrip("`").lstrip(".")
    return f"{name} {field}: {text}" if field else f"{name}: {text}"
