"""What somebody may do at a table now, with an example of each, and why the rest may not."""

from collections.abc import Iterator
from functools import cache
from itertools import islice, product
from typing import Any, get_args

from msgspec import Struct
from msgspec import inspect as shapes
from msgspec.structs import replace

from punto.clause import Clauses, Malformed, NotEntitled, Refused
from punto.rulebook.elect import TableRules
from punto.rulebook.elections import Origin
from punto.table import commands as do
from punto.table.authority import DEALER, PATRON, Actor, known_titles
from punto.table.step import decide
from punto.table.table import Table
from punto.table.views.choices import EXTRA, Choices

# So many ways to fill a command in are tried before it is said that it cannot be done now.
TRIES = 24
KINDS: tuple[type[do.Command], ...] = get_args(do.AnyCommand)


class Option(Struct, frozen=True):
    """A command, and whether it may be given now: an example of it, or the reason why not."""

    name: str
    what: str
    by: str | None
    example: do.Command | None
    code: str | None
    why: str
    clause: Clauses


def options(rules: TableRules, table: Table, by: Actor) -> list[Option]:
    """Return every command, with an example that one person could give now or why they cannot."""
    choices = Choices(rules, table)
    return [_option(rules, table, (by,), kind, choices) for kind in KINDS]


def options_of_all(rules: TableRules, table: Table, at: int) -> list[Option]:
    """Return every command, with somebody who could give it now or why nobody can."""
    choices = Choices(rules, table)
    actors = tuple(_actors(rules, table, at))
    return [_option(rules, table, actors, kind, choices) for kind in KINDS]


def _option(
    rules: TableRules,
    table: Table,
    actors: tuple[Actor, ...],
    kind: type[do.Command],
    choices: Choices,
) -> Option:
    name = str(kind.__struct_config__.tag)
    what = (kind.__doc__ or "").strip().splitlines()[0]
    no: Refused | Malformed | None = None
    shut_out: set[str] = set()
    for command in islice(_filled(kind, choices), TRIES):
        for actor in actors:
            if actor.name in shut_out:
                continue
            try:
                decide(rules, table, actor, command)
            except NotEntitled as denial:
                # Whoever has not the power has it for no other words either.
                shut_out.add(actor.name)
                no = no or denial
            except (Refused, Malformed) as denial:
                if no is None or isinstance(no, NotEntitled):
                    no = denial
            else:
                return Option(name, what, actor.name, _said(rules, command), None, "", ())
        silent = isinstance(no, Refused) and no.code == "rule_not_held"
        if silent or len(shut_out) == len(actors):
            break
    if no is None:
        return Option(name, what, None, None, None, "nothing to do it with", ())
    clause = no.clause if isinstance(no, Refused) else ()
    return Option(name, what, None, None, no.code, no.message, clause)


def _said(rules: TableRules, command: do.Command) -> do.Command:
    """Return a command as somebody gives it: cards that are not keyed name themselves."""
    if rules.origin is Origin.KEYED or not {"card", "faces"} & set(command.__struct_fields__):
        return command
    unsaid = {"card": None, "faces": ()}
    fields = {name: unsaid[name] for name in unsaid if name in command.__struct_fields__}
    return replace(command, **fields)


def _actors(rules: TableRules, table: Table, at: int) -> Iterator[Actor]:
    yield Actor(DEALER, DEALER, at)
    for patron in table.patrons:
        yield Actor(patron.name, PATRON, at)
    for title in sorted(known_titles(rules.edition) - {DEALER}):
        yield Actor(title, title, at)


@cache
def _named(kind: type[do.Command]) -> tuple[str, ...]:
    """Return the fields of a command that are filled in: the required, and some more."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    extra = EXTRA.get(kind, ())
    return tuple(field.name for field in info.fields if field.required or field.name in extra)


def _filled(kind: type[do.Command], choices: Choices) -> Iterator[Any]:
    """Yield a command with what it needs filled in from the table as it is."""
    names = _named(kind)
    for values in product(*(choices.of(kind, name) for name in names)):
        yield kind(**dict(zip(names, values, strict=True)))
