"""What may be changed in a piece of code: each function yields what a node may become."""

import ast
from collections.abc import Iterator
from copy import deepcopy

from msgspec import Struct

# What a node becomes: the kind of the change, the node that is replaced, and the code in its place.
Change = tuple[str, ast.expr | ast.stmt, str]

SIBLINGS: dict[type[ast.cmpop], tuple[type[ast.cmpop], ...]] = {
    ast.Lt: (ast.LtE, ast.Gt),
    ast.LtE: (ast.Lt, ast.Gt),
    ast.Gt: (ast.GtE, ast.Lt),
    ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,),
    ast.NotEq: (ast.Eq,),
    ast.In: (ast.NotIn,),
    ast.NotIn: (ast.In,),
    ast.Is: (ast.IsNot,),
    ast.IsNot: (ast.Is,),
}


class Words(Struct):
    """What a file calls things: the members of each enum it names, and its plain words."""

    members: dict[str, list[str]]
    words: list[str]


def words(tree: ast.Module) -> Words:
    """Return the members of enums and the plain words that a file uses, in order."""
    members: dict[str, dict[str, None]] = {}
    found: dict[str, None] = {}
    for node in ast.walk(tree):
        if _is_member(node):
            members.setdefault(node.value.id, {})[node.attr] = None  # type: ignore[attr-defined]
        elif isinstance(node, ast.Constant) and is_word(node.value):
            found[str(node.value)] = None
    return Words({name: sorted(held) for name, held in members.items()}, sorted(found))


def is_word(value: object) -> bool:
    """Return whether a constant is a name of something, and not a sentence."""
    return isinstance(value, str) and len(value) > 1 and value.replace("_", "").isalnum()


def _is_member(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Attribute)
        and isinstance(node.value, ast.Name)
        and node.value.id[:1].isupper()
        and node.attr.isupper()
    )


def changes(node: ast.AST, known: Words) -> Iterator[Change]:
    """Yield what one node may become; what stands inside it is asked for by itself."""
    if isinstance(node, ast.Compare):
        yield from _comparison(node)
    elif isinstance(node, ast.BoolOp):
        yield from _compound(node)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not", node, f"bool({ast.unparse(node.operand)})"
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        yield from _condition(node.test, only_false=isinstance(node, ast.While))
    elif isinstance(node, ast.comprehension | ast.match_case):
        tests = node.ifs if isinstance(node, ast.comprehension) else [node.guard]
        for test in tests:
            if test is not None:
                yield from _condition(test)
    elif isinstance(node, ast.Constant):
        yield from _constant(node, known)
    elif isinstance(node, ast.Attribute) and _is_member(node):
        assert isinstance(node.value, ast.Name)
        others = [name for name in known.members[node.value.id] if name != node.attr]
        yield from (("member", node, f"{node.value.id}.{name}") for name in others)
    elif isinstance(node, ast.Call):
        yield from _call(node)
    elif isinstance(node, ast.stmt):
        yield from _statement(node)


def _comparison(node: ast.Compare) -> Iterator[Change]:
    for place, operator in enumerate(node.ops):
        for sibling in SIBLINGS[type(operator)]:
            changed = deepcopy(node)
            changed.ops[place] = sibling()
            yield "comparison", node, ast.unparse(changed)


def _compound(node: ast.BoolOp) -> Iterator[Change]:
    other = ast.Or() if isinstance(node.op, ast.And) else ast.And()
    yield "and_or", node, ast.unparse(ast.BoolOp(other, node.values))
    for place in range(len(node.values)):
        rest = [*node.values[:place], *node.values[place + 1 :]]
        yield "half", node, ast.unparse(ast.BoolOp(node.op, rest) if rest[1:] else rest[0])


def _condition(test: ast.expr, *, only_false: bool = False) -> Iterator[Change]:
    if not isinstance(test, ast.Constant):
        yield "condition", test, "False"
        if not only_false:
            yield "condition", test, "True"


def _constant(node: ast.Constant, known: Words) -> Iterator[Change]:
    value = node.value
    if isinstance(value, bool):
        yield "flag", node, str(not value)
    elif isinstance(value, int):
        yield "number", node, str(value + 1)
        yield "number", node, str(value - 1)
    elif is_word(value):
        others = [word for word in known.words if word != value]
        yield from (("word", node, repr(word)) for word in others)


def _call(node: ast.Call) -> Iterator[Change]:
    plain = node.args
    for place in range(len(plain) - 1):
        one, two = plain[place : place + 2]
        starred = isinstance(one, ast.Starred) or isinstance(two, ast.Starred)
        if starred or ast.unparse(one) == ast.unparse(two):
            continue
        changed = deepcopy(node)
        changed.args[place], changed.args[place + 1] = two, one
        yield "swap", node, ast.unparse(changed)
    for place, keyword in enumerate(node.keywords):
        if keyword.arg is not None:
            changed = deepcopy(node)
            del changed.keywords[place]
            yield "keyword", node, ast.unparse(changed)


def _statement(node: ast.stmt) -> Iterator[Change]:
    said = isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant)
    if said or isinstance(node, ast.Raise | ast.AugAssign):
        yield "delete", node, "pass"
    elif isinstance(node, ast.Return) and node.value is not None and not _empty(node.value):
        yield "return", node, "return None"
        yield "return", node, "return ()"


def _empty(node: ast.expr) -> bool:
    """Return whether a value is a nothing already: one is hardly ever told from another."""
    return ast.unparse(node) in {"None", "()", "[]", "{}", "False", "0", "''"}
