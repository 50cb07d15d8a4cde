"""``punto log``: what people get to see of a store, and what they are told when there is none."""

import csv
import io
import json
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import polars as pl
import pytest
from support.golden import FOLDER
from support.stores import append, tampering

from punto.cli.main import run
from punto.cli.output import console
from punto.store.address import open_log
from punto.store.export import as_csv
from punto.store.migrations import SCHEMA
from punto.store.records import Head, StoredEvent
from punto.store.verify import VerificationFault, VerificationFinding, Verified

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path) -> str:
    """A store of the first schema, with ten events of one table."""
    path = tmp_path / "floor.db"
    path.write_bytes((FOLDER.parent / "store-1.db").read_bytes())
    return str(path)


def told(capsys: Capture, *words: str, code: int = 0) -> str:
    assert run(["log", *words]) == code
    found = capsys.readouterr()
    return found.out if code != 2 else found.err


def document(capsys: Capture, *words: str, code: int = 0) -> Any:
    assert run(["log", *words, "--json"]) == code
    return json.loads(capsys.readouterr().out)


def test_a_shift_log_says_who_did_what_when_and_by_which_clause(
    store: str, capsys: Capture
) -> None:
    shown = told(capsys, "show", "--store", store, "--zone", "Australia/Sydney")
    lines = [line.strip() for line in shown.splitlines()]
    assert lines[0].strip("─ ") == "Thursday 16 May 2024"
    at = lines.index("15:00:16  table/1 5  ann, patron")
    assert lines[at + 1 : at + 3] == [
        "wager placed: number 1, patron ann, wager tie, stake $5",
        "wager accepted  [5.1 5.6 5.6.5]",
    ]


@pytest.mark.parametrize(
    ("words", "versions"),
    [
        (["--person", "ann"], [5, 8, 9, 10]),
        (["--type", "patron_joined"], [2, 6]),
        (["--type", "patron_joined", "--type", "betting_opened"], [2, 4, 6]),
        (["--day", "2024-05-16"], list(range(1, 11))),
        (["--day", "2024-05-15"], []),
        (["--day", "2024-05-15", "--zone", "America/New_York"], []),
        (["--day", "2024-05-16", "--zone", "Asia/Tokyo"], list(range(1, 11))),
        (["--table", "table/1", "--last", "2"], [9, 10]),
    ],
)
def test_the_log_is_filtered_by_person_type_day_and_table(
    store: str, capsys: Capture, words: list[str], versions: list[int]
) -> None:
    found = document(capsys, "show", "--store", store, *words)
    assert [event["version"] for event in found] == versions
    assert run(["log", "show", "--store", store, *words]) == 0


def test_a_stream_that_cannot_be_followed_is_still_shown(tmp_path: Path, capsys: Capture) -> None:
    store = tmp_path / "floor.db"
    with open_log(store) as log:
        log.append(append("house", 0, "opened", "closed")).result()
    shown = told(capsys, "show", "--store", str(store))
    assert "house 1-2  ann, patron" in shown
    assert "said: opened" in shown


def test_a_whole_evening_is_imported_once_and_told_with_its_coups(
    tmp_path: Path, capsys: Capture
) -> None:
    log, store = tmp_path / "evening.jsonl", str(tmp_path / "floor.db")
    played = ["play", "nsw-2024", "--seed", "7", "--coups", "2", "--wager", "ann banker 25"]
    assert run([*played, "--brief", "--log", str(log)]) == 0
    capsys.readouterr()
    assert "table/evening:" in told(capsys, "import", str(log), "--store", store)
    again = document(capsys, "import", str(log), "--store", store)
    assert again["repeated"] is True
    other = document(
        capsys, "import", str(log), "--store", store, "--stream", "table/2", "--by", "sue"
    )
    assert (other["stream"], other["repeated"]) == ("table/2", False)
    shown = told(capsys, "show", "--store", store, "--table", "table/2")
    assert "Player stands on 7  [9.3 9.3.2]" in shown
    assert "coup completed: bead (result player), player total 7, banker total 6" in shown
    assert "sue, import" in shown
    assert run([*played, "--wager", "bob tie 5", "--brief", "--log", f"{log}2"]) == 0
    capsys.readouterr()
    assert "table/2 is at version" in told(
        capsys, "import", f"{log}2", "--store", store, "--stream", "table/2", code=2
    )


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is empty"),
        (b"hello\n", "no log"),
        (b'{"type":"shopping_list"}\n', "no log"),
        (b'{"type":"table_set_up"}\n', "line 1"),
    ],
)
def test_what_is_no_log_is_not_imported(
    tmp_path: Path, capsys: Capture, text: bytes, said: str
) -> None:
    file, store = tmp_path / "a.jsonl", tmp_path / "floor.db"
    file.write_bytes(text)
    assert said in told(capsys, "import", str(file), "--store", str(store), code=2)
    assert not store.exists()
    assert "No such file" in told(capsys, "import", "none", "--store", str(store), code=2)


def test_verify_says_that_all_is_well_or_what_is_not(store: str, capsys: Capture) -> None:
    assert told(capsys, "verify", "--store", store).startswith("sound: 10 events of 1 stream\n")
    with tampering(store) as raw:
        raw.execute("UPDATE punto_events SET actor = 'bob' WHERE version = 4")
    shown = told(capsys, "verify", "--store", store, code=1)
    assert shown.splitlines() == [
        "altered  table/1 version 4: is not what was written",
        "1 fault in 10 events of 1 stream",
    ]
    found = document(capsys, "verify", "--store", store, code=1)
    assert found["findings"][0]["version"] == 4


def test_a_head_noted_elsewhere_shows_that_the_end_was_cut_off(
    store: str, tmp_path: Path, capsys: Capture
) -> None:
    line = told(capsys, "head", "--store", store).strip()
    assert run(["log", "head", "--store", store, "--json"]) == 0
    noted = tmp_path / "noted.json"
    noted.write_text(capsys.readouterr().out)
    bare = tmp_path / "noted.txt"
    bare.write_text(line + "\n")
    heads = (line, str(noted), str(bare))
    for head in heads:
        assert "sound" in told(capsys, "verify", "--store", store, "--head", head)
    with tampering(store) as raw:
        raw.execute("DELETE FROM punto_events WHERE version > 8")
    assert "sound" in told(capsys, "verify", "--store", store)
    for head in heads:
        assert "truncated" in told(capsys, "verify", "--store", store, "--head", head, code=1)
    [first, _] = document(capsys, "verify", "--store", store, "--head", str(noted), code=1)[
        "findings"
    ]
    assert (first["stream"], first["version"]) == ("table/1", 9)
    for wrong in ("12", "x-y", "12-abcd", str(tmp_path)):
        assert "is no head" in told(capsys, "verify", "--store", store, "--head", wrong, code=2)
    noted.write_text('{"head": 3}')
    assert "holds no head" in told(capsys, "verify", "--store", store, "--head", str(noted), code=2)


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 40 columns."""
    monkeypatch.setenv("COLUMNS", "40")
    console.cache_clear()


LAST = Head(1_234, bytes(range(32)))


@pytest.mark.usefixtures("narrow")
@pytest.mark.parametrize(
    ("count", "said"),
    [
        ((1, 1), "1 event of 1 stream"),
        ((0, 0), "0 events of 0 streams"),
        ((2, 2), "2 events of 2 streams"),
        ((1_234, 12), "1,234 events of 12 streams"),
    ],
)
def test_verify_counts_what_it_read_and_says_what_it_cannot_tell(
    count: tuple[int, int], said: str, store: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    short = VerificationFinding(VerificationFault.MISSING, "x")
    long = VerificationFinding(VerificationFault.ALTERED, "is not what was written " * 2, "table/1")

    def verified(*found: VerificationFinding) -> None:
        result = Verified(*count, LAST, found)
        monkeypatch.setattr("punto.cli.log.verify.verify", lambda *_: result)

    verified()
    lines = told(capsys, "verify", "--store", store).splitlines()
    assert lines[:2] == [f"sound: {said}", f"head: {LAST.line}"]
    assert " ".join(lines[2:]) == (
        "whether the end was cut off only a head that was noted elsewhere can tell: --head"
    )
    assert told(capsys, "verify", "--store", store, "--head", LAST.line) == f"sound: {said}\n"
    verified(short)
    shown = told(capsys, "verify", "--store", store, code=1)
    assert shown == f"missing  x\n1 fault in {said}\n"
    verified(long, short)
    shown = told(capsys, "verify", "--store", store, code=1)
    assert shown.splitlines() == [
        "altered  is not what was written is",
        "    not what was written",
        "missing  x",
        f"2 faults in {said}",
    ]


def test_a_note_that_cannot_be_read_is_no_head(
    store: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    note = tmp_path / "note"
    for written, code in ((b"{", "unreadable"), (b'{"head": 3}', "unreadable")):
        note.write_bytes(written)
        found = document(capsys, "verify", "--store", store, "--head", str(note), code=2)
        assert (found["code"], "holds no head" in found["message"]) == (code, True)
    note.write_bytes(b"10-\xff")
    wrong = told(capsys, "verify", "--store", store, "--head", str(note), code=2)
    assert "'10-�' is no head" in wrong
    no = PermissionError(13, "Permission denied")

    def read_bytes(_: Path) -> bytes:
        raise no

    monkeypatch.setattr(Path, "read_bytes", read_bytes)
    found = document(capsys, "verify", "--store", store, "--head", str(note), code=2)
    assert (found["code"], found["message"]) == ("system", f"{note}: Permission denied")


@pytest.mark.usefixtures("narrow")
def test_a_backup_says_how_far_it_goes_and_where_it_is(
    store: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "a [bold] name.db")
    for events, said in ((1, "1 event"), (2, "2 events"), (1_234, "1,234 events")):
        head = Head(events, bytes(32))
        for name in ("back_up", "restore", "copy"):
            monkeypatch.setattr(f"punto.cli.log.backup.{name}", Mock(return_value=head))
        for words, done in (
            (("backup", file), f"written to {file}"),
            (("restore", file), "restored, and every event verified"),
            (("copy", "--to", file), "copied, and every event verified"),
        ):
            shown = told(capsys, *words, "--store", store)
            assert shown == f"{said} {done}\nhead: {head.line}\n"
        # A copy has made the file, and no backup overwrites one.
        Path(file).unlink()


def test_the_log_is_exported_in_three_forms_that_say_the_same(
    store: str, tmp_path: Path, capsys: Capture
) -> None:
    files = {form: tmp_path / f"out.{form}" for form in ("jsonl", "csv", "parquet")}
    for form, file in files.items():
        found = document(capsys, "export", str(file), "--store", store)
        assert found == {"file": str(file), "format": form, "events": 10}
    lines = [json.loads(line) for line in files["jsonl"].read_text().splitlines()]
    with files["csv"].open(newline="", encoding="utf-8") as opened:
        rows = list(csv.DictReader(opened))
    frame = pl.read_parquet(files["parquet"])
    assert len(lines) == len(rows) == frame.height == 10
    assert [line["hash"] for line in lines] == [row["hash"] for row in rows]
    assert frame["hash"].to_list() == [row["hash"] for row in rows]
    assert frame["version"].to_list() == list(range(1, 11))
    assert json.loads(rows[4]["event"]) == lines[4]["event"]
    assert lines[4]["clauses"] == ["nsw-2024/5.1", "nsw-2024/5.6", "nsw-2024/5.6.5"]
    assert lines[4]["time"] == "2024-05-16T05:00:16.000Z"
    assert "exists already" in told(capsys, "export", str(files["csv"]), "--store", store, code=2)
    assert "no format" in told(capsys, "export", str(tmp_path / "a.xls"), "--store", store, code=2)
    assert not list(tmp_path.glob("*.part"))


def test_a_name_like_a_formula_is_text_in_a_spreadsheet() -> None:
    file = io.BytesIO()
    odd = StoredEvent(1, "t", "table", 1, "told", b'"x"', 0, "=HYPERLINK(1)", "@x", None, "-k", b"",
                   1, 1, "nsw-2024", b"", b"")  # fmt: skip
    as_csv([odd], file)
    [row] = csv.DictReader(io.StringIO(file.getvalue().decode(), newline=""))
    assert (row["actor"], row["title"], row["key"]) == ("'=HYPERLINK(1)", "'@x", "'-k")
    assert row["version"] == "1"


def test_an_export_is_filtered_and_goes_down_a_pipe(
    store: str, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    assert run(["log", "export", "--store", store, "--person", "ann"]) == 0
    lines = capfdbinary.readouterr().out.splitlines()
    assert [json.loads(line)["version"] for line in lines] == [5, 8, 9, 10]


def test_a_store_is_backed_up_restored_and_moved(
    store: str, tmp_path: Path, capsys: Capture, databases: Any
) -> None:
    head = told(capsys, "head", "--store", store).strip()
    backup, there = str(tmp_path / "backup.db"), databases.new()
    assert head in told(capsys, "backup", backup, "--store", store)
    assert document(capsys, "restore", backup, "--store", there)["head"] == head
    back = str(tmp_path / "back.db")
    assert document(capsys, "copy", "--store", there, "--to", back) == {"events": 10, "head": head}
    assert "sound" in told(capsys, "verify", "--store", back, "--head", head)
    assert "table/1" in told(capsys, "show", "--store", there)
    assert "exists already" in told(capsys, "backup", backup, "--store", store, code=2)


def test_the_address_may_stand_in_the_environment(
    store: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_STORE", store)
    assert told(capsys, "head").startswith("10-")


def test_what_is_wrong_is_said_in_a_line(store: str, tmp_path: Path, capsys: Capture) -> None:
    (tmp_path / "a.txt").write_text("no database, and rather longer than a header\n" * 30)
    for where, said in (
        (str(tmp_path / "none.db"), "there is no store"),
        (str(tmp_path / "a.txt"), "is no database"),
        (f"postgresql://ann:secret@/x?host={tmp_path}", "***"),
        ("oracle://x/y", "no stores on"),
    ):
        told_of = told(capsys, "verify", "--store", where, code=2)
        assert said in told_of
        assert "secret" not in told_of
    assert "no stream 'table/9'" in told(
        capsys, "show", "--store", store, "--table", "table/9", code=2
    )
    assert "not a day" in told(capsys, "show", "--store", store, "--day", "today", code=2)
    assert "no time zone" in told(capsys, "show", "--store", store, "--zone", "Mars/X", code=2)
    with tampering(store) as raw:
        raw.execute(f"UPDATE punto_store SET schema = {SCHEMA + 1}")
    assert f"schema {SCHEMA + 1}" in told(capsys, "show", "--store", store, code=2)
    found = document(capsys, "show", "--store", store, code=2)
    assert found["code"] == "newer_schema"
