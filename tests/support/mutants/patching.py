"""Put a mutant into a process that has imported everything, and into those it starts."""

import functools
import gc
import os
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from support.mutants.inherited.sitecustomize import MUTANT, import_changed
from support.mutants.mutant import Mutant
from support.mutants.sample import SOURCE

INHERITED = Path(__file__).with_name("inherited")
# A function is known by its file, its name and its first line: a mutant moves no line.
Key = tuple[str, str, int]


def inherit() -> None:
    """Let every Python that is started from here on look for what it inherits."""
    paths = [str(INHERITED), str(SOURCE.parent), os.environ.get("PYTHONPATH", "")]
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, paths))


def functions() -> dict[Key, list[FunctionType]]:
    """Return every function of the package that this process holds."""
    found: dict[Key, list[FunctionType]] = {}
    for held in gc.get_objects():
        if type(held) is FunctionType and "/src/punto/" in held.__code__.co_filename:
            found.setdefault(key(held.__code__), []).append(held)
    return found


def forget() -> None:
    """Empty every cache of the package: it may hold what the code before the change said."""
    for held in gc.get_objects():
        if isinstance(held, functools._lru_cache_wrapper):
            module = getattr(held, "__module__", None) or ""
            if module.startswith("punto"):
                held.cache_clear()


def change(mutant: Mutant, held: dict[Key, list[FunctionType]], folder: Path) -> None:
    """Put a mutant in the place of what it changes, here and in programs started from here."""
    file = str(SOURCE / mutant.file)
    source = mutant.changed(Path(file).read_text(encoding="utf-8"))
    announce(mutant, folder)
    import_changed(file, source)
    code = compile(source, file, "exec", dont_inherit=True)
    for inside in codes(code):
        name = inside.co_qualname
        if name == mutant.function or name.startswith(f"{mutant.function}.<locals>"):
            for function in held.get(key(inside), ()):
                function.__code__ = inside


def announce(mutant: Mutant, folder: Path) -> None:
    """Write a mutant down where programs started from here look for it."""
    file = SOURCE / mutant.file
    text = folder / "mutant.py"
    text.write_text(mutant.changed(file.read_text(encoding="utf-8")), encoding="utf-8")
    os.environ[MUTANT] = f"{file}{os.pathsep}{text}"


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield the code of everything inside some code."""
    for inside in code.co_consts:
        if isinstance(inside, CodeType):
            yield inside
            yield from codes(inside)


def key(code: CodeType) -> Key:
    """Return what tells a function from all others."""
    return code.co_filename, code.co_qualname, code.co_firstlineno
