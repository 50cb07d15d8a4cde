"""Logs that were written before are read, and replay to the very states they ended in."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from support.golden import ends, files, logs

from punto.house.registry import registry as house_registry
from punto.log_file import written
from punto.rulebook.load import ids, load
from punto.store.stream_kinds import of_kind
from punto.table.registry import registry as table_registry
from punto.tournament.registry import registry
from punto.tournament.tables import TableStepped

EVERY = [path for kind in ("tables", "tournaments", "houses") for path in files(kind)]


def kinds(paths: list[Path]) -> set[type]:
    """Return the types of the events in files."""
    return {type(entry.event) for path in paths for log in logs(path) for entry in log.entries}


def missing(kinds: Iterable[type], found: set[type]) -> set[str]:
    return {kind.__name__ for kind in kinds if kind not in found}


def test_the_golden_logs_hold_every_kind_of_event() -> None:
    # Chips are taken from somebody in a tournament alone, whose log is another one.
    assert missing(table_registry.events, kinds(files("tables"))) <= {
        "RulebookAdopted",
        "ChipsTaken",
    }
    inside = {
        type(entry.event.event).__name__
        for path in files("tournaments")
        for log in logs(path)
        for entry in log.entries
        if isinstance(entry.event, TableStepped)
    }
    assert "ChipsTaken" in inside
    assert missing(registry.events, kinds(files("tournaments"))) == set()
    assert missing(house_registry.events, kinds(files("houses"))) == set()


def test_every_rulebook_with_tournaments_has_a_golden_tournament() -> None:
    wanted = {name for name in ids() if load(name).tournament is not None}
    assert {path.stem for path in files("tournaments")} == wanted


@pytest.mark.parametrize("path", EVERY, ids=lambda path: f"{path.parent.name} {path.stem}")
def test_a_golden_log_is_read_and_replayed(path: Path) -> None:
    found = logs(path)
    # Written again it is the same, byte by byte: nothing was dropped in reading.
    assert b"".join(written(log.entries) for log in found) == path.read_bytes()
    states = ends(path)
    assert len(states) == len(found) >= 1
    for log, end in zip(found, states, strict=True):
        kind = of_kind(log.kind)
        assert kind.replay is not None
        assert kind.read_state is not None
        assert kind.replay(log.entries) == kind.read_state(end)
