"""Parses a typed line: the actor, the command and its fields."""

import re
import shlex
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from punto.aggregate.roles import Field, Role
from punto.cards import Card, parse_card, parse_cards
from punto.clause import Malformed
from punto.cli.play.vocabulary import SHOWN, TABLE, Vocabulary
from punto.error_codes import ErrorCode
from punto.notation.command_reader import is_card
from punto.notation.suggestions import near

YES_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
# Maximum length of a line. Longer input is a mistake.
LONGEST = 20_000
_WHOLE = re.compile(r"-?[0-9]{1,15}")


class Line(Struct, frozen=True):
    """A parsed line; the dealer acts if ``by`` is None."""

    by: str | None
    name: str
    words: dict[str, Any]

    def dealt(self) -> tuple[Card, ...] | None:
        """Return the cards that the user gave to ``deal``, in order, or None."""
        cards = self.words.get("cards")
        return parse_cards(cards.replace(",", " ")) if cards is not None else None


def split(text: str) -> list[list[str]]:
    """Return the words of each command of a line: ``draw; draw``."""
    if len(text) > LONGEST:
        raise Malformed(f"a line has at most {LONGEST:,} characters", code=ErrorCode.LINE_TOO_LONG)
    lexer = shlex.shlex(text, posix=True, punctuation_chars=";")
    lexer.whitespace_split = True
    try:
        words = list(lexer)
    except ValueError as error:
        raise Malformed(f"{error}: close what is quoted", code=ErrorCode.UNCLOSED_QUOTE) from None
    found: list[list[str]] = [[]]
    for word in words:
        if not word or word.strip(";"):
            found[-1].append(word)
        else:
            found.append([])
    return [part for part in found if part]


def parse(words: list[str], titles: frozenset[str], known: Vocabulary = TABLE) -> Line:
    """Return a parsed line: ``[who] command [values or key=value ...]``."""
    named = as_command(words[0]) in known.names
    by, rest = (None, words) if named else (words[0], words[1:])
    if not rest:
        close = near(as_command(words[0]), known.names, most=3)
        hint = f"or did you mean {', '.join(close)}?" if close else "? lists the commands"
        raise Malformed(f"{words[0][:SHOWN]} does what?", hint, code=ErrorCode.INCOMPLETE)
    name = as_command(rest[0])
    if name not in known.names:
        raise known.unknown(name)
    values, own = rest[1:], by is not None and by not in titles
    if own and values[:1] == [by] and known.owner(name):
        # The actor may name themself, although the command implies it.
        values = values[1:]
    return Line(by, name, arguments(name, values, known, own=own))


def as_command(word: str) -> str:
    """Return a word in the spelling of command names."""
    return word.lower().replace("-", "_")


def arguments(name: str, words: list[str], known: Vocabulary, *, own: bool) -> dict[str, Any]:
    """Return the fields of a command: ``key=value``, or values for the first field they fit."""
    fields = known.fields(name)
    order = [key for key in fields if not (own and known.owner(name) == key)]
    found: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not re.fullmatch(r"[a-z_]+", key):
            left = [key for key in order if key not in found]
            if not left:
                message = f"{name} takes no {word[:SHOWN]!r}"
                raise Malformed(
                    message, f"? {name} says what it takes", code=ErrorCode.UNKNOWN_WORD
                )
            key, text = _field_for(word, left, fields), word
        if key in found:
            raise Malformed(f"{key} is given twice", code=ErrorCode.UNKNOWN_WORD)
        found[key] = _parse_value(key, text, fields[key]) if key in fields else text
    return found


def _field_for(word: str, left: list[str], fields: dict[str, Field]) -> str:
    """Return the field for a value without a key; fields of cards come first for a card."""
    cards = [key for key in left if is_card(fields[key].shape)]
    if cards and _is_card(word):
        return cards[0]
    return next((key for key in left if _may_hold(word, fields[key].shape)), left[0])


def _may_hold(word: str, shape: shapes.Type) -> bool:
    """Return whether a field may contain a value without a key."""
    match shape:
        case shapes.BoolType():
            return word.lower() in YES_NO
        case shapes.VarTupleType(item_type=shapes.IntType()):
            return all(_WHOLE.fullmatch(part) for part in word.split(","))
        case shapes.VarTupleType(item_type=shapes.EnumType()):
            return all(_is_card(part) for part in word.split(","))
        case shapes.LiteralType(values=values):
            return word in values
        case shapes.EnumType(cls=members):
            return (
                _is_card(word) if members is Card else word in [member.value for member in members]
            )
        case _:
            return True


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except Malformed:
        return False
    return True


def _parse_value(key: str, text: str, field: Field) -> Any:
    """Return a word as a value of its field."""
    match field.shape:
        case shapes.VarTupleType(item_type=shapes.IntType()):
            return [_parse_number(key, part) for part in text.split(",") if part]
        case shapes.VarTupleType(item_type=shapes.StrType()):
            return [part for part in text.split(",") if part]
        case shapes.VarTupleType():
            return [str(parse_card(part)) for part in text.replace(",", " ").split()]
        case shapes.BoolType():
            if text.lower() not in YES_NO:
                message = f"{key} is yes or no, not {text[:SHOWN]!r}"
                raise Malformed(message, code=ErrorCode.INCOMPLETE)
            return YES_NO[text.lower()]
        case shapes.DictType() if field.key in TABLES:
            return _parse_table(text, field.key)
        case shapes.EnumType() if is_card(field.shape):
            return str(parse_card(text))
        case shapes.IntType() if _WHOLE.fullmatch(text):
            return int(text)
        case shapes.LiteralType(values=values) if text not in values:
            listed = ", ".join(map(str, values))
            raise Malformed(
                f"{key} is {text[:SHOWN]!r}?", f"{key}: {listed}", code=ErrorCode.UNKNOWN_WORD
            )
        case _:
            return text


def _parse_number(key: str, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise Malformed(
            f"{key}: a number is wanted, not {text[:SHOWN]!r}", code=ErrorCode.INCOMPLETE
        )
    return int(text)


# How the user types the rows of a table, by the role of its keys: what a row is, an example,
# and what the example means.
TABLES = {
    Role.TEXT: ("face with a number", "KH 9, joker 1", "9 of one face and 1 of another"),
    Role.LAYOUT_WAGER: ("payment", "ann player 150, ben tie 20", "who, on what, how much"),
    Role.MONEY: ("chip with a number", "100 50, 25 40", "50 chips of $100 and 40 of $25"),
    Role.ENTRANT: ("name with a seat", "ann 1 2, bob 1 3", "table and seat of each"),
}


def _parse_table(text: str, key: Role) -> dict[str, Any]:
    """Return the rows of a table."""
    what, example, means = TABLES[key]
    many = len(example.partition(",")[0].split())
    found: dict[str, Any] = {}
    for part in text.split(","):
        words = part.split()
        # The amount of a payment is money, which is read later.
        numbers = words[1:] if key is not Role.LAYOUT_WAGER else []
        if len(words) != many or not all(map(_WHOLE.fullmatch, numbers)):
            message = f"{part.strip()[:SHOWN]!r} is no {what}"
            raise Malformed(message, f'write "{example}": {means}', code=ErrorCode.INCOMPLETE)
        if key is Role.LAYOUT_WAGER:
            found[f"{words[0]} {words[1]}"] = words[2]
        else:
            found[words[0]] = [*map(int, numbers)] if many > 2 else int(numbers[0])
    return found
