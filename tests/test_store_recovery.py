"""Killed, full, locked, old, new or no store at all: nothing acknowledged is lost, all is said."""

import os
import signal
import sqlite3
import subprocess
import sys
from itertools import islice
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from support.golden import FOLDER
from support.stores import append, held, tampering, waiting

from punto.store.address import backend_at, open_log, read_log
from punto.store.errors import (
    Conflict,
    DiskFull,
    InvalidAppend,
    Locked,
    NewerSchema,
    NoStore,
    NotAStore,
    StoreError,
)
from punto.store.migrations import SCHEMA, bring_up_to_date
from punto.store.records import Fresh
from punto.store.sql import Backend
from punto.store.sqlite import Sqlite
from punto.store.verify import verify

TESTS = Path(__file__).parent


@pytest.mark.parametrize("lines", [1, 40, 101])
def test_what_was_acknowledged_survives_a_kill(url: str, lines: int) -> None:
    path = os.pathsep.join([str(TESTS), str(TESTS.parent / "src")])
    process = subprocess.Popen(
        [sys.executable, "-m", "support.appender", url, "s"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert process.stdout is not None
    seen = list(islice(process.stdout, lines))
    process.send_signal(signal.SIGKILL)
    seen += process.stdout.readlines()
    process.wait()
    process.stdout.close()
    acknowledged = [line.split() for line in seen if line.endswith("\n")]
    assert len(acknowledged) >= lines
    with open_log(url) as log:
        assert not verify(log).findings
        texts = {
            name: [event.payload for event in log.read(name)] for name in ("s0", "s1", "s2", "s3")
        }
        for name, last in acknowledged:
            assert len(texts[name]) >= int(last), "an acknowledged event is gone"
        for kept in texts.values():
            assert kept == [b'"%d"' % n for n in range(len(kept))], "an event is there twice"
        # What was under way is answered when it is asked again, kept or not.
        version = len(texts["s0"])
        again = log.append(append("s0", version - 1, f"{version - 1}", key=f"{version - 1}"))
        assert again.result().repeated
        assert log.append(append("s0", version)).result().first == version + 1


def test_a_full_disk_is_said_and_loses_nothing(tmp_path: Path) -> None:
    with open_log(tmp_path / "store.db") as log:
        log.append(append("a", 0)).result()
        raw = log._writing()._connected()
        pages = raw.execute("PRAGMA page_count").fetchone()[0]
        raw.execute(f"PRAGMA max_page_count = {pages + 4}")
        big = replace(append("b", 0), events=(Fresh("said", b"x" * 100_000),))
        with held(log):
            pending = [log.append(append("x", 0)), log.append(append("c", 0))]
            pending += [log.append(big), log.append(append("d", 0))]
            waiting(log, 3)
        assert pending[1].result().first == 1
        with pytest.raises(DiskFull):
            pending[2].result()
        assert pending[3].result().first == 1, "one that is too large fails alone"
        raw.execute("PRAGMA max_page_count = 100000")
        assert log.append(big).result().first == 1
        assert not verify(log).findings


def test_a_store_that_somebody_else_holds_says_so(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_log(path, busy_seconds=0) as log:
        log.append(append("a", 0)).result()
        with tampering(str(path)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(Locked):
                log.append(append("a", 1)).result()
            assert log.head().position == 1, "reading goes on"
            other.execute("ROLLBACK")
        assert log.append(append("a", 1)).result().first == 2


def test_a_store_is_opened_as_it_was_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "store.db"
    with open_log(path, busy_seconds=3) as log:
        log.append(append("a", 0)).result()
        assert isinstance(log.backend, Sqlite)
        assert (log.backend.writable, log.backend.busy_seconds) == (True, 3)
        with log.backend.engine.connect() as raw:
            assert raw.exec_driver_sql("PRAGMA busy_timeout").scalar() == 3_000
    with read_log(path, busy_seconds=4) as log:
        assert isinstance(log.backend, Sqlite)
        assert (log.backend.writable, log.backend.busy_seconds) == (False, 4)
        with log.backend.engine.connect() as raw:
            assert raw.exec_driver_sql("PRAGMA busy_timeout").scalar() == 4_000
            with pytest.raises(OperationalError, match="readonly"):
                raw.exec_driver_sql("DELETE FROM punto_events")


def test_looking_at_a_store_first_waits_no_longer_than_asked(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[bool, int]] = []

    def noted(where: Path, *, writable: bool = True, busy_seconds: int = 20) -> Backend:
        asked.append((writable, busy_seconds))
        return backend_at(where, writable=writable, busy_seconds=busy_seconds)

    monkeypatch.setattr("punto.store.address.backend_at", noted)
    open_log(tmp_path / "store.db", busy_seconds=5).close()
    assert asked == [(False, 5), (True, 5)]


def test_a_newer_schema_is_refused(url: str) -> None:
    open_log(url).close()
    with tampering(url) as raw:
        raw.execute(f"UPDATE punto_store SET schema = {SCHEMA + 1}")
    for opening in (open_log, read_log):
        with pytest.raises(NewerSchema, match=f"schema {SCHEMA + 1}"):
            opening(url)


def test_what_is_no_store_is_left_alone(tmp_path: Path) -> None:
    text, other, empty = tmp_path / "a.txt", tmp_path / "other.db", tmp_path / "empty.db"
    text.write_text("a shopping list, which is longer than a header of a database\n" * 20)
    with tampering(str(other)) as raw:
        raw.execute("CREATE TABLE shopping (item TEXT)")
    empty.touch()
    for path in (text, other):
        before = path.read_bytes()
        for opening in (open_log, read_log):
            with pytest.raises(NotAStore):
                opening(path)
        assert path.read_bytes() == before
    for path in (empty, tmp_path / "none.db"):
        with pytest.raises(NoStore):
            read_log(path)
        with pytest.raises(NoStore):
            open_log(path, create=False)
    with pytest.raises(NoStore):
        open_log(tmp_path / "no" / "folder.db")
    for where in ("", "mysql://x/y", "sqlite://", "sqlite:///:memory:", "postgresql://x:y:z/"):
        with pytest.raises(InvalidAppend):
            open_log(where)


def test_a_database_that_does_not_answer_is_named_without_its_password(tmp_path: Path) -> None:
    with pytest.raises(StoreError) as told:
        open_log(f"postgresql://ann:secret@/punto?host={tmp_path}")
    assert "secret" not in told.value.message


def test_a_store_of_the_first_schema_is_read_as_it_is_and_brought_up_to_date(
    tmp_path: Path,
) -> None:
    path = tmp_path / "store.db"
    path.write_bytes((FOLDER.parent / "store-1.db").read_bytes())
    with read_log(path) as log:
        assert (log.schema, log.snapshot("table/1")) == (1, None)
        old = log.head()
        assert not verify(log).findings
    assert path.read_bytes() == (FOLDER.parent / "store-1.db").read_bytes(), (
        "reading changes nothing"
    )
    with open_log(path) as log:
        assert log.schema == SCHEMA
        assert log.head() == old
        assert log.append(append("house", 0)).result().position == old.position + 1
        assert not verify(log).findings


def test_steps_are_taken_once_even_by_two_at_a_time(url: str, tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    backend = Sqlite(path)
    bring_up_to_date(backend.engine, "old", to=1)
    backend.engine.dispose()
    with open_log(path) as one, open_log(path) as other:
        assert one.schema == other.schema == SCHEMA
    with open_log(url) as one, open_log(url) as other:
        one.append(append("a", 0)).result()
        with pytest.raises(Conflict):
            other.append(append("a", 0)).result()


def test_the_file_is_safe_against_a_power_cut(tmp_path: Path) -> None:
    with open_log(tmp_path / "store.db") as log:
        raw = log._writing()._connected()
        assert isinstance(raw, sqlite3.Connection)
        assert raw.execute("PRAGMA journal_mode").fetchone() == ("wal",)
        assert raw.execute("PRAGMA synchronous").fetchone() == (2,)
