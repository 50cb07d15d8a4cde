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

from punto.cards import Card as AnyCard


class Role(StrEnum):
    """What a field of a command holds."""

    MONEY = "money"
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
    CARD = "card"
    CLAUSE = "clause"
    SLIP = "slip"
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
Moment = Annotated[int, _role(Role.MOMENT)]
Patron = Annotated[str, _role(Role.PATRON)]
Entrant = Annotated[str, _role(Role.ENTRANT)]
Staff = Annotated[str, _role(Role.STAFF)]
Person = Annotated[str, _role(Role.PERSON)]
Somebody = Annotated[str, _role(Role.SOMEBODY)]
Title = Annotated[str, _role(Role.TITLE)]
Seat = Annotated[int, _role(Role.SEAT)]
TableNumber = Annotated[int, _role(Role.TABLE)]
Wager = Annotated[str, _role(Role.WAGER)]
Card = Annotated[AnyCard, _role(Role.CARD)]
Clause = Annotated[str, _role(Role.CLAUSE)]
Slip = Annotated[str, _role(Role.SLIP)]
Number = Annotated[int, _role(Role.NUMBER)]
Text = Annotated[str, _role(Role.TEXT)]

Said = TypeVar("Said")
Consent = Annotated[Said, _said(Statement.CONSENT)]
Request = Annotated[Said, _said(Statement.REQUEST)]
Attestation = Annotated[Said, _said(Statement.ATTESTATION)]
Count = Annotated[Said, _said(Statement.COUNT)]
Cut = Annotated[Said, _said(Statement.CUT)]
Reading = Annotated[Said, _said(Statement.READING)]
Signature = Annotated[Said, _said(Statement.SIGNATURE)]
GivenReason = Annotated[Said, _said(Statement.REASON)]


class Field(Struct, frozen=True):
    """A field of a command: its name, what it holds, and whether only a person can say it."""

    name: str
    role: Role | None
    statement: Statement | None
    shape: shapes.Type
    """What it holds, without the notes and without ``None``."""
    required: bool


@cache
def fields_of(kind: type[Struct]) -> dict[str, Field]:
    """Return the fields of a command by their names."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    found = {}
    for field in info.fields:
        notes, shape = _notes(field.type)
        role = notes.get("role")
        statement = notes.get("statement")
        found[field.name] = Field(
            name=field.name,
            role=None if role is None else Role(role),
            statement=None if statement is None else Statement(statement),
            shape=shape,
            required=field.required,
        )
    return found


def _notes(shape: shapes.Type) -> tuple[dict[str, Any], shapes.Type]:
    """Return what is noted about a type, or about its items, and the type without the notes."""
    if isinstance(shape, shapes.Metadata):
        inner, bare = _notes(shape.type)
        return {**inner, **(shape.extra_json_schema or {})}, bare
    if isinstance(shape, shapes.UnionType):
        some = [one for one in shape.types if not isinstance(one, shapes.NoneType)]
        if len(some) == 1:
            return _notes(some[0])
    if isinstance(shape, shapes.VarTupleType):
        notes, _ = _notes(shape.item_type)
        return notes, shape
    return {}, shape
