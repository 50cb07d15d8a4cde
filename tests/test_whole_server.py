"""Nobody sees or does what they may not, through the whole server."""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from support.editions import DEALING
from support.server_fixture import PATRON, Client, coup, everybody, floor, head, in_play, post

from punto import codec
from punto.aggregate.actor import DEALER, Actor
from punto.cards import DECK
from punto.clause import Malformed, NotEntitled, Refused
from punto.rulebook.load import load
from punto.rulebook.policies import FacesDealt
from punto.rulebook.power import Power
from punto.rulebook.schema import Method
from punto.server import command_service as desks
from punto.server.command_service import CommandService
from punto.server.people.titles import every_title
from punto.shoe_preparation import Prepared, prepare
from punto.table.authority import known_titles
from punto.table.registry import decide
from punto.table.table import Table
from punto.table.views.legal import options_of_all

SURVEILLANCE = "surveillance"
Head = dict[str, str]


@pytest.fixture(autouse=True)
def _quiet() -> None:
    logging.getLogger("httpx").setLevel(logging.WARNING)


def expected_audience(name: str, title: str) -> str:
    """Return as whom a title looks, from the powers that the rulebook gives."""
    edition = load(name)
    if title == SURVEILLANCE:
        return "surveillance"
    if title not in known_titles(edition):
        return "public"
    deals = edition.powers.get(Power.DEAL)
    return "dealer" if title in (deals.value if deals else ()) else "supervisor"


@pytest.mark.parametrize("name", DEALING)
def test_every_title_sees_its_own_view_and_does_what_the_rulebook_lets_it(
    tmp_path: Path, name: str
) -> None:
    with floor(tmp_path) as (client, desk):
        in_play(client, name, Random(5), coups=1)
        live = desk._live["table/t1"]
        rules, state = live.aggregate.rules, live.aggregate.state
        at = live.last_ms // 1000
        commands = [one.example for one in options_of_all(rules, state, at) if one.example]
        assert len(commands) > 15
        allowed = forbidden = 0
        for title in sorted(every_title()):
            who = head("x", title)
            seen = client.get("/tables/t1", headers=who).json()
            assert seen["you"]["audience"] == expected_audience(name, title), title
            for command in commands:
                body = json.loads(codec.encode(command))
                answer = client.post("/tables/t1/preview", json=body, headers=who)
                may = title in known_titles(rules.edition) and entitled(desk, title, command, at)
                assert (answer.status_code != 403) == may, (title, body, answer.text)
                allowed, forbidden = allowed + may, forbidden + (not may)
        assert allowed > 50
        assert forbidden > 50


def entitled(desk: CommandService, title: str, command: Any, at: int) -> bool:
    """Return whether the engine lets a title give a command, whatever else it says."""
    live = desk._live["table/t1"]
    try:
        decide(live.aggregate.rules, live.aggregate.state, Actor("x", title, at), command)
    except NotEntitled:
        return False
    except (Refused, Malformed):
        return True
    return True


@pytest.mark.parametrize("name", DEALING)
def test_no_option_and_no_guess_tells_a_card_that_is_held_or_lies_face_down(
    tmp_path: Path, name: str
) -> None:
    with floor(tmp_path) as (client, desk):
        in_play(client, name, Random(3), coups=1)
        boss, at = head("olga", everybody(name)), "/tables/t1"
        coup(client, at, boss, Random(3), until="collect_losers")
        pulled = {"type": "pull_card", "to": "player", "seen": False}
        post(client, f"{at}/commands", boss, pulled)
        state: Table = desk._live["table/t1"].aggregate.state
        [held] = [one.card for one in state.next.carried]
        assert held is not None
        for who in (boss, head("dean", DEALER), head("sam", SURVEILLANCE), {}):
            told = client.get(f"{at}/options", headers=who)
            if told.status_code == 200:
                said = [one["why"] for one in told.json()["options"]]
                assert not [why for why in said if str(held) in why], said
        for guess in (held, next(card for card in DECK if card is not held)):
            for command in (
                {"type": "expose_held", "card": str(guess)},
                {"type": "turn_cards", "hand": "banker", "cards": [1], "faces": [str(guess)]},
            ):
                for path in ("commands", "preview"):
                    no = client.post(f"{at}/{path}", json=command, headers=boss)
                    assert (no.status_code, no.json()["code"]) == (400, "card_named"), no.text


WRITES = (
    ("/tables", {"name": "t2", "rulebook": "nsw-2024"}),
    ("/tournaments", {"name": "c2", "rulebook": "nsw-2024", "title": "Cup"}),
    ("/house", {"rulebook": "nsw-2024", "title": "H", "zone": "Australia/Sydney"}),
    ("/tables/t1/commands", {"type": "open_betting"}),
    ("/tables/t1/preview", {"type": "open_betting"}),
    ("/tournaments/c1/commands", {"type": "begin_session"}),
    ("/tournaments/c1/entrants", {"name": "ann"}),
    ("/house/commands", {"type": "draft_promotion", "name": "x"}),
)


@pytest.mark.parametrize("who", [None, f"eve={PATRON}table/t9", "sam=surveillance"])
def test_who_has_nothing_to_do_here_changes_nothing(tmp_path: Path, who: str | None) -> None:
    headers = {"x-person": who} if who else {}
    with floor(tmp_path) as (client, desk):
        in_play(client, "nsw-2024", Random(1), coups=1)
        operator = head("olga", "casino_operator")
        cup = {"name": "c1", "rulebook": "nsw-2024", "title": "Cup"}
        post(client, "/tournaments", operator, cup)
        post(client, "/house", operator, WRITES[2][1])
        before = desk.log.head()
        for path, body in WRITES:
            answer = client.post(path, json=body, headers=headers)
            assert answer.status_code == 403, (path, answer.text)
            assert "clause" not in answer.json() or who == "sam=surveillance", path
        for path in ("/tables/t1/options", "/tournaments/c1/options", "/house/options"):
            assert client.get(path, headers=headers).status_code == 403, path
        for path in ("/tables", "/tables/t1", "/tables/t1/events", "/tournaments/c1", "/house"):
            assert client.get(path, headers=headers).status_code == 200, path
        assert desk.log.head() == before


def face_down(name: str) -> list[str]:
    """Return the ways of dealing of a rulebook in which cards come face down."""
    deal = load(name).deal
    assert deal is not None
    return [one for one, way in deal.methods.items() if way.faces is FacesDealt.DOWN]


def swapped(prepared: Prepared) -> Prepared:
    """Return the same shoe with other cards where the first coup comes from."""
    order, first = list(prepared.order), prepared.shoe.drawn
    for place in range(first, first + 6):
        other = next(
            far for far in range(first + 40 + place, len(order)) if order[far] != order[place]
        )
        order[place], order[other] = order[other], order[place]
    return replace(prepared, order=tuple(order))


def load_method(name: str, method: str) -> Method:
    deal = load(name).deal
    assert deal is not None
    return deal.methods[method]


def before(method: str, boss: Head, ann: Head, ben: Head) -> Iterator[tuple[Head, dict[str, Any]]]:
    """Yield what may have to be done before cards are dealt in some way."""
    for whom in ("management_representative", SURVEILLANCE):
        yield boss, {"type": "tell", "whom": whom, "matter": method}
    yield boss, {"type": "change_method", "method": method, "requested_by": "ann"}
    yield boss, {"type": "offer_role"}
    yield ann, {"type": "decline_role"}
    yield ben, {"type": "accept_role"}


FORESEEN: tuple[dict[str, Any], ...] = (
    *({"type": name} for name in ("draw", "void_coup", "collect_losers", "find_face_up")),
    {"type": "turn_cards", "hand": "player"},
    *({"type": "pull_card", "to": "banker", "seen": seen} for seen in (True, False)),
)


class Recorded:
    """Everything that one audience gets of a table: its feed, and every answer."""

    def __init__(self, client: Client, who: dict[str, str]) -> None:
        self.client, self.who = client, who
        self.got: list[Any] = []

    def look(self) -> None:
        for path in ("", "/events", "/options", "/sign", "/roads", "/coups/1"):
            answer = self.client.get(f"/tables/t1{path}", headers=self.who)
            self.got.append((path, answer.status_code, answer.json()))
        for command in FORESEEN:
            answer = self.client.post("/tables/t1/preview", json=command, headers=self.who)
            self.got.append((command, answer.status_code, answer.json()))


def first_coup(
    place: Path, name: str, method: str, other: bool, monkeypatch: pytest.MonkeyPatch
) -> Iterator[dict[str, list[Any]]]:
    """Yield what every audience has got after each step of a coup whose cards lie face down."""

    def seeded(rules: Any, randbelow: Any) -> Prepared:
        del randbelow
        random = Random(11)
        made = prepare(rules, random.randrange)
        return swapped(made) if other else made

    monkeypatch.setattr(desks, "prepare", seeded)
    with floor(place) as (client, _):
        lead = ",".join(sorted(known_titles(load(name)) - {DEALER}))
        asked = load_method(name, method).requested
        elect = {} if asked and asked.value else {"method": method}
        body = {"name": "t1", "rulebook": name, "ready": True, "elect": elect}
        post(client, "/tables", head("olga", lead), body)
        boss, at = head("olga", everybody(name)), "/tables/t1/commands"
        for seat, patron in enumerate(("ann", "ben"), 1):
            post(client, at, boss, {"type": "join", "patron": patron, "seat": seat})
            post(client, at, boss, {"type": "buy_chips", "patron": patron, "cents": 100_000})
        post(client, at, boss, {"type": "open_betting"})
        ann, ben = (head(one, f"{PATRON}table/t1") for one in ("ann", "ben"))
        post(client, at, ann, {"type": "place_wager", "wager": "player", "stake_cents": 5000})
        post(client, at, ben, {"type": "place_wager", "wager": "banker", "stake_cents": 2500})
        for who, words in before(method, boss, ann, ben):
            # Some ways of dealing are asked for, some have a role that goes round; others refuse.
            client.post(at, json=words, headers=who)
        call = load(name).wagering.closing_call_due
        if call and call.value:
            post(client, at, boss, {"type": "no_more_bets"})
        audiences: dict[str, Head] = {
            "public": {},
            "ben": ben,
            "dealer": head("dean", DEALER),
            "supervisor": boss,
            "surveillance": head("sam", SURVEILLANCE),
        }
        seen = {one: Recorded(client, who) for one, who in audiences.items()}
        sockets = {
            one: client.websocket_connect("/tables/t1/live?after=0", headers=who).__enter__()
            for one, who in audiences.items()
        }
        try:
            for one, socket in sockets.items():
                seen[one].got.append(json.loads(socket.receive_bytes()))
            for step in (*[{"type": "draw"}] * 4, {"type": "pass_cards", "hand": "player"}):
                words = step if step["type"] == "draw" else {**step, "to": "ann"}
                answer = client.post(at, json=words, headers=boss)
                if answer.status_code != 200:
                    break
                for one, socket in sockets.items():
                    seen[one].got.append(json.loads(socket.receive_bytes()))
                    seen[one].look()
                yield {one: list(recorded.got) for one, recorded in seen.items()}
        finally:
            for socket in sockets.values():
                socket.__exit__(None, None, None)


HIDDEN = [(name, method) for name in DEALING for method in face_down(name)]


@pytest.mark.parametrize(("name", "method"), HIDDEN)
def test_no_answer_hangs_on_a_card_that_lies_face_down(
    tmp_path: Path, name: str, method: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    runs = [
        first_coup(tmp_path / str(number), name, method, bool(number), monkeypatch)
        for number in range(2)
    ]
    (tmp_path / "0").mkdir()
    (tmp_path / "1").mkdir()
    steps = 0
    for one, other in zip(*[list(run) for run in runs], strict=True):
        steps += 1
        for audience, got in one.items():
            assert got == other[audience], (audience, steps)
    assert steps >= 4, "four cards were dealt face down"


def test_there_are_ways_of_dealing_with_hidden_cards() -> None:
    assert {name for name, _ in HIDDEN} == set(DEALING)
