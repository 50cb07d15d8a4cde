"""Golden logs of houses: what a house wrote once stays readable for ever.

``python -m support.golden_houses houses-v1`` in the folder of tests writes those of a new version.
"""

from collections.abc import Iterator
from typing import Any

from punto.house.events import AnyEvent
from punto.house.house import House
from punto.rulebook.load import load
from punto.scenario import houses, run
from punto.scenario.model import collect, shipped
from punto.scenario.office import Office
from support.golden import keep

Ended = tuple[list[AnyEvent], House]


def kept(rulebook: str) -> Iterator[Ended]:
    """Yield the log and the last state of every house of the scenarios of a rulebook."""
    offices: list[Office] = []
    names, plain = vars(houses), houses.opened

    def opened(*given: Any) -> Office:
        office = plain(*given)
        offices.append(office)
        return office

    names["opened"] = opened
    try:
        for case in collect([shipped()]):
            if case.rulebook == rulebook and case.scenario.house is not None:
                run.run(case, load(rulebook))
    finally:
        names["opened"] = plain
    for office in offices:
        yield office.premises.log, office.premises.house


def write(version: str) -> None:
    """Keep, for each rulebook, the logs of scenarios in which something new happens."""
    keep(version, kept)


if __name__ == "__main__":
    import sys

    write(sys.argv[1])
