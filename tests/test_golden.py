"""Logs written by earlier versions replay to the very states they ended in."""

from pathlib import Path
from typing import get_args

import pytest
from support.golden import FOLDER

from punto import codec, read_log, replay
from punto.table.events import AnyEvent, TableSetUp

LOGS = sorted(path for path in FOLDER.rglob("*.jsonl") if not path.stem.endswith(".ends"))


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
