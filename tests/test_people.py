"""Who somebody is, on both engines: accounts, sign-ins, tokens, patrons; nothing secret is kept."""

import logging
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import insert, select
from support.stores import append, tampering

from punto.clause import Malformed
from punto.http_api.responses import CallerKind
from punto.rulebook import load
from punto.server.people import (
    accounts,
    join_policy,
    names,
    passwords,
    patrons,
    personal_data,
    sessions,
    sign_in_throttle,
    titles,
    tokens,
)
from punto.server.people.account_copy import Copied, copy
from punto.server.people.authentication import TOUCH_SECONDS, caller_for, person_for
from punto.server.people.database import reading, writing
from punto.server.people.errors import NotSignedIn, Throttled
from punto.server.people.migrations import SCHEMA, prepare, version
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import Secret, csrf_fits, csrf_of
from punto.server.people.sessions import SessionLifetime, sign_in
from punto.server.people.sign_in_throttle import ThrottlePolicy
from punto.server.people.sql_tables import metadata
from punto.server.people.sql_tables import sessions as sessions_kept
from punto.store.address import open_log, read_log
from punto.store.errors import NewerSchema, StoreError
from punto.store.log import Log
from punto.store.sql import Backend
from punto.store.verify import verify
from punto.table.authority import known_titles

AT = 1_700_000_000
PASSWORD = "correct horse battery"
OTHER = "staple horse battery"
ADDRESS = "192.0.2.77"


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash quickly: how slow it must be is the library's to say."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", quick)


@pytest.fixture
def log(url: str) -> Iterator[Log]:
    with open_log(url) as opened:
        prepare(opened.backend)
        yield opened


@pytest.fixture
def backend(log: Log) -> Backend:
    return log.backend


@pytest.fixture
def sue(backend: Backend) -> accounts.Account:
    return accounts.add(backend, "Sue", ["casino_supervisor", "dealer"], PASSWORD, AT)


def refused(code: str, act: Callable[[], object]) -> Malformed:
    """Return why something makes no sense, which must be for this reason."""
    with pytest.raises(Malformed) as told:
        act()
    assert told.value.code == code, told.value.message
    return told.value


def everything(backend: Backend) -> str:
    """Return all that is kept about people, as text."""
    with reading(backend) as connection:
        return "\n".join(
            repr(tuple(row))
            for table in metadata.sorted_tables
            for row in connection.execute(select(table))
        )


def failing(backend: Backend, name: str, at: int, **options: Any) -> int:
    """Fail to sign in, and return how long to wait before the next try, 0 if not at all."""
    try:
        sign_in(backend, name, "not the password", at, **options)
    except NotSignedIn:
        return 0
    except Throttled as told:
        return told.retry_after
    raise AssertionError("a wrong password was right")


# --- tables ---------------------------------------------------------------------------------------


def test_the_tables_stand_beside_the_log_and_are_made_once(url: str) -> None:
    with open_log(url) as log:
        log.append(append("a", 0)).result()
        before = log.head()
        assert version(log.backend) == 0
        with ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda _: prepare(log.backend), range(8)))
        assert version(log.backend) == SCHEMA
        prepare(log.backend)
        assert log.head() == before
        assert not verify(log).findings
    with read_log(url) as log:
        assert accounts.every(log.backend) == []
        assert version(log.backend) == SCHEMA


def test_tables_of_a_later_version_are_left_alone(log: Log, url: str) -> None:
    with tampering(url) as raw:
        raw.execute(f"UPDATE punto_people SET schema = {SCHEMA + 1}")
    with pytest.raises(NewerSchema, match=f"schema {SCHEMA + 1}"):
        prepare(log.backend)


@pytest.mark.parametrize("name", ["sqlite", "postgresql"])
def test_people_are_taken_along_to_another_store(
    backend: Backend, name: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    for number in range(3):
        accounts.add(backend, f"staff {number}", ["dealer"], PASSWORD, AT)
    accounts.disable(backend, "staff 1")
    token = tokens.add(backend, "report", AT, wanted=["inspector"]).secret.text
    ann = patrons.join(backend, "table/7", "ann")
    join_policy.set_door(backend, "table/7", staff_only=True)
    personal_data.write_down(backend, "p-1", {"name": "Ann Example"})
    session = sign_in(backend, "staff 0", PASSWORD, AT).secret.text
    to = str(tmp_path / "to.db") if name == "sqlite" else request.getfixturevalue("databases").new()
    with open_log(to) as log:
        prepare(log.backend)
        assert copy(backend, log.backend) == Copied(3, 1, 1, 1, 1)
        assert accounts.every(log.backend) == accounts.every(backend)
        assert tokens.every(log.backend) == tokens.every(backend)
        assert sign_in(log.backend, "staff 2", PASSWORD, AT)
        assert person_for(log.backend, AT, token=token).name == "report"
        assert person_for(log.backend, AT, token=ann.secret.text) == ann.person
        assert person_for(log.backend, AT, session=session) == NOBODY, "who was in signs in again"
        assert join_policy.staff_only(log.backend, "table/7"), "no door opens by itself"
        assert personal_data.of(log.backend, "p-1") == {"name": "Ann Example"}
        more = accounts.add(log.backend, "one more", ["dealer"], PASSWORD, AT)
        assert more.number == 4
        assert tokens.add(log.backend, "shoe", AT, device="shoe:t").token.number == 2
        refused("not_empty", partial(copy, backend, log.backend))
        assert len(accounts.every(log.backend)) == 4


def test_nobody_is_taken_along_where_nobody_is(backend: Backend, tmp_path: Path) -> None:
    with open_log(tmp_path / "from.db") as log:
        prepare(log.backend)
        assert copy(log.backend, backend) == Copied(0, 0, 0, 0, 0)
    assert accounts.add(backend, "Sue", ["dealer"], PASSWORD, AT).number == 1


# --- accounts -------------------------------------------------------------------------------------


def test_an_account_is_kept_and_listed_by_name(backend: Backend, sue: accounts.Account) -> None:
    ann = accounts.add(backend, "ann", ["dealer"], PASSWORD, AT + 1)
    assert (sue.name, sue.titles, sue.disabled) == ("Sue", ("casino_supervisor", "dealer"), False)
    assert accounts.every(backend) == [ann, sue]
    assert ann.added_at == AT + 1
    assert accounts.known(backend, "SUE") == sue
    assert sue.key != ann.key
    assert accounts.count_enabled(backend) == 2
    accounts.disable(backend, "ann")
    assert accounts.count_enabled(backend) == 1


@pytest.mark.parametrize("name", ["Sue", "sue", " SUE ", "ｓｕｅ", "sUe"])
def test_a_name_is_given_out_once(backend: Backend, sue: accounts.Account, name: str) -> None:
    refused("name_taken", lambda: accounts.add(backend, name, ["dealer"], PASSWORD, AT))
    assert accounts.every(backend) == [sue]


def test_the_same_name_added_at_the_same_time_is_one_account(backend: Backend) -> None:
    start = threading.Barrier(8)

    def add(number: int) -> str:
        start.wait()
        try:
            accounts.add(backend, "SUE" if number % 2 else "sue", ["dealer"], PASSWORD, AT)
        except Malformed as told:
            return told.code
        return "added"

    with ThreadPoolExecutor(8) as pool:
        answers = sorted(pool.map(add, range(8)))
    assert answers == ["added"] + ["name_taken"] * 7
    assert len(accounts.every(backend)) == 1


BAD_NAMES = [
    *("", " ", "   ", "x" * 61, "x" * 10_000_000, "a\nb", "a\tb", "sue\x00", "\ud800", "\x1b[31m"),
    *("su\u200be", "\u202esue", "\u3164", "\u2800", "sue\ufe0f", "--", "☂", "a\u00a0b"),
    *("dealer", "Dealer", "casino supervisor", "PATRON", "surveillance", "nobody", "public"),
]


@pytest.mark.parametrize("name", BAD_NAMES, ids=lambda name: ascii(name[:12]))
def test_what_is_no_name_is_refused_and_changes_nothing(backend: Backend, name: str) -> None:
    told = refused("no_such_name", lambda: accounts.add(backend, name, ["dealer"], PASSWORD, AT))
    assert len(told.message) < 120
    assert accounts.every(backend) == []


@pytest.mark.parametrize("name", ["x" * 60, "李小龍", "O'Neil-Đạo", "Änne 2", "a", "7"])
def test_what_is_a_name_can_sign_in(backend: Backend, name: str) -> None:
    accounts.add(backend, name, ["dealer"], PASSWORD, AT)
    assert sign_in(backend, name.upper(), PASSWORD, AT).person.name == name


def test_composed_and_decomposed_letters_are_one_name_and_one_password(backend: Backend) -> None:
    account = accounts.add(backend, "A\u0308nne", ["dealer"], "pa\u0308ssword to the pit", AT)
    assert account.name == "\u00c4nne"
    assert sign_in(backend, "\u00e4nne", "p\u00e4ssword to the pit", AT).person.key == account.key


def test_names_that_nobody_has_are_told_with_the_nearest(
    backend: Backend, sue: accounts.Account
) -> None:
    assert sue.name == "Sue"
    acts: tuple[Callable[[Backend, str], object], ...] = (
        accounts.disable,
        accounts.enable,
        accounts.known,
        sessions.sign_out_everywhere,
    )
    for act in acts:
        told = refused("no_such_account", partial(act, backend, "Sui"))
        assert "did you mean Sue?" in told.message
    for name in ("", "\x00", "\ud800", "x" * 1_000_000, "%", "' OR 1=1 --"):
        told = refused("no_such_account", partial(accounts.disable, backend, name))
        assert len(told.message) < 120
        told.message.encode()


def test_titles_are_those_of_the_rulebooks_and_surveillance(backend: Backend) -> None:
    for rulebook in load.ids():
        assert known_titles(load.load(rulebook)) <= titles.every_title()
    assert "surveillance" in titles.every_title()
    for bad in ("patron", "", "Dealer", "dealer\x00", "d" * 100_000, "dealer inspector"):
        refused("no_such_title", partial(accounts.add, backend, "Sue", [bad], PASSWORD, AT))
    told = refused("no_such_title", lambda: accounts.add(backend, "S", ["inspecter"], PASSWORD, AT))
    assert "did you mean inspector?" in told.message
    refused("incomplete", lambda: accounts.add(backend, "Sue", [], PASSWORD, AT))
    assert accounts.every(backend) == []
    made = accounts.add(backend, "Sue", ["surveillance", "dealer", "dealer"], PASSWORD, AT)
    assert made.titles == ("dealer", "surveillance")


@pytest.mark.parametrize(
    "password", ["", "x" * 11, "x" * 1001, "x" * 10_000_000, "\ud800" * 12, "a\u0308" * 6]
)
def test_what_is_no_password_is_refused_and_not_told_back(
    backend: Backend, password: str, sue: accounts.Account
) -> None:
    before = everything(backend)
    for act in (
        lambda: accounts.add(backend, "ann", ["dealer"], password, AT),
        lambda: accounts.set_password(backend, "sue", password),
    ):
        told = refused("no_such_password", act)
        assert len(told.message) < 80
        assert not password or password not in told.message
    assert everything(backend) == before
    assert sue in accounts.every(backend)


@pytest.mark.parametrize("password", ["x" * 12, "x" * 1000, "🂡" * 12, "a b\x00c\nd e f g"])
def test_every_other_text_is_a_password(backend: Backend, password: str) -> None:
    accounts.add(backend, "Sue", ["dealer"], password, AT)
    assert sign_in(backend, "sue", password, AT)
    with pytest.raises(NotSignedIn):
        sign_in(backend, "sue", password + "x", AT)
    with pytest.raises(NotSignedIn):
        sign_in(backend, "sue", password[:-1], AT)


def test_a_password_is_not_the_name(backend: Backend) -> None:
    name = "Susan Featherstone"
    for password in (name, name.upper(), f" {name} "):
        refused("no_such_password", partial(accounts.add, backend, name, ["dealer"], password, AT))


def test_titles_count_from_the_next_request_on(backend: Backend, sue: accounts.Account) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    assert accounts.set_titles(backend, "sue", ["inspector"]).titles == ("inspector",)
    assert person_for(backend, AT, session=session).titles == ("inspector",)
    refused("no_such_title", lambda: accounts.set_titles(backend, "sue", ["inspector", "king"]))
    refused("incomplete", lambda: accounts.set_titles(backend, "sue", []))
    assert accounts.known(backend, "sue").titles == ("inspector",)
    assert accounts.known(backend, "sue").key == sue.key


# --- signing in -----------------------------------------------------------------------------------


def test_whoever_signs_in_has_a_session_until_they_sign_out(
    backend: Backend, sue: accounts.Account
) -> None:
    signed = sign_in(backend, "sue", PASSWORD, AT, address="192.0.2.1")
    assert signed.person == Person("Sue", sue.titles, CallerKind.STAFF, sue.key)
    elsewhere = sign_in(backend, "sue", PASSWORD, AT)
    assert elsewhere.secret.text != signed.secret.text
    assert person_for(backend, AT, session=signed.secret.text) == signed.person
    sessions.sign_out(backend, signed.secret.text)
    sessions.sign_out(backend, signed.secret.text)
    assert person_for(backend, AT, session=signed.secret.text) == NOBODY
    assert person_for(backend, AT, session=elsewhere.secret.text) == signed.person
    assert sessions.sign_out_everywhere(backend, "sue") == 1
    assert person_for(backend, AT, session=elsewhere.secret.text) == NOBODY


def test_a_disabled_account_is_out_at_once_and_cannot_come_back(
    backend: Backend, sue: accounts.Account
) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    assert accounts.disable(backend, "sue").disabled
    assert person_for(backend, AT, session=session) == NOBODY
    with pytest.raises(NotSignedIn):
        sign_in(backend, "sue", PASSWORD, AT)
    assert accounts.enable(backend, "sue") == sue
    assert person_for(backend, AT, session=session) == NOBODY, "old sessions stay ended"
    assert sign_in(backend, "sue", PASSWORD, AT)


def test_a_new_password_ends_every_session(backend: Backend, sue: accounts.Account) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    assert accounts.set_password(backend, "sue", OTHER) == sue
    assert person_for(backend, AT, session=session) == NOBODY
    with pytest.raises(NotSignedIn):
        sign_in(backend, "sue", PASSWORD, AT)
    assert sign_in(backend, "sue", OTHER, AT)


@pytest.mark.parametrize("seconds", [0, 1799])
def test_a_session_in_use_lasts_twelve_hours_and_no_longer(
    backend: Backend, sue: accounts.Account, seconds: int
) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    for at in range(AT + seconds, AT + 12 * 3600, 1799):
        assert person_for(backend, at, session=session).key == sue.key, at - AT
    assert person_for(backend, AT + 12 * 3600 - 1, session=session).key == sue.key
    assert person_for(backend, AT + 12 * 3600, session=session) == NOBODY


@pytest.mark.usefixtures("sue")
def test_a_session_that_nobody_uses_is_over_after_half_an_hour(backend: Backend) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    assert person_for(backend, AT + 1799, session=session) != NOBODY
    assert person_for(backend, AT + 1799 + 1799, session=session) != NOBODY
    assert person_for(backend, AT + 1799 + 1799 + 1800, session=session) == NOBODY
    short = SessionLifetime(idle_seconds=10, absolute_seconds=20)
    session = sign_in(backend, "sue", PASSWORD, AT, lasting=short).secret.text
    assert person_for(backend, AT + 9, session=session, lasting=short) != NOBODY
    assert person_for(backend, AT + 10, session=session, lasting=short) == NOBODY


@pytest.mark.usefixtures("sue")
def test_sessions_that_are_over_are_not_kept(backend: Backend) -> None:
    for number in range(5):
        sign_in(backend, "sue", PASSWORD, AT + number * 1800)
    with reading(backend) as connection:
        assert len(connection.execute(select(sessions_kept)).all()) == 1


@pytest.mark.usefixtures("sue")
def test_a_clock_that_jumps_neither_signs_out_nor_keeps_anybody_for_ever(backend: Backend) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    assert person_for(backend, AT + 1000, session=session) != NOBODY
    assert person_for(backend, AT - 300, session=session) != NOBODY, "set back a little"
    assert person_for(backend, AT - 300 + 1800, session=session) == NOBODY, "idle from then on"
    ahead = sign_in(backend, "sue", PASSWORD, AT + 10_000_000).secret.text
    assert person_for(backend, AT, session=ahead) == NOBODY


def touched(backend: Backend) -> list[int]:
    with reading(backend) as connection:
        return list(connection.execute(select(sessions_kept.c.seen_at)).scalars())


@pytest.mark.usefixtures("sue")
def test_that_somebody_was_seen_is_written_once_a_minute(backend: Backend) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    for at in (AT, AT + 1, AT + TOUCH_SECONDS - 1):
        assert caller_for(backend, at, session=session).touch is None
    caller = caller_for(backend, AT + TOUCH_SECONDS, session=session)
    assert caller.touch is not None
    assert touched(backend) == [AT], "whoever looks up only reads"
    caller.touch()
    assert touched(backend) == [AT + TOUCH_SECONDS]
    person_for(backend, AT + 2 * TOUCH_SECONDS, session=session)
    assert touched(backend) == [AT + 2 * TOUCH_SECONDS]


@pytest.mark.usefixtures("sue")
def test_nobody_is_turned_away_because_nothing_can_be_written(log: Log, url: str) -> None:
    session = sign_in(log.backend, "sue", PASSWORD, AT).secret.text
    token = tokens.add(log.backend, "report", AT, wanted=["inspector"]).secret.text
    with read_log(url) as reader:
        for at in (AT, AT + 1000):
            assert person_for(reader.backend, at, session=session).name == "Sue"
            assert person_for(reader.backend, at, token=token).name == "report"
    assert touched(log.backend) == [AT]


NONSENSE = ["", "x", "\x00", "\ud800", "x" * 10_000_000, "punto-session-", "punto-token-é", "%"]


@pytest.mark.parametrize("text", NONSENSE, ids=lambda text: ascii(text[:14]))
def test_what_is_no_secret_is_nobody(backend: Backend, text: str) -> None:
    assert person_for(backend, AT, session=text) == NOBODY
    assert person_for(backend, AT, token=text) == NOBODY
    assert person_for(backend, AT, token=f"punto-patron-{text}") == NOBODY
    sessions.sign_out(backend, text)
    patrons.leave(backend, text)
    assert person_for(backend, AT) == NOBODY


@pytest.mark.usefixtures("sue")
def test_a_secret_is_good_for_one_purpose_only(backend: Backend) -> None:
    session = sign_in(backend, "sue", PASSWORD, AT).secret.text
    token = tokens.add(backend, "report", AT, wanted=["inspector"]).secret.text
    patron = patrons.join(backend, "table/7", "ann").secret.text
    for wrong in (token, patron):
        assert person_for(backend, AT, session=wrong) == NOBODY
    assert person_for(backend, AT, token=session) == NOBODY
    assert person_for(backend, AT, session=session, token="punto-token-wrong") == NOBODY
    assert person_for(backend, AT, session=session, token=patron).kind is CallerKind.PATRON


def test_a_page_shows_that_it_is_of_the_session(backend: Backend, sue: accounts.Account) -> None:
    signed = sign_in(backend, sue.name, PASSWORD, AT)
    other = sign_in(backend, sue.name, PASSWORD, AT)
    assert signed.csrf == csrf_of(signed.secret.text)
    assert signed.csrf not in signed.secret.text
    assert csrf_fits(signed.secret.text, signed.csrf)
    for wrong in (other.csrf, "", None, "é", "\ud800", signed.csrf[:-1], signed.csrf.upper()):
        assert not csrf_fits(signed.secret.text, wrong)
    assert csrf_fits("", csrf_of("\ud800")) is False


def test_an_unknown_name_takes_the_time_of_a_known_one(
    backend: Backend, sue: accounts.Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    verified: list[str] = []

    class Watched(PasswordHasher):
        def verify(self, hash: str | bytes, password: str | bytes) -> Any:  # noqa: A002
            verified.append(str(hash))
            return super().verify(hash, password)

    watched = Watched(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", watched)
    accounts.add(backend, "Out", ["dealer"], PASSWORD, AT)
    accounts.disable(backend, "out")
    tried = [sue.name, "nobody here", "", "\x00", "x" * 100_000, "out", "\ud800"]
    for name in tried:
        with pytest.raises(NotSignedIn):
            sign_in(backend, name, "not the password", AT)
    for password in ("", "\ud800", "\x00", "x" * 10_000_000):
        with pytest.raises(NotSignedIn):
            sign_in(backend, f"name for {len(password)}", password, AT)
    assert len(verified) == len(tried) + 4, "each of them verified one hash"
    assert len(set(verified)) == 2, "that of the account, or nobody's"
    parameters = {kept.rsplit("$", 2)[0] for kept in verified}
    assert len(parameters) == 1, "which are of the same kind"


def test_nobody_signs_in_with_the_password_that_nobody_has(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = passwords._hasher.hash(PASSWORD)
    monkeypatch.setattr(passwords, "_nobodys", lambda _: known)
    assert not passwords.fits(None, PASSWORD)
    with pytest.raises(NotSignedIn):
        sign_in(backend, "sue", PASSWORD, AT)


def test_an_old_hash_is_renewed_at_sign_in_even_by_many_at_once(
    backend: Backend, sue: accounts.Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = everything(backend)
    assert "m=8,t=1,p=1" in old
    stronger = PasswordHasher(time_cost=2, memory_cost=16, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", stronger)
    with pytest.raises(NotSignedIn):
        sign_in(backend, "sue", OTHER, AT)
    assert "m=8,t=1,p=1" in everything(backend)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: sign_in(backend, "sue", PASSWORD, AT), range(4)))
    assert {signed.person.key for signed in found} == {sue.key}
    assert "m=16,t=2,p=1" in everything(backend)
    assert "m=8,t=1,p=1" not in everything(backend)
    assert person_for(backend, AT, session=found[0].secret.text) != NOBODY, "nobody is signed out"


def test_passwords_are_hashed_by_argon2id_as_the_library_has_it(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "_hasher", PasswordHasher())
    accounts.add(backend, "Sue", ["dealer"], PASSWORD, AT)
    assert "$argon2id$v=19$m=65536,t=3,p=4$" in everything(backend)
    assert sign_in(backend, "sue", PASSWORD, AT)


@pytest.mark.usefixtures("sue")
def test_a_password_that_changes_during_a_sign_in_is_the_one_that_counts(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    right = passwords.fits

    def meanwhile(act: Callable[[], object]) -> None:
        def slow(kept: str | None, given: str) -> bool:
            monkeypatch.setattr(passwords, "fits", right)
            found = right(kept, given)
            act()
            return found

        monkeypatch.setattr(passwords, "fits", slow)
        with pytest.raises(NotSignedIn):
            sign_in(backend, "sue", PASSWORD, AT)
        assert touched(backend) == []

    meanwhile(lambda: accounts.disable(backend, "sue"))
    accounts.enable(backend, "sue")
    meanwhile(lambda: accounts.set_password(backend, "sue", OTHER))


# --- too many wrong passwords ---------------------------------------------------------------------


def test_after_five_failures_one_waits_a_minute_then_twice_as_long(
    backend: Backend, sue: accounts.Account
) -> None:
    assert [failing(backend, "sue", AT) for _ in range(5)] == [0] * 5
    at = AT
    for wait in (60, 120, 240, 480, 900, 900, 900):
        assert failing(backend, "SUE", at) == wait
        with pytest.raises(Throttled) as told:
            sign_in(backend, "sue", PASSWORD, at + wait - 1)
        assert told.value.retry_after == 1, "the right password waits as well"
        at += wait
        assert failing(backend, "sue", at) == 0
    assert sign_in(backend, "sue", PASSWORD, at + 900).person.key == sue.key
    assert [failing(backend, "sue", at + 900) for _ in range(6)] == [0] * 5 + [60], "from the start"


def test_a_name_that_nobody_has_is_throttled_alike(backend: Backend) -> None:
    assert [failing(backend, "who", AT) for _ in range(6)] == [0] * 5 + [60]
    assert failing(backend, "who else", AT) == 0


@pytest.mark.usefixtures("sue")
def test_an_address_is_throttled_over_all_names(backend: Backend) -> None:
    patience = ThrottlePolicy(address_failures=8)
    for number in range(8):
        assert failing(backend, f"name {number}", AT, address="192.0.2.1", patience=patience) == 0
    assert failing(backend, "sue", AT, address="192.0.2.1", patience=patience) == 60
    assert failing(backend, "sue", AT, address="::ffff:192.0.2.1", patience=patience) == 60
    assert sign_in(backend, "sue", PASSWORD, AT, address="192.0.2.2", patience=patience)
    assert sign_in(backend, "sue", PASSWORD, AT, address=None, patience=patience)
    later = AT + 60
    assert sign_in(backend, "sue", PASSWORD, later, address="192.0.2.1", patience=patience)
    assert failing(backend, "x", later, address="192.0.2.1", patience=patience) == 0
    assert failing(backend, "x", later, address="192.0.2.1", patience=patience) == 120, (
        "that one knows a password does not clear the address"
    )


@pytest.mark.usefixtures("sue")
def test_where_somebody_mistypes_every_day_others_still_sign_in(backend: Backend) -> None:
    for day in range(40):
        assert failing(backend, "x", AT + day * 80_000, address="192.0.2.1") == 0
    for number in range(5):
        at = AT + 40 * 80_000 + number
        assert sign_in(backend, "sue", PASSWORD, at, address="192.0.2.1")


def test_an_entrant_is_known_by_their_very_name(backend: Backend) -> None:
    stream = "tournament/cup"
    joined = [patrons.let_in(backend, stream, name) for name in ("Ann", "ann", "ann-2", "Zoe  Q")]
    assert [one.person.name for one in joined] == ["Ann", "ann", "ann-2", "Zoe  Q"]
    again = patrons.let_in(backend, stream, "ann")
    assert again.person == joined[1].person
    assert patrons.known(backend, joined[1].secret.text) == NOBODY
    assert patrons.known(backend, joined[0].secret.text).name == "Ann"


def test_who_left_is_forgotten_however_they_went(backend: Backend) -> None:
    ann, ben = (patrons.join(backend, "table/7", name) for name in ("ann", "ben"))
    patrons.keep_only(backend, "table/7", ["ben"])
    assert patrons.known(backend, ann.secret.text) == NOBODY
    assert patrons.known(backend, ben.secret.text) == ben.person


def test_only_those_who_left_that_table_are_forgotten(backend: Backend) -> None:
    stay = [patrons.join(backend, "table/8", name) for name in ("ann", "ben")]
    here = {name: patrons.join(backend, "table/7", name) for name in ("ann", "ben", "cleo", "dora")}

    def known(*there: str) -> None:
        for name, joined in here.items():
            person = joined.person if name in there else NOBODY
            assert patrons.known(backend, joined.secret.text) == person
        assert [patrons.known(backend, one.secret.text) for one in stay] == [
            one.person for one in stay
        ], "they are at another table"

    patrons.keep_only(backend, "table/7", list(here))
    known(*here)
    patrons.gone(backend, "table/7", {"ann"})
    known("ben", "cleo", "dora")
    patrons.keep_only(backend, "table/7", ["ben", "dora", "nobody here"])
    known("ben", "dora")
    # Who is gone already, and comes again, has a secret of their own.
    here["cleo"] = patrons.let_in(backend, "table/7", "cleo")
    known("ben", "cleo", "dora")
    patrons.keep_only(backend, "table/7", [])
    known()
    patrons.keep_only(backend, "table/7", [])
    known()
    assert patrons.join(backend, "table/7", "ann").person.name == "ann-2", "names stay taken"


@pytest.mark.usefixtures("sue")
def test_no_patron_is_called_like_staff_or_like_somebody_whom_the_table_knows(
    backend: Backend,
) -> None:
    assert patrons.join(backend, "table/7", "SUE").person.name == "SUE-2"
    assert patrons.join(backend, "table/7", "Bob", ["bob", "ann"]).person.name == "Bob-2"


def test_erased_facts_leave_nothing_in_the_files_of_a_store(tmp_path: Path) -> None:
    secret = "14 Nowhere Lane, Erasington"
    with open_log(tmp_path / "floor.db") as log:
        prepare(log.backend)
        personal_data.write_down(log.backend, "p-1", {"address": secret})
        assert any(secret.encode() in one.read_bytes() for one in tmp_path.iterdir())
        personal_data.keep_only(log.backend, [])
        assert not any(secret.encode() in one.read_bytes() for one in tmp_path.iterdir())
    assert (tmp_path / "floor.db").stat().st_mode & 0o077 == 0, "for whoever runs it"


def test_addresses_of_one_home_count_together() -> None:
    assert sign_in_throttle.address_of("2001:db8::1") == sign_in_throttle.address_of(
        "2001:db8::ffff:2%eth0"
    )
    assert sign_in_throttle.address_of("2001:db8::1") != sign_in_throttle.address_of(
        "2001:db8:0:1::1"
    )
    for odd in ("unix", "x" * 100_000, "\ud800", "1.2.3"):
        assert sign_in_throttle.address_of(odd).startswith("address:")


@pytest.mark.usefixtures("sue")
def test_many_right_passwords_from_one_address_are_no_failures(backend: Backend) -> None:
    for number in range(40):
        assert sign_in(backend, "sue", PASSWORD, AT + number, address="192.0.2.1")
    assert failing(backend, "sue", AT + 40, address="192.0.2.1") == 0


def test_failures_are_forgotten_after_a_day_and_by_who_keeps_the_accounts(
    backend: Backend, sue: accounts.Account
) -> None:
    assert [failing(backend, "sue", AT) for _ in range(5)] == [0] * 5
    assert [failing(backend, "sue", AT + 86_401) for _ in range(6)] == [0] * 5 + [60]
    pardons: tuple[Callable[[], object], ...] = (
        lambda: accounts.enable(backend, "sue"),
        lambda: accounts.set_password(backend, "sue", PASSWORD),
    )
    for pardon in pardons:
        assert failing(backend, "sue", AT + 86_401) == 60
        pardon()
        assert sign_in(backend, "sue", PASSWORD, AT + 86_401).person.key == sue.key
        assert [failing(backend, "sue", AT + 86_401) for _ in range(5)] == [0] * 5


@pytest.mark.usefixtures("sue")
def test_a_clock_that_was_ahead_makes_nobody_wait_for_ever(backend: Backend) -> None:
    ahead = AT + 365 * 86_400
    assert [failing(backend, "sue", ahead) for _ in range(6)] == [0] * 5 + [60]
    assert failing(backend, "sue", AT) == 60
    assert failing(backend, "sue", AT + 59) == 1
    assert sign_in(backend, "sue", PASSWORD, AT + 60)


def test_a_hundred_guesses_at_once_are_five(backend: Backend, url: str) -> None:
    accounts.add(backend, "Sue", ["dealer"], PASSWORD, AT)
    with open_log(url) as elsewhere, ThreadPoolExecutor(8) as pool:
        both = (backend, elsewhere.backend)
        waits = list(pool.map(lambda n: failing(both[n % 2], "sue", AT), range(100)))
    assert sorted(waits) == [0] * 5 + [60] * 95


def test_many_people_sign_in_at_once(backend: Backend) -> None:
    staff = [accounts.add(backend, f"staff {n}", ["dealer"], PASSWORD, AT) for n in range(12)]
    with ThreadPoolExecutor(12) as pool:
        found = list(pool.map(lambda who: sign_in(backend, who.name, PASSWORD, AT), staff))
    assert [signed.person.key for signed in found] == [account.key for account in staff]
    assert len({signed.secret.text for signed in found}) == 12
    for signed in found:
        assert person_for(backend, AT, session=signed.secret.text) == signed.person


@pytest.mark.usefixtures("sue")
def test_who_cannot_be_served_in_time_is_told_so_and_has_not_failed(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(passwords, "_WAIT_SECONDS", 0)
    with passwords._room(), passwords._room():
        for _ in range(7):
            with pytest.raises(Throttled) as told:
                sign_in(backend, "sue", PASSWORD, AT, address="192.0.2.1")
            assert told.value.retry_after == 0
    assert sign_in(backend, "sue", PASSWORD, AT, address="192.0.2.1")


# --- tokens ---------------------------------------------------------------------------------------


def test_a_program_acts_with_titles_until_its_token_is_revoked(backend: Backend) -> None:
    issued = tokens.add(backend, "Night report", AT, wanted=["inspector", "dealer"])
    person = person_for(backend, AT, token=issued.secret.text)
    assert person == Person(
        "Night report", ("dealer", "inspector"), CallerKind.STAFF, f"token:{issued.token.number}"
    )
    assert tokens.revoke(backend, "night REPORT").revoked
    assert person_for(backend, AT, token=issued.secret.text) == NOBODY
    refused("no_such_token", lambda: tokens.revoke(backend, "night report"))
    again = tokens.add(backend, "Night report", AT, wanted=["inspector"])
    assert again.token.key != issued.token.key
    assert [token.revoked for token in tokens.every(backend)] == [True, False]
    assert person_for(backend, AT, token=issued.secret.text) == NOBODY


@pytest.mark.parametrize("kind", ["shoe", "display"])
def test_a_device_has_no_title_and_one_stream(backend: Backend, kind: str) -> None:
    issued = tokens.add(backend, "Device 7", AT, device=f"{kind}:table/7")
    person = person_for(backend, AT, token=issued.secret.text)
    assert (person.kind, person.titles, person.device) == (CallerKind.DEVICE, (), kind)
    assert (person.stream, person.name) == ("table/7", "Device 7")


def test_a_token_expires_when_it_was_said_to(backend: Backend) -> None:
    issued = tokens.add(backend, "shoe", AT, device="shoe:table/7", expires_at=AT + 100)
    assert person_for(backend, AT + 99, token=issued.secret.text) != NOBODY
    assert person_for(backend, AT + 100, token=issued.secret.text) == NOBODY
    for_ever = tokens.add(backend, "other", AT, device="shoe:table/7")
    assert person_for(backend, AT + 10**9, token=for_ever.secret.text) != NOBODY
    for when in (AT, AT - 1, 0, -1):
        add = partial(tokens.add, backend, "x", AT, device="shoe:t", expires_at=when)
        refused("no_such_time", add)


def test_that_a_token_was_used_is_written_once_a_minute(backend: Backend) -> None:
    secret = tokens.add(backend, "shoe", AT, device="shoe:table/7").secret.text
    assert tokens.every(backend)[0].used_at is None
    for at, used in ((AT, AT), (AT + 59, AT), (AT + 60, AT + 60), (AT + 61, AT + 60)):
        person_for(backend, at, token=secret)
        assert tokens.every(backend)[0].used_at == used


BAD_DEVICES = ["shoe", "shoe:", ":table/7", "fridge:table/7", "Shoe:t", "shoe:a b", "shoe:a\x00"]


@pytest.mark.parametrize("device", [*BAD_DEVICES, "shoe:" + "x" * 201, "x" * 1_000_000])
def test_what_is_no_device_gets_no_token(backend: Backend, device: str) -> None:
    with pytest.raises(Malformed) as told:
        tokens.add(backend, "shoe", AT, device=device)
    assert told.value.code in ("no_such_device", "no_such_stream")
    assert len(told.value.message) < 120
    assert tokens.every(backend) == []


def test_a_token_has_titles_or_a_device(backend: Backend) -> None:
    refused("incomplete", lambda: tokens.add(backend, "x", AT))
    refused(
        "incomplete",
        lambda: tokens.add(backend, "x", AT, wanted=["dealer"], device="shoe:table/7"),
    )
    told = refused("no_such_title", lambda: tokens.add(backend, "x", AT, wanted=["deeler"]))
    assert "did you mean dealer?" in told.message
    refused("no_such_name", lambda: tokens.add(backend, "dealer", AT, wanted=["dealer"]))
    told = refused("no_such_token", lambda: tokens.revoke(backend, "\ud800" * 100))
    told.message.encode()


def test_the_log_never_has_one_name_for_a_person_and_a_program(
    backend: Backend, sue: accounts.Account
) -> None:
    refused("name_taken", lambda: tokens.add(backend, sue.name.upper(), AT, wanted=["dealer"]))
    tokens.add(backend, "report", AT, wanted=["dealer"])
    refused("name_taken", lambda: tokens.add(backend, "REPORT", AT, wanted=["dealer"]))
    tokens.revoke(backend, "report")
    refused("name_taken", lambda: accounts.add(backend, "Report", ["dealer"], PASSWORD, AT))


def test_the_same_token_added_at_the_same_time_is_one(backend: Backend) -> None:
    def add(_: int) -> bool:
        try:
            tokens.add(backend, "shoe 7", AT, device="shoe:table/7")
        except Malformed:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(add, range(8))) == 1


# --- patrons --------------------------------------------------------------------------------------


def test_a_patron_joins_a_stream_under_a_name_of_their_own_there(backend: Backend) -> None:
    joined = [patrons.join(backend, "table/7", name) for name in ("ann", "Ann", "ann", "bob")]
    assert [one.person.name for one in joined] == ["ann", "Ann-2", "ann-3", "bob"]
    assert patrons.join(backend, "table/8", "ann").person.name == "ann"
    assert len({one.person.key for one in joined}) == 4
    first = joined[0]
    assert first.person.key.startswith("patron:")
    assert len(first.person.key) >= len("patron:") + 22, "128 bits"
    assert person_for(backend, AT, token=first.secret.text) == first.person
    assert first.person.kind is CallerKind.PATRON
    assert first.person.titles == ()


def test_a_typed_number_is_taken_for_the_number_it_looks_like(backend: Backend) -> None:
    wanted = ["ann-2", "ann", "ann", "ann-2", "ann-1", "ann-1", "ann-02", "ann-1000", "-2"]
    names_given = [patrons.join(backend, "t", name).person.name for name in wanted]
    assert names_given == [
        *("ann-2", "ann", "ann-3", "ann-4", "ann-1", "ann-1-2", "ann-02", "ann-1000", "-2")
    ]
    assert len(set(map(names.folded, names_given))) == len(wanted)


def test_a_patron_acts_only_for_themself(backend: Backend) -> None:
    ann = patrons.join(backend, "table/7", "ann").person
    assert ann.is_patron("table/7", "ann")
    for stream, name in (("table/8", "ann"), ("table/7", "bob"), ("table/7", ""), ("", "ann")):
        assert not ann.is_patron(stream, name)
    assert not Person("ann", ("dealer",), CallerKind.STAFF, "staff:1").is_patron("", "ann")
    assert not NOBODY.is_patron("", "")


def test_who_leaves_is_nobody_and_their_name_stays_theirs(backend: Backend) -> None:
    ann = patrons.join(backend, "table/7", "ann")
    bob = patrons.join(backend, "table/7", "bob")
    patrons.leave(backend, ann.secret.text)
    patrons.leave(backend, bob.secret.text)
    assert person_for(backend, AT, token=ann.secret.text) == NOBODY
    assert patrons.join(backend, "table/7", "ann").person.name == "ann-2"


@pytest.mark.parametrize("name", BAD_NAMES, ids=lambda name: ascii(name[:12]))
def test_a_patron_is_called_as_people_are(backend: Backend, name: str) -> None:
    refused("no_such_name", lambda: patrons.join(backend, "table/7", name))


def test_a_stream_has_a_name_and_a_name_has_an_end(
    backend: Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    for stream in ("", " ", "a\x00", "\ud800", "x" * 201):
        refused("no_such_stream", partial(patrons.join, backend, stream, "ann"))
    monkeypatch.setattr(patrons, "SAME_NAME_MAX", 3)
    for _ in range(3):
        patrons.join(backend, "t", "ann")
    refused("name_taken", lambda: patrons.join(backend, "t", "ann"))
    longest = patrons.join(backend, "t", "x" * 60).person.name
    assert patrons.join(backend, "t", "x" * 60).person.name == f"{longest}-2"


def test_patrons_who_join_at_once_have_different_names(backend: Backend) -> None:
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: patrons.join(backend, "t", "ann").person.name, range(24)))
    assert sorted(found) == sorted(["ann", *(f"ann-{n}" for n in range(2, 25))])


@given(st.lists(st.text("aA-12 é", min_size=1, max_size=6), max_size=12))
@settings(max_examples=30)
def test_names_shown_at_a_table_are_never_the_same(
    tmp_path_factory: Any, wanted: list[str]
) -> None:
    with open_log(tmp_path_factory.mktemp("store") / "store.db") as log:
        prepare(log.backend)
        shown = []
        for name in wanted:
            # Of these texts some are no name.
            with suppress(Malformed):
                shown.append(patrons.join(log.backend, "t", name).person.name)
        assert len({names.folded(name) for name in shown}) == len(shown)


# --- nothing secret anywhere ----------------------------------------------------------------------


def test_no_secret_is_kept_shown_or_logged(
    backend: Backend, caplog: pytest.LogCaptureFixture, capfd: pytest.CaptureFixture[str]
) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("sqlalchemy.engine", "sqlalchemy.pool", "argon2"):
        caplog.set_level(logging.DEBUG, logger=name)
    typed_as_name = "my secret typed in the wrong box"
    accounts.add(backend, "Sue", ["dealer"], PASSWORD, AT)
    accounts.set_password(backend, "sue", OTHER)
    signed = sign_in(backend, "sue", OTHER, AT, address=ADDRESS)
    issued = tokens.add(backend, "report", AT, wanted=["dealer"])
    joined = patrons.join(backend, "table/7", "ann")
    said = []
    for name, password in (("sue", PASSWORD), (typed_as_name, "x" * 12), ("sue", "w" * 2000)):
        try:
            sign_in(backend, name, password, AT, address=ADDRESS)
        except NotSignedIn as told:
            said.append("".join(traceback.format_exception(told)) + repr(told))
    caller = caller_for(backend, AT + 100, session=signed.secret.text)
    assert caller.touch is not None
    caller.touch()
    person_for(backend, AT + 100, token=issued.secret.text)
    person_for(backend, AT + 100, token=joined.secret.text)

    secrets = [PASSWORD, OTHER, typed_as_name, "w" * 20, ADDRESS]
    secrets += [one.secret.text for one in (signed, issued, joined)]
    secrets += [one.secret.text.split("-", 2)[2] for one in (signed, issued, joined)]
    secrets += [signed.csrf]
    shown = [everything(backend), *said, caplog.text, "".join(capfd.readouterr())]
    shown += [repr(one) for one in (signed, issued, joined, caller, issued.token)]
    shown += [str(one) for one in (signed, issued, joined, caller, signed.secret)]
    shown += [f"{signed.secret}", f"{signed.secret!r:>20}"]
    for text in shown:
        for secret in secrets:
            assert secret not in text
    lines = "".join(record.getMessage() for record in caplog.records if record.levelno > 10)
    assert "$argon2id$" not in lines, "what a statement was given is not logged either"


def test_a_secret_is_not_sent_by_mistake(backend: Backend, sue: accounts.Account) -> None:
    signed = sign_in(backend, sue.name, PASSWORD, AT)
    for codec in (msgspec.json, msgspec.msgpack):
        with pytest.raises(TypeError):
            codec.encode(signed)
    assert msgspec.json.decode(msgspec.json.encode(signed.person), type=Person) == signed.person
    assert Secret("x").text == "x"


def test_an_error_of_the_database_tells_no_value(
    backend: Backend, sue: accounts.Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    # As if somebody else had added the name although nobody else could.
    monkeypatch.setattr(accounts, "_check_free", lambda *_: None)
    with pytest.raises(StoreError) as told:
        accounts.add(backend, sue.name, ["dealer"], PASSWORD, AT)
    whole = "".join(traceback.format_exception(told.value))
    whole += "".join(traceback.format_exception(told.value.__context__))
    assert "argon2" not in whole.replace("argon2/", "")
    assert "$m=" not in whole
    assert PASSWORD not in whole.replace(f'PASSWORD = "{PASSWORD}"', "")


def test_what_is_half_done_is_not_done(backend: Backend, sue: accounts.Account) -> None:
    before = everything(backend)

    def half() -> None:
        kept = {"digest": b"x", "account": sue.number, "created_at": AT, "seen_at": AT}
        with writing(backend) as connection:
            connection.execute(insert(sessions_kept).values(kept))
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        half()
    assert everything(backend) == before
