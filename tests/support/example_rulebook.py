"""A made-up rulebook, two files and no Python, for everything that is told of one."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from punto.rulebook import load
from punto.rulebook.build_edition import survey
from punto.rulebook.finding import Finding
from punto.rulebook.register import rows

Tree = dict[str, Any]

FILE = Path(__file__).parent.parent / "rulebooks" / "xyz-2030.toml"
REGISTER_FILE = FILE.with_suffix(".clauses.csv")
REGISTER = rows(REGISTER_FILE.read_text("utf-8"), REGISTER_FILE.name)[0]


def tree() -> Tree:
    """Return the tree of the file, to be changed at will."""
    return load.parse(FILE.read_text("utf-8"), FILE.name)


def found(change: Callable[[Tree], object]) -> list[Finding]:
    """Return what is found in it after a change."""
    changed = tree()
    change(changed)
    return survey(changed, REGISTER)[1]


def outcomes(held: Tree, wager: str) -> Any:
    """Return the rows of a wager in a tree."""
    return held["wagers"][wager]["outcomes"]


def copied(folder: Path, text: str | None = None, name: str = FILE.stem) -> Path:
    """Return the file written into a folder with its register beside it."""
    file = folder / f"{name}.toml"
    file.write_text(FILE.read_text("utf-8") if text is None else text, encoding="utf-8")
    (folder / f"{name}.clauses.csv").write_bytes(REGISTER_FILE.read_bytes())
    return file
