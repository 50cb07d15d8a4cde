"""The role of each field of a command: money, a moment, a person, a card, a statement.

The schema and the forms of the server follow from the roles. A statement is a field
that only a person can fill in; no program does. In a scenario, its author makes all statements.
"""

from enum import StrEnum
from functools import cache
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct
from msgspec import inspect as shapes
from msgspec.structs import replace

from punto.cards import Card


class Role(StrEnum):
    """What a field of a command holds."""

    MONEY = "money"
    MOMENT = "moment"
    PATRON = "patron"
    ENTRANT = "entrant"
    STAFF = "staff"
    PERSON = "person"
    """A person whom a house stores under a key."""
    SOMEBODY = "somebody"
    """Anybody, by name: a patron, staff or an onlooker."""
    TITLE = "title"
    SEAT = "seat"
    TABLE = "table"
    WAGER = "wager"
    CARD = "card"
    SLIP = "slip"
    NUMBER = "number"
    TEXT = "text"


class Statement(StrEnum):
    """The kind of a statement."""

    CONSENT = "consent"
    REQUEST = "request"
    ATTESTATION = "attestation"
    COUNT = "count"
    CUT = "cut"
    READING = "reading"
    SIGNATURE = "signature"
    REASON = "reason"


def _role_schema(role: Role) -> Meta:
    return Meta(extra_json_schema={"role": role.value})


def _statement_schema(statement: Statement) -> Meta:
    return Meta(extra_json_schema={"statement": statement.value})


Cents = Annotated[int, _role_schema(Role.MONEY)]
Moment = Annotated[int, _role_schema(Role.MOMENT)]
PatronName = Annotated[str, _role_schema(Role.PATRON)]
EntrantName = Annotated[str, _role_schema(Role.ENTRANT)]
StaffName = Annotated[str, _role_schema(Role.STAFF)]
PersonKey = Annotated[str, _role_schema(Role.PERSON)]
PersonName = Annotated[str, _role_schema(Role.SOMEBODY)]
StaffTitle = Annotated[str, _role_schema(Role.TITLE)]
SeatNumber = Annotated[int, _role_schema(Role.SEAT)]
TableNumber = Annotated[int, _role_schema(Role.TABLE)]
WagerName = Annotated[str, _role_schema(Role.WAGER)]
CardFace = Annotated[Card, _role_schema(Role.CARD)]
SlipNumber = Annotated[str, _role_schema(Role.SLIP)]
Number = Annotated[int, _role_schema(Role.NUMBER)]
Text = Annotated[str, _role_schema(Role.TEXT)]

Value = TypeVar("Value")
Consent = Annotated[Value, _statement_schema(Statement.CONSENT)]
Request = Annotated[Value, _statement_schema(Statement.REQUEST)]
Attestation = Annotated[Value, _statement_schema(Statement.ATTESTATION)]
Count = Annotated[Value, _statement_schema(Statement.COUNT)]
CutPlace = Annotated[Value, _statement_schema(Statement.CUT)]
Reading = Annotated[Value, _statement_schema(Statement.READING)]
Signature = Annotated[Value, _statement_schema(Statement.SIGNATURE)]
GivenReason = Annotated[Value, _statement_schema(Statement.REASON)]


class Field(Struct, frozen=True):
    """A field of a command: its name, what it holds, and whether only a person can fill it in.

    ``shape`` is its type without annotations and without ``None``.
    """

    name: str
    role: Role | None
    statement: Statement | None
    shape: shapes.Type
    required: bool


@cache
def fields_of(kind: type[Struct]) -> dict[str, Field]:
    """Return the fields of a command by their names."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return {field.name: _field(field) for field in info.fields}


def _field(field: shapes.Field) -> Field:
    annotations = _annotations(field.type)
    role, statement = annotations.get("role"), annotations.get("statement")
    return Field(
        name=field.name,
        role=None if role is None else Role(role),
        statement=None if statement is None else Statement(statement),
        shape=some(bare(field.type)),
        required=field.required,
    )


def _annotations(shape: shapes.Type) -> dict[str, Any]:
    """Return the annotations of a type, or of its items."""
    match shape:
        case shapes.Metadata():
            return {**_annotations(shape.type), **(shape.extra_json_schema or {})}
        case shapes.VarTupleType():
            return _annotations(shape.item_type)
        case shapes.UnionType():
            inner = some(shape)
            return {} if isinstance(inner, shapes.UnionType) else _annotations(inner)
        case _:
            return {}


def some(shape: shapes.Type) -> shapes.Type:
    """Return the type of a field without ``None``."""
    if isinstance(shape, shapes.UnionType):
        others = [member for member in shape.types if not isinstance(member, shapes.NoneType)]
        return others[0] if len(others) == 1 else shape
    return shape


@cache
def shape_of(kind: type[Struct]) -> shapes.StructType:
    """Return the type of a command or of a part of one, without the annotations."""
    info = bare(shapes.type_info(kind))
    assert isinstance(info, shapes.StructType)
    return info


def bare(shape: shapes.Type) -> shapes.Type:
    """Return a type without annotations, also in the structs that it contains."""
    match shape:
        case shapes.Metadata():
            return bare(shape.type)
        case shapes.UnionType():
            return replace(shape, types=tuple(map(bare, shape.types)))
        case shapes.VarTupleType() | shapes.ListType():
            return replace(shape, item_type=bare(shape.item_type))
        case shapes.DictType():
            return replace(shape, key_type=bare(shape.key_type), value_type=bare(shape.value_type))
        case shapes.StructType():
            fields = tuple(replace(field, type=bare(field.type)) for field in shape.fields)
            return replace(shape, fields=fields)
        case _:
            return shape
