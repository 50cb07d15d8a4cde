"""Which of the scenarios that ship prove which clause."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from punto.scenario.case import Case
from punto.scenario.loader import collect, shipped


@lru_cache
def shipped_cases() -> Sequence[Case]:
    """Return the cases of all scenarios that ship."""
    return collect([shipped()])


def proofs(rulebook: str) -> dict[str, list[Case]]:
    """Return the cases that cite each clause of a rulebook, in the order of their files."""
    return _by_clause(case for case in shipped_cases() if case.rulebook == rulebook)


def names_of(cases: Iterable[Case]) -> tuple[str, ...]:
    """Return the scenarios that cases belong to, each once."""
    return tuple(dict.fromkeys(case.scenario.name for case in cases))


@lru_cache
def proven() -> dict[str, tuple[str, ...]]:
    """Return the names of the scenarios that cite each clause of any rulebook.

    The cases are let go: they are large, and whoever serves clauses does not run them.
    """
    found = _by_clause(collect([shipped()]))
    return {cited: names_of(cases) for cited, cases in found.items()}


def _by_clause(cases: Iterable[Case]) -> dict[str, list[Case]]:
    found: dict[str, list[Case]] = {}
    for case in cases:
        for cited in case.cites:
            found.setdefault(cited, []).append(case)
    return found
