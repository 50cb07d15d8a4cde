"""Parses commands of the house from words."""

from collections.abc import Mapping
from typing import Any

from punto.aggregate.command import Command
from punto.house.base_classes import HouseCommand
from punto.house.registry import registry
from punto.notation.command_reader import read_command
from punto.notation.suggestions import unknown

KINDS: dict[str, type[Command]] = {
    str(kind.__struct_config__.tag): kind for kind in registry.commands
}


def meant(name: str, arguments: Mapping[str, Any], by: str | None = None) -> HouseCommand:
    """Return the command of the house from words; ``by`` gives it."""
    if name not in KINDS:
        raise unknown(f"there is no command {name!r}", name, tuple(KINDS), "commands")
    made: HouseCommand = read_command(KINDS[name], arguments, by)[0]
    return made
