"""A feed: what it begins with and every change after it add up to what is there, each told once."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.served_cup import AT, begun
from support.server_fixture import Client, everybody, floor, head, in_play, post

from punto.server.command_service import CommandService
from punto.server.feeds import Listener

BOSS = head("olga", everybody("nsw-2024"))
HOUSE = {"rulebook": "nsw-2024", "title": "Harbour", "zone": "Australia/Sydney"}
# Of this only those hear who watch.
DISPLAY = {"type": "report_display", "shows": "a banker win"}
OPEN = {"type": "open_betting"}
SAYS: dict[str, tuple[tuple[str, dict[str, Any]], ...]] = {
    "/tables/t1": (
        ("/tables/t1", OPEN),
        ("/tables/t1", DISPLAY),
        ("/tables/t1", {"type": "no_more_bets"}),
    ),
    AT: (
        (f"{AT}/tables/1", OPEN),
        (AT, {"type": "announce_time_limit", "seconds": 30}),
        (f"{AT}/tables/1", {"type": "no_more_bets"}),
    ),
    f"{AT}/tables/1": ((f"{AT}/tables/1", OPEN), (f"{AT}/tables/1", {"type": "no_more_bets"})),
    "/house": (
        ("/house", {"type": "draft_promotion", "name": "Spring"}),
        ("/house", {"type": "register_person", "person": "p-1"}),
        ("/house", {"type": "draft_promotion", "name": "Summer"}),
    ),
}


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[Client, CommandService]]:
    with floor(tmp_path) as made:
        yield made


def set_up(client: Client, desk: CommandService, at: str) -> str:
    """Bring about what is to be followed; return its stream."""
    if at == "/house":
        post(client, "/house", BOSS, HOUSE)
        return "house/house"
    if at == "/tables/t1":
        in_play(client, "nsw-2024", Random(2), coups=1)
        return "table/t1"
    begun(client, desk)
    return "tournament/c1"


def next_of(feed: Any) -> dict[str, Any]:
    """Return what a feed says next; a feed that says nothing is not waited for without end."""
    found: dict[str, Any] = json.loads(feed.receive_bytes(timeout=120))
    return found


@pytest.mark.parametrize("at", SAYS)
def test_what_a_feed_says_adds_up_to_what_is_there_and_tells_each_event_once(
    served: tuple[Client, CommandService], at: str
) -> None:
    client, desk = served
    set_up(client, desk, at)
    with client.websocket_connect(f"{at}/live", headers=BOSS) as feed:
        first = next_of(feed)
        assert {name: first[name] for name in ("version", "view", "you")} == client.get(
            at, headers=BOSS
        ).json()
        assert first["events"] == []
        view, told, version = first["view"], [], first["version"]
        for path, command in SAYS[at]:
            post(client, f"{path}/commands", BOSS, command)
            said = next_of(feed)
            assert said["version"] > version
            view, version = {**view, **said["changes"]}, said["version"]
            told += said["events"]
        seen = client.get(at, headers=BOSS).json()
        assert (version, view) == (seen["version"], seen["view"])
    asked = {"after": first["version"], "limit": 1000}
    assert told == client.get(f"{at}/events", params=asked, headers=BOSS).json()["events"]
    assert len(told) >= len(SAYS[at])
    with client.websocket_connect(f"{at}/live?after={first['version']}", headers=BOSS) as feed:
        again = next_of(feed)
    assert (again["version"], again["events"]) == (version, told)


@pytest.mark.parametrize("at", [name for name in SAYS if name != "/house"])
def test_who_may_not_hear_of_something_is_told_of_what_comes_after_it(
    served: tuple[Client, CommandService], at: str
) -> None:
    client, desk = served
    set_up(client, desk, at)
    table = at if at != AT else f"{AT}/tables/1"
    with client.websocket_connect(f"{at}/live") as feed:
        first = next_of(feed)
        post(client, f"{table}/commands", BOSS, DISPLAY)
        post(client, f"{table}/commands", BOSS, OPEN)
        said = next_of(feed)
    assert [one["heard"]["type"] for one in said["events"]] == ["betting_opened"]
    assert said["version"] > first["version"] + 1


@pytest.mark.parametrize("at", SAYS)
def test_what_comes_while_a_feed_begins_is_announced_once(
    served: tuple[Client, CommandService], at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client, desk = served
    stream = set_up(client, desk, at)
    (path, command), *_, (last_path, last) = SAYS[at]
    post(client, f"{path}/commands", BOSS, command)
    version = client.get(at).json()["version"]
    live, listen = desk._live[stream], desk.feeds.listen

    def listens(name: str) -> Listener:
        # Kept between the moment from which somebody listens and what they are shown first.
        found = listen(name)
        found.hand(live.kept(version - 2, version))
        return found

    monkeypatch.setattr(desk.feeds, "listen", listens)
    with client.websocket_connect(f"{at}/live", headers=BOSS) as feed:
        first = next_of(feed)
        assert (first["version"], first["events"]) == (version, [])
        post(client, f"{last_path}/commands", BOSS, last)
        said = next_of(feed)
        assert next(one["version"] for one in said["events"]) == version + 1


def test_a_feed_of_what_is_not_there_says_so(served: tuple[Client, CommandService]) -> None:
    client, _ = served
    for at in SAYS:
        with client.websocket_connect(f"{at}/live") as feed:
            assert next_of(feed)["code"] == "no_such_thing"
