"""All mutants of the package, and a sample of them that a seed decides."""

import ast
from collections.abc import Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from random import Random

from support.mutants.changes import Change, changes, words
from support.mutants.citations import citations
from support.mutants.mutant import Mutant, Places

ROOT = Path(__file__).parents[3]
SOURCE = ROOT / "src" / "punto"
# Modules that stand alone and belong to the engine; the others are what is built upon it.
CORE = {
    *("clause", "cards", "money", "options", "shoe", "shoe_preparation", "burning", "coup"),
    *("coup_reasons", "last_coup", "roads", "verifiable_draw", "statements"),
}
ENGINE = {"core", "aggregate", "wagers", "rulebook", "table", "tournament", "house", "registers"}
# Only asked for by name.
SPECIAL = {"wrong_clause"}


def package(file: str) -> str:
    """Return the package that a file of ``src/punto`` is in, as the report calls it."""
    folder, more, _ = file.partition("/")
    if more:
        return folder
    return "core" if folder.removesuffix(".py") in CORE else "upon"


def files() -> list[str]:
    """Return the files that are changed; compiled loops are not, a process cannot swap them."""
    found = (path.relative_to(SOURCE).as_posix() for path in SOURCE.rglob("*.py"))
    return sorted(name for name in found if not name.startswith("odds/kernels/"))


def chosen(file: str, packages: Sequence[str]) -> bool:
    """Return whether a file is in one of the packages asked for; none means all."""
    home = package(file)
    group = "engine" if home in ENGINE else "outer"
    return not packages or home in packages or group in packages


def mutants(file: str, source: str) -> list[Mutant]:
    """Return every mutant of a file, in the order of its text."""
    tree = ast.parse(source)
    return list(_Walk(file, source, tree).found())


def sample(count: int, seed: int, packages: Sequence[str], kinds: Sequence[str]) -> list[Mutant]:
    """Return mutants drawn by a seed: a function first, then a kind of change, then one of it."""
    groups: dict[tuple[str, str, str], list[Mutant]] = {}
    for file in files():
        if not chosen(file, packages):
            continue
        for made in mutants(file, (SOURCE / file).read_text(encoding="utf-8")):
            if made.kind in kinds or (not kinds and made.kind not in SPECIAL):
                groups.setdefault((file, made.function, made.kind), []).append(made)
    dice = Random(seed)
    order = sorted(groups)
    dice.shuffle(order)
    return [dice.choice(groups[group]) for group in order[:count]]


class _Walk:
    """Finds the places of a file that may be changed, and the function each is in."""

    def __init__(self, file: str, source: str, tree: ast.Module) -> None:
        self.file = file
        self.tree = tree
        self.places = Places(source)
        self.words = words(tree)

    def found(self) -> Iterator[Mutant]:
        for node in self.tree.body:
            yield from self._within(node, "", "")

    def _within(self, node: ast.AST, function: str, scope: str) -> Iterator[Mutant]:
        if _skipped(node):
            return
        if isinstance(node, ast.ClassDef):
            for below in node.body:
                yield from self._within(below, function, f"{scope}{node.name}.")
            return
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            name = f"{scope}{node.name}"
            for default in (*node.args.defaults, *node.args.kw_defaults):
                if default is not None:
                    yield from self._within(default, function, scope)
            for inside in node.body:
                yield from self._within(inside, function or name, f"{name}.<locals>.")
            return
        yield from self._made(node, function)
        for part in _parts(node):
            yield from self._within(part, function, scope)

    def _made(self, node: ast.AST, function: str) -> Iterator[Mutant]:
        here = f"{self.file}:{getattr(node, 'lineno', 0)}:{getattr(node, 'col_offset', 0)}"
        number = int.from_bytes(sha256(here.encode()).digest()[:4], "big")
        both = [*changes(node, self.words), *citations(node, number)]
        for kind, place, after in _few(both, number):
            before = ast.unparse(place)
            start, end = self.places.span(place)
            text = self.places.edit(place, after)
            line = place.lineno
            shown = f"{before} + a clause" if kind == "wrong_clause" else after
            yield Mutant(self.file, line, function, kind, before, shown, start, end, text)


def _few(both: list[Change], number: int) -> Iterator[Change]:
    """Yield changes, of those that only put another name in the place of one no more than one."""
    for kind in ("member", "word"):
        held = [made for made in both if made[0] == kind]
        if held:
            yield held[number % len(held)]
    yield from (made for made in both if made[0] not in {"member", "word"})


def _skipped(node: ast.AST) -> bool:
    """Return whether nothing in here is changed: it says something, or is there for types."""
    if isinstance(node, ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr | ast.pattern):
        return True
    if isinstance(node, ast.If) and ast.unparse(node.test) in {
        "TYPE_CHECKING",
        "__name__ == '__main__'",
    }:
        return True
    if isinstance(node, ast.Assign):
        names = {ast.unparse(target) for target in node.targets}
        types = isinstance(node.value, ast.Subscript) or _is_union(node.value)
        return bool(names & {"__slots__", "__all__"}) or (types and node.col_offset == 0)
    if isinstance(node, ast.Call):
        return ast.unparse(node.func) in {"TypeVar", "cast", "ParamSpec", "NewType"}
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_union(node: ast.AST) -> bool:
    return isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr)


def _parts(node: ast.AST) -> Iterator[ast.AST]:
    """Yield what a node is made of, without annotations."""
    for name, held in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list", "type_comment"}:
            continue
        for part in held if isinstance(held, list) else [held]:
            if isinstance(part, ast.AST) and not isinstance(part, ast.expr_context):
                yield part
