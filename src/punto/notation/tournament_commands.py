"""Parses commands of a tournament from words. Commands at a table also name the table."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from punto.aggregate.command import Command
from punto.cards import Card
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.notation import table_commands as at_a_table
from punto.notation.command_reader import read_command, tree_of
from punto.notation.suggestions import unknown
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conditions import Conditions
from punto.tournament.registry import registry
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in registry.commands if kind is not AtTable
}


class Meant(Struct, frozen=True):
    """A command, and the card order if it shuffles cards."""

    command: TournamentCommand
    order: tuple[Card, ...] | None = None


def meant(
    name: str, arguments: Mapping[str, Any], tournament: Tournament, by: str | None = None
) -> Meant:
    """Return the command of a tournament from words; ``by`` gives it."""
    if name in KINDS:
        return Meant(*read_command(KINDS[name], arguments, by))
    if name not in at_a_table.KINDS:
        every = (*KINDS, *at_a_table.KINDS)
        raise unknown(f"there is no command {name!r}", name, every, "commands")
    given = dict(arguments)
    number = given.pop("table", None)
    table = tournament.tables.get(number) if isinstance(number, int) else None
    if table is None:
        raise Malformed(f"{name}: say at which table", code=ErrorCode.NO_SUCH_THING)
    understood = at_a_table.understood(name, given, table, by)
    assert isinstance(number, int)
    return Meant(AtTable(number, understood.command), understood.order)


def in_cents(conditions: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of conditions from words such as ``entry_fee = 220``, money in cents."""
    return tree_of(Conditions, conditions)
