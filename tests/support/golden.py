"""Golden logs: logs of scenarios that hold every kind of event, and the states they end in.

``make golden-logs`` writes them anew. From the first tagged release on they stay as they are, and a
new format gets a folder of its own: what was written once stays readable.
"""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from shutil import rmtree
from typing import Any

import msgspec

from punto import codec
from punto.aggregate.envelope import LogEntry
from punto.log_file import FileLog, read_lines, written
from punto.rulebook.load import ids, load
from punto.scenario import open_house, run
from punto.scenario.case import Case
from punto.scenario.house import ScenarioHouse
from punto.scenario.loader import collect, shipped
from punto.scenario.table import ScenarioTable
from punto.scenario.tournament import ScenarioTournament

FOLDER = Path(__file__).parent.parent / "golden" / "logs"
WHOLE = "tournament_whole"
Ended = tuple[list[LogEntry[Any]], Any]


class _Versioned(msgspec.Struct):
    version: int


def logs(path: Path) -> list[FileLog]:
    """Return the logs that a golden file holds, one after the other."""
    found: list[list[bytes]] = []
    for line in path.read_bytes().splitlines(keepends=True):
        if msgspec.json.decode(line, type=_Versioned).version == 1:
            found.append([])
        found[-1].append(line)
    return [read_lines(b"".join(lines), path.name) for lines in found]


def ends(path: Path) -> list[bytes]:
    """Return the states in which the logs of a golden file end."""
    return path.with_suffix(".ends.jsonl").read_bytes().splitlines()


def files(kind: str) -> list[Path]:
    """Return the golden files of a kind of stream, one for each rulebook."""
    return sorted(path for path in (FOLDER / kind).glob("*.jsonl") if ".ends" not in path.name)


def _run(rulebook: str, owner: Any, name: str, wanted: Callable[[Case], bool]) -> list[Any]:
    """Run scenarios of a rulebook; return what a function of the runner opened for them."""
    opened: list[Any] = []
    plain = getattr(owner, name)

    def kept(*given: Any, **named: Any) -> Any:
        made = plain(*given, **named)
        opened.append(made)
        return made

    setattr(owner, name, kept)
    try:
        cases = [case for case in collect([shipped()]) if case.rulebook == rulebook]
        for case in sorted(cases, key=lambda case: case.file.stem != WHOLE):
            if wanted(case):
                run.run(case, load(rulebook))
    finally:
        setattr(owner, name, plain)
    return opened


def tables(rulebook: str) -> Iterator[Ended]:
    """Yield the log and the last state of every table of the scenarios of a rulebook."""
    opened: list[ScenarioTable] = _run(rulebook, run, "ScenarioTable", lambda _: True)
    for world in opened:
        if world.game is not None:
            yield world.game.log, world.game.table


def tournaments(rulebook: str) -> Iterator[Ended]:
    """Yield the log and the last state of every tournament, whole ones first."""
    opened: list[ScenarioTournament] = _run(
        rulebook, run, "opened", lambda case: case.scenario.tournament is not None
    )
    for arena in opened:
        yield arena.driver.log, arena.tournament


def of_houses(rulebook: str) -> Iterator[Ended]:
    """Yield the log and the last state of every house of the scenarios of a rulebook."""
    opened: list[ScenarioHouse] = _run(
        rulebook, open_house, "opened", lambda case: case.scenario.house is not None
    )
    for office in opened:
        yield office.premises.log, office.premises.house


KINDS: dict[str, Callable[[str], Iterable[Ended]]] = {
    "tables": tables,
    "tournaments": tournaments,
    "houses": of_houses,
}


def write() -> None:
    """Write, for each kind and rulebook, the logs of scenarios in which something new happens."""
    rmtree(FOLDER, ignore_errors=True)
    for kind, ended in KINDS.items():
        for name in ids():
            known: set[type] = set()
            kept: list[Ended] = []
            for log, end in ended(name):
                new = {_kind(entry.event) for entry in log}
                if new - known:
                    known |= new
                    kept.append((log, end))
            if kept:
                (FOLDER / kind).mkdir(parents=True, exist_ok=True)
                file = FOLDER / kind / f"{name}.jsonl"
                file.write_bytes(b"".join(written(log) for log, _ in kept))
                states = b"".join(codec.encode(end) + b"\n" for _, end in kept)
                file.with_suffix(".ends.jsonl").write_bytes(states)


def _kind(event: Any) -> type:
    """Return the type of an event; of one at a table of a tournament, that of the inner event."""
    inner = getattr(event, "event", None)
    return type(event if inner is None else inner)


if __name__ == "__main__":
    write()
