"""Writes a command as a typed line."""

from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from punto.aggregate.command import Command
from punto.aggregate.roles import Field, Role, fields_of
from punto.notation.command_reader import spread, word_of


def written(by: str, command: Command, asking: Collection[str] = ()) -> str:
    """Return a command as a typed line: ``ann place_wager wager=banker stake=100``.

    The fields in ``asking`` have placeholders: ``cut at=NUMBER``.
    """
    return " ".join((by, str(command.__struct_config__.tag), *_field_words(command, asking)))


def _field_words(part: Struct, asking: Collection[str]) -> Iterator[str]:
    """Yield the words of a command or a part of one, without empty and default values."""
    names, values = part.__struct_fields__, part.__struct_defaults__
    defaults = dict(zip(names[len(names) - len(values) :], values, strict=True))
    for field in fields_of(type(part)).values():
        value = getattr(part, field.name)
        if field.name in asking:
            yield f"{word_of(field.name)}={_placeholder(value)}"
        elif value is None or value in ((), {}) or value == defaults.get(field.name):
            continue
        elif spread(field):
            yield from _field_words(value, ())
        else:
            word, text = word_of(field.name), _value_text(value, field)
            yield f"{word}='{text}'" if " " in text else f"{word}={text}"


def _placeholder(value: object) -> str:
    """Return a placeholder in capitals for the type of a value."""
    match value:
        case bool():
            return "YES/NO"
        case int():
            return "NUMBER"
        case tuple():
            return "LIST"
        case _:
            return "WORD"


def _value_text(value: Any, field: Field) -> str:
    """Return a value as its field is typed."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return _number_text(value, field.role)
        case tuple():
            return ",".join(map(str, value))
        case Mapping():
            return ", ".join(f"{_number_text(key, field.key)} {value[key]}" for key in value)
        case _:
            return str(value)


def _number_text(value: Any, role: Role | None) -> str:
    if role in (Role.MONEY, Role.STAKE):
        dollars, cents = divmod(abs(value), 100)
        return f"{'-' if value < 0 else ''}{dollars}" + (f".{cents:02d}" if cents else "")
    if role is Role.MOMENT:
        return f"{datetime.fromtimestamp(value, UTC):%Y-%m-%d %H:%M:%S}"
    return str(value)
