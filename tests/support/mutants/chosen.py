"""Which tests can notice a mutant, and in which order they are asked."""

import ast
from collections.abc import Mapping

from support.mutants.mutant import Mutant
from support.mutants.sample import SOURCE, files
from support.mutants.touched import IMPORTED, LOADED, Touched


class Chooser:
    """What every test runs, turned round."""

    def __init__(self, tests: Mapping[str, Touched]) -> None:
        self.all = tests
        self.by_function: dict[str, list[str]] = {}
        self.by_file: dict[str, set[str]] = {}
        for test, touched in tests.items():
            for name in touched.ran:
                if touched.passed and test not in {IMPORTED, LOADED}:
                    self.by_function.setdefault(name, []).append(test)
                    self.by_file.setdefault(name.partition(":")[0], set()).add(test)
        self.importers = _importers()

    def seconds(self, test: str) -> float:
        return self.all[test].seconds

    def at_import(self, made: Mutant) -> bool:
        """Return whether a mutant works only while its module is imported."""
        if not made.function:
            return True
        name = f"{made.file}:{made.function}"
        return name not in self.by_function and name in self.all[IMPORTED].ran

    def tests(self, made: Mutant) -> list[str]:
        """Return the tests that run what was changed: scenarios first, then file by file."""
        name = f"{made.file}:{made.function}"
        found = set(self.by_function.get(name, ()))
        if self.at_import(made):
            for file in (made.file, *self.importers.get(made.file, ())):
                found |= self.by_file.get(file, set())
        if name in self.all[LOADED].ran:
            # What is loaded once serves all tests, and only the first was seen to load it.
            found |= set(self.by_function.get("rulebook/load.py:load", ()))
        scenarios = sorted(filter(is_scenario, found), key=self.seconds)
        by_file: dict[str, list[str]] = {}
        for test in self.all:
            if test in found and not is_scenario(test):
                by_file.setdefault(test.partition("::")[0], []).append(test)
        order = sorted(by_file.values(), key=lambda held: sum(map(self.seconds, held)))
        return [*scenarios, *(test for held in order for test in held)]


def is_scenario(test: str) -> bool:
    return test.startswith("tests/scenarios/")


def _importers() -> dict[str, list[str]]:
    """Return which files import from a file."""
    found: dict[str, list[str]] = {}
    known = set(files())
    for file in sorted(known):
        tree = ast.parse((SOURCE / file).read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("punto"):
                parts = (node.module or "").split(".")[1:]
                names = [alias.name for alias in node.names]
                paths = ["/".join(parts), *("/".join([*parts, name]) for name in names)]
                for path in paths:
                    if f"{path}.py" in known:
                        found.setdefault(f"{path}.py", []).append(file)
    return found
