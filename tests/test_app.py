"""The server over HTTP: whoever calls sees and does what their title lets them, and no more."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.connection import ASGIConnection
from litestar.testing import TestClient
from support.editions import DEALING

from punto.rulebook.load import load
from punto.server.aggregate import ONLY
from punto.server.app import create_app
from punto.server.desk import Desk
from punto.server.person import NOBODY, Person
from punto.server.seal import Seal, read_key
from punto.store.address import open_log
from punto.table.authority import known_titles

Client = TestClient[Any]


async def by_header(asking: ASGIConnection[Any, Any, Any, Any]) -> Person:
    """Believe whoever says who they are: only for tests."""
    said = asking.headers.get("x-person")
    if said is None:
        return NOBODY
    name, _, titles = said.partition("=")
    return Person(name, tuple(titles.split(",")) if titles else (), patron=not titles)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    log = open_log(tmp_path / "house.db")
    ticks = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
    desk = Desk(log, Seal(read_key(tmp_path / "key")), lambda: next(ticks))
    with TestClient(create_app(desk, by_header)) as made:
        yield made


def head(person: str, **more: str) -> dict[str, str]:
    return {"x-person": person, **more}


OLGA, DEAN, SUE = "olga=casino_operator", "dean=dealer", "sue=casino_supervisor"


def say(client: Client, person: str, kind: str, table: str = "t1", **words: Any) -> dict[str, Any]:
    sent = client.post(
        f"/tables/{table}/commands",
        content=json.dumps({"type": kind, **words}),
        headers=head(person),
    )
    assert sent.status_code == 200, sent.text
    found: dict[str, Any] = sent.json()
    return found


def opened(client: Client, name: str = "nsw-2024") -> None:
    body = {"name": "t1", "rulebook": name, "ready": True}
    title = next(t for t in ("casino_operator", "inspector") if t in known_titles(load(name)))
    made = client.post("/tables", json=body, headers=head(f"olga={title}"))
    assert made.status_code == 201, made.text
    say(client, DEAN, "join", patron="ann", seat=1)
    say(client, DEAN, "buy_chips", patron="ann", cents=1_000_000)


@pytest.mark.parametrize("name", DEALING)
def test_a_coup_is_dealt_over_http(client: Client, name: str) -> None:
    opened(client, name)
    say(client, DEAN, "open_betting")
    placed = say(client, "ann", "place_wager", wager="player", stake_cents=10_000)
    assert placed["events"][0]["heard"]["type"] == "wager_placed"
    call = load(name).wagering.closing_call_due
    if call and call.value:
        say(client, DEAN, "no_more_bets")
    for _ in range(6):
        view = client.get("/tables/t1", headers=head(DEAN)).json()["view"]
        if view["phase"] == "settling":
            break
        say(client, DEAN, "draw")
    for kind in ("collect_losers", "pay_winners", "discard"):
        say(client, DEAN, kind)
    last = client.get("/tables/t1").json()
    assert last["view"]["coup"] == 1
    assert len(last["view"]["results"]) == 1
    every = client.get("/tables/t1/events", params={"after": 0, "limit": 1000}).json()
    assert every["last"] == last["version"]


def test_the_three_kinds_of_no(client: Client) -> None:
    opened(client)
    post = "/tables/t1/commands"
    refused = client.post(
        post, json={"type": "place_wager", "wager": "fly", "stake_cents": 100}, headers=head("ann")
    )
    assert (refused.status_code, refused.json()["code"]) == (409, "wager_unknown")
    assert all(clause.startswith("nsw-2024/") for clause in refused.json()["clause"])
    assert refused.json()["clause"]
    for body in (
        b"",
        b"{",
        b"[]",
        b'{"type":"draw","card":3}',
        b"[" * 5000,
        b'{"type":"x"}',
        b"\xff",
    ):
        malformed = client.post(post, content=body, headers=head(DEAN))
        assert malformed.status_code == 400, body
        assert set(malformed.json()) <= {"code", "message", "hint"}
    patron = client.post(post, json={"type": "draw"}, headers=head("ann"))
    assert patron.status_code == 403
    assert "clause" not in patron.json(), "a patron learns no clause of a power"
    staff = client.post(post, json={"type": "change_method", "method": "A"}, headers=head(DEAN))
    assert staff.status_code == 403
    assert staff.json()["clause"]
    nobody = client.post(post, json={"type": "draw"})
    assert nobody.status_code == 403
    missing = client.get("/tables/nowhere")
    assert (missing.status_code, missing.json()["code"]) == (404, "no_such_thing")
    assert client.get("/fly").status_code == 404
    large = client.post(post, content=b"x" * 10_000_000, headers=head(DEAN))
    assert large.status_code == 413


def test_a_key_is_carried_out_once(client: Client) -> None:
    opened(client)
    say(client, DEAN, "open_betting")
    body = {"type": "place_wager", "wager": "player", "stake_cents": 10_000}
    keyed = head("ann", **{"idempotency-key": "k1"})
    first = client.post("/tables/t1/commands", json=body, headers=keyed).json()
    again = client.post("/tables/t1/commands", json=body, headers=keyed).json()
    assert again == {**first, "repeated": True}
    other = client.post("/tables/t1/commands", json={**body, "stake_cents": 500}, headers=keyed)
    assert (other.status_code, other.json()["code"]) == (409, "key_reused")


def test_a_feed_begins_with_the_table_and_goes_on_without_loss(client: Client) -> None:
    opened(client)
    with client.websocket_connect("/tables/t1/live", headers=head("ann")) as feed:
        first = json.loads(feed.receive_bytes())
        assert first["events"] == []
        say(client, DEAN, "open_betting")
        told = json.loads(feed.receive_bytes())
        assert told["version"] == first["version"] + 1
        assert told["view"]["phase"] == "betting"
    say(client, "ann", "place_wager", wager="player", stake_cents=10_000)
    url = f"/tables/t1/live?after={told['version']}"
    with client.websocket_connect(url, headers=head("ann")) as feed:
        resumed = json.loads(feed.receive_bytes())
        assert [one["version"] for one in resumed["events"]] == [told["version"] + 1]


def test_nobody_hears_a_card_that_lies_face_down(client: Client) -> None:
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True, "elect": {"method": "B"}}
    made = client.post("/tables", json=body, headers=head(OLGA))
    assert made.status_code == 201, made.text
    say(client, DEAN, "join", patron="ann", seat=1)
    say(client, DEAN, "buy_chips", patron="ann", cents=1_000_000)
    say(client, DEAN, "open_betting")
    say(client, "ann", "place_wager", wager="player", stake_cents=10_000)
    for _ in range(4):
        say(client, DEAN, "draw")
    desk: Desk = client.app.state.desk
    dealt = [
        json.loads(one.payload)["card"]
        for one in desk.log.read("t1")
        if one.type == "card_drawn" and not json.loads(one.payload).get("up", True)
    ]
    assert len(dealt) == 4
    for person in (None, "ann", "bob", DEAN, SUE, "sam=surveillance"):
        headers = head(person) if person else {}
        seen = client.get("/tables/t1", headers=headers).json()["view"]
        assert seen["player"] == ["??", "??"]
        told = client.get("/tables/t1/events?limit=1000", headers=headers).json()
        drawn = [one for one in told["events"] if one["heard"]["type"] == "card_drawn"]
        assert all(card not in json.dumps(drawn) for card in dealt), person


def test_every_route_answers_nobody_with_no_secret(client: Client) -> None:
    opened(client)
    order = client.app.state.desk._live["t1"].orders[ONLY][-1].sealed.cards
    text = " ".join(str(card) for card in order[:30])
    for route in ("/tables", "/tables/t1", "/tables/t1/events", "/rulebooks", "/health", "/ready"):
        found = client.get(route)
        assert found.status_code == 200, route
        assert text not in found.text
    assert client.get("/tables/t1/options").status_code == 403
    assert client.post("/tables", json={"name": "t2", "rulebook": "nsw-2024"}).status_code == 403
    assert client.get("/tables/t1/events?after=-1").status_code == 400
    assert client.get("/tables/t1/events?after=x").status_code == 400
