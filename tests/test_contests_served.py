"""A tournament and the house over HTTP: the same routes as for tables, the same rights."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, NoReturn

import pytest
from support.editions import DEALING
from support.served_cup import AT, NAMES, as_actor, begun
from support.server_fixture import PATRON, Client, everybody, floor, head, in_play, post

from punto.aggregate.actor import Actor
from punto.driver.tournament import new_tournament
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.server.aggregate import Aggregate
from punto.server.command_fields import takes
from punto.server.command_service import CommandService
from punto.server.people import patrons
from punto.server.people import personal_data as kept_facts
from punto.server.served_house import ServedHouse
from punto.server.served_table import ServedTable
from punto.server.served_tournament import ServedTournament
from punto.store.errors import Locked
from punto.tournament.entry.disclosure import DeviceLetIn
from punto.tournament.entry.withdrawal import TournamentCancelled
from punto.tournament.leaving import FormHandedBack
from punto.verifiable_draw import commitment, lots

CUP = Path(__file__).parent.parent / "src/punto/demo/cup.toml"
DESIGNATED = "table_designated"
OPENS = {"type": "open_betting"}
ALL = {"limit": 1000}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Client, CommandService]]:
    logging.getLogger("httpx").setLevel(logging.WARNING)
    with floor(tmp_path) as made:
        yield made


def test_a_tournament_is_entered_drawn_and_played_over_http(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    begun(client, desk)
    listed = client.get("/tournaments").json()
    assert [one["id"] for one in listed] == ["c1"]
    assert listed[0]["view"]["stage"] == "running"
    view = client.get(AT, headers=head("gus", "gaming_supervisor")).json()["view"]
    number = view["tables"][0]["number"]
    at = f"{AT}/tables/{number}"
    boss = head("olga", everybody("nsw-2024"))
    post(client, f"{at}/commands", boss, {"type": "open_betting"})
    for _ in NAMES:
        seen = client.get(AT, headers=boss).json()["view"]["tables"][0]
        if seen["turn"] is None:
            break
        wager = {"type": "place_wager", "wager": "banker", "stake_cents": 10_000}
        wrong = next(name for name in NAMES if name != seen["turn"])
        refused = client.post(f"{at}/commands", json=wager, headers=as_actor(wrong, "patron"))
        assert refused.status_code in (400, 409), "out of turn, or not at this table"
        post(client, f"{at}/commands", as_actor(seen["turn"], "patron"), wager)
    for _ in range(40):
        due = client.get(at, headers=boss).json()["view"]["due"]
        if due is None or due["command"] is None:
            break
        post(client, f"{at}/commands", boss, due["command"])
        if due["command"]["type"] == "discard":
            break
    seen = client.get(at).json()
    assert seen["view"]["coup"] == 1
    assert seen["you"]["audience"] == "public"
    steps = client.get(f"{at}/coups/1").json()["steps"]
    assert [one["events"][-1]["heard"]["type"] for one in steps][-1] == "coup_discarded"
    assert client.get(f"{at}/coups/2").status_code == 404
    assert len(client.get(f"{at}/roads").json()["roads"]["bead_plate"]) == 1
    assert client.get(f"{at}/sign").json()["lines"]
    other = client.get(f"{AT}/tables/9")
    assert (other.status_code, other.json()["code"]) == (404, "no_such_thing")
    told = client.get(f"{at}/events", params={"after": 0, "limit": 1000}).json()["events"]
    everything = client.get(f"{AT}/events", params={"after": 0, "limit": 1000}).json()["events"]
    assert 10 < len(told) < len(everything)
    assert all(one in everything for one in told)


def test_who_sees_a_form_before_its_moment(served: tuple[Client, CommandService]) -> None:
    client, desk = served
    begun(client, desk)
    view = client.get(AT, headers=head("gus", "gaming_supervisor")).json()["view"]
    table = view["tables"][0]
    at, who = f"{AT}/tables/{table['number']}", table["order"][0]
    post(client, f"{at}/commands", head("dean", "dealer"), {"type": "open_betting"})
    form = {"type": "hand_in_form", "name": who, "wager": "tie", "stake_cents": 10_000}
    post(client, f"{AT}/commands", as_actor(who, "patron"), {**form, "signed": True})
    looks = {
        "maker": (as_actor(who, "patron"), True),
        "examiner": (head("gus", "gaming_supervisor"), True),
        "rival": (as_actor(table["order"][1], "patron"), False),
        "director": (head("theo", "tournament_manager"), False),
        "dealer": (head("dean", "dealer"), False),
        "surveillance": (head("sam", "surveillance"), False),
        "public": ({}, False),
    }
    for name, (headers, sees) in looks.items():
        seen = client.get(AT, headers=headers).json()["view"]
        assert bool(seen["forms"]) == sees, name
        told = client.get(f"{AT}/events", params={"limit": 1000}, headers=headers).text
        assert ("tie $100" in told) == sees, name


def test_an_official_lets_an_entrant_in_and_nobody_else_does(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    begun(client, desk)
    path = f"{AT}/entrants"
    assert client.post(path, json={"name": "ann"}).status_code == 403
    mine = client.post(path, json={"name": "ann"}, headers=as_actor("ben", "patron"))
    assert mine.status_code == 403
    stranger = client.post(path, json={"name": "zoe"}, headers=head("theo", "tournament_manager"))
    assert stranger.status_code == 400
    let_in = client.post(path, json={"name": "ann"}, headers=head("theo", "tournament_manager"))
    assert let_in.status_code == 201
    assert let_in.json()["name"] == "ann"
    backend, token = desk.log.backend, let_in.json()["token"]
    assert patrons.known(backend, token).name == "ann"
    again = client.post(path, json={"name": "ann"}, headers=head("theo", "tournament_manager"))
    assert again.json()["name"] == "ann", "a lost device is replaced under the same name"
    assert patrons.known(backend, token).name == "", "and what it had is worth nothing"
    # Whoever had an entrant's token could read what stands on their form.
    for title in ("dealer", "gaming_supervisor", "inspector"):
        assert client.post(path, json={"name": "ann"}, headers=head("x", title)).status_code == 403
    told = [one.type for one in desk.log.read("people")]
    assert told == ["entrant_let_in", "entrant_let_in"]


def test_options_of_a_tournament_are_accepted_when_sent(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    begun(client, desk)
    for title in ("tournament_manager", "gaming_supervisor", "casino_operator"):
        who = head("theo", title)
        found = client.get(f"{AT}/options", headers=who).json()["options"]
        assert len(found) > 50
        for one in found:
            assert (one["example"] is None) != (one["by"] is not None), one
            assert one["example"] is not None or one["why"], one
        # The first of them is as good as it says; the next may not be any more afterwards.
        sample = next(one for one in found if one["example"] is not None and not one["asks"])
        post(client, f"{AT}/commands", who, sample["example"])


HOUSE = {"rulebook": "nsw-2024", "title": "Harbour", "zone": "Australia/Sydney"}


def test_the_house_keeps_facts_about_people_beside_the_log(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    operator, dealer = head("olga", "casino_operator"), head("dean", "dealer")
    assert client.get("/house").status_code == 404
    post(client, "/house", operator, HOUSE)
    assert client.post("/house", json=HOUSE, headers=operator).status_code == 400
    post(client, "/house/commands", operator, {"type": "register_person", "person": "p-1"})
    facts = {"name": "Ann Lee", "address": "1 Quay Street"}
    assert client.put("/house/people/p-1", json=facts, headers=dealer).status_code == 403
    assert client.put("/house/people/p-1", json=facts).status_code == 403
    assert client.put("/house/people/p-2", json=facts, headers=operator).status_code == 404
    wrong = client.put("/house/people/p-1", json={"size": "9"}, headers=operator)
    assert wrong.status_code == 400
    assert client.put("/house/people/p-1", json=facts, headers=operator).json() == facts
    assert client.get("/house/people/p-1", headers=operator).json() == facts
    assert client.get("/house/people/p-1", headers=dealer).status_code == 403
    log = b"".join(one.payload + one.command for one in desk.log.read("house/house"))
    assert b"Quay" not in log
    erase = {"type": "erase_person", "person": "p-1", "reason": "asked for it"}
    post(client, "/house/commands", operator, erase)
    assert client.get("/house/people/p-1", headers=operator).status_code == 404
    assert kept_facts.of(desk.log.backend, "p-1") == {}


def test_facts_that_could_not_be_erased_are_erased_with_whatever_happens_next(
    served: tuple[Client, CommandService], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, desk = served
    operator = head("olga", "casino_operator")
    post(client, "/house", operator, HOUSE)
    for name in ("p-1", "p-2"):
        post(client, "/house/commands", operator, {"type": "register_person", "person": name})
        client.put(f"/house/people/{name}", json={"name": f"Ann {name}"}, headers=operator)

    def refused(*_: object) -> NoReturn:
        raise Locked("somebody else holds it")

    erase = {"type": "erase_person", "person": "p-1", "reason": "asked for it"}
    with monkeypatch.context() as broken:
        broken.setattr("punto.server.people.personal_data.keep_only", refused)
        post(client, "/house/commands", operator, erase)
        assert kept_facts.of(desk.log.backend, "p-1") == {"name": "Ann p-1"}
        post(client, "/house/commands", operator, {"type": "draft_promotion", "name": "Winter"})
    post(client, "/house/commands", operator, {"type": "draft_promotion", "name": "Spring"})
    assert kept_facts.of(desk.log.backend, "p-1") == {}
    assert kept_facts.of(desk.log.backend, "p-2") == {"name": "Ann p-2"}


def test_the_house_owes_what_its_tables_bring_about(served: tuple[Client, CommandService]) -> None:
    client, _ = served
    operator = head("olga", "casino_operator")
    post(client, "/house", operator, HOUSE)
    in_play(client, "nsw-2024", Random(2), coups=1)
    table = {"type": "register_table", "table": "table/t1", "rulebook": "nsw-2024"}
    post(client, "/house/commands", operator, table)
    dispute = {"type": "raise_dispute", "facts": "the tie was paid short"}
    post(client, "/tables/t1/commands", head("ann", f"{PATRON}table/t1"), dispute)
    owed = client.get("/house", headers=operator).json()["view"]["duties"]
    assert [one for one in owed if one["key"].startswith("table/t1")], owed
    assert all(one["clause"] for one in owed)
    assert "duties" not in client.get("/house").json()["view"]
    assert "duties" not in client.get("/house", headers=head("dean", "dealer")).json()["view"]
    again = client.get("/house", headers=operator).json()["view"]["duties"]
    assert again == owed, "what was read is not owed twice"


@pytest.mark.parametrize("name", DEALING)
def test_a_house_of_every_rulebook_can_be_asked(
    served: tuple[Client, CommandService], name: str
) -> None:
    client, _ = served
    boss = head("olga", everybody(name))
    post(client, "/house", boss, {"rulebook": name, "title": "H", "zone": "Australia/Hobart"})
    found = client.get("/house/options", headers=boss).json()["options"]
    assert any(one["example"] for one in found)
    dealer = client.get("/house/options", headers=head("dean", "dealer")).json()["options"]
    may = {one["name"] for one in dealer if one["example"]}
    assert may < {one["name"] for one in found if one["example"]}, "a dealer leads no house"


@pytest.mark.parametrize("served_kind", [ServedTable, ServedTournament, ServedHouse])
def test_every_command_can_be_filled_in_by_hand(served_kind: type[Aggregate]) -> None:
    for name, kind in served_kind.kinds.items():
        for field in takes(kind):
            assert field.kind != "other" or not field.required, (name, field)
            assert bool(field.columns) == (field.kind in ("rows", "pairs")), (name, field)


def test_what_a_command_takes_is_told_part_by_part() -> None:
    found = {one.name: one for one in takes(ServedTournament.kinds["set_conditions"])}
    assert found["conditions"].kind == "parts"
    assert found["conditions.buy_back.times"].kind == "number"
    assert [one.name for one in found["conditions.rounds"].columns] == ["name", "advance", "tables"]
    assert found["conditions.rounds"].columns[0].kind == "text", "a round is nobody's name"
    [seats] = takes(ServedTournament.kinds["allocate_seats"])
    assert (seats.kind, seats.packed, seats.required) == ("pairs", True, True)
    assert [one.kind for one in seats.columns] == ["person", "number", "number"]
    [pieces] = takes(ServedTournament.kinds["stock_chips"])
    assert [one.kind for one in pieces.columns] == ["cents", "number"]


def test_anybody_draws_the_seats_again_from_the_public_feed(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    begun(client, desk)
    with client.websocket_connect(f"{AT}/live?after=0") as feed:
        first: dict[str, Any] = json.loads(feed.receive_bytes())
    assert first["you"]["audience"] == "public"
    told = {one["heard"]["type"]: one for one in first["events"]}
    before, after = told["ballot_committed"], told["ballot_drawn"]
    drawn = first["view"]["session"]["draw"]
    assert before["version"] < after["version"]
    assert commitment(drawn["seed"]) == drawn["commitment"] == before["heard"]["text"]
    assert first["view"]["ballot"] == drawn["commitment"], "it was committed to"
    # The names that entered, in any order, give the same lots with the seed that was shown.
    names = sorted(one["name"] for one in first["view"]["entrants"])
    again = lots(drawn["seed"], names)
    assert [one["name"] for one in drawn["lots"]] + drawn["waiting"] == list(again)
    seats = {one["name"]: [one["table"], one["seat"]] for one in drawn["lots"]}
    assert seats == first["view"]["session"]["seats"]
    places = [(one["table"], one["seat"]) for one in drawn["lots"]]
    tables = [one["heard"]["text"] for one in first["events"] if one["heard"]["type"] == DESIGNATED]
    assert places == sorted(places), "lots fill the tables in the order in which they were named"
    assert {f"table {table}" for table, _ in places} <= set(tables)
    assert after["heard"]["text"].startswith(f"seed {drawn['seed']}: {again[0]} 1/1, ")
    assert lots("another seed", names) != again


def test_a_token_in_the_name_of_an_entrant_opens_no_form_of_before(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    begun(client, desk)
    view = client.get(AT, headers=head("gus", "gaming_supervisor")).json()["view"]
    table = view["tables"][0]
    who, theo = table["order"][0], head("theo", "tournament_manager")
    mine = as_actor(who, "patron")
    post(client, f"{AT}/tables/{table['number']}/commands", head("dean", "dealer"), OPENS)
    form = {"type": "hand_in_form", "name": who, "wager": "tie", "stake_cents": 10_000}
    post(client, f"{AT}/commands", mine, form)
    assert client.get(AT, headers=mine).json()["view"]["forms"]
    with client.websocket_connect(f"{AT}/live", headers=mine) as feed:
        feed.receive_bytes()
        assert client.post(f"{AT}/entrants", json={"name": who}, headers=theo).status_code == 201
        heard = json.loads(feed.receive_bytes())["events"]
    [told] = [one["heard"] for one in heard if one["heard"]["type"] == "device_let_in"]
    assert told["text"] == who
    assert [one["text"] for one in told["reasons"]] == [f"theo lets a device of {who} in"]
    public = client.get(f"{AT}/events", params={"limit": 1000}).text
    assert f"theo lets a device of {who} in" in public, "everybody is told who did it"
    # Whoever has the token now sees nothing that is hidden, in no way.
    assert client.get(AT, headers=mine).json()["view"]["forms"] == []
    assert "tie $100" not in client.get(f"{AT}/events", params=ALL, headers=mine).text
    with client.websocket_connect(f"{AT}/live?after=0", headers=mine) as feed:
        assert b"tie $100" not in feed.receive_bytes()
    boss = head("gus", "gaming_supervisor")
    assert client.get(AT, headers=boss).json()["view"]["forms"]
    assert "tie $100" in client.get(f"{AT}/events", params=ALL, headers=boss).text
    undone = {"type": "undo_step", "reason": "a slip"}
    no = client.post(f"{AT}/commands", json=undone, headers=theo)
    assert no.json()["code"] == "cannot_undo"
    # Nor does it once the form is examined: it is of before all the same.
    post(client, f"{AT}/commands", boss, {"type": "examine_form", "name": who})
    assert client.get(AT, headers=mine).json()["view"]["forms"] == []


def test_a_device_hears_of_forms_that_were_handed_in_after_it_was_let_in() -> None:
    driver = new_tournament("nsw-2024", "Cup", Elections(settlement="commission"))
    served, form = ServedTournament(driver), FormHandedBack(name="ann", coup=1)
    plain = TournamentCancelled(reason="storm")

    def let_in(name: str) -> int:
        """Let a device in; return the version of the tournament then."""
        driver.follow(Actor("theo", "tournament_manager"), (DeviceLetIn(name=name),))
        return len(driver.log)

    def told(version: int, who: str | None = "ann", event: Any = form) -> tuple[str, str | None]:
        return served.seat_then("entrant", who, event, version)

    mine, public = ("entrant", "ann"), ("public", None)
    assert told(1) == mine, "nobody was let in"
    first = let_in("ann")
    assert first == 2
    assert [told(version) for version in (1, 2, 3)] == [public, mine, mine]
    assert let_in("ben") == 3
    assert [told(version) for version in (1, 2, 3)] == [public, mine, mine]
    assert [told(version, "ben") for version in (2, 3)] == [public, ("entrant", "ben")]
    assert let_in("ann") == 4
    assert [told(version) for version in (2, 3, 4)] == [public, public, mine]
    assert told(1, "cleo") == ("entrant", "cleo")
    assert told(1, None) == ("entrant", None), "whoever is no entrant looks by their title"
    assert told(1, event=plain) == mine, "only forms are sealed"
    # A tournament that is taken up again has read its whole log.
    again = ServedTournament(driver)
    assert again.seat_then("entrant", "ann", form, 3) == public


def rows(desk: CommandService, stream: str) -> list[Any]:
    return list(desk.log.read(stream))


def test_a_tournament_is_set_up_by_whoever_lays_its_conditions_down(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    body = {"name": "c1", "rulebook": "nsw-2024", "title": "Harbour Cup"}
    nobody: list[tuple[dict[str, str], bool]] = [
        ({}, False),
        (as_actor("ann", "patron"), False),
        (head("dean", "dealer"), True),
        (head("sam", "surveillance"), False),
        (head("ina", "competition_director"), False),
    ]
    for who, cited in nobody:
        no = client.post("/tournaments", json=body, headers=who)
        assert no.status_code == 403, who
        assert bool(no.json().get("clause")) == cited, no.json()
        if cited:
            assert no.json()["message"] == "dean may not set a tournament up"
    assert client.post("/tournaments", json=body).json()["message"] == "sign in first"
    assert desk.log.streams() == []
    operator = head("olga", "casino_operator")
    made = client.post("/tournaments", json=body, headers=operator)
    assert (made.status_code, made.json()) == (201, {"id": "c1", "version": 1})
    [born] = rows(desk, "tournament/c1")
    assert (born.actor, born.title, born.rulebook) == ("olga", "casino_operator", "nsw-2024")
    event = json.loads(born.payload)
    assert (event["name"], event["rulebook"]) == ("Harbour Cup", "nsw-2024")
    schemes = load("nsw-2024").settlement.schemes.value
    assert event["elections"]["settlement"] == schemes[0]
    assert event["elections"]["tournament"] is True
    # What is elected counts, and a name is given out once.
    other = {**body, "name": "c2", "elect": {"settlement": schemes[1]}}
    assert client.post("/tournaments", json=other, headers=operator).status_code == 201
    [born] = rows(desk, "tournament/c2")
    assert json.loads(born.payload)["elections"]["settlement"] == schemes[1]
    assert client.post("/tournaments", json=body, headers=operator).status_code == 400
    for wrong in ({"name": "a/b"}, {"rulebook": "fly"}, {"elect": {"fly": 1}}, {"fly": 1}):
        no = client.post("/tournaments", json={**body, "name": "c3", **wrong}, headers=operator)
        assert no.status_code == 400, wrong
    assert [one.stream for one in desk.log.streams()] == ["tournament/c1", "tournament/c2"]


def test_the_house_is_set_up_by_whoever_answers_for_it(
    served: tuple[Client, CommandService],
) -> None:
    client, desk = served
    for who in (as_actor("ann", "patron"), head("dean", "dealer"), head("sam", "surveillance")):
        assert client.post("/house", json=HOUSE, headers=who).status_code == 403, who
    assert client.post("/house", json=HOUSE).json()["message"] == "sign in first"
    no = client.post("/house", json=HOUSE, headers=head("dean", "dealer")).json()
    assert no["message"] == "dean may not set the house up"
    made = client.post("/house", json=HOUSE, headers=head("olga", "casino_operator"))
    assert (made.status_code, made.json()) == (201, {"id": "house", "version": 1})
    [born] = rows(desk, "house/house")
    event = json.loads(born.payload)
    assert {name: event[name] for name in ("rulebook", "name", "zone")} == {
        "rulebook": HOUSE["rulebook"],
        "name": HOUSE["title"],
        "zone": HOUSE["zone"],
    }
    assert (born.actor, born.title) == ("olga", "casino_operator")


def test_a_table_is_set_up_as_it_was_asked_for(served: tuple[Client, CommandService]) -> None:
    client, desk = served
    operator = head("olga", "casino_operator")
    body: dict[str, Any] = {"name": "t1", "rulebook": "nsw-2024"}
    for cents, status in ((-1, 400), (10**12 + 1, 400), (0, 201), (10**12, 201)):
        asked = {**body, "name": f"t{cents}".replace("-", "m"), "float_dollars": cents}
        assert client.post("/tables", json=asked, headers=operator).status_code == status, cents
    wrong = {**body, "float_dollars": -1}
    assert client.post("/tables", json=wrong, headers=operator).json()["code"] == "float_too_small"
    assert client.post("/tables", json=body).json()["message"] == "sign in first"
    no = client.post("/tables", json=body, headers=head("dean", "dealer")).json()
    assert no["message"] == "dean may not set a table up"
    made = client.post("/tables", json=body, headers=operator)
    assert (made.status_code, made.json()) == (201, {"id": "t1", "version": 1})
    [born] = rows(desk, "table/t1")
    event = json.loads(born.payload)
    assert event["float_cents"] == 1_000_000 * 100
    assert event["elections"]["settlement"] == load("nsw-2024").settlement.schemes.value[0]
    assert event.get("in_play") is None, "a shoe is made ready only where that is asked for"
    ready = {**body, "name": "ready", "ready": True, "float_dollars": 7}
    assert client.post("/tables", json=ready, headers=operator).status_code == 201
    [born] = rows(desk, "table/ready")
    assert json.loads(born.payload)["float_cents"] == 700
    assert json.loads(born.payload)["in_play"]
    listed = {one["id"]: one for one in client.get("/tables").json()}
    assert set(listed) == {"t0", f"t{10**12}", "t1", "ready"}
    assert listed["t1"]["version"] == 1
    assert listed["t1"]["view"]["audience"] == "public"
    seen = client.get("/tables", headers=operator).json()
    assert {one["view"]["audience"] for one in seen} == {"supervisor"}
    assert client.get("/tournaments").json() == []
