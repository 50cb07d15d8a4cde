"""Backups made while the store is in use, and what is restored from them."""

import errno
import os
import threading
from pathlib import Path
from typing import Any, NoReturn

import pytest
from support.stores import append, tampering

from punto.store.address import open_log, read_log
from punto.store.backup import back_up, restore
from punto.store.errors import InvalidAppend, NotAStore, StoreError, VerificationFailed
from punto.store.log import Log
from punto.store.store_copy import copy
from punto.store.verify import Noted, verify


def fill(log: Log, count: int = 30) -> None:
    for version in range(count):
        log.append(append(f"t{version % 3}", version // 3, key=f"{version}")).result()


def test_a_backup_is_made_while_others_write_and_restored_to_the_event(
    url: str, tmp_path: Path
) -> None:
    file, stop = tmp_path / "backup.db", threading.Event()
    with open_log(url) as log:
        fill(log)

        def write() -> None:
            version = 0
            while not stop.is_set():
                log.append(append("busy", version)).result()
                version += 1

        thread = threading.Thread(target=write)
        thread.start()
        steps: list[tuple[int, int]] = []
        head = back_up(log, file, lambda done, total: steps.append((done, total)))
        stop.set()
        thread.join()
        assert head.position >= 30
        assert steps[-1][0] == steps[-1][1]
        # The backup is the beginning of what the store holds by now.
        assert not verify(log, Noted(head)).findings
    assert sorted(path.name for path in tmp_path.iterdir() if "backup" in path.name) == [
        "backup.db"
    ]
    restored = tmp_path / "restored.db"
    assert restore(file, restored) == head
    with read_log(restored) as again:
        assert not verify(again, Noted(head)).findings
        assert again.stream("t0") is not None


def test_a_store_moves_from_one_engine_to_the_other_and_back(
    databases: Any, tmp_path: Path
) -> None:
    there = databases.new()
    with open_log(tmp_path / "one.db") as one, open_log(there) as two:
        fill(one)
        assert copy(one, two) == one.head()
        assert list(two.after(0)) == list(one.after(0))
        # Keys are still known there, versions still hold, and the chain goes on.
        assert two.append(append("t0", 0, key="0")).result().repeated
        two.append(append("t0", 10)).result()
        back_up(two, tmp_path / "two.db")
        with open_log(tmp_path / "two.db") as three:
            assert three.head() == two.head()
            assert not verify(three).findings


def test_a_copy_goes_on_where_it_stopped_and_mixes_with_nothing(url: str, tmp_path: Path) -> None:
    with open_log(tmp_path / "one.db") as one, open_log(url) as two:
        fill(one, 10)
        copy(one, two)
        fill_more = [append("more", version) for version in range(5)]
        for asked in fill_more:
            one.append(asked).result()
        assert copy(one, two) == one.head()
        two.append(append("own", 0)).result()
        with pytest.raises(InvalidAppend):
            copy(one, two)


def test_what_was_altered_is_not_restored(url: str, tmp_path: Path) -> None:
    with open_log(url) as log:
        fill(log, 5)
        back_up(log, tmp_path / "backup.db")
    with tampering(str(tmp_path / "backup.db")) as raw:
        raw.execute("UPDATE punto_events SET actor = 'bob' WHERE position = 3")
    with pytest.raises(VerificationFailed, match="t2 version 1"):
        restore(tmp_path / "backup.db", tmp_path / "restored.db")


@pytest.mark.parametrize("number", [errno.EPERM, errno.EEXIST, errno.ENOSPC])
def test_a_backup_that_cannot_get_its_name_is_said_to_be_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refused(*_: object, **__: object) -> NoReturn:
        raise OSError(number, os.strerror(number))

    with open_log(tmp_path / "store.db") as log:
        fill(log, 3)
        monkeypatch.setattr("punto.store.backup.os.link", refused)
        said = "exists already" if number == errno.EEXIST else os.strerror(number)
        with pytest.raises(InvalidAppend, match=f"backup.db:? {said}"):
            back_up(log, tmp_path / "backup.db")
    assert not [path for path in tmp_path.iterdir() if "backup" in path.name]


def test_no_file_is_overwritten_and_half_a_backup_is_none(url: str, tmp_path: Path) -> None:
    with open_log(url) as log:
        fill(log, 3)
        (tmp_path / "there.db").write_text("precious")
        with pytest.raises(InvalidAppend):
            back_up(log, tmp_path / "there.db")
        with pytest.raises(InvalidAppend):
            back_up(log, tmp_path / "no" / "folder.db")
        assert (tmp_path / "there.db").read_text() == "precious"

        def interrupted(*_: int) -> None:
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            back_up(log, tmp_path / "half.db", interrupted)
        assert not [path for path in tmp_path.iterdir() if "half" in path.name]
        assert log.append(append("after", 0)).result().first == 1
    with pytest.raises((NotAStore, StoreError)):
        restore(tmp_path / "there.db", tmp_path / "restored.db")
