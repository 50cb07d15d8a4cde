"""Functions that tell, once, that they ran: cheaper than to be told of every call."""

import ast
import builtins
import marshal
from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from types import CodeType, FunctionType

from support.mutants.inherited.sitecustomize import TELL, compiled
from support.mutants.patching import Key, codes, key
from support.mutants.sample import SOURCE, files

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Telling:
    """The code of every function with a line in front that tells that it runs."""

    def __init__(self, held: dict[Key, list[FunctionType]], folder: Path) -> None:
        self.plain: dict[str, list[tuple[FunctionType, CodeType]]] = {}
        self.told: dict[str, list[tuple[FunctionType, CodeType]]] = {}
        self.ran: set[str] = set()
        for file in files():
            code = _code(file)
            compiled(folder, module(file)).write_bytes(marshal.dumps(code))
            for inside in codes(code):
                if ".<locals>" not in inside.co_qualname:
                    name = f"{file}:{inside.co_qualname}"
                    for function in held.get(key(inside), ()):
                        self.plain.setdefault(name, []).append((function, function.__code__))
                        self.told.setdefault(name, []).append((function, inside))

    def begin(self) -> None:
        """Have every function tell again."""
        setattr(builtins, TELL, self.tell)
        _put(pair for held in self.told.values() for pair in held)
        self.ran = set()

    def again(self) -> None:
        """Have those tell again that have told."""
        _put(pair for name in self.ran for pair in self.told.get(name, ()))
        self.ran = set()

    def end(self) -> None:
        """Have no function tell any more."""
        _put(pair for held in self.plain.values() for pair in held)

    def tell(self, name: str) -> None:
        """Note that a function runs; it need not tell twice."""
        self.ran.add(name)
        _put(self.plain.get(name, ()))


def module(file: str) -> str:
    """Return the name by which a file of the package is imported."""
    parts = ["punto", *file.removesuffix(".py").split("/")]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def import_all() -> None:
    """Import the whole package: the terminal imports a command only when somebody gives it."""
    for file in files():
        if not file.endswith("__main__.py"):
            import_module(module(file))


def _put(pairs: Iterable[tuple[FunctionType, CodeType]]) -> None:
    for function, code in pairs:
        function.__code__ = code


def _code(file: str) -> CodeType:
    """Return the code of a file in which every function tells that it runs."""
    tree = ast.parse((SOURCE / file).read_text(encoding="utf-8"))
    for name, node in _functions(tree.body, ""):
        said = ast.parse(f"{TELL}({f'{file}:{name}'!r})").body[0]
        # A docstring stays where it is.
        first = node.body[0]
        documented = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
        place = int(documented)
        for below in ast.walk(said):
            ast.copy_location(below, node)
        node.body.insert(place, said)
    return compile(tree, str(SOURCE / file), "exec", dont_inherit=True)


def _functions(body: Iterable[ast.stmt], scope: str) -> Iterator[tuple[str, Function]]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _functions(node.body, f"{scope}{node.name}.")
        elif isinstance(node, Function):
            yield f"{scope}{node.name}", node
