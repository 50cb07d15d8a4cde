"""What a program that a test starts inherits: a changed module, or modules that tell what runs."""

import builtins
import importlib.machinery
import marshal
import os
from pathlib import Path
from types import CodeType
from typing import Any

# A file of the package and the text it has now; a file to write in and a folder of compiled code.
MUTANT = "PUNTO_MUTANT"
TOUCHED = "PUNTO_TOUCHED"
LOADER: Any = importlib.machinery.SourceFileLoader
# What a function that tells of itself calls.
TELL = "__told_that_it_runs__"


def import_changed(file: str, source: str) -> None:
    """Have a file of the package imported with another text than it has on the disk."""
    real = importlib.machinery.SourceFileLoader.get_code

    def read(self: Any, name: str) -> CodeType | None:
        if self.path == file:
            return compile(source, file, "exec", dont_inherit=True)
        return real(self, name)

    LOADER.get_code = read


def compiled(folder: Path, module: str) -> Path:
    """Return where the code of a module that tells what runs is kept."""
    return folder / f"{module}.code"


def write_down(file: str, folder: Path) -> None:
    """Write the name of every function that runs into a file, once."""
    out = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    known: set[str] = set()
    real = importlib.machinery.SourceFileLoader.get_code

    def tell(name: str) -> None:
        if name not in known:
            known.add(name)
            os.write(out, f"{name}\n".encode())

    def read(self: Any, name: str) -> CodeType | None:
        held = compiled(folder, name)
        if name.startswith("punto.") and held.exists():
            code: CodeType = marshal.loads(held.read_bytes())
            return code
        return real(self, name)

    setattr(builtins, TELL, tell)
    LOADER.get_code = read


if changed := os.environ.get(MUTANT):
    path, _, text = changed.partition(os.pathsep)
    import_changed(path, Path(text).read_text(encoding="utf-8"))
if listed := os.environ.get(TOUCHED):
    path, _, text = listed.partition(os.pathsep)
    write_down(path, Path(text))
