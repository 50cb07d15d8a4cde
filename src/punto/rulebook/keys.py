"""Every key of a rulebook explained, read off the schema itself."""

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

_PLAIN = {bool: "true or false", int: "number", str: "words", date: "day"}


class Key(Struct, frozen=True):
    """One key: what it takes, whether it must be there, what it means."""

    name: str
    takes: str
    needed: str
    meaning: str


class Part(Struct, frozen=True):
    """One section of a rulebook file, and its keys."""

    place: str
    title: str
    keys: tuple[Key, ...]


def parts() -> list[Part]:
    """Return every section of a rulebook, in the order of the schema."""
    return list(_parts(Edition, ""))


def page() -> str:
    """Return the keys of every section as tables in Markdown."""
    lines = []
    for part in parts():
        heading = f"`{part.place}`" if part.place else "The file"
        lines += [f"### {heading}", "", part.title, ""]
        lines += ["| key | takes | needed | meaning |", "|---|---|---|---|"]
        lines += [f"| `{k.name}` | {k.takes} | {k.needed} | {k.meaning} |" for k in part.keys]
        lines.append("")
    return "\n".join(lines)


def _parts(kind: Any, place: str) -> Iterator[Part]:
    known = [field for field in fields(kind) if field.name != "digest"]
    said = meanings(kind)
    title = (inspect.getdoc(kind) or "").partition("\n")[0]
    yield Part(place, title, tuple(_key(kind, field, said) for field in known))
    for field in known:
        below = _below(field.type)
        if below is not None:
            section, suffix = below
            yield from _parts(section, f"{place}.{field.encode_name}{suffix}".removeprefix("."))


def _key(kind: Any, field: FieldInfo, said: dict[str, str]) -> Key:
    name = field.encode_name
    needed = "yes" if field.required else ""
    if isinstance(field.default, Unsaid):
        needed = "when asked for"
    cites = (
        name == "clause" or name in CLAUSE_LISTS or kind in (Says, TournamentSays, PromotionSays)
    )
    return Key(name, "clauses" if cites else takes(field.type), needed, said[field.name])


def _below(kind: Any) -> tuple[Any, str] | None:
    """Return the section that the value of a key is made of, and how its place is written."""
    kind = bare(kind)
    arguments = get_args(kind)
    if get_origin(kind) is dict and _own_keys(arguments[1]):
        return arguments[1], ".NAME"
    if get_origin(kind) is tuple and _own_keys(arguments[0]):
        return arguments[0], "[]"
    return (kind, "") if _own_keys(kind) else None


def _own_keys(kind: Any) -> bool:
    return is_section(kind) and get_origin(kind) not in (Cited, Held)


def takes(kind: Any) -> str:
    """Return what a key takes, in words."""
    kind = bare(kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Cited:
        return f"{takes(arguments[0])}, cited"
    if origin is Held:
        return f"{takes(arguments[0])}, cited, only shown"
    if origin is dict:
        return f"names, each with {takes(arguments[1])}"
    if origin is tuple:
        return f"list of {_many(takes(arguments[0]))}"
    if origin is Annotated:
        return _bounded(takes(arguments[0]), arguments[1])
    if is_section(kind):
        return "keys"
    return _value(kind)


def _many(words: str) -> str:
    return words.replace("number", "numbers").replace("title", "titles")


def _value(kind: Any) -> str:
    names = allowed(kind)
    if kind not in _PLAIN and names:
        return ", ".join(f"`{name}`" for name in names)
    if kind in _PLAIN:
        return _PLAIN[kind]
    return ", ".join(takes(other) for other in get_args(kind) if other is not NoneType)


def _bounded(words: str, meta: Meta) -> str:
    """Return what is taken, with its bounds."""
    for pattern, expected in PATTERNS.items():
        if meta.pattern and pattern in meta.pattern:
            return expected
    if meta.title:
        return meta.title
    if meta.min_length and words.startswith("list"):
        return f"{words}, at least one"
    if meta.ge not in (None, 0, UNSET):
        return f"{words} from {meta.ge}" + (f" to {meta.le}" if meta.le is not None else "")
    return f"{words} to {meta.le}" if meta.le is not None else words


@lru_cache
def meanings(kind: type) -> dict[str, str]:
    """Return what each key of a section means: the text that stands below it in the schema."""
    found: dict[str, str] = {}
    for base in kind.__bases__:
        if is_section(base) and fields(base):
            found |= meanings(base)
    tree = ast.parse(inspect.getsource(kind))
    assert isinstance(tree.body[0], ast.ClassDef)
    body = tree.body[0].body
    for field, text_below in pairwise(body):
        match field, text_below:
            case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=text)):
                found[name] = str(text)
    return found
