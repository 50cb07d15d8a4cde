"""The server over HTTP: whoever calls sees and does what their title lets them, and no more."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from support.editions import DEALING
from support.server_fixture import PATRON, floor

from punto.driver.driver import ONLY
from punto.rulebook.load import load
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people import accounts, tokens
from punto.server.people.migrations import prepare
from punto.server.request_authentication import COOKIE, CSRF, PATRON_COOKIE, identity
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.table.authority import known_titles

Client = TestClient[Any]
PASSWORD = "correct horse battery"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    with floor(tmp_path) as (made, _):
        yield made


@pytest.fixture
def house(tmp_path: Path) -> Iterator[Client]:
    """Yield a server that knows people by their passwords and tokens."""
    log = open_log(tmp_path / "real.db")
    prepare(log.backend)
    for name, title in (("Olga", "casino_operator"), ("Dean", "dealer")):
        accounts.add(log.backend, name, [title], PASSWORD, 1_700_000_000)
    ticks = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
    desk = CommandService(log, Seal(read_key(tmp_path / "key")), lambda: next(ticks))
    app = create_app(desk, identity(log.backend, lambda: next(ticks) // 1000))
    with TestClient(app) as made:
        yield made


def head(person: str, **more: str) -> dict[str, str]:
    """Return the header of somebody; whoever has no title is a patron of the table."""
    said = person if "=" in person else f"{person}={PATRON}table/t1"
    return {"x-person": said, **more}


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
        first = json.loads(feed.receive_bytes(timeout=120))
        assert first["events"] == []
        say(client, DEAN, "open_betting")
        told = json.loads(feed.receive_bytes(timeout=120))
        assert told["version"] == first["version"] + 1
        assert told["changes"]["phase"] == "betting"
    say(client, "ann", "place_wager", wager="player", stake_cents=10_000)
    url = f"/tables/t1/live?after={told['version']}"
    with client.websocket_connect(url, headers=head("ann")) as feed:
        resumed = json.loads(feed.receive_bytes(timeout=120))
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
    desk: CommandService = client.app.state.desk
    dealt = [
        json.loads(one.payload)["card"]
        for one in desk.log.read("table/t1")
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
    order = client.app.state.desk._live["table/t1"].orders[ONLY][-1].sealed.cards
    text = " ".join(str(card) for card in order[:30])
    for route in ("/tables", "/tables/t1", "/tables/t1/events", "/rulebooks", "/health", "/ready"):
        found = client.get(route)
        assert found.status_code == 200, route
        assert text not in found.text
    assert client.get("/tables/t1/options").status_code == 403
    wanted = {"name": "t2", "rulebook": "nsw-2024"}
    for person in (None, "ann", DEAN, "sam=surveillance"):
        headers = head(person) if person else {}
        assert client.post("/tables", json=wanted, headers=headers).status_code == 403, person
    for name in ("", "a/b", "../x", "é", "x" * 41):
        made = client.post("/tables", json={**wanted, "name": name}, headers=head(SUE))
        assert made.status_code == 400, name
    assert client.post("/tables", json=wanted, headers=head(SUE)).status_code == 201
    assert client.get("/tables/t1/events?after=-1").status_code == 400
    assert client.get("/tables/t1/events?after=x").status_code == 400


def signed_in(house: Client, name: str) -> dict[str, str]:
    """Sign somebody in; return the header that their page sends."""
    house.cookies.clear()
    made = house.post("/session", json={"name": name, "password": PASSWORD})
    assert made.status_code == 201, made.text
    assert PASSWORD not in made.text
    assert "httponly" in made.headers["set-cookie"].lower()
    assert "samesite=strict" in made.headers["set-cookie"].lower()
    return {CSRF: made.json()["csrf"]}


def test_staff_sign_in_open_a_table_and_patrons_sit_down_with_a_token(house: Client) -> None:
    assert house.get("/session").json()["kind"] == "nobody"
    page = signed_in(house, "Olga")
    assert house.get("/session").json()["titles"] == ["casino_operator"]
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert house.post("/tables", json=body).status_code == 403, "no page of the house sent it"
    assert house.post("/tables", json=body, headers=page).status_code == 201
    assert house.post("/tables", json=body, headers=page).status_code == 400
    assert house.delete("/session", headers=page).status_code == 204
    house.cookies.clear()
    joined = house.post("/tables/t1/patrons", json={"name": "ann", "seat": 1})
    assert joined.status_code == 201, joined.text
    ann = {"authorization": f"Bearer {joined.json()['token']}"}
    path = next(one.path for one in house.cookies.jar if one.name == PATRON_COOKIE)
    assert path == "/tables/t1", "no other table learns of it"
    assert house.get("/tables/t1").json()["you"]["name"] == "ann"
    twice = {"name": "ann", "seat": 2}
    assert house.post("/tables/t1/patrons", json=twice).status_code == 403, "no page sent it"
    house.cookies.clear()
    again = house.post("/tables/t1/patrons", json={"name": "ann", "seat": 2}).json()
    assert again["name"] == "ann-2"
    house.cookies.clear()
    taken = house.post("/tables/t1/patrons", json={"name": "bob", "seat": 1})
    assert taken.status_code in (400, 409)
    other = {"type": "leave", "patron": "ann-2"}
    assert house.post("/tables/t1/commands", json=other, headers=ann).status_code == 403
    buy = {"type": "buy_chips", "patron": "ann", "cents": 10_000}
    assert house.post("/tables/t1/commands", json=buy, headers=ann).status_code == 200
    seen = house.get("/tables/t1", headers=ann).json()["view"]
    assert (seen["audience"], seen["viewer"]) == ("patron", "ann")
    assert house.get("/tables/t1").json()["view"]["audience"] == "public"
    wrong = {"authorization": "Bearer nonsense"}
    assert house.post("/tables/t1/commands", json=buy, headers=wrong).status_code == 403
    leave = {"type": "leave", "patron": "ann"}
    assert house.post("/tables/t1/commands", json=leave, headers=ann).status_code == 200
    you = house.get("/tables/t1", headers=ann).json()["you"]
    assert (you["kind"], you["lapsed"]) == ("nobody", True), (
        "they are told, and not just the public"
    )
    with house.websocket_connect("/tables/t1/live", headers=ann) as feed:
        assert json.loads(feed.receive_bytes())["you"]["lapsed"]
    house.cookies.clear()
    assert not house.get("/tables/t1").json()["you"]["lapsed"]
    dealer = signed_in(house, "Dean")
    seated = {"type": "join", "patron": "ann", "seat": 1}
    assert house.post("/tables/t1/commands", json=seated, headers=dealer).status_code == 200
    house.cookies.clear()
    again = house.post("/tables/t1/commands", json=leave, headers=ann)
    assert again.status_code == 403, "the next of the name is somebody else"


def test_who_lets_somebody_in_stays_who_they_are(house: Client) -> None:
    page = signed_in(house, "Olga")
    table = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert house.post("/tables", json=table, headers=page).status_code == 201
    let_in = house.post("/tables/t1/patrons", json={"name": "ann", "seat": 1}, headers=page)
    assert let_in.status_code == 201
    assert "set-cookie" not in let_in.headers
    assert house.get("/tables/t1").json()["you"]["name"] == "Olga"
    house.cookies.clear()
    called = house.post("/tables/t1/patrons", json={"name": "dean", "seat": 2})
    assert called.json()["name"] == "dean-2", "nobody is taken for somebody of the house"
    signed_in(house, "Dean")
    bogus = {"authorization": "Bearer nonsense"}
    assert house.delete("/session", headers=bogus).status_code == 403, "any page could send that"
    assert house.get("/session").json()["name"] == "Dean"


def test_a_key_is_good_under_any_title_of_somebody(client: Client) -> None:
    both = head("both=casino_supervisor,dealer", **{"idempotency-key": "once"})
    opened = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert client.post("/tables", json=opened, headers=head(OLGA)).status_code == 201
    say(client, DEAN, "join", patron="ann", seat=1)
    say(client, DEAN, "buy_chips", patron="ann", cents=10_000)
    answers = [
        client.post("/tables/t1/commands", json={"type": "open_betting"}, headers=both)
        for _ in range(2)
    ]
    assert [one.json().get("repeated") for one in answers] == [False, True], answers[1].text
    other = client.post("/tables/t1/commands", json={"type": "no_more_bets"}, headers=both)
    assert other.json()["code"] == "key_reused"


def test_a_patron_says_little_and_not_too_often(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Nothing comes back with time: the test asks the same on a slow machine.
    monkeypatch.setattr("punto.server.people.rate_limit.A_SECOND", 0.0)
    opened = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert client.post("/tables", json=opened, headers=head(OLGA)).status_code == 201
    say(client, DEAN, "join", patron="ann", seat=1)
    long = {"type": "raise_dispute", "facts": "x" * 5000}
    answer = client.post("/tables/t1/commands", json=long, headers=head("ann"))
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    moved = [
        client.post(
            "/tables/t1/commands",
            json={"type": "change_seat", "patron": "ann", "seat": 2 + number % 2},
            headers=head("ann"),
        ).status_code
        for number in range(200)
    ]
    assert moved[:20] == [200] * 20
    assert 429 in moved


def test_a_wrong_password_tells_nothing_and_too_many_wait(house: Client) -> None:
    known = house.post("/session", json={"name": "Olga", "password": "x" * 20})
    stranger = house.post("/session", json={"name": "Nobody", "password": "x" * 20})
    assert known.status_code == stranger.status_code == 401
    assert known.json() == stranger.json()
    codes = [
        house.post("/session", json={"name": "Olga", "password": "y" * 20}).status_code
        for _ in range(8)
    ]
    assert codes[-1] == 429
    assert set(codes) == {401, 429}
    late = house.post("/session", json={"name": "Olga", "password": PASSWORD})
    assert late.status_code == 429
    assert int(late.headers["retry-after"]) > 0


def test_a_page_of_somebody_else_sees_what_anybody_sees(house: Client) -> None:
    page = signed_in(house, "Olga")
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert house.post("/tables", json=body, headers=page).status_code == 201
    cookie = {"cookie": f"{COOKIE}={house.cookies[COOKIE]}"}
    own = {**cookie, "origin": "http://testserver.local"}
    with house.websocket_connect("/tables/t1/live", headers=own) as feed:
        assert json.loads(feed.receive_bytes(timeout=120))["view"]["audience"] == "supervisor"
    foreign = {**cookie, "origin": "http://elsewhere.example"}
    with house.websocket_connect("/tables/t1/live", headers=foreign) as feed:
        assert json.loads(feed.receive_bytes(timeout=120))["view"]["audience"] == "public"


def test_a_shoe_that_reads_cards_sends_cards_and_nothing_else(house: Client) -> None:
    page = signed_in(house, "Olga")
    elect = {"origin": "scanned", "scanning_shoe": True}
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True, "elect": elect}
    made = house.post("/tables", json=body, headers=page)
    assert made.status_code == 201, made.text
    backend = house.app.state.desk.log.backend
    shoe, other, display = (
        {"authorization": f"Bearer {issued.secret.text}"}
        for issued in (
            tokens.add(backend, "Shoe 1", 1_700_000_000, device="shoe:table/t1"),
            tokens.add(backend, "Shoe 2", 1_700_000_000, device="shoe:table/t2"),
            tokens.add(backend, "Screen", 1_700_000_000, device="display:table/t1"),
        )
    )
    dealer = signed_in(house, "Dean")
    at = "/tables/t1/commands"
    for words in (
        {"type": "join", "patron": "ann", "seat": 1},
        {"type": "buy_chips", "patron": "ann", "cents": 100_000},
        {"type": "open_betting"},
        {"type": "place_wager", "patron": "ann", "wager": "player", "stake_cents": 2500},
    ):
        assert house.post(at, json=words, headers=dealer).status_code == 200, words
    house.cookies.clear()
    card = {"type": "draw", "card": "9S"}
    for nobody in ({}, other, display):
        assert house.post(at, json=card, headers=nobody).status_code == 403
    for words in ({"type": "draw"}, {"type": "no_more_bets"}, {"type": "leave", "patron": "ann"}):
        assert house.post(at, json=words, headers=shoe).status_code == 400, words
    drawn = house.post(at, json=card, headers=shoe)
    assert drawn.status_code == 200, drawn.text
    assert house.get("/tables/t1", headers=display).json()["view"]["player"] == ["9S"]
    assert house.get("/tables/t1", headers=display).json()["you"]["audience"] == "public"
    [*_, last] = house.app.state.desk.log.read("table/t1")
    assert (last.actor, last.title) == ("Shoe 1", "dealer")


def test_an_address_that_is_none_is_a_page_for_browsers_and_a_no_for_programs(
    client: Client,
) -> None:
    page = client.get("/xyz", headers={"accept": "text/html,*/*"})
    assert (page.status_code, page.headers["content-type"].split(";")[0]) == (404, "text/html")
    assert "content-security-policy" in page.headers
    no = client.get("/xyz")
    assert (no.status_code, no.json()["code"]) == (404, "no_such_thing")


def test_who_left_just_before_a_server_was_killed_has_no_token_afterwards(tmp_path: Path) -> None:
    def served() -> tuple[CommandService, TestClient[Any]]:
        log = open_log(tmp_path / "real.db")
        prepare(log.backend)
        ticks = iter(range(1_700_000_000_000, 1_800_000_000_000, 1000))
        desk = CommandService(log, Seal(read_key(tmp_path / "key")), lambda: next(ticks))
        return desk, TestClient(
            create_app(desk, identity(log.backend, lambda: next(ticks) // 1000))
        )

    desk, first = served()
    accounts.add(desk.log.backend, "Olga", ["casino_operator"], PASSWORD, 1_700_000_000)
    with first as house:
        page = signed_in(house, "Olga")
        table = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
        assert house.post("/tables", json=table, headers=page).status_code == 201
        house.cookies.clear()
        joined = house.post("/tables/t1/patrons", json={"name": "ann", "seat": 1}).json()
        house.cookies.clear()
        ann = {"authorization": f"Bearer {joined['token']}"}
        # As if it were killed between the two: what is on the disk is that she left.
        desk.leaving = None
        leave = {"type": "leave", "patron": "ann"}
        assert house.post("/tables/t1/commands", json=leave, headers=ann).status_code == 200
        assert house.get("/session", headers=ann).json()["name"] == "ann"
    _, again = served()
    with again as house:
        assert house.get("/tables/t1").status_code == 200
        assert house.get("/session", headers=ann).json()["kind"] == "nobody"
