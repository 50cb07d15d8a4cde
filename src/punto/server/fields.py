"""What a command takes, field by field, for whoever asks for it in a form."""

from functools import cache
from typing import Any

import msgspec
from msgspec import inspect as shapes
from msgspec.structs import replace

from punto.cards import Card
from punto.options import Option
from punto.server import said
from punto.server.facet import Facet

_PEOPLE = frozenset({"patron", "person", "requested_by", "name", "holder", "substitute"})
_TIMES = frozenset({"effective_at", "time", "at_time"})


def choice(facet: Facet, option: Option) -> said.Choice:
    """Return an option as it is told, with what the command takes."""
    kind = facet.kinds()[option.name]
    example = None
    if option.example is not None:
        example = msgspec.to_builtins(option.example, str_keys=True)
    fields = takes(kind)
    return said.Choice(
        name=option.name,
        what=option.what,
        by=option.by,
        example=example,
        takes=tuple(_suggested(facet, kind, one) for one in fields),
        code=option.code,
        why=option.why,
        clause=option.clause,
    )


def _suggested(facet: Facet, kind: type, field: said.Takes) -> said.Takes:
    """Return a field with what may stand there now, where the thing itself knows."""
    if field.kind == "person":
        return replace(field, choices=facet.people())
    if field.kind != "text":
        return field
    words = facet.words(kind, field.name)
    return replace(field, kind="choice", choices=words) if words else field


@cache
def takes(kind: type) -> tuple[said.Takes, ...]:
    """Return what a command takes."""
    info = shapes.type_info(kind)
    assert isinstance(info, shapes.StructType)
    return tuple(_field(field.name, field.required, field.type) for field in info.fields)


def _field(name: str, required: bool, kind: shapes.Type) -> said.Takes:
    word, choices = _kind(name, kind)
    return said.Takes(name, required, word, choices)


def _kind(name: str, kind: shapes.Type) -> tuple[str, tuple[Any, ...]]:
    """Return what sort of thing a field holds, and all that it may be where that is a list."""
    match kind:
        case shapes.UnionType():
            inner = [one for one in kind.types if not isinstance(one, shapes.NoneType)]
            return _kind(name, inner[0]) if len(inner) == 1 else ("other", ())
        case shapes.EnumType() if kind.cls is Card:
            return "card", ()
        case shapes.EnumType():
            return "choice", tuple(one.value for one in kind.cls)
        case shapes.LiteralType():
            return "choice", tuple(kind.values)
        case shapes.BoolType():
            return "yes", ()
        case shapes.IntType():
            if name.endswith("cents"):
                return "cents", ()
            return ("time" if name in _TIMES else "number"), ()
        case shapes.StrType():
            return ("person" if name in _PEOPLE else "text"), ()
        case shapes.VarTupleType() | shapes.ListType():
            cards = isinstance(kind.item_type, shapes.EnumType) and kind.item_type.cls is Card
            return ("cards" if cards else "list"), ()
        case _:
            return "other", ()
