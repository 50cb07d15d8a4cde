"""Which fields of a command hold a statement: what a log may hold only because a person said it.

No form, default or shorthand fills such a field in. A scenario is written by an author, who makes
the statements of everybody in it. The fields declare it (`aggregate/roles.py`).
"""

from collections.abc import Iterator
from typing import Any

from msgspec import NODEFAULT, Struct, to_builtins
from msgspec.structs import fields

from punto.aggregate.roles import fields_of


def unsaid(command: Struct) -> dict[str, Any]:
    """Return a command as its fields, without the statements that a person has to make."""
    given: dict[str, Any] = to_builtins(command, str_keys=True)
    said = set(said_in(command))
    return {key: value for key, value in given.items() if key not in said}


def said_in(command: Struct) -> Iterator[str]:
    """Yield the fields of a command that hold a statement: more than if nobody had spoken."""
    declared = fields_of(type(command))
    for field in fields(command):
        if declared[field.name].statement is None:
            continue
        unsaid = field.default
        if unsaid is NODEFAULT and field.default_factory is not NODEFAULT:
            unsaid = field.default_factory()
        if getattr(command, field.name) != unsaid:
            yield field.name
