"""All mutants of a sample, each in a process forked from one that has collected every test."""

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec import json as fast

from support import stores
from support.mutants.children import Work, answer, children
from support.mutants.chosen import Chooser
from support.mutants.mutant import Mutant
from support.mutants.patching import announce, change, forget, functions, inherit
from support.mutants.sample import ROOT
from support.mutants.telling import import_all
from support.mutants.touched import IMPORTED, imported, keep, kept, tree, watched
from support.mutants.trial import Asked, Decisions, Outcome, alone, ask

QUIET = ("-o", "addopts=", "-q", "-p", "no:cacheprovider", "--capture=sys", "--tb=no")


class Judged(Struct):
    """A mutant and what became of it."""

    mutant: Mutant
    outcome: Outcome
    seconds: float


class Judge:
    """A plugin that takes over when all tests are collected."""

    def __init__(self, mutants: Sequence[Mutant], jobs: int) -> None:
        self.mutants = mutants
        self.jobs = jobs
        self.judged: list[Judged] = []

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        assert not session.testsfailed, "not every test can be collected"
        self.items = {item.nodeid: item for item in session.items}
        import_all()
        with _database():
            name = tree()
            notes = kept(name, list(self.items))
            if notes is None:
                notes = watched(session, self.jobs) | {IMPORTED: imported()}
                keep(name, notes)
            self.chooser = Chooser(notes)
            self.decisions = Decisions(session.items)
            self.held = functions()
            works = ((made, self._work(made, session.config)) for made in self.mutants)
            for ended in children(self.jobs, works):
                outcome = Outcome(noticed=True, by="a limit of time or memory")
                if ended.broken:
                    outcome = Outcome(noticed=False, by=f"broken: {ended.broken}")
                if ended.answer is not None:
                    outcome = fast.decode(ended.answer, type=Outcome)
                self.judged.append(Judged(ended.about, outcome, ended.seconds))
                self._progress()
        return True

    def _work(self, made: Mutant, config: pytest.Config) -> Work:
        def work(folder: Path) -> bytes:
            alone(folder, config)
            names = [name for name in self.chooser.tests(made) if name in self.items]
            seconds = self.chooser.seconds
            if self.chooser.at_import(made):
                announce(made, folder)
                (folder / "tests.json").write_bytes(fast.encode([(n, seconds(n)) for n in names]))
                line = ["-m", "support.mutants.judge", str(folder)]
                os.environ["PYTHONPATH"] += f"{os.pathsep}{ROOT / 'tests'}"
                os.execv(sys.executable, [sys.executable, *line])
            tests = [Asked(self.items[name], seconds(name)) for name in names]
            change(made, self.held, folder)
            forget()
            return fast.encode(ask(tests, self.decisions))

        return work

    def _progress(self) -> None:
        noticed = sum(one.outcome.noticed for one in self.judged)
        last = self.judged[-1]
        told = "noticed" if last.outcome.noticed else "SURVIVED"
        done = f"{len(self.judged)}/{len(self.mutants)}, {noticed} noticed"
        print(f"{done}: {last.seconds}s {told} {last.mutant.name}", file=sys.stderr, flush=True)


@contextmanager
def _database() -> Iterator[None]:
    """Have one PostgreSQL for all tests of all processes."""
    shared = stores.Databases()
    stop = stores.Databases.stop
    held = vars(shared)

    def same(self: stores.Databases) -> None:
        vars(self).update(held)

    replaced: Any = stores.Databases
    replaced.__init__ = same
    replaced.stop = lambda _: None
    try:
        yield
    finally:
        stop(shared)


def judge(mutants: Sequence[Mutant], jobs: int, tests: Sequence[Path]) -> list[Judged]:
    """Return what became of each mutant, in the order in which they were drawn."""
    inherit()
    os.chdir(ROOT)
    judge = Judge(mutants, jobs)
    pytest.main([*QUIET, *map(str, tests)], plugins=[judge])
    order = {made.name: place for place, made in enumerate(mutants)}
    return sorted(judge.judged, key=lambda one: order[one.mutant.name])


def all_tests() -> list[Path]:
    """Return what holds tests, without those of the browser and of this tool."""
    found = sorted((ROOT / "tests").glob("test_*.py"))
    kept = [one for one in found if not one.name.startswith(("test_browser_", "test_mutants"))]
    return [ROOT / "tests" / "scenarios", *kept]


class Afresh:
    """A plugin that asks chosen tests in a process that imported the mutant from the start."""

    def __init__(self, tests: dict[str, float]) -> None:
        self.tests = tests
        self.outcome = Outcome(noticed=True, by="nothing can be imported")

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        if not session.testsfailed:
            there = ((name, seconds) for name, seconds in self.tests.items() if name in items)
            self.outcome = ask([Asked(items[name], seconds) for name, seconds in there], None)
        return True


def afresh(folder: Path) -> None:
    """Ask the tests that a folder names, and leave the answer in it."""
    tests = dict(fast.decode((folder / "tests.json").read_bytes(), type=list[tuple[str, float]]))
    plugin = Afresh(tests)
    held = dict.fromkeys(name.partition("::")[0] for name in tests)
    pytest.main([*QUIET, f"--basetemp={folder / 'base'}", *held], plugins=[plugin])
    answer(folder, fast.encode(plugin.outcome))
    os._exit(0)


if __name__ == "__main__":
    afresh(Path(sys.argv[1]))
