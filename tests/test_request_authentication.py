"""Who calls, by the cookies and headers of a request: what is known of them, and how long."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from argon2 import PasswordHasher
from litestar.connection import ASGIConnection
from sqlalchemy import select

from punto.clause import NotEntitled
from punto.server import request_authentication
from punto.server.people import accounts, passwords, patrons, tokens
from punto.server.people.authentication import TOUCH_SECONDS, Caller, caller_for
from punto.server.people.database import reading
from punto.server.people.migrations import prepare
from punto.server.people.person import NOBODY, Person
from punto.server.people.secret import csrf_of
from punto.server.people.sessions import sign_in
from punto.server.people.sql_tables import sessions as sessions_kept
from punto.server.request_authentication import (
    COOKIE,
    CSRF,
    PATRON_COOKIE,
    RequestAuthenticator,
    forgotten,
    identity,
    still,
)
from punto.store.address import open_log
from punto.store.errors import Locked

AT = 1_700_000_000
PASSWORD = "correct horse battery"
Asking = ASGIConnection[Any, Any, Any, Any]


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hash quickly: how slow it must be is the library's to say."""
    quick = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
    monkeypatch.setattr(passwords, "_hasher", quick)


class Door:
    """A house with one of the staff, one program and one patron, and a clock that tests set."""

    def __init__(self, place: Path) -> None:
        self.log = open_log(place / "house.db")
        self.backend = self.log.backend
        prepare(self.backend)
        self.now = AT
        accounts.add(self.backend, "Sue", ["dealer"], PASSWORD, AT)
        self.session = sign_in(self.backend, "Sue", PASSWORD, AT).secret.text
        self.token = tokens.add(self.backend, "report", AT, wanted=["dealer"]).secret.text
        self.patron = patrons.join(self.backend, "table/t1", "ann").secret.text
        self.known = RequestAuthenticator(self.backend, lambda: self.now)

    def who(self, asking: Asking) -> str:
        return asyncio.run(self.known(asking)).name


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    made = Door(tmp_path)
    yield made
    made.log.close()


@pytest.fixture
def lookups(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str | None, str | None]]:
    """Count whom the database is asked for."""
    asked: list[tuple[str | None, str | None]] = []

    def noted(*where: Any, session: str | None, token: str | None) -> Caller:
        asked.append((session, token))
        return caller_for(*where, session=session, token=token)

    monkeypatch.setattr(request_authentication, "caller_for", noted)
    return asked


def asking(
    method: str = "GET",
    *,
    session: str | None = None,
    patron: str | None = None,
    kind: str = "http",
    **headers: str,
) -> Asking:
    """Return a request with some cookies and headers."""
    cookies = {COOKIE: session, PATRON_COOKIE: patron}
    sent = "; ".join(f"{name}={value}" for name, value in cookies.items() if value is not None)
    given = {"host": "house.example", **({"cookie": sent} if sent else {}), **headers}
    scope: Any = {
        "type": kind,
        "method": method,
        "headers": [(name.encode(), value.encode()) for name, value in given.items()],
        "litestar_app": SimpleNamespace(state=SimpleNamespace()),
    }
    return ASGIConnection(scope)


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


def noted(request: Asking) -> dict[str, Any]:
    """Return what is noted beside a request, for its answer."""
    beside = request.scope.get("state", {})
    return {name: beside[name] for name in ("csrf", "lapsed") if name in beside}


def test_who_sends_no_secret_is_nobody_and_nobody_is_looked_up(
    door: Door, lookups: list[object]
) -> None:
    for headers in ({}, {"authorization": "Bearer "}, {"authorization": f"Basic {door.token}"}):
        request = asking("POST", **headers)
        assert door.who(request) == NOBODY.name
        assert noted(request) == {}
    assert lookups == []


@pytest.mark.parametrize("word", ["Bearer", "bearer", "BEARER"])
def test_a_token_is_enough_by_itself(door: Door, word: str) -> None:
    for method in ("GET", "POST"):
        request = asking(method, authorization=f"{word}  {door.token} ")
        assert door.who(request) == "report"
        assert noted(request) == {}
        mine = asking(method, **bearer(door.patron))
        assert door.who(mine) == "ann"
        assert noted(mine) == {}


def test_a_cookie_is_good_for_pages_of_the_house_alone(door: Door) -> None:
    csrf = csrf_of(door.session)
    for method in ("GET", "HEAD", "OPTIONS"):
        request = asking(method, session=door.session)
        assert door.who(request) == "Sue"
        assert noted(request) == {"csrf": csrf}
    for method in ("POST", "PUT", "DELETE"):
        request = asking(method, session=door.session, **{CSRF: csrf})
        assert door.who(request) == "Sue"
        assert noted(request) == {"csrf": csrf}
        for other in ({}, {CSRF: csrf_of(door.patron)}):
            request = asking(method, session=door.session, **other)
            with pytest.raises(NotEntitled, match="does not come from a page of the house"):
                door.who(request)
            assert noted(request) == {}
    mine = asking("POST", patron=door.patron, **{CSRF: csrf_of(door.patron)})
    assert door.who(mine) == "ann"
    with pytest.raises(NotEntitled):
        door.who(asking("POST", patron=door.patron, session=door.session, **{CSRF: csrf}))


def test_whoever_sits_at_a_table_is_a_patron_there(door: Door) -> None:
    request = asking(patron=door.patron, session=door.session)
    assert door.who(request) == "ann"
    assert noted(request) == {"csrf": csrf_of(door.patron)}
    both = asking("POST", patron=door.patron, session=door.session, **bearer(door.token))
    assert door.who(both) == "report", "what a program says of itself comes first"
    assert noted(both) == {}


def test_a_patron_who_left_is_told_so_or_is_who_they_were_before(
    door: Door, lookups: list[tuple[str | None, str | None]]
) -> None:
    patrons.leave(door.backend, door.patron)
    for request in (asking("POST", patron=door.patron), asking(**bearer(door.patron))):
        assert door.who(request) == NOBODY.name
        assert noted(request) == {"lapsed": True}
    lookups.clear()
    request = asking(patron=door.patron, session=door.session)
    assert door.who(request) == "Sue"
    assert noted(request) == {"csrf": csrf_of(door.session)}, "nothing of theirs has lapsed"
    assert lookups == [(door.session, door.patron), (door.session, None)]
    gone = asking(patron=door.patron, session="nonsense")
    assert door.who(gone) == NOBODY.name
    assert noted(gone) == {}
    for request in (asking(session="nonsense"), asking(**bearer("nonsense"))):
        assert door.who(request) == NOBODY.name
        assert noted(request) == {}
    for patron in (None, door.patron):
        bogus = asking("POST", session=door.session, patron=patron, **bearer("nonsense"))
        assert door.who(bogus) == NOBODY.name, "a wrong token is nobody, whoever is signed in"


def test_a_page_of_somebody_else_opens_a_socket_as_nobody(door: Door) -> None:
    for origin in ({}, {"origin": "https://house.example"}):
        request = asking(kind="websocket", session=door.session, **origin)
        assert door.who(request) == "Sue"
        assert noted(request) == {"csrf": csrf_of(door.session)}
    foreign = asking(kind="websocket", session=door.session, origin="https://elsewhere.example")
    assert door.who(foreign) == NOBODY.name
    assert noted(foreign) == {}
    program = {"origin": "https://elsewhere.example", **bearer(door.token)}
    assert door.who(asking(kind="websocket", **program)) == "report", "no page can send a token"


def test_somebody_is_looked_up_once_in_a_second(door: Door, lookups: list[object]) -> None:
    for _ in range(3):
        assert door.who(asking(session=door.session)) == "Sue"
    assert len(lookups) == 1
    assert door.who(asking(**bearer(door.token))) == "report"
    assert len(lookups) == 2, "each by themself"
    accounts.disable(door.backend, "Sue")
    assert door.who(asking(session=door.session)) == "Sue", "as long as the second lasts"
    door.now += 1
    assert door.who(asking(session=door.session)) == NOBODY.name
    assert len(lookups) == 3
    assert door.who(asking(session=door.session)) == NOBODY.name
    assert len(lookups) == 3
    door.known.forget()
    assert door.who(asking(session=door.session)) == NOBODY.name
    assert len(lookups) == 4


def test_whoever_is_asked_for_quietly_is_looked_up_anew(door: Door, lookups: list[object]) -> None:
    for number in range(1, 3):
        assert asyncio.run(door.known.quiet(asking(session=door.session))).name == "Sue"
        assert len(lookups) == number
    assert door.who(asking(session=door.session)) == "Sue"
    assert len(lookups) == 2, "what was found then serves others too"
    lapsed = asking(patron="punto-patron-nonsense", session=door.session)
    assert asyncio.run(door.known.quiet(lapsed)).name == "Sue"
    assert asyncio.run(door.known.quiet(lapsed)).name == "Sue"
    assert len(lookups) == 6


@pytest.mark.parametrize("meanwhile", ["forgotten", "another second"])
def test_what_was_found_before_somebody_signed_out_is_not_kept(
    door: Door, monkeypatch: pytest.MonkeyPatch, meanwhile: str
) -> None:
    asked: list[int] = []

    def slow(*where: Any, **secrets: Any) -> Caller:
        asked.append(door.now)
        if len(asked) == 1 and meanwhile == "forgotten":
            door.known.forget()
        elif len(asked) == 1:
            # Somebody else comes, in the next second, while this one is looked up.
            door.now += 1
            asyncio.run(door.known._looked_up(None, door.token))
        return caller_for(*where, **secrets)

    monkeypatch.setattr(request_authentication, "caller_for", slow)
    assert door.who(asking(session=door.session)) == "Sue"
    before = len(asked)
    assert door.who(asking(session=door.session)) == "Sue"
    assert len(asked) == before + 1
    assert door.who(asking(session=door.session)) == "Sue"
    assert len(asked) == before + 1


def seen_at(door: Door) -> int:
    with reading(door.backend) as connection:
        return int(connection.execute(select(sessions_kept.c.seen_at)).scalar_one())


def test_that_somebody_was_here_is_written_down_once_and_not_when_asked_quietly(
    door: Door,
) -> None:
    door.now = AT + TOUCH_SECONDS

    async def called(*, quietly: bool) -> int:
        request = asking(session=door.session)
        await (door.known.quiet(request) if quietly else door.known(request))
        waiting = list(door.known.waiting)
        await asyncio.gather(*waiting)
        await asyncio.sleep(0)
        assert not door.known.waiting, "what is done is let go"
        return len(waiting)

    assert asyncio.run(called(quietly=True)) == 0
    assert seen_at(door) == AT
    door.known.forget()
    assert asyncio.run(called(quietly=False)) == 1
    assert seen_at(door) == AT + TOUCH_SECONDS
    assert asyncio.run(called(quietly=False)) == 0, "what is kept of them is only who they are"


def served(door: Door, request: Asking, identify: object | None = None) -> Asking:
    """Let a request come to a server that knows its people."""
    request.scope["litestar_app"].state.identify = identify or door.known
    return request


def test_a_feed_goes_on_for_the_same_person_with_the_same_titles(door: Door) -> None:
    request = served(door, asking(kind="websocket", session=door.session))
    sue = asyncio.run(door.known(request))
    assert asyncio.run(still(request, sue)) is True
    accounts.set_titles(door.backend, "Sue", ["inspector"])
    assert asyncio.run(still(request, sue)) is False
    assert asyncio.run(still(request, NOBODY)) is True, "nobody stays nobody"


def test_a_feed_is_not_ended_by_a_store_that_does_not_answer(
    door: Door, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = served(door, asking(session=door.session))
    sue = asyncio.run(door.known(request))

    def broken(*_: object, **__: object) -> Caller:
        raise Locked("somebody else holds it")

    monkeypatch.setattr(request_authentication, "caller_for", broken)
    assert asyncio.run(still(request, sue)) is True


def test_other_ways_to_know_people_are_not_asked_again(door: Door) -> None:
    async def anybody(_: Asking) -> Person:
        raise AssertionError("nobody is asked")

    request = served(door, asking(), anybody)
    sue = asyncio.run(door.known(asking(session=door.session)))
    assert asyncio.run(still(request, sue)) is True
    forgotten(request)


def test_who_signs_out_is_looked_up_again(door: Door, lookups: list[object]) -> None:
    request = served(door, asking(session=door.session))
    assert door.who(request) == "Sue"
    forgotten(request)
    assert door.who(request) == "Sue"
    assert len(lookups) == 2


def test_what_pages_send_has_the_names_that_they_know() -> None:
    assert (COOKIE, PATRON_COOKIE, CSRF) == ("punto_session", "punto_patron", "punto-csrf")


def test_a_house_knows_its_people_by_its_own_database_and_clock(door: Door) -> None:
    made = identity(door.backend, lambda: door.now)
    assert isinstance(made, RequestAuthenticator)
    assert made.backend is door.backend
    assert made.clock() == AT
