"""The commands that are possible at a table now, each with an example, or the refusal."""

from collections.abc import Iterator
from functools import cache, partial
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import fields, replace

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.aggregate.command import Command
from punto.aggregate.roles import Role, fields_of
from punto.options import Asking, MayGive, Option, Try, option
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.table.authority import known_titles
from punto.table.registry import decide, may, registry
from punto.table.table import Table
from punto.table.views.suggestions import Suggestions

KINDS: tuple[type[Command], ...] = registry.commands

__all__ = ["KINDS", "Option", "options", "options_by", "options_for", "options_of_all"]


def options(rules: TableRules, table: Table, by: Actor) -> list[Option]:
    """Return every command, with an example that a person may give now, or the refusal."""
    return options_for(rules, table, (by,))


def options_for(rules: TableRules, table: Table, actors: tuple[Actor, ...]) -> list[Option]:
    """Return every command, with an example that one of several persons may give now."""
    permitted, tried = partial(may, rules, table), partial(decide, rules, table)
    return options_by(rules, table, actors, permitted, tried)


def options_of_all(rules: TableRules, table: Table, at: int) -> list[Option]:
    """Return every command, with a person who may give it now, or the refusal."""
    return options_for(rules, table, tuple(_possible_actors(rules, table, at)))


def options_by(
    rules: TableRules, table: Table, actors: tuple[Actor, ...], may: MayGive, decide: Try
) -> list[Option]:
    """Return every command at a table; ``may`` and ``decide`` check the examples."""
    suggestions = Suggestions(rules, table, actors[0].name if actors else "")
    asking = Asking(actors, suggestions, may, decide, partial(_without_cards, rules))
    return [option(kind, asking) for kind in KINDS]


def _without_cards(rules: TableRules, command: Command) -> Command:
    """Return a command as it is sent: only a table with keyed cards names faces."""
    if rules.origin is Origin.KEYED:
        return command
    defaults = dict(_card_defaults(type(command)))
    return replace(command, **defaults)


@cache
def _card_defaults(kind: type[Command]) -> tuple[tuple[str, Any], ...]:
    """Return the optional card fields of a command, with their defaults."""
    declared = fields_of(kind)
    optional_cards = (
        field
        for field in fields(kind)
        if declared[field.name].role is Role.CARD and not field.required
    )
    return tuple(
        (field.name, field.default_factory() if field.default is NODEFAULT else field.default)
        for field in optional_cards
    )


def _possible_actors(rules: TableRules, table: Table, at: int) -> Iterator[Actor]:
    yield Actor(DEALER, DEALER, at)
    for patron in table.patrons:
        yield Actor(patron.name, PATRON, at)
    for title in sorted(known_titles(rules.edition) - {DEALER}):
        yield Actor(title, title, at)
