"""Changes of what is cited: a clause left out, and a clause added that is beside the point."""

import ast
from collections.abc import Iterator

from punto.rulebook import load
from support.mutants.changes import Change

# Where the clauses stand among the arguments of what cites them.
PLACES = {"Refused": 1, "NotEntitled": 0, "Reason": 1}
# The code of an added clause: the first of these that the rulebook has and the citation has not.
ADDED = (
    "(lambda had, more: (*had, *[c for c in more if c not in had and (not had or "
    "c.partition('/')[0] == had[0].partition('/')[0])][:1]))({had}, {more!r})"
)


def citations(node: ast.AST, chosen: int) -> Iterator[Change]:
    """Yield what a citation may become; the number chooses which clauses are added."""
    if not isinstance(node, ast.Call):
        return
    called = _name(node.func)
    if called == "merged":
        for place in range(len(node.args)):
            rest = [*node.args[:place], *node.args[place + 1 :]]
            yield "clause", node, ast.unparse(ast.Call(node.func, rest, node.keywords))
        yield "wrong_clause", node, _added(node, chosen)
    for cited in _cited(node, called):
        if isinstance(cited, ast.Starred):
            continue
        if ast.unparse(cited) != "()":
            yield "clause", cited, "()"
        if _name(getattr(cited, "func", None)) != "merged":
            yield "wrong_clause", cited, _added(cited, chosen)


def _cited(node: ast.Call, called: str) -> Iterator[ast.expr]:
    """Yield the arguments of a call that are clauses."""
    place = PLACES.get(called)
    if place is not None and place < len(node.args):
        yield node.args[place]
    elif place is None and called != "merged":
        yield from (one for one in node.args if _is_clause(one))
    yield from (one.value for one in node.keywords if one.arg == "clause")


def _is_clause(node: ast.expr) -> bool:
    return isinstance(node, ast.Attribute) and node.attr == "clause"


def _name(node: ast.AST | None) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def _added(node: ast.expr, chosen: int) -> str:
    """Return the code that cites one clause more, of the rulebook that is cited anyhow."""
    more = []
    for rulebook in load.ids():
        held = [name for name in load.register(rulebook) if name[0].isdigit() and ":" not in name]
        more += [f"{rulebook}/{held[(chosen + step) % len(held)]}" for step in (0, 7)]
    return ADDED.format(had=ast.unparse(node), more=tuple(more))
