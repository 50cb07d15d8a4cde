"""The role of each field of a command: money, a moment, a person, a card, a statement.

Forms, syntax, completion, schemas and random play follow from the roles; nothing is guessed from
the name of a field. A statement is what only a person can say: no program ever fills one in. The
author of a scenario makes the statements of everybody in it.
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
    STAKE = "stake"
    """Money that is wagered: more than nothing."""
    MOMENT = "moment"
    PATRON = "patron"
    ENTRANT = "entrant"
    STAFF = "staff"
    PERSON = "person"
    """Somebody who is known to a house by a key."""
    SOMEBODY = "somebody"
    """Anybody, by name: a patron, staff or an onlooker."""
    TITLE = "title"
    SEAT = "seat"
    TABLE = "table"
    WAGER = "wager"
    LAYOUT_WAGER = "layout_wager"
    """The number of a wager on the layout."""
    CARD = "card"
    CLAUSE = "clause"
    SLIP = "slip"
    LIQUID = "liquid"
    """A volume in centilitres."""
    SHARE = "share"
    """A share in hundredths of a percent."""
    NUMBER = "number"
    TEXT = "text"


class Statement(StrEnum):
    """What sort of statement a field holds."""

    CONSENT = "consent"
    REQUEST = "request"
    ATTESTATION = "attestation"
    COUNT = "count"
    CUT = "cut"
    READING = "reading"
    SIGNATURE = "signature"
    REASON = "reason"


def _role(of: Role) -> Meta:
    return Meta(extra_json_schema={"role": of.value})


def _said(sort: Statement) -> Meta:
    return Meta(extra_json_schema={"statement": sort.value})


Cents = Annotated[int, _role(Role.MONEY)]
StakeCents = Annotated[int, _role(Role.STAKE)]
Moment = Annotated[int, _role(Role.MOMENT)]
PatronName = Annotated[str, _role(Role.PATRON)]
EntrantName = Annotated[str, _role(Role.ENTRANT)]
StaffName = Annotated[str, _role(Role.STAFF)]
PersonKey = Annotated[str, _role(Role.PERSON)]
PersonName = Annotated[str, _role(Role.SOMEBODY)]
StaffTitle = Annotated[str, _role(Role.TITLE)]
SeatNumber = Annotated[int, _role(Role.SEAT)]
TableNumber = Annotated[int, _role(Role.TABLE)]
WagerName = Annotated[str, _role(Role.WAGER)]
LayoutWager = Annotated[int, _role(Role.LAYOUT_WAGER)]
CardFace = Annotated[Card, _role(Role.CARD)]
ClauseNumber = Annotated[str, _role(Role.CLAUSE)]
SlipNumber = Annotated[str, _role(Role.SLIP)]
Centilitres = Annotated[int, _role(Role.LIQUID)]
Share = Annotated[int, _role(Role.SHARE)]
Number = Annotated[int, _role(Role.NUMBER)]
Text = Annotated[str, _role(Role.TEXT)]

Said = TypeVar("Said")
Consent = Annotated[Said, _said(Statement.CONSENT)]
Request = Annotated[Said, _said(Statement.REQUEST)]
Attestation = Annotated[Said, _said(Statement.ATTESTATION)]
Count = Annotated[Said, _said(Statement.COUNT)]
CutPlace = Annotated[Said, _said(Statement.CUT)]
Reading = Annotated[Said, _said(Statement.READING)]
Signature = Annotated[Said, _said(Statement.SIGNATURE)]
GivenReason = Annotated[Said, _said(Statement.REASON)]


class Field(Struct, frozen=True):
    """A field of a command: its name, what it holds, and whether only a person can say it.

    ``shape`` is its type without notes and without ``None``. The role of a list is that of its
    items; that of a table is that of its values, and ``key`` is that of its keys.
    """

    name: str
    role: Role | None
    key: Role | None
    statement: Statement | None
    shape: shapes.Type
    required: bool


@cache
def fields_of(kind: type[Struct]) -> dict[str, Field]:
    """Return the fields of a command, or of a part of one, by their names."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return {field.name: _field(field) for field in info.fields}


def _field(field: shapes.Field) -> Field:
    notes, keys = _notes(field.type), _key_notes(field.type)
    role, key, statement = notes.get("role"), keys.get("role"), notes.get("statement")
    return Field(
        name=field.name,
        role=None if role is None else Role(role),
        key=None if key is None else Role(key),
        statement=None if statement is None else Statement(statement),
        shape=some(bare(field.type)),
        required=field.required,
    )


def _notes(shape: shapes.Type) -> dict[str, Any]:
    """Return what is noted about a type, or about its items."""
    match shape:
        case shapes.Metadata():
            return {**_notes(shape.type), **(shape.extra_json_schema or {})}
        case shapes.VarTupleType():
            return _notes(shape.item_type)
        case shapes.DictType():
            return _notes(shape.value_type)
        case shapes.UnionType():
            inner = some(shape)
            return {} if isinstance(inner, shapes.UnionType) else _notes(inner)
        case _:
            return {}


def _key_notes(shape: shapes.Type) -> dict[str, Any]:
    """Return what is noted about the keys of a table."""
    if isinstance(shape, shapes.Metadata):
        return _key_notes(shape.type)
    return _notes(shape.key_type) if isinstance(shape, shapes.DictType) else {}


def some(shape: shapes.Type) -> shapes.Type:
    """Return what a field holds if it holds anything."""
    if isinstance(shape, shapes.UnionType):
        inner = [one for one in shape.types if not isinstance(one, shapes.NoneType)]
        return inner[0] if len(inner) == 1 else shape
    return shape


@cache
def shape_of(kind: type[Struct]) -> shapes.StructType:
    """Return the type of a command or of a part of one, without the notes of roles."""
    info = bare(shapes.type_info(kind))
    assert isinstance(info, shapes.StructType)
    return info


def bare(shape: shapes.Type) -> shapes.Type:
    """Return a type without the notes in it, those of structs inside included."""
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
