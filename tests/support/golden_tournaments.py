"""Golden logs of tournaments: what a tournament wrote once stays readable for ever.

``python -m support.golden_tournaments tournaments-v1`` in the folder of tests writes those of a new
version: the whole tournaments first, then every scenario in which something new happens.
"""

from collections.abc import Iterator
from typing import Any

from punto.rulebook.load import load
from punto.scenario import run as runner
from punto.scenario.arena import Arena
from punto.scenario.case import Case
from punto.scenario.model import collect, shipped
from punto.tournament.events import AnyEvent
from punto.tournament.tournament import Tournament
from support.golden import keep

WHOLE = "tournament_whole"
Ended = tuple[list[AnyEvent], Tournament]


def played(rulebook: str) -> Iterator[Ended]:
    """Yield the log and the last state of every tournament of the scenarios, whole ones first."""
    arenas: list[Arena] = []
    names = vars(runner)
    plain = names["opened"]

    def kept(*given: Any) -> Arena:
        arena: Arena = plain(*given)
        arenas.append(arena)
        return arena

    names["opened"] = kept
    try:
        cases = [case for case in collect([shipped()]) if case.rulebook == rulebook]
        for case in sorted(cases, key=_last):
            if case.scenario.tournament is not None:
                runner.run(case, load(rulebook))
    finally:
        names["opened"] = plain
    for arena in arenas:
        yield arena.contest.log, arena.tournament


def _last(case: Case) -> bool:
    return case.file.stem != WHOLE


def write(version: str) -> None:
    """Keep, for each rulebook, the logs of scenarios in which something new happens."""
    keep(version, played)


if __name__ == "__main__":
    import sys

    write(sys.argv[1])
