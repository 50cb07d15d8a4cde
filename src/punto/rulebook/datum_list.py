"""All data of an edition as a list, to read, compare and look up by clause."""

from collections.abc import Iterator
from datetime import date
from typing import Any

from msgspec import Struct

from punto.clause import Cited, Clauses, Held
from punto.rulebook.schema import (
    BankerRow,
    Combination,
    Edition,
    MeritRow,
    Outcome,
    PlayerRow,
    PromotionSays,
    Says,
    Shown,
    TournamentSays,
)
from punto.rulebook.schema.section import CLAUSE_LISTS, Section
from punto.rulebook.schema.tournament.placing import OutBy

_NOT_IN_TEXT = ("clause", "reading", "name", "title", "total", "totals", "under")


class Datum(Struct, frozen=True):
    """A datum of a rulebook: its key, its value as text, and its clauses."""

    key: str
    value: str
    clause: Clauses
    reading: str | None
    used: bool


def data(edition: Edition) -> list[Datum]:
    """Return all data of an edition, in the order of the schema."""
    return list(_walk(edition, "", edition.settlement.schemes.value))


def _walk(node: Any, key: str, schemes: tuple[str, ...]) -> Iterator[Datum]:
    match node:
        case Cited():
            yield Datum(key, _value_text(node.value), node.clause, node.reading, used=True)
        case Held():
            yield Datum(key, _value_text(node.held), node.clause, node.reading, used=False)
        case Shown():
            yield Datum(node.key, _value_text(node.value), node.clause, node.reading, used=False)
        case Says() | TournamentSays() | PromotionSays():
            for step, clauses in node.items():
                yield Datum(f"{key}.{step}", "cited where it applies", clauses, None, used=True)
        case Section():
            yield from _walk_struct(node, key, schemes)
        case dict() | tuple():
            yield from _walk_entries(node, key, schemes)


def _walk_entries(
    node: dict[str, Any] | tuple[Any, ...], key: str, schemes: tuple[str, ...]
) -> Iterator[Datum]:
    if isinstance(node, dict):
        named_entries = list(node.items())
    else:
        named_entries = [(_row_name(row, schemes), row) for row in node if isinstance(row, Struct)]
    for name, value in named_entries:
        yield from _walk(value, f"{key}.{name}", schemes)


def _walk_struct(node: Struct, key: str, schemes: tuple[str, ...]) -> Iterator[Datum]:
    clause = getattr(node, "clause", None)
    if isinstance(clause, tuple):
        reading = getattr(node, "reading", None)
        yield Datum(key, _row_text(node), clause, reading, used=True)
    for name in node.__struct_fields__:
        value = getattr(node, name)
        if name in CLAUSE_LISTS and value:
            yield Datum(f"{key}.{name}", "cited where it applies", value, None, used=True)
        elif isinstance(value, Struct | dict | tuple):
            yield from _walk(value, f"{key}.{name}".lstrip("."), schemes)


def _row_name(row: Struct, schemes: tuple[str, ...]) -> str:
    """Return a name that identifies the same row in another edition."""
    match row:
        case OutBy():
            return str(row.key)
        case PlayerRow() | MeritRow():
            return f"{row.totals[0]}-{row.totals[-1]}"
        case BankerRow():
            return str(row.total)
        case Combination():
            return "+".join(row.wagers)
        case Outcome():
            # Editions name their settlements differently, so they are compared by position.
            under = [
                f"settlement {schemes.index(name) + 1}" if name in schemes else name
                for name in row.under
            ]
            return ", ".join((row.name, *under))
    return str(getattr(row, "name", None) or getattr(row, "scheme", ""))


def _row_text(row: Struct) -> str:
    match row:
        case PlayerRow():
            return row.act
        case BankerRow():
            return f"no card {row.no_card}, 0-9 {row.third}"
        case MeritRow():
            return ", ".join(map(str, row.totals))
        case Outcome():
            return f"{row.then} {row.odds}" if row.odds else row.then.value
    parts = [
        f"{name} {_value_text(getattr(row, name))}"
        for name in row.__struct_fields__
        if name not in _NOT_IN_TEXT
        and isinstance(getattr(row, name), str | int | tuple | date)
        and getattr(row, name) != ()
    ]
    return ", ".join(parts) or str(getattr(row, "title", ""))


def _value_text(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(_value_text(item) for item in value) or "none"
    return str(value)
