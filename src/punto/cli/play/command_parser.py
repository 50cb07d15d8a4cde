"""A line as somebody types it: who, which command, and what goes with it."""

import re
import shlex
from typing import Any

from msgspec import Struct
from msgspec import inspect as shapes

from punto.cards import Card, parse_card
from punto.clause import Malformed
from punto.cli.play.vocabulary import SHOWN, TABLE, Vocabulary
from punto.error_codes import ErrorCode
from punto.notation.suggestions import near

YES_NO = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
# Longer than anything that somebody types who means it.
LONGEST = 20_000
_WHOLE = re.compile(r"-?[0-9]{1,15}")


class Line(Struct, frozen=True):
    """What somebody asks for; the dealer if nobody is named."""

    by: str | None
    name: str
    words: dict[str, Any]


def split(text: str) -> list[list[str]]:
    """Return the words of each thing a line asks for: ``draw; draw``. A remark is left out."""
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
    """Return what a line asks for: ``[who] command [values or key=value ...]``."""
    named = as_command(words[0]) in known.names
    by, rest = (None, words) if named else (words[0], words[1:])
    if not rest:
        close = near(as_command(words[0]), known.names, most=3)
        hint = f"or did you mean {', '.join(close)}?" if close else "? lists the commands"
        raise Malformed(f"{words[0][:SHOWN]} does what?", hint, code=ErrorCode.INCOMPLETE)
    name = as_command(rest[0])
    if name not in known.names:
        raise known.unknown(name)
    own = by is not None and by not in titles
    return Line(by, name, arguments(name, rest[1:], known, own=own))


def as_command(word: str) -> str:
    """Return a word as the name of a command would be written."""
    return word.lower().replace("-", "_")


def arguments(name: str, words: list[str], known: Vocabulary, *, own: bool) -> dict[str, Any]:
    """Return what stands behind a command: ``key=value``, or values where they fit first."""
    kinds = known.fields(name)
    order = [key for key in kinds if not (own and known.own.get(name) == key)]
    found: dict[str, Any] = {}
    for word in words:
        key, equals, text = word.partition("=")
        if not equals or not re.fullmatch(r"[a-z_]+", key):
            left = [key for key in order if key not in found]
            if not left:
                said = f"{name} takes no {word[:SHOWN]!r}"
                raise Malformed(said, f"? {name} says what it takes", code=ErrorCode.UNKNOWN_WORD)
            key, text = _meant(word, left, kinds), word
        if key in found:
            raise Malformed(f"{key} is given twice", code=ErrorCode.UNKNOWN_WORD)
        own_way = known.reads.get((name, key))
        found[key] = own_way(text) if own_way else _value(key, text, kinds.get(key))
    return found


def _meant(word: str, left: list[str], kinds: dict[str, shapes.Type]) -> str:
    """Return the field for which a value without a key is meant: a card is a card first."""
    cards = [key for key in left if is_card(kinds[key])]
    if cards and _is_card(word):
        return cards[0]
    return next((key for key in left if _fits(word, kinds[key])), left[0])


def is_card(kind: shapes.Type | None) -> bool:
    """Return whether a field holds one card."""
    held = plain(kind)
    return isinstance(held, shapes.EnumType) and held.cls is Card


def plain(kind: shapes.Type | None) -> shapes.Type | None:
    """Return what a field holds if it holds anything."""
    if isinstance(kind, shapes.UnionType):
        return next(one for one in kind.types if not isinstance(one, shapes.NoneType))
    return kind


def _fits(word: str, kind: shapes.Type) -> bool:
    """Return whether a value without a key may be meant for a field."""
    match plain(kind):
        case shapes.BoolType():
            return word.lower() in YES_NO
        case shapes.VarTupleType(item_type=shapes.IntType()):
            return all(_WHOLE.fullmatch(part) for part in word.split(","))
        case shapes.VarTupleType(item_type=shapes.EnumType()):
            return all(_is_card(part) for part in word.split(","))
        case shapes.LiteralType(values=values):
            return word in values
        case shapes.EnumType(cls=members):
            return _is_card(word) if members is Card else word in [one.value for one in members]
        case _:
            return True


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except Malformed:
        return False
    return True


def _value(key: str, text: str, kind: shapes.Type | None) -> Any:
    """Return a word as what its field holds."""
    match plain(kind):
        case shapes.VarTupleType(item_type=shapes.IntType()):
            return [_whole(key, part) for part in text.split(",") if part]
        case shapes.VarTupleType(item_type=shapes.StrType()):
            return [part for part in text.split(",") if part]
        case shapes.VarTupleType():
            return [str(parse_card(part)) for part in text.replace(",", " ").split()]
        case shapes.BoolType():
            if text.lower() not in YES_NO:
                said = f"{key} is yes or no, not {text[:SHOWN]!r}"
                raise Malformed(said, code=ErrorCode.INCOMPLETE)
            return YES_NO[text.lower()]
        case shapes.DictType(key_type=shapes.StrType()):
            return _counts(text)
        case shapes.DictType():
            return _amounts(text)
        case shapes.EnumType() if is_card(kind):
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


def _whole(key: str, text: str) -> int:
    if not _WHOLE.fullmatch(text):
        raise Malformed(
            f"{key}: a number is wanted, not {text[:SHOWN]!r}", code=ErrorCode.INCOMPLETE
        )
    return int(text)


def _counts(text: str) -> dict[str, int]:
    """Return how many of some faces were found: ``KH 9, joker 1``."""
    found = {}
    for part in text.split(","):
        words = part.split()
        if len(words) != 2 or not _WHOLE.fullmatch(words[1]):
            said = f"{part.strip()[:SHOWN]!r} is no face with a number"
            raise Malformed(said, 'write "KH 9, joker 1"', code=ErrorCode.INCOMPLETE)
        found[words[0]] = int(words[1])
    return found


def _amounts(text: str) -> dict[str, str]:
    """Return what was paid on wagers: ``ann player 150, ben tie 20``."""
    found = {}
    for part in text.split(","):
        words = part.split()
        if len(words) != 3:
            raise Malformed(
                f"{part.strip()[:SHOWN]!r} is no payment",
                'write "ann player 150, ben tie 20"',
                code=ErrorCode.INCOMPLETE,
            )
        found[f"{words[0]} {words[1]}"] = words[2]
    return found
