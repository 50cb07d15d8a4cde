"""``punto staff`` on both engines: what it prints, asks and refuses, and what it never shows."""

import io
import json
import os
import pty
import shlex
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher

from punto.cli import staff
from punto.cli.main import run
from punto.server.people import passwords
from punto.server.people.authentication import person_for
from punto.server.people.sessions import sign_in
from punto.store.address import open_log

Capture = pytest.CaptureFixture[str]
PASSWORD = "correct horse battery"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", quick)
    monkeypatch.delenv("PUNTO_STORE", raising=False)


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """What puts bytes into standard input."""

    def pipe(given: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))

    return pipe


@pytest.fixture
def store(url: str, piped: Callable[[bytes], None], capsys: Capture) -> str:
    """A store in which Sue has an account."""
    piped(PASSWORD.encode())
    line = f"staff add Sue --title dealer --title inspector --password-stdin --store {url}"
    assert run(shlex.split(line)) == 0
    out = capsys.readouterr()
    assert out.out == "Sue: added\n"
    assert "a new store at" in out.err
    return url


def done(capsys: Capture, line: str, store: str, code: int = 0) -> Any:
    """Return the document that a command prints."""
    assert run([*shlex.split(f"staff {line}"), "--store", store, "--json"]) == code
    out = capsys.readouterr()
    assert out.err == "" or "a new store at" in out.err
    return json.loads(out.out)


def signs_in(store: str, name: str, password: str) -> bool:
    with open_log(store) as log:
        try:
            return bool(sign_in(log.backend, name, password, 1_700_000_000))
        except Exception:  # noqa: BLE001  whatever it is, they are not in
            return False


def test_somebody_is_added_listed_changed_and_signed_in(
    store: str, capsys: Capture, piped: Callable[[bytes], None]
) -> None:
    (sue,) = done(capsys, "list", store)
    assert sue["titles"] == ["dealer", "inspector"]
    assert set(sue) == {"name", "key", "titles", "disabled", "added_at"}
    assert signs_in(store, "sue", PASSWORD)
    assert done(capsys, "disable SUE", store) == {**sue, "disabled": True}
    assert not signs_in(store, "sue", PASSWORD)
    assert done(capsys, "enable sue", store) == sue
    assert done(capsys, "titles sue --title surveillance", store)["titles"] == ["surveillance"]
    piped(b"another long password\r\n")
    done(capsys, "password sue --password-stdin", store)
    assert signs_in(store, "sue", "another long password")
    assert not signs_in(store, "sue", PASSWORD)


def test_lists_read_well_without_json(store: str, capsys: Capture) -> None:
    run(["staff", "disable", "sue", "--store", store])
    assert capsys.readouterr().out == "Sue: disabled, and signed out everywhere\n"
    assert run(["staff", "list", "--store", store]) == 0
    listed = capsys.readouterr().out
    assert "dealer inspector" in listed
    assert "disabled" in listed
    assert run(["staff", "token", "list", "--store", store]) == 0
    assert "there are no tokens yet" in capsys.readouterr().err
    run(["staff", "token", "add", "shoe 7", "--device", "shoe:table/7", "--store", store])
    made = capsys.readouterr()
    assert made.out.startswith("punto-token-")
    assert made.out.count("\n") == 1, "the secret alone is data"
    assert "not kept" in made.err
    run(["staff", "token", "list", "--store", store])
    assert "shoe:table/7" in capsys.readouterr().out
    run(["staff", "token", "revoke", "SHOE 7", "--store", store])
    assert capsys.readouterr().out == "shoe 7: revoked\n"
    run(["staff", "token", "list", "--store", store])
    assert "revoked" in capsys.readouterr().out


def test_a_token_is_made_used_and_revoked(store: str, capsys: Capture) -> None:
    made = done(capsys, "token add 'night report' --title inspector --days 90", store)
    secret = made.pop("secret")
    assert made["expires_at"] - made["added_at"] == 90 * 86_400
    with open_log(store) as log:
        assert person_for(log.backend, made["added_at"], token=secret).titles == ("inspector",)
    (listed,) = done(capsys, "token list", store)
    assert listed == {**made, "used_at": made["added_at"]}
    assert "secret" not in listed
    assert done(capsys, "token revoke 'night report'", store)["revoked"]
    with open_log(store) as log:
        assert not person_for(log.backend, made["added_at"], token=secret).titles


MISTAKES = {
    "add Sue --title dealer --password-stdin": "name_taken",
    "add ann --title deeler --password-stdin": "no_such_title",
    "add ann --password-stdin": "usage",
    "add dealer --title dealer --password-stdin": "no_such_name",
    "add '' --title dealer --password-stdin": "no_such_name",
    "add ann --title dealer": "usage",
    "disable ann": "no_such_account",
    "enable ann": "no_such_account",
    "titles ann --title dealer": "no_such_account",
    "titles Sue --title king": "no_such_title",
    "password ann --password-stdin": "no_such_account",
    "password Sue": "usage",
    "token add shoe": "incomplete",
    "token add shoe --device fridge:table/7": "no_such_device",
    "token add shoe --device shoe:table/7 --days 0": "usage",
    "token add shoe --device shoe:table/7 --days 99999": "usage",
    "token add shoe --device shoe:table/7 --days many": "usage",
    "token add sue --title dealer": "name_taken",
    "token revoke shoe": "no_such_token",
    "frobnicate": "usage",
}


@pytest.mark.parametrize("line", MISTAKES)
def test_a_mistake_is_told_and_changes_nothing(
    store: str, capsys: Capture, piped: Callable[[bytes], None], line: str
) -> None:
    before = done(capsys, "list", store), done(capsys, "token list", store)
    piped(PASSWORD.encode())
    told = done(capsys, line, store, code=2)
    assert (told["kind"], told["code"]) == ("malformed", MISTAKES[line])
    assert PASSWORD not in json.dumps(told)
    assert (done(capsys, "list", store), done(capsys, "token list", store)) == before


BAD_PASSWORDS = {
    b"": "at least 12",
    b"\n": "at least 12",
    b"short\n": "at least 12",
    b"x" * 1001: "up to 1,000",
    b"x" * 10_000_000: "up to 1,000",
    b"\xff" * 20: "UTF-8",
    b"correct horse battery\nand more\n": "one line",
    b"susan featherstone": "not the name",
}


@pytest.mark.parametrize("given", BAD_PASSWORDS, ids=lambda given: ascii(given[:12]))
def test_what_is_no_password_is_refused_before_anything_is_made(
    tmp_path: Path, capsys: Capture, piped: Callable[[bytes], None], given: bytes
) -> None:
    path = tmp_path / "floor.db"
    piped(given)
    line = ["add", "Susan Featherstone", "--title", "dealer", "--password-stdin"]
    assert run(["staff", *line, "--store", str(path)]) == 2
    out = capsys.readouterr()
    assert BAD_PASSWORDS[given] in out.err
    assert out.out == ""
    assert not path.exists(), "no store is made for it either"


def test_what_is_wrong_makes_no_store(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "floor.db"
    for line in ("token add shoe --device fridge:x", "token add x", "list", "disable sue"):
        assert run([*shlex.split(f"staff {line}"), "--store", str(path)]) == 2
    assert "there is no store at" in capsys.readouterr().err
    assert not path.exists()
    path.write_text("a shopping list, which is longer than a header of a database\n" * 20)
    before = path.read_bytes()
    assert done(capsys, "token add x --title dealer", str(path), code=2)["code"] == "not_a_store"
    assert path.read_bytes() == before


def test_a_store_without_people_is_listed_and_not_changed(tmp_path: Path, capsys: Capture) -> None:
    path = tmp_path / "floor.db"
    open_log(path).close()
    before = path.read_bytes()
    assert done(capsys, "list", str(path)) == []
    assert done(capsys, "token list", str(path)) == []
    assert run(["staff", "list", "--store", str(path)]) == 0
    assert "nobody has an account yet" in capsys.readouterr().err
    assert path.read_bytes() == before


def test_people_are_copied_to_a_store_that_has_none(
    store: str, tmp_path: Path, capsys: Capture
) -> None:
    to = str(tmp_path / "to.db")
    assert done(capsys, f"copy --to {to}", store, code=2)["code"] == "no_store"
    open_log(to).close()
    copied = done(capsys, f"copy --to {to}", store)
    assert copied == {"accounts": 1, "tokens": 0, "patrons": 0, "doors": 0, "facts": 0}
    assert done(capsys, "list", to) == done(capsys, "list", store)
    assert signs_in(to, "sue", PASSWORD)
    assert done(capsys, f"copy --to {to}", store, code=2)["code"] == "not_empty"


def test_the_store_may_stand_in_the_environment(
    store: str, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PUNTO_STORE", store)
    assert run(["staff", "list"]) == 0
    assert "Sue" in capsys.readouterr().out


@pytest.mark.parametrize("again", [PASSWORD, "something else entirely"])
def test_a_password_is_asked_for_twice(
    tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch, again: str
) -> None:
    answers = iter([PASSWORD, again])
    monkeypatch.setattr(staff, "getpass", lambda _: next(answers))
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    path = tmp_path / "floor.db"
    code = run(["staff", "add", "Sue", "--title", "dealer", "--store", str(path)])
    assert code == (0 if again == PASSWORD else 2)
    out = capsys.readouterr()
    assert PASSWORD not in out.out + out.err
    assert ("not the same" in out.err) == (again != PASSWORD)
    assert path.exists() == (again == PASSWORD)


def test_at_a_terminal_a_password_is_not_shown(tmp_path: Path) -> None:
    path = tmp_path / "floor.db"
    master, slave = pty.openpty()
    program = "from punto.cli.main import main; main()"
    line = ["staff", "add", "Sue", "--title", "dealer", "--store", str(path)]
    with subprocess.Popen(
        [sys.executable, "-c", program, *line],
        stdin=slave,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as running:
        assert running.stderr is not None
        for asked in (b"Password for Sue: ", b"The same again: "):
            said = b""
            while not said.endswith(asked):
                letter = running.stderr.read(1)
                assert letter, said
                said += letter
            os.write(master, PASSWORD.encode() + b"\n")
        out, err = running.communicate(timeout=600)
    os.set_blocking(master, False)
    try:
        shown = os.read(master, 10_000)
    except BlockingIOError:
        shown = b""
    os.close(slave)
    os.close(master)
    assert running.returncode == 0, err
    assert out == b"Sue: added\n"
    assert PASSWORD.encode() not in shown + err
    assert signs_in(str(path), "sue", PASSWORD)
