"""A command as somebody would type it."""

from collections.abc import Collection

from punto.aggregate.command import Command
from punto.table.notice import Proposed


def written(by: str, command: Command, asking: Collection[str] = ()) -> str:
    """Return a command as somebody would type it: ``ann place_wager wager=banker stake=100``.

    What is asked for is left to whoever types: ``cut at=NUMBER``.
    """
    words = [by, str(command.__struct_config__.tag)]
    names, given = command.__struct_fields__, command.__struct_defaults__
    unsaid = dict(zip(names[len(names) - len(given) :], given, strict=True))
    for field in names:
        value = getattr(command, field)
        if field in asking:
            name = field.removesuffix("_cents") if field != "cents" else "dollars"
            words.append(f"{name}={_wanted(value)}")
            continue
        if value is None or value in ((), {}) or (field in unsaid and value == unsaid[field]):
            continue
        if isinstance(value, Proposed):
            words += _proposed(value)
        elif field.endswith("cents"):
            name = field.removesuffix("_cents") if field != "cents" else "dollars"
            words.append(f"{name}={_dollars(value)}")
        elif isinstance(value, tuple):
            words.append(f"{field}={','.join(map(str, value))}")
        else:
            text = str(value).lower() if isinstance(value, bool) else str(value)
            words.append(f"{field}='{text}'" if " " in text else f"{field}={text}")
    return " ".join(words)


def _wanted(value: object) -> str:
    """Return in capitals what sort of thing somebody has to say."""
    match value:
        case bool():
            return "YES/NO"
        case int():
            return "NUMBER"
        case tuple():
            return "LIST"
        case _:
            return "WORD"


def _dollars(cents: int) -> str:
    return f"{cents // 100}" if cents % 100 == 0 else f"{cents // 100}.{cents % 100:02d}"


def _proposed(change: Proposed) -> list[str]:
    """Return a change of the sign as somebody would type it."""
    words = []
    for field in change.__struct_fields__:
        value = getattr(change, field)
        if field.endswith("_cents") and value is not None:
            words.append(f"{field.removesuffix('_cents')}={_dollars(value)}")
        elif isinstance(value, tuple) and value:
            words.append(f"{field}={','.join(value)}")
        elif value not in (None, False, ()):
            words.append(f"{field}={str(value).lower()}")
    return words
