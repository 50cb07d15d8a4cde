"""Commands in words: money in dollars, cards as text, the order of a shuffle beside them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from punto.aggregate.command import Command
from punto.cards import Card, parse_card, parse_cards
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.money import parse_dollars, parse_stake
from punto.notation.suggestions import unknown
from punto.notation.time_parser import moment
from punto.table.notice import Proposed
from punto.table.phase import Settling
from punto.table.registry import AnyCommand, registry
from punto.table.table import Table

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in registry.commands
}
# Commands about oneself unless somebody else is named.
OWN = frozenset({"join", "leave", "change_seat", "buy_chips", "cash_out", "exchange_voucher"})
# Commands that put cards into an order which only whoever holds the cards knows.
MIXING = frozenset({"shuffle", "riffle", "manual_shuffle", "load", "shuffle_rest"})
# Fields that hold cards, written as one text.
_CARDS = ("order", "damaged", "replacements", "faces")
# Commands whose ``cards`` are faces; those of others are places in a hand.
_BY_FACE = frozenset({"replace_cards", "sign_off_cards"})
PROPOSED = tuple(name.removesuffix("_cents") for name in Proposed.__struct_fields__)


class Understood(Struct, frozen=True):
    """A command, and for one that mixes cards the order that they are to lie in."""

    command: AnyCommand
    order: tuple[Card, ...] | None = None


def takes(name: str) -> tuple[str, ...]:
    """Return what a command takes, in words: money in dollars."""
    words = {"cents": ("dollars",), "effective_at": ("from",), "change": PROPOSED}
    fields = KINDS[name].__struct_fields__
    order = ("order",) if name in MIXING else ()
    named = tuple(
        word for field in fields for word in words.get(field, (field.removesuffix("_cents"),))
    )
    return (*order, *named)


def check_words(name: str, arguments: Iterable[str]) -> None:
    """Say that there is no such command, or that it does not take a word."""
    if name not in KINDS:
        raise unknown(f"there is no command {name!r}", name, KINDS, "commands")
    known = {*takes(name), *KINDS[name].__struct_fields__}
    for word in arguments:
        if word not in known:
            raise unknown(f"{name} takes no {word}", word, takes(name), f"{name} takes")


def understood(
    name: str, arguments: Mapping[str, Any], table: Table | None, by: str | None = None
) -> Understood:
    """Return the command that words mean at a table, said by somebody.

    Where the table is somewhere else, wagers are named by their numbers.
    """
    check_words(name, arguments)
    kind = KINDS[name]
    fields = kind.__struct_fields__
    given = dict(arguments)
    if name in OWN:
        given.setdefault("patron", by or "")
    if "change" in fields:
        _change(given)
    if "from" in given and "effective_at" in fields:
        given["effective_at"] = moment(str(given.pop("from")))
    _money(given, fields)
    for field in (*_CARDS, *(("cards",) if name in _BY_FACE else ())):
        if isinstance(given.get(field), str):
            given[field] = [str(card) for card in parse_cards(given[field])]
    if isinstance(given.get("card"), str):
        given["card"] = str(parse_card(given["card"].strip()))
    order = None
    if name in MIXING and "order" in given:
        order = _order(given.pop("order"))
    for field in ("paid", "collected"):
        if field in given and table is not None:
            given[field] = _by_number(table, given[field])
    return Understood(converted(name, given, kind), order)


def sound(command: Any) -> AnyCommand:
    """Return a command made in Python as it would be read: every field of its type."""
    if type(command) not in KINDS.values():
        raise Malformed(f"{command!r} is no command", code=ErrorCode.INCOMPLETE)
    name = type(command).__struct_config__.tag
    return converted(str(name), msgspec.to_builtins(command), type(command))  # type: ignore[no-any-return]


def converted(name: str, arguments: Mapping[str, Any], kind: type[Any]) -> Any:
    """Return a value of a type from a tree, or say in plain words what does not fit."""
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        raise Malformed(plainly(name, str(error)), code=ErrorCode.INCOMPLETE) from None


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
    value = re.match(r"Invalid enum value (.*)", text)
    if value:
        text = f"{value[1]} is not known here"
    if text.startswith(("JSON is malformed", "Input data was truncated")):
        text = "this is not JSON"
    value = re.match(r"Invalid value (.*)", text)
    if value:
        text = f"{value[1]} is not known here"
    wanted = re.match(r"Expected `(.*)`, got `(.*)`", text)
    if wanted:
        kinds = {
            "int": "a number",
            "float": "a part of a number",
            "str": "a text",
            "bool": "yes or no",
            "array": "a list",
            "object": "named values",
            "null": "nothing",
        }
        named = " or ".join(
            kinds.get(kind.strip(), kind.strip())
            for kind in wanted[1].split("|")
            if kind.strip() != "null"
        )
        text = f"{named} is wanted, not {kinds.get(wanted[2], wanted[2])}"
    field = place.rstrip("`").lstrip(".")
    return f"{name} {field}: {text}" if field else f"{name}: {text}"


def _money(given: dict[str, Any], fields: tuple[str, ...]) -> None:
    """Put dollars into the fields that hold cents."""
    for field in fields:
        name = field.removesuffix("_cents")
        if field.endswith("_cents") and name in given:
            parse = parse_stake if name == "stake" else parse_dollars
            given[field] = parse(str(given.pop(name)))
    if "dollars" in given and "cents" in fields:
        given["cents"] = parse_dollars(str(given.pop("dollars")))


def _order(named: Any) -> tuple[Card, ...]:
    """Return cards that are named in a text or a list."""
    if isinstance(named, str):
        return tuple(parse_cards(named))
    if not isinstance(named, list | tuple):
        raise Malformed("an order is a list of cards", code=ErrorCode.NO_SUCH_CARD)
    return tuple(parse_card(str(text)) for text in named)


def _change(given: dict[str, Any]) -> None:
    """Gather what is said about a sign into one change."""
    change = given.pop("change", {})
    if not isinstance(change, dict):
        raise Malformed("a change says what is to be on the sign", code=ErrorCode.INCOMPLETE)
    for name in PROPOSED:
        if name not in given:
            continue
        value = given.pop(name)
        if f"{name}_cents" in Proposed.__struct_fields__:
            change[f"{name}_cents"] = parse_dollars(str(value))
        else:
            change[name] = value
    given["change"] = change


def _by_number(table: Table, amounts: Any) -> dict[int, int]:
    """Return amounts by the numbers of wagers that are named ``ann banker``."""
    if not isinstance(table.phase, Settling) or not isinstance(amounts, dict):
        raise Malformed(
            "name wagers of a coup that is being settled: { 'ann banker' = 95 }",
            code=ErrorCode.NOT_NOW,
        )
    found = {}
    for name, value in amounts.items():
        numbers = [
            one.number
            for one in table.phase.settled
            if f"{one.wager.patron} {one.wager.wager}" == name
        ]
        if not numbers:
            raise Malformed(f"{name!r} is no wager of this coup", code=ErrorCode.NO_SUCH_THING)
        found[numbers[0]] = parse_dollars(str(value))
    return found
