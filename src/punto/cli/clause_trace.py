"""Finds the functions that decide by a clause: it profiles the scenarios that cite it.

A function decides if it is the first, in one command, to give a reason or a refusal with the
clause, or to return a value that contains it. Functions that only look up data do not count.
"""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any

from punto.rulebook import load
from punto.scenario.case import Case
from punto.scenario.run import run

_SOURCE = Path(__file__).parent.parent
# Folders and modules that run scenarios, or pass on the decisions of others.
_NEVER = frozenset(
    {"cli", "scenario", "notation", "schema", "authority.py", "clause.py", "driver", "topic.py"}
    | {"projections.py", "register.py", "virtual_cards.py", "coup_reasons.py", "layout_wager.py"}
)
# Folders that count only if no other function decides: elections and views.
_ELSE = frozenset({"elect.py", "editions.py", "views"})
# Calls that begin a new unit. The first function with the clause in a unit decided.
_UNITS = ("table/registry.py: decide", "wagers/settle.py: settled_in_order", "coup.py: finish")
_MADE = "clause.py: __init__"
_DEEP = 3


class Watch:
    """A profiler. It records the first function that has a clause, in each command."""

    def __init__(self, clause: str, *, anywhere: bool) -> None:
        self.clause = clause
        self.anywhere = anywhere
        self.found: set[str] = set()
        self._decided = False

    def __call__(self, frame: FrameType, kind: str, given: Any) -> None:
        """Check a function that is called or returns."""
        place = _function_address(frame) if kind in ("call", "return") else None
        if place is None:
            return
        if kind == "call":
            self._decided = self._decided and place not in _UNITS
        elif self._decided:
            return
        elif place == _MADE:
            # A reason or a refusal is created. Its caller decided.
            if self._carries(frame.f_locals.get("clause")):
                self._record_decider(frame.f_back)
        elif (
            self._decides(place)
            and (self.anywhere or not _is_lookup(given))
            and self._carries(given)
        ):
            self._record_decider(frame)

    def _record_decider(self, frame: FrameType | None) -> None:
        """Record the nearest caller that decides."""
        while frame is not None:
            place = _function_address(frame)
            if place is not None and self._decides(place):
                self.found.add(place)
                self._decided = True
                return
            frame = frame.f_back

    def _decides(self, place: str) -> bool:
        module, _, function = place.partition(": ")
        parts = frozenset(module.split("/"))
        if parts & _NEVER or function.startswith("<"):
            return False
        return self.anywhere if parts & _ELSE else "rulebook" not in parts

    def _carries(self, given: Any, deep: int = 0) -> bool:
        """Return whether a value contains the clause: directly, or in a reason."""
        if isinstance(given, str):
            return given == self.clause
        if deep == _DEEP:
            return False
        if isinstance(given, tuple | list):
            return any(self._carries(part, deep + 1) for part in given)
        cited = getattr(given, "clause", None) or getattr(given, "reasons", None)
        return isinstance(cited, tuple) and self._carries(cited, deep + 1)


def _function_address(frame: FrameType) -> str | None:
    """Return a function of Punto as module and name, or None for other code."""
    file = frame.f_code.co_filename
    if not file.startswith(str(_SOURCE)):
        return None
    return f"{Path(file).relative_to(_SOURCE).as_posix()}: {frame.f_code.co_name}"


def _is_lookup(given: Any) -> bool:
    """Return whether a value is only clauses or a datum, which a lookup returns."""
    if isinstance(given, tuple):
        return all(isinstance(part, str) for part in given)
    return type(given).__module__.startswith("punto.rulebook.schema")


def decided_in(clause: str, cases: Iterable[Case]) -> list[str]:
    """Return the functions that decide by a clause in scenarios: module and name, in order."""
    every = list(cases)
    return _watch_scenarios(clause, every, anywhere=False) or _watch_scenarios(
        clause, every, anywhere=True
    )


def _watch_scenarios(clause: str, cases: Sequence[Case], *, anywhere: bool) -> list[str]:
    watch = Watch(clause, anywhere=anywhere)
    for case in cases:
        edition = load.load(case.rulebook)
        before = sys.getprofile()
        sys.setprofile(watch)
        try:
            run(case, edition)
        finally:
            sys.setprofile(before)
    return sorted(watch.found)
