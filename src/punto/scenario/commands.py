"""What a step of a scenario may do: its words become a command, money in dollars, cards as text."""

import re
from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from typing import Any, get_args

import msgspec
from msgspec import Struct

from punto.cards import parse_cards
from punto.clause import Malformed
from punto.money import parse_dollars, parse_stake
from punto.scenario.miswritten import no_such
from punto.table import commands as do
from punto.table.people import Actor
from punto.table.records import Proposed
from punto.table.state import Settling, Table

Step = Callable[[Table, Actor, do.AnyCommand], Table]

_KINDS: dict[str, type[do.Command]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(do.AnyCommand)
}
COMMANDS = (*_KINDS, "deal")
# What a step says besides the words of its command.
STEP_WORDS = ("by", "clock", "do", "expect", "refused", "malformed", "says", "repeat")

# Commands about oneself unless somebody else is named.
OWN = frozenset({"join", "leave", "buy_chips", "exchange_voucher"})
# Commands for which an order of cards must be said.
ORDERED = frozenset({"rebuild_coup"})
# Fields that hold cards, written as one text, and what they are if nothing is said.
_CARDS = ("order", "damaged", "replacements")
_PROPOSED = tuple(name.removesuffix("_cents") for name in Proposed.__struct_fields__)
_DAY = "2024-06-03"


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole coup is dealt and settled; ``cards`` says what the dealer claims to have drawn."""

    cards: str | None = None
    burn_missed: bool = False


class Words(Struct, frozen=True):
    """A command as a scenario writes it, to be understood when the table is known."""

    name: str
    arguments: dict[str, Any]


Asked = Deal | Words | do.AnyCommand


def takes(name: str) -> tuple[str, ...]:
    """Return what a command takes, in the words of a scenario: money in dollars."""
    if name == "deal":
        return (*Deal.__struct_fields__, "wagers")
    words = {"cents": ("dollars",), "effective_at": ("from",), "change": _PROPOSED}
    fields = _KINDS[name].__struct_fields__
    return tuple(
        word for field in fields for word in words.get(field, (field.removesuffix("_cents"),))
    )


def command(name: str, arguments: dict[str, Any]) -> Asked:
    """Return the command that a step names."""
    check_words(name, arguments)
    if name == "deal":
        deal: Deal = _convert(name, arguments, Deal)
        return deal
    return Words(name, arguments)


def check_words(name: str, arguments: Iterable[str]) -> None:
    """Refuse a command that there is not, or words that it does not take."""
    if name not in COMMANDS:
        raise no_such(f"there is no command {name!r}", name, COMMANDS, "commands")
    known = {*takes(name), *_KINDS.get(name, Deal).__struct_fields__}
    for word in arguments:
        if word not in known:
            said = f"{name} takes no {word}: unknown field `{word}`"
            raise no_such(said, word, (*takes(name), *STEP_WORDS), f"{name} takes")


def _convert(name: str, arguments: dict[str, Any], kind: type[Any]) -> Any:
    try:
        return msgspec.convert(arguments, kind)
    except msgspec.ValidationError as error:
        raise Malformed(_plainly(name, str(error)), code="incomplete") from None


def _plainly(name: str, said: str) -> str:
    """Return what is wrong with the words of a command as a person would say it."""
    said = said.replace("_cents`", "`")
    missing = re.match(r"Object missing required field `(\w+)`", said)
    if missing:
        return f"{name} needs {missing[1]}"
    text, _, place = said.partition(" - at `$.")
    return (
        f"{name} {place.rstrip('`')}: {text[0].lower()}{text[1:]}" if place else f"{name}: {said}"
    )


def understood(words: Words, table: Table, by: str | None) -> do.AnyCommand:
    """Return the command that words mean at a table."""
    kind = _KINDS[words.name]
    fields = kind.__struct_fields__
    given = dict(words.arguments)
    if words.name in OWN:
        given.setdefault("patron", by or "")
    if "change" in fields:
        _change(given)
    if "from" in given and "effective_at" in fields:
        given["effective_at"] = moment(str(given.pop("from")))
    _money(given, fields)
    # A shuffle keeps the order that the scenario gives; a coup is rebuilt in an order that is said.
    start = {"shuffle_rest": table.shoe.drawn, "rebuild_coup": None}.get(words.name, 0)
    _cards(given, fields, start, table)
    for field in ("paid", "collected"):
        if field in given:
            given[field] = _by_number(table, given[field])
    found: do.AnyCommand = _convert(words.name, given, kind)
    return found


def _money(given: dict[str, Any], fields: tuple[str, ...]) -> None:
    """Put dollars into the fields that hold cents."""
    for field in fields:
        name = field.removesuffix("_cents")
        if field.endswith("_cents") and name in given:
            parse = parse_stake if name == "stake" else parse_dollars
            given[field] = parse(str(given.pop(name)))
    if "dollars" in given and "cents" in fields:
        given["cents"] = parse_dollars(str(given.pop("dollars")))


def _cards(given: dict[str, Any], fields: tuple[str, ...], start: int | None, table: Table) -> None:
    """Put cards into the fields that hold them."""
    for field in _CARDS:
        if field in fields and isinstance(given.get(field), str):
            given[field] = [str(card) for card in parse_cards(given[field])]
    if "order" in fields and "order" not in given and start is not None:
        given["order"] = [str(card) for card in table.shoe.cards[start:]]


def _change(given: dict[str, Any]) -> None:
    """Gather what a step says about a sign into one change."""
    change = {}
    for name in _PROPOSED:
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
        raise Malformed("name wagers of a coup that is being settled: { 'ann banker' = 95 }")
    found = {}
    for name, value in amounts.items():
        numbers = [
            one.number
            for one in table.phase.settled
            if f"{one.settled.placed.patron} {one.settled.placed.wager}" == name
        ]
        if not numbers:
            raise Malformed(f"{name!r} is no wager of this coup")
        found[numbers[0]] = parse_dollars(str(value))
    return found


def moment(text: str) -> int:
    """Return the second that ``14:20``, ``14:20:05`` or ``2024-06-30 23:59`` names."""
    match = re.fullmatch(r"(?:(\d{4}-\d{2}-\d{2}) )?(\d{2}:\d{2})(:\d{2})?", text)
    if match is None:
        raise Malformed(f"{text[:40]!r} is no time", "write 14:20, 14:20:05 or 2024-06-30 23:59")
    day, clock, seconds = match.group(1) or _DAY, match.group(2), match.group(3) or ":00"
    try:
        found = datetime.fromisoformat(f"{day}T{clock}{seconds}").replace(tzinfo=UTC)
    except ValueError:
        raise Malformed(f"{text[:40]!r} is no time") from None
    return int(found.timestamp())
