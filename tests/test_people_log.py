"""What is done about people is in the log; nobody crowds a table; a feed ends with its session."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from punto.clause import NotEntitled
from punto.cli.main import run
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people import accounts, audited_access, join_policy, sessions, tokens
from punto.server.people.audit_events import STREAM
from punto.server.people.errors import Throttled
from punto.server.people.join_policy import JoinLimits
from punto.server.people.migrations import prepare
from punto.server.request_authentication import CSRF, identity
from punto.server.routes import feed
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.store.log import Log

Client = TestClient[Any]
PASSWORD = "correct horse battery"


class House:
    """A server with people, and a clock that tests set."""

    def __init__(self, place: Path) -> None:
        self.log = open_log(place / "house.db")
        prepare(self.log.backend)
        self.now = 1_700_000_000
        for name, title in (("Olga", "casino_operator"), ("Dean", "dealer")):
            accounts.add(self.log.backend, name, [title], PASSWORD, self.now)
        desk = CommandService(self.log, Seal(read_key(place / "key")), lambda: self.now * 1000)
        self.app = create_app(desk, identity(self.log.backend, lambda: self.now))


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(feed, "STILL_SECONDS", 0.05)
    monkeypatch.setattr(audited_access, "_said", {})
    return House(tmp_path)


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    with TestClient(house.app) as made:
        yield made


def kept(log: Log) -> list[dict[str, Any]]:
    return [json.loads(one.payload) for one in log.read(STREAM)]


def signed_in(client: Client, name: str) -> dict[str, str]:
    client.cookies.clear()
    made = client.post("/session", json={"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    return {CSRF: made.json()["csrf"]}


def opened(client: Client) -> dict[str, str]:
    page = signed_in(client, "Olga")
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert client.post("/tables", json=body, headers=page).status_code == 201
    return page


def test_sign_ins_are_kept_and_no_password_or_secret_is(house: House, client: Client) -> None:
    page = signed_in(client, "Olga")
    assert client.delete("/session", headers=page).status_code == 204
    for _ in range(8):
        client.post("/session", json={"name": "Olga", "password": "wrong wrong wrong"})
        client.post("/session", json={"name": "my password is", "password": "wrong wrong wrong"})
    found = kept(house.log)
    types = [one["type"] for one in found]
    assert types[:2] == ["signed_in", "signed_out"]
    assert types[2:] == ["sign_in_refused"] * 2, "once for each, however often they try"
    assert [one["name"] for one in found[2:]] == ["Olga", None]
    text = "".join(map(str, house.log.read(STREAM)))
    for secret in (
        "wrong wrong",
        "my password",
        PASSWORD,
        "punto-session",
        client.cookies.get("x"),
    ):
        assert secret is None or secret not in text


def test_staff_commands_are_kept_with_who_gave_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LOGNAME", "root-of-it")
    store = str(tmp_path / "floor.db")
    lines = ["token add shoe --device shoe:table/7", "token revoke shoe"]
    with open_log(store) as log:
        prepare(log.backend)
        accounts.add(log.backend, "Sue", ["dealer"], PASSWORD, 1)
    lines += ["titles Sue --title inspector", "disable Sue", "enable Sue"]
    for line in lines:
        assert run(["staff", *line.split(), "--store", store]) == 0
    said = capsys.readouterr().out
    assert run(["log", "show", "--stream", STREAM, "--store", store]) == 0
    shown = capsys.readouterr().out
    for word in ("root-of-it", "token issued", "token revoked", "titles set", "account disabled"):
        assert word in shown, shown
    secret = next(line for line in said.splitlines() if line.startswith("punto-token-"))
    assert secret not in shown
    assert run(["log", "verify", "--store", store]) == 0


def test_not_too_many_come_from_one_address_or_to_one_table(house: House) -> None:
    backend, now = house.log.backend, house.now
    pace = JoinLimits(from_address=3, to_table=5, seconds=60)
    for _ in range(3):
        join_policy.come(backend, "table/t1", "192.0.2.7", now, pace)
    with pytest.raises(Throttled) as no:
        join_policy.come(backend, "table/t2", "192.0.2.7", now + 10, pace)
    assert no.value.retry_after == 50
    for place in range(2):
        join_policy.come(backend, "table/t1", f"192.0.2.{place + 8}", now, pace)
    with pytest.raises(Throttled):
        join_policy.come(backend, "table/t1", "192.0.2.200", now, pace)
    join_policy.come(backend, "table/t2", "192.0.2.200", now, pace)
    join_policy.come(backend, "table/t1", "192.0.2.7", now + 60, pace)
    # A clock that was set back lets nobody wait for days.
    join_policy.come(backend, "table/t1", "192.0.2.7", now - 10**6, pace)
    for _ in range(10):
        join_policy.come(backend, "table/t3", "127.0.0.1", now, JoinLimits(from_address=1))
    house.log.close()


def test_at_a_table_with_a_door_only_staff_let_patrons_in(house: House, client: Client) -> None:
    page = opened(client)
    body = {"name": "ann", "seat": 1}
    assert client.put("/tables/t1/door", json={"staff_only": True}).status_code == 403
    made = client.put("/tables/t1/door", json={"staff_only": True}, headers=page)
    assert made.status_code == 200, made.text
    joined = client.post("/tables/t1/patrons", json=body, headers=page)
    assert joined.status_code == 201, joined.text
    first = next(one for one in house.log.read("table/t1") if one.type == "patron_joined")
    assert (first.actor, first.entered_by) == ("ann", "Olga")
    client.cookies.clear()
    refused = client.post("/tables/t1/patrons", json={"name": "bob", "seat": 2})
    assert refused.status_code == 403
    page = signed_in(client, "Dean")
    assert (
        client.put("/tables/t1/door", json={"staff_only": False}, headers=page).status_code == 403
    )
    page = signed_in(client, "Olga")
    client.put("/tables/t1/door", json={"staff_only": False}, headers=page)
    client.cookies.clear()
    assert client.post("/tables/t1/patrons", json={"name": "bob", "seat": 2}).status_code == 201
    assert [one["staff_only"] for one in kept(house.log) if one["type"] == "door_set"] == [
        True,
        False,
    ]
    join_policy.set_door(house.log.backend, "table/x", staff_only=True)
    with pytest.raises(NotEntitled):
        join_policy.come(house.log.backend, "table/x", None, house.now)


def ended(socket: Any) -> int:
    """Return with which code a feed ends."""
    while True:
        try:
            socket.receive_bytes(timeout=120)
        except WebSocketDisconnect as gone:
            return int(gone.code)


@pytest.mark.parametrize("how", ["idle", "sign_out", "disabled", "titles", "password"])
def test_a_feed_ends_when_its_session_does(how: str, house: House, client: Client) -> None:
    opened(client)
    page = signed_in(client, "Dean")
    with client.websocket_connect("/tables/t1/live") as socket:
        assert json.loads(socket.receive_bytes(timeout=120))["you"]["name"] == "Dean"
        backend = house.log.backend
        match how:
            case "idle":
                house.now += sessions.LASTING.idle_seconds + 1
            case "sign_out":
                assert client.delete("/session", headers=page).status_code == 204
            case "disabled":
                accounts.disable(backend, "Dean")
            case "titles":
                accounts.set_titles(backend, "Dean", ["inspector"])
            case _:
                accounts.set_password(backend, "Dean", "another horse battery")
        assert ended(socket) == 4401


def test_a_feed_ends_when_its_token_is_revoked(house: House, client: Client) -> None:
    opened(client)
    client.cookies.clear()
    made = tokens.add(house.log.backend, "report", house.now, wanted=["inspector"])
    headers = {"authorization": f"Bearer {made.secret.text}"}
    with client.websocket_connect("/tables/t1/live", headers=headers) as socket:
        assert json.loads(socket.receive_bytes(timeout=120))["you"]["name"] == "report"
        tokens.revoke(house.log.backend, "report")
        assert ended(socket) == 4401
