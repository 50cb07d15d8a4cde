"""The fields of a command, described for a form."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct
from msgspec import inspect as shapes
from msgspec.structs import replace

from punto.aggregate.roles import Field, Role, fields_of
from punto.http_api import responses
from punto.notation.command_reader import is_card
from punto.options import Option
from punto.server.resource import Resource

# The kind of input for each role of a field.
_ROLES = {
    Role.PATRON: "person",
    Role.NEWCOMER: "person",
    Role.ENTRANT: "person",
    Role.PERSON: "person",
    Role.SOMEBODY: "person",
    Role.MOMENT: "time",
    Role.MONEY: "cents",
    Role.STAKE: "cents",
}
_Kind = tuple[str, tuple[Any, ...]]


def choice(facet: Resource, option: Option) -> responses.OptionResponse:
    """Return an option as a response, with the fields of its command."""
    kind = facet.kinds()[option.name]
    example, asks = None, option.asks
    if option.example is not None:
        values = msgspec.to_builtins(option.example, str_keys=True)
        # Statements are left out: nobody made them, and a client might send the example unchanged.
        example = {key: value for key, value in values.items() if key not in asks}
    return responses.OptionResponse(
        name=option.name,
        what=option.what,
        by=option.by,
        example=example,
        takes=tuple(
            _with_suggestions(facet, description, field)
            for description, field in _described_fields(kind)
        ),
        code=option.code,
        why=option.why,
        clause=option.clause,
        asks=asks,
        group=kind.group,
        trouble=kind.trouble,
    )


def _with_suggestions(
    facet: Resource, description: responses.FieldDescription, field: Field
) -> responses.FieldDescription:
    """Return a field with its possible values now, if the resource knows them."""
    if description.columns:
        people = facet.people()
        columns = (
            replace(column, choices=people) if column.kind == "person" else column
            for column in description.columns
        )
        return replace(description, columns=tuple(columns))
    if description.kind == "person":
        return replace(description, choices=facet.people())
    words = facet.words(field) if description.kind == "text" else ()
    return replace(description, kind="choice", choices=words) if words else description


def takes(kind: type) -> tuple[responses.FieldDescription, ...]:
    """Return the fields of a command."""
    return tuple(description for description, _ in _described_fields(kind))


@cache
def _described_fields(kind: type) -> tuple[tuple[responses.FieldDescription, Field], ...]:
    return tuple(_iter_fields("", kind, required=True))


def _iter_fields(
    before: str, part: type[Struct], *, required: bool
) -> Iterator[tuple[responses.FieldDescription, Field]]:
    """Yield the fields of a command, or of a part of it, including nested fields."""
    for field in fields_of(part).values():
        name, is_required = before + field.name, required and field.required
        description = _describe_field(name, field, required=is_required)
        yield replace(description, statement=field.statement), field
        if description.kind == "parts":
            assert isinstance(field.shape, shapes.StructType)
            yield from _iter_fields(f"{name}.", field.shape.cls, required=is_required)


def _describe_field(name: str, field: Field, *, required: bool) -> responses.FieldDescription:
    match field.shape:
        case shapes.StructType() if field.role is not Role.MACHINE:
            return responses.FieldDescription(name, required, "parts")
        case shapes.VarTupleType(item_type=shapes.StructType() as item):
            return responses.FieldDescription(
                name, required, "rows", (), _columns(item.cls), item.array_like
            )
        case shapes.DictType(key_type=key, value_type=value) if required or "." in name:
            first = responses.FieldDescription("key", True, *_input_kind(key, field.key))
            if isinstance(value, shapes.StructType):
                columns, packed = _columns(value.cls), value.array_like
            else:
                rest = responses.FieldDescription("value", True, *_input_kind(value, field.role))
                columns, packed = (rest,), False
            return responses.FieldDescription(
                name, required, "pairs", (), (first, *columns), packed
            )
        case shape:
            return responses.FieldDescription(name, required, *_input_kind(shape, field.role))


def _columns(part: type[Struct]) -> tuple[responses.FieldDescription, ...]:
    """Return the columns of a field that contains several rows."""
    return tuple(
        responses.FieldDescription(
            field.name, field.required, *_input_kind(field.shape, field.role)
        )
        for field in fields_of(part).values()
    )


def _input_kind(shape: shapes.Type, role: Role | None) -> _Kind:
    """Return the input kind of a field, and its possible values if they are a list."""
    match shape:
        case shapes.EnumType():
            values = () if is_card(shape) else tuple(member.value for member in shape.cls)
            return ("choice", values) if values else ("card", ())
        case shapes.LiteralType():
            return "choice", tuple(shape.values)
        case shapes.BoolType():
            return "yes", ()
        case shapes.IntType() | shapes.StrType():
            kind = "number" if isinstance(shape, shapes.IntType) else "text"
            return _ROLES.get(role, kind) if role else kind, ()
        case shapes.VarTupleType():
            return ("cards" if is_card(shape.item_type) else "list"), ()
        case _:
            return "other", ()
