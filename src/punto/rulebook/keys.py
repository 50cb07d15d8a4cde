"""The description of every key of a rulebook, read from the schema."""

import ast
import inspect
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import pairwise
from types import NoneType
from typing import Annotated, Any, get_args, get_origin

from msgspec import UNSET, Meta, Struct
from msgspec.structs import FieldInfo, fields

from punto.clause import Cited, Held, Unsaid
from punto.rulebook.schema import Edition, PromotionSays, Says, TournamentSays
from punto.rulebook.schema.section import CLAUSE_LISTS, PATTERNS
from punto.rulebook.schema_errors import allowed, bare, is_section

_TYPE_WORDS = {bool: "true or false", int: "number", str: "words", date: "day"}


class Key(Struct, frozen=True):
    """A key: the values that it takes, whether it is required, and its meaning."""

    name: str
    takes: str
    needed: str
    meaning: str


class Part(Struct, frozen=True):
    """A section of a rulebook file, and its keys."""

    place: str
    title: str
    keys: tuple[Key, ...]


def parts() -> list[Part]:
    """Return all sections of a rulebook, in the order of the schema."""
    return list(_section_parts(Edition, ""))


def page() -> str:
    """Return the keys of every section as tables in Markdown."""
    lines = []
    for part in parts():
        heading = f"`{part.place}`" if part.place else "The file"
        lines += [f"### {heading}", "", part.title, ""]
        lines += ["| key | takes | needed | meaning |", "|---|---|---|---|"]
        lines += [
            f"| `{key.name}` | {key.takes} | {key.needed} | {key.meaning} |" for key in part.keys
        ]
        lines.append("")
    return "\n".join(lines)


def _section_parts(kind: Any, place: str) -> Iterator[Part]:
    key_fields = [field for field in fields(kind) if field.name != "digest"]
    meanings_by_name = meanings(kind)
    title = (inspect.getdoc(kind) or "").partition("\n")[0]
    yield Part(place, title, tuple(_key(kind, field, meanings_by_name) for field in key_fields))
    for field in key_fields:
        subsection = _subsection(field.type)
        if subsection is not None:
            section, suffix = subsection
            yield from _section_parts(
                section, f"{place}.{field.encode_name}{suffix}".removeprefix(".")
            )


def _key(kind: Any, field: FieldInfo, meanings_by_name: dict[str, str]) -> Key:
    name = field.encode_name
    needed = "yes" if field.required else ""
    if isinstance(field.default, Unsaid):
        needed = "when asked for"
    is_citation = (
        name == "clause" or name in CLAUSE_LISTS or kind in (Says, TournamentSays, PromotionSays)
    )
    return Key(
        name, "clauses" if is_citation else takes(field.type), needed, meanings_by_name[field.name]
    )


def _subsection(kind: Any) -> tuple[Any, str] | None:
    """Return the section that is the value of a key, with the suffix of its place, or ``None``."""
    kind = bare(kind)
    arguments = get_args(kind)
    if get_origin(kind) is dict and _has_keys(arguments[1]):
        return arguments[1], ".NAME"
    if get_origin(kind) is tuple and _has_keys(arguments[0]):
        return arguments[0], "[]"
    return (kind, "") if _has_keys(kind) else None


def _has_keys(kind: Any) -> bool:
    return is_section(kind) and get_origin(kind) not in (Cited, Held)


def takes(kind: Any) -> str:
    """Return the values that a key takes, as text."""
    kind = bare(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Cited:
        return f"{takes(arguments[0])}, cited"
    if origin is Held:
        return f"{takes(arguments[0])}, cited, only shown"
    if origin is dict:
        return f"names, each with {takes(arguments[1])}"
    if origin is tuple:
        return f"list of {_plural(takes(arguments[0]))}"
    if origin is Annotated:
        return _with_bounds(takes(arguments[0]), arguments[1])
    if is_section(kind):
        return "keys"
    return _value_words(kind)


def _plural(text: str) -> str:
    return text.replace("number", "numbers").replace("title", "titles")


def _value_words(kind: Any) -> str:
    names = allowed(kind)
    if kind not in _TYPE_WORDS and names:
        return ", ".join(f"`{name}`" for name in names)
    if kind in _TYPE_WORDS:
        return _TYPE_WORDS[kind]
    return ", ".join(takes(other) for other in get_args(kind) if other is not NoneType)


def _with_bounds(text: str, meta: Meta) -> str:
    """Return the values that a key takes, with their bounds."""
    for pattern, expected in PATTERNS.items():
        if meta.pattern and pattern in meta.pattern:
            return expected
    if meta.title:
        return meta.title
    if meta.min_length and text.startswith("list"):
        return f"{text}, at least one"
    if meta.ge not in (None, 0, UNSET):
        return f"{text} from {meta.ge}" + (f" to {meta.le}" if meta.le is not None else "")
    return f"{text} to {meta.le}" if meta.le is not None else text


@lru_cache
def meanings(kind: type) -> dict[str, str]:
    """Return the meaning of each key of a section: the text below it in the schema."""
    meanings_by_name: dict[str, str] = {}
    for base in kind.__bases__:
        if is_section(base) and fields(base):
            meanings_by_name |= meanings(base)
    tree = ast.parse(inspect.getsource(kind))
    assert isinstance(tree.body[0], ast.ClassDef)
    body = tree.body[0].body
    for field, text_below in pairwise(body):
        match field, text_below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=text)):
                meanings_by_name[name] = str(text)
    return meanings_by_name
