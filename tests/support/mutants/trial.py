"""Tests, run one by one in a process that ends with them."""

import os
import signal
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from _pytest.runner import runtestprotocol
from msgspec import Struct

from punto.scenario.case import Case
from support import stores

# What is decided in a case, as lines, and what of it is said in words.
Decided = tuple[list[str], frozenset[str]]


class Outcome(Struct):
    """Whether a test noticed, which one, and how many were asked."""

    noticed: bool
    by: str = ""
    asked: int = 0


class Asked(Struct):
    """A test, and how long it takes while nothing is changed."""

    item: pytest.Item
    seconds: float


def decided_in(case: Case) -> Decided:
    """Return what is decided in a case; nothing where nobody writes decisions down."""
    if find_spec("support.decisions") is None:
        return [], frozenset()
    from support.decisions import decided

    found: Any = decided(case)
    return [*found.before, *found.lines], frozenset(str(one.text) for one in found.reasons)


class Decisions:
    """What the engine decides in every case while nothing is changed."""

    def __init__(self, items: Sequence[pytest.Item]) -> None:
        cases = [case for item in items for case in getattr(item, "cases", ())]
        self.cases = {id(case): decided_in(case) for case in cases}
        self.texts = frozenset(text for _, texts in self.cases.values() for text in texts)

    def differ(self, case: Case) -> bool:
        """Return whether something else is decided now, or said that nobody ever said."""
        lines, texts = decided_in(case)
        return lines != self.cases[id(case)][0] or not texts <= self.texts


def ask(tests: Sequence[Asked], decisions: Decisions | None) -> Outcome:
    """Run tests until the first one notices; one that takes far too long has noticed."""
    outcome = Outcome(noticed=False)
    for kind in (signal.SIGALRM, signal.SIGVTALRM):
        signal.signal(kind, signal.SIG_DFL)
    for place, test in enumerate(tests):
        after = tests[place + 1].item if place + 1 < len(tests) else None
        outcome.asked = place + 1
        outcome.by = test.item.nodeid
        _limit(test.seconds)
        if _differs(test.item, decisions) or not run_one(test.item, after):
            outcome.noticed = True
            break
    return outcome


def _differs(item: pytest.Item, decisions: Decisions | None) -> bool:
    cases: Sequence[Case] = getattr(item, "cases", ())
    if decisions is None:
        return False
    try:
        return any(decisions.differ(case) for case in cases)
    except Exception:  # noqa: BLE001  whatever goes wrong is noticed
        return True


def run_one(item: pytest.Item, after: pytest.Item | None) -> bool:
    """Run a test and return whether it passes; a scenario needs nothing set up around it."""
    if hasattr(item, "cases"):
        try:
            item.runtest()
        except Exception:  # noqa: BLE001  whatever goes wrong is noticed
            return False
        return True
    return not any(report.failed for report in runtestprotocol(item, log=False, nextitem=after))


def _limit(seconds: float) -> None:
    """End this process if one test computes, or waits, far longer than it should."""
    signal.setitimer(signal.ITIMER_VIRTUAL, 5 + 5 * seconds)
    signal.setitimer(signal.ITIMER_REAL, 60 + 20 * seconds)


def alone(folder: Path, config: pytest.Config) -> None:
    """Give the tests of a process names and folders that no other process uses."""
    inside = folder / "tmp"
    inside.mkdir()
    config._tmp_path_factory._basetemp = inside  # type: ignore[attr-defined]
    stores._numbers = count(os.getpid() * 1000)
