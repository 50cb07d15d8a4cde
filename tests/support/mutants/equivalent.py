"""The reviewed list of mutants that change nothing anybody could see."""

import tomllib
from pathlib import Path

from msgspec import Struct, convert

from support.mutants.mutant import Mutant, brief
from support.mutants.sample import ROOT, SOURCE, mutants

LIST = ROOT / "tests" / "equivalent_mutants.toml"


class Equivalent(Struct, frozen=True, forbid_unknown_fields=True):
    """A mutant that does the same as the code, and why that is so."""

    file: str
    function: str
    before: str
    after: str
    reason: str

    def is_of(self, made: Mutant) -> bool:
        """Return whether a mutant is this one; it may have moved within its function."""
        same = (self.file, self.function) == (made.file, made.function)
        return same and (self.before, self.after) == (brief(made.before), brief(made.after))


def listed(path: Path = LIST) -> tuple[Equivalent, ...]:
    """Return the list."""
    tree = tomllib.loads(path.read_text(encoding="utf-8"))
    return convert(tree.get("equivalent", []), tuple[Equivalent, ...])


def outdated(held: tuple[Equivalent, ...]) -> list[Equivalent]:
    """Return the entries that name no mutant of the code as it is."""
    found = []
    for entry in held:
        path = SOURCE / entry.file
        text = path.read_text(encoding="utf-8") if path.exists() else ""
        if not any(entry.is_of(made) for made in mutants(entry.file, text)):
            found.append(entry)
    return found
