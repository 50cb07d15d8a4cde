"""Parses commands of a table from words, with the card order of a shuffle."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from punto.aggregate.command import Command
from punto.aggregate.roles import Role, fields_of
from punto.cards import Card
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation.command_reader import check_words, converted, read_command
from punto.table.phase import Settling
from punto.table.registry import AnyCommand, registry
from punto.table.table import Table

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in registry.commands
}
_TYPES = frozenset(registry.commands)


class Understood(Struct, frozen=True):
    """A command, and the card order if it shuffles cards."""

    command: AnyCommand
    order: tuple[Card, ...] | None = None


def understood(
    name: str, arguments: Mapping[str, Any], table: Table | None, by: str | None = None
) -> Understood:
    """Return the command of a table from words; ``by`` gives it.

    If ``table`` is None, the words identify wagers by their numbers.
    """
    check_words(name, arguments, KINDS)
    kind, given = KINDS[name], dict(arguments)
    for field in fields_of(kind).values():
        if field.key is Role.LAYOUT_WAGER and field.name in given and table is not None:
            given[field.name] = _amounts_by_number(table, given[field.name])
    return Understood(*read_command(kind, given, by))


def sound(command: Any) -> AnyCommand:
    """Return a command made in Python after type checks, as if it had been parsed."""
    if type(command) not in _TYPES:
        raise Malformed(f"{command!r} is no command", code=ErrorCode.INCOMPLETE)
    name = type(command).__struct_config__.tag
    return converted(str(name), msgspec.to_builtins(command), type(command))  # type: ignore[no-any-return]


def _amounts_by_number(table: Table, amounts: Any) -> dict[int, Any]:
    """Return amounts by wager number, from amounts by names such as ``ann banker``."""
    if not isinstance(table.phase, Settling) or not isinstance(amounts, dict):
        raise Malformed(
            "name wagers of a coup that is being settled: { 'ann banker' = 95 }",
            code=ErrorCode.NOT_NOW,
        )
    settled = table.phase.settled
    numbers = {f"{bet.wager.patron} {bet.wager.wager}": bet.number for bet in reversed(settled)}
    for name in amounts:
        if name not in numbers:
            raise Malformed(f"{name!r} is no wager of this coup", code=ErrorCode.NO_SUCH_THING)
    return {numbers[name]: amount for name, amount in amounts.items()}
