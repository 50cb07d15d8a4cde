"""The commands of scenario steps: a command in words, or a whole coup."""

from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from punto.aggregate.command import Command
from punto.notation import house_commands as of_houses
from punto.notation import table_commands as of_tables
from punto.notation import tournament_commands as of_tournaments
from punto.notation.command_reader import converted
from punto.notation.command_reader import takes as takes_of
from punto.scenario.errors import no_such
from punto.table.base_classes import TableCommand

DEAL = "deal"
KINDS: dict[str, type[Command]] = {**of_tables.KINDS, **of_tournaments.KINDS, **of_houses.KINDS}
COMMANDS = (*of_tables.KINDS, DEAL, *of_tournaments.KINDS, *of_houses.KINDS)
# The keys of a step that are not words of its command.
STEP_WORDS = (
    "by",
    "clock",
    "do",
    "expect",
    "refused",
    "malformed",
    "says",
    "why_exactly",
    "repeat",
)


class Deal(Struct, frozen=True, forbid_unknown_fields=True):
    """A whole coup is dealt and settled; ``cards`` says what the dealer claims to have drawn."""

    cards: str | None = None
    burn_missed: bool = False
    table: int | None = None


class Words(Struct, frozen=True):
    """A command as a scenario writes it; it is parsed when the table is known."""

    name: str
    arguments: dict[str, Any]


Asked = Deal | Words | TableCommand


def takes(name: str) -> tuple[str, ...]:
    """Return the words that a command takes in a scenario, with money in dollars."""
    return (*Deal.__struct_fields__, "wagers") if name == DEAL else takes_of(KINDS[name])


def command(name: str, arguments: dict[str, Any]) -> Asked:
    """Return the command that a step names."""
    check_words(name, arguments)
    if name == DEAL:
        deal: Deal = converted(name, arguments, Deal)
        return deal
    return Words(name, arguments)


def check_words(name: str, arguments: Iterable[str]) -> None:
    """Raise an error for an unknown command, or for words that it does not take."""
    if name not in COMMANDS:
        raise no_such(f"there is no command {name!r}", name, COMMANDS, "commands")
    for word in arguments:
        if word not in {*takes(name), *_field_names(name)}:
            message = f"{name} takes no {word}: unknown field `{word}`"
            raise no_such(message, word, (*takes(name), *STEP_WORDS), f"{name} takes")


def _field_names(name: str) -> tuple[str, ...]:
    """Return the fields of a command; a table command may also name its tournament table."""
    if name == DEAL:
        return Deal.__struct_fields__
    extra = {"draw_ballot": ("drawn",)}.get(name, ())
    return (*KINDS[name].__struct_fields__, *(("table",) if name in of_tables.KINDS else extra))
