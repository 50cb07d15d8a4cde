"""Golden logs: what a table wrote once stays readable for ever.

They are logs of scenarios that together hold every kind of event. ``python -m support.golden v2``
in the folder of tests writes those of a new version.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

from punto import codec
from punto.rulebook.load import ids, load
from punto.scenario import run as runner
from punto.scenario.model import collect, shipped
from punto.scenario.world import World
from punto.table.events import AnyEvent
from punto.table.table import Table

FOLDER = Path(__file__).parent.parent / "golden"
Ended = tuple[list[AnyEvent], Table]


def games(rulebook: str) -> Iterator[Ended]:
    """Yield the log and the last state of every scenario of a rulebook that opens a table."""
    worlds: list[World] = []

    class Kept(World):
        def __init__(self, *given: Any, **named: Any) -> None:
            super().__init__(*given, **named)
            worlds.append(self)

    names = vars(runner)
    plain, names["World"] = names["World"], Kept
    try:
        for case in collect([shipped()]):
            if case.rulebook == rulebook:
                runner.run(case, load(rulebook))
    finally:
        names["World"] = plain
    for world in worlds:
        if world.game is not None:
            yield world.game.log, world.game.table


def write(version: str) -> None:
    """Keep, for each rulebook, the logs of scenarios in which something new happens."""
    keep(version, games)


def keep(version: str, ended: Callable[[str], Iterable[tuple[list[Any], Any]]]) -> None:
    """Keep logs and the states they ended in, of a rulebook each: those with something new."""
    folder = FOLDER / version
    folder.mkdir(parents=True)
    for name in ids():
        known: set[type] = set()
        kept: list[tuple[list[Any], Any]] = []
        for log, end in ended(name):
            kinds = {type(event) for event in log}
            if kinds - known:
                known |= kinds
                kept.append((log, end))
        if kept:
            lines = b"".join(codec.encode(event) + b"\n" for log, _ in kept for event in log)
            (folder / f"{name}.jsonl").write_bytes(lines)
            ends = b"".join(codec.encode(end) + b"\n" for _, end in kept)
            (folder / f"{name}.ends.jsonl").write_bytes(ends)


if __name__ == "__main__":
    import sys

    write(sys.argv[1])
