"""The codes of refusals and of malformed input, as the source itself names them."""

import ast
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

_SOURCE = Path(__file__).resolve().parent.parent
_CODE = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
# What stands in a message for something that is known only when it is said.
_BLANK = "…"
# Names are followed so far: a variable, the function that made it, what that returns.
_DEPTH = 6


class Call(Struct):
    """A call in the source, with the function and the module it stands in."""

    node: ast.Call
    function: ast.AST
    module: ast.Module


def refusals() -> dict[str, str]:
    """Return every code of a refusal, with a sentence that goes with it."""
    found: dict[str, str] = {}
    for call in calls("Refused"):
        for code, text in _refusal(call):
            found[code] = found.get(code) or text
    # What must be done before the game goes on refuses everything else under its own name.
    for call in calls("NotEntitled"):
        text = next(iter(_texts(call, _argument(call.node, 1, "message"))), "")
        found["not_entitled"] = found.get("not_entitled") or text
    for call in calls("Blocked"):
        text = next(iter(_texts(call, _argument(call.node, None, "text"))), "")
        for kind in _texts(call, _argument(call.node, None, "kind")):
            found[kind] = found.get(kind) or text
    return dict(sorted(found.items()))


def malformed() -> dict[str, str]:
    """Return every code of malformed input, with a sentence that goes with it."""
    found: dict[str, str] = {}
    for call in calls("Malformed"):
        given = _argument(call.node, None, "code")
        texts = [_texts(call, argument) for argument in call.node.args]
        if given is None and len(texts) > 1 and all(map(_CODE.fullmatch, texts[0] or [""])):
            codes, texts = texts[0], texts[1:]
        else:
            codes = _texts(call, given) if given is not None else [_unsaid()]
        for code in codes:
            found[code] = found.get(code) or (next(iter(texts[0]), "") if texts else "")
    return dict(sorted(found.items()))


def kinds(function: str, position: int | None, name: str | None = None) -> list[str]:
    """Return the words that calls of a function name in one place, in alphabetical order."""
    found = {
        text
        for call in calls(function)
        for text in _texts(call, _argument(call.node, position, name))
    }
    return sorted(text for text in found if _CODE.fullmatch(text))


@lru_cache
def calls(name: str) -> tuple[Call, ...]:
    """Return the calls of something in all of the source, in order."""
    return tuple(
        call
        for module in _modules()
        for call in _calls(module)
        if getattr(call.node.func, "id", getattr(call.node.func, "attr", "")) == name
    )


@lru_cache
def _modules() -> tuple[ast.Module, ...]:
    # What is said at a table comes first.
    files = sorted(_SOURCE.rglob("*.py"), key=lambda path: ("table" not in path.parts, path))
    return tuple(ast.parse(path.read_text(encoding="utf-8")) for path in files)


@lru_cache
def _calls(module: ast.Module) -> tuple[Call, ...]:
    inside: dict[ast.AST, ast.AST] = {}
    for function in ast.walk(module):
        if isinstance(function, ast.FunctionDef):
            # An inner function is walked after the one around it, and has the last word.
            inside |= dict.fromkeys(ast.walk(function), function)
    return tuple(
        Call(node, inside.get(node, module), module)
        for node in ast.walk(module)
        if isinstance(node, ast.Call)
    )


def _refusal(call: Call) -> Iterator[tuple[str, str]]:
    codes = _texts(call, _argument(call.node, 0, "code"))
    texts = _texts(call, _argument(call.node, 2, "message"))
    if len(codes) == len(texts) > 1:
        yield from zip(codes, texts, strict=True)
        return
    for code in codes:
        yield code, next(iter(texts), "")


@lru_cache
def _unsaid() -> str:
    """Return the code of malformed input about which nothing more is said."""
    [made] = [
        node
        for module in _modules()
        for kind in ast.walk(module)
        if isinstance(kind, ast.ClassDef) and kind.name == "Malformed"
        for node in kind.body
        if isinstance(node, ast.FunctionDef)
    ]
    names = (argument.arg for argument in made.args.kwonlyargs)
    named = dict(zip(names, made.args.kw_defaults, strict=True))
    default = named.get("code")
    return str(default.value) if isinstance(default, ast.Constant) else "malformed"


def _argument(node: ast.Call, position: int | None, name: str | None) -> ast.expr | None:
    """Return what a call gives for a parameter, if it gives it."""
    for keyword in node.keywords:
        if name is not None and keyword.arg == name:
            return keyword.value
    given = position is not None and position < len(node.args)
    return node.args[position] if given and position is not None else None


def _texts(call: Call, node: ast.expr | None, depth: int = _DEPTH) -> list[str]:
    """Return the texts that an expression may be, as far as the source says so."""
    if node is None or depth == 0:
        return []
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.JoinedStr(values=parts):
            return ["".join(str(getattr(part, "value", _BLANK)) for part in map(_plain, parts))]
        case ast.IfExp(body=body, orelse=orelse):
            return _texts(call, body, depth - 1) + _texts(call, orelse, depth - 1)
        case ast.Name(id=name):
            values = _assigned(call, name)
            return [text for value in values for text in _texts(call, value, depth - 1)]
        case ast.Subscript(value=value, slice=ast.Constant(value=int(place))):
            pairs = _tuples(call, value, depth - 1)
            wanted = (pair.elts[place] for pair in pairs if place < len(pair.elts))
            return [text for part in wanted for text in _texts(call, part, depth - 1)]
        case _:
            return []


def _plain(part: ast.expr) -> ast.expr | ast.Constant:
    return part if isinstance(part, ast.Constant) else ast.Constant(_BLANK)


def _assigned(call: Call, name: str) -> list[ast.expr]:
    """Return what a name is set to where a call stands, the nearest before it first."""
    found = [
        node
        for node in ast.walk(call.function)
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", None) == name
    ]
    found.sort(key=lambda node: (node.lineno > call.node.lineno, -node.lineno))
    return [node.value for node in found]


def _tuples(call: Call, node: ast.expr, depth: int) -> Iterator[ast.Tuple]:
    """Yield the tuples that an expression may be: itself, a variable, what a function returns."""
    if depth == 0:
        return
    match node:
        case ast.Tuple():
            yield node
        case ast.Name(id=name):
            for value in _assigned(call, name):
                yield from _tuples(call, value, depth - 1)
        case ast.Call(func=ast.Name(id=name)):
            for function in ast.walk(call.module):
                if isinstance(function, ast.FunctionDef) and function.name == name:
                    for given in ast.walk(function):
                        if isinstance(given, ast.Return) and given.value is not None:
                            yield from _tuples(call, given.value, depth - 1)
