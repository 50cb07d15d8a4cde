"""Logs written by earlier versions replay to the very states they ended in."""

from pathlib import Path
from typing import get_args

import pytest
from support.golden import FOLDER

from punto import codec, read_log, replay
from punto.house import events as house
from punto.house.birth import HouseSetUp
from punto.house.evolve import replay as replay_house
from punto.rulebook.load import ids, load
from punto.table.events import AnyEvent, TableSetUp
from punto.tournament import events as tournament
from punto.tournament import step
from punto.tournament.birth import TournamentSetUp
from punto.tournament.tables import TableStepped

EVERY = sorted(path for path in FOLDER.rglob("*.jsonl") if not path.stem.endswith(".ends"))
TOURNAMENTS = [path for path in EVERY if path.parent.name.startswith("tournaments")]
HOUSES = [path for path in EVERY if path.parent.name.startswith("houses")]
LOGS = [path for path in EVERY if path not in (*TOURNAMENTS, *HOUSES)]


def test_the_golden_logs_hold_every_kind_of_event() -> None:
    kinds = {type(event) for path in LOGS for event in read_log(path.read_bytes())}
    missing = [kind.__name__ for kind in get_args(AnyEvent) if kind not in kinds]
    # Chips are taken from somebody in a tournament alone, whose log is another one.
    assert set(missing) <= {"RulebookAdopted", "ChipsTaken"}, missing


@pytest.mark.parametrize("path", LOGS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_an_old_log_is_read_and_replayed(path: Path) -> None:
    written = path.read_bytes()
    events = read_log(written)
    # Written again it is the same, byte by byte: nothing was dropped in reading.
    assert b"".join(codec.encode(event) + b"\n" for event in events) == written
    logs: list[list[AnyEvent]] = []
    for event in events:
        if isinstance(event, TableSetUp):
            logs.append([])
        logs[-1].append(event)
    ends = path.with_suffix(".ends.jsonl").read_bytes().splitlines()
    assert len(ends) == len(logs) >= 1
    for log, end in zip(logs, ends, strict=True):
        assert replay(log) == codec.read_snapshot(end)


def tournament_events(path: Path) -> list[tournament.AnyEvent]:
    """Return the events of golden tournaments, one after another."""
    return [codec.read_tournament_event(line) for line in path.read_bytes().splitlines()]


def test_the_golden_tournaments_are_of_every_rulebook_and_hold_every_kind_of_event() -> None:
    found = {path.stem for path in TOURNAMENTS}
    assert found == {name for name in ids() if load(name).tournament is not None}
    events = [event for path in TOURNAMENTS for event in tournament_events(path)]
    kinds = {type(event) for event in events}
    assert [kind.__name__ for kind in get_args(tournament.AnyEvent) if kind not in kinds] == []
    inside = {type(event.event).__name__ for event in events if isinstance(event, TableStepped)}
    assert "ChipsTaken" in inside


@pytest.mark.parametrize("path", TOURNAMENTS, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_an_old_tournament_is_read_and_replayed(path: Path) -> None:
    events = tournament_events(path)
    assert b"".join(codec.encode(event) + b"\n" for event in events) == path.read_bytes()
    logs: list[list[tournament.AnyEvent]] = []
    for event in events:
        if isinstance(event, TournamentSetUp):
            logs.append([])
        logs[-1].append(event)
    ends = path.with_suffix(".ends.jsonl").read_bytes().splitlines()
    assert len(ends) == len(logs) >= 1
    for log, end in zip(logs, ends, strict=True):
        assert step.replay(log) == codec.read_tournament_snapshot(end)


def house_events(path: Path) -> list[house.AnyEvent]:
    """Return the events of golden houses, one after another."""
    return [codec.read_house_event(line) for line in path.read_bytes().splitlines()]


def test_the_golden_houses_hold_every_kind_of_event() -> None:
    kinds = {type(event) for path in HOUSES for event in house_events(path)}
    assert [kind.__name__ for kind in get_args(house.AnyEvent) if kind not in kinds] == []


@pytest.mark.parametrize("path", HOUSES, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_an_old_house_is_read_and_replayed(path: Path) -> None:
    events = house_events(path)
    assert b"".join(codec.encode(event) + b"\n" for event in events) == path.read_bytes()
    logs: list[list[house.AnyEvent]] = []
    for event in events:
        if isinstance(event, HouseSetUp):
            logs.append([])
        logs[-1].append(event)
    ends = path.with_suffix(".ends.jsonl").read_bytes().splitlines()
    assert len(ends) == len(logs) >= 1
    for log, end in zip(logs, ends, strict=True):
        assert replay_house(log) == codec.read_house_snapshot(end)
