"""Which of the scenarios that ship prove which clause."""

from collections.abc import Sequence
from functools import lru_cache

from punto.scenario.case import Case
from punto.scenario.model import collect, shipped


@lru_cache
def shipped_cases() -> Sequence[Case]:
    """Return the cases of all scenarios that ship."""
    return collect([shipped()])


@lru_cache
def proofs(rulebook: str) -> dict[str, list[Case]]:
    """Return the cases that cite each clause of a rulebook, in the order of their files."""
    found: dict[str, list[Case]] = {}
    for case in shipped_cases():
        if case.rulebook == rulebook:
            for cited in case.cites:
                found.setdefault(cited, []).append(case)
    return found


def names_of(cases: Sequence[Case]) -> tuple[str, ...]:
    """Return the scenarios that cases belong to, each once."""
    return tuple(dict.fromkeys(case.scenario.name for case in cases))
