"""What a command takes, field by field, for whoever asks for it in a form."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as shapes
from msgspec.structs import replace

from punto.aggregate.roles import Field, Role, fields_of, shape_of
from punto.cards import Card
from punto.http_api import responses
from punto.options import Option
from punto.server.resource import Resource

# What a form asks for, by the role of a field.
_ROLES = {
    Role.PATRON: "person",
    Role.ENTRANT: "person",
    Role.PERSON: "person",
    Role.SOMEBODY: "person",
    Role.MOMENT: "time",
    Role.MONEY: "cents",
}
# Times in the parts of a command, which declare no roles.
_TIMES = frozenset({"start", "withdraw_until"})
# By what things are kept that have keys, where that is more than a word or a number.
_KEYS = {"seats": "person", "pieces": "cents"}
# What no person fills in.
_BY_MACHINES = frozenset({"in_play"})


def choice(facet: Resource, option: Option) -> responses.Option:
    """Return an option as it is told, with what the command takes."""
    kind = facet.kinds()[option.name]
    example, asks = None, option.asks
    if option.example is not None:
        given = msgspec.to_builtins(option.example, str_keys=True)
        # What was tried is no statement of anybody's, and a client might send it as it stands.
        example = {key: value for key, value in given.items() if key not in asks}
    fields = takes(kind)
    return responses.Option(
        name=option.name,
        what=option.what,
        by=option.by,
        example=example,
        takes=tuple(_suggested(facet, kind, one) for one in fields),
        code=option.code,
        why=option.why,
        clause=option.clause,
        asks=asks,
        group=kind.group,
        trouble=kind.trouble,
    )


def _suggested(
    facet: Resource, kind: type, field: responses.FieldDescription
) -> responses.FieldDescription:
    """Return a field with what may stand there now, where the thing itself knows."""
    if field.columns:
        return replace(field, columns=tuple(_suggested(facet, kind, one) for one in field.columns))
    if field.kind == "person":
        return replace(field, choices=facet.people())
    if field.kind != "text":
        return field
    words = facet.words(kind, _own(field.name))
    return replace(field, kind="choice", choices=words) if words else field


@cache
def takes(kind: type) -> tuple[responses.FieldDescription, ...]:
    """Return what a command takes."""
    info = shape_of(kind)
    found = _parts("", info, required=True)
    declared = fields_of(kind)
    return tuple(_declared(one, declared.get(one.name)) for one in found)


def _declared(shown: responses.FieldDescription, field: Field | None) -> responses.FieldDescription:
    """Return a field with what its command declares of it."""
    if field is None:
        return shown
    plain = shown.kind in ("text", "number")
    kind = _ROLES.get(field.role, shown.kind) if plain and field.role else shown.kind
    return replace(shown, kind=kind, statement=field.statement)


def _own(name: str) -> str:
    return name.rpartition(".")[2]


def _parts(
    before: str, info: shapes.StructType, *, required: bool
) -> Iterator[responses.FieldDescription]:
    for field in info.fields:
        yield from _field(before + field.name, _alone(field.type), required and field.required)


def _alone(kind: shapes.Type) -> shapes.Type:
    """Return what a field holds if it holds anything."""
    if isinstance(kind, shapes.UnionType):
        inner = [one for one in kind.types if not isinstance(one, shapes.NoneType)]
        return inner[0] if len(inner) == 1 else kind
    return kind


def _field(name: str, kind: shapes.Type, required: bool) -> Iterator[responses.FieldDescription]:
    """Yield a field, or the fields that it is made of."""
    inside = "." in name
    match kind:
        case _ if _own(name) in _BY_MACHINES:
            yield responses.FieldDescription(name, required, "other")
        case shapes.StructType():
            yield responses.FieldDescription(name, required, "parts")
            yield from _parts(f"{name}.", kind, required=required)
        case shapes.VarTupleType(item_type=shapes.StructType() as item):
            yield responses.FieldDescription(
                name, required, "rows", (), _columns(item), item.array_like
            )
        case shapes.DictType() if required or inside:
            value = kind.value_type
            packed = isinstance(value, shapes.StructType) and value.array_like
            columns = (_key(name, kind.key_type), *_columns(value))
            yield responses.FieldDescription(name, required, "pairs", (), columns, packed)
        case _:
            word, choices = _kind(name, kind)
            yield responses.FieldDescription(name, required, word, choices)


def _columns(kind: shapes.Type) -> tuple[responses.FieldDescription, ...]:
    """Return the columns of things of which there are several."""
    if isinstance(kind, shapes.StructType):
        return tuple(
            responses.FieldDescription(
                field.name, field.required, *_kind(f".{field.name}", _alone(field.type))
            )
            for field in kind.fields
        )
    return (responses.FieldDescription("value", True, *_kind(".value", kind)),)


def _key(name: str, kind: shapes.Type) -> responses.FieldDescription:
    word, choices = _kind(".key", kind)
    word = _KEYS.get(_own(name), word)
    return responses.FieldDescription("key", True, word, choices)


def _kind(name: str, kind: shapes.Type) -> tuple[str, tuple[Any, ...]]:
    """Return what sort of thing a field holds, and all that it may be where that is a list."""
    own = _own(name)
    match kind:
        case shapes.EnumType() if kind.cls is Card:
            return "card", ()
        case shapes.EnumType():
            return "choice", tuple(one.value for one in kind.cls)
        case shapes.LiteralType():
            return "choice", tuple(kind.values)
        case shapes.BoolType():
            return "yes", ()
        case shapes.IntType():
            if own.endswith("cents"):
                return "cents", ()
            return ("time" if own in _TIMES else "number"), ()
        case shapes.StrType():
            return "text", ()
        case shapes.VarTupleType() | shapes.ListType():
            cards = isinstance(kind.item_type, shapes.EnumType) and kind.item_type.cls is Card
            return ("cards" if cards else "list"), ()
        case _:
            return "other", ()
