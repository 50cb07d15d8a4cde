"""What goes over the line to a browser: never a hidden card; cut, it comes back and has it all."""

import re
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Error, Route, WebSocket, expect
from support.browser_users import Inside, People, Person
from support.server_process import House

from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.server.virtual_shoes.sealed_order import ShoeSealed, opened, read, stream_of
from punto.store.address import read_log

LIMITS: dict[str, Any] = {"minimum": 25, "maximum": 5000}


class Line:
    """Everything that the server sends to somebody's browser, except the pages themselves."""

    def __init__(self, person: Person) -> None:
        self.got: list[str] = []
        person.page.on("websocket", self._socket)
        # Only what is read before it is handed on is sure to be there to be read.
        person.page.route(re.compile(r"/(session|tables|rulebooks|demo|house)\b"), self._answer)

    def _socket(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.got.append(_text(frame)))

    def _answer(self, route: Route) -> None:
        with suppress(Error):
            # Whoever leaves a page or a test waits for no answer any more.
            answer = route.fetch()
            self.got.append(answer.text())
            route.fulfill(response=answer)

    def told(self) -> str:
        """Return everything that came until now."""
        return "\n".join(self.got)

    def names(self, cards: str) -> set[str]:
        """Return which of these cards were named."""
        told = self.told()
        return {card for card in cards.split() if re.search(rf"\b{card}\b", told)}


def _text(frame: str | bytes) -> str:
    return frame if isinstance(frame, str) else frame.decode()


def test_who_does_not_hold_the_cards_never_receives_a_hidden_one(
    house: Inside, people: People
) -> None:
    players, bankers = "4S 5D", "2H 3C"
    table = house.table("hidden", "4S 2H 5D 3C", method="B", **LIMITS)
    ann, ben, watcher, dealer = (people.new() for _ in range(4))
    lines = {name: Line(one) for name, one in zip("abwd", (ann, ben, watcher, dealer), strict=True)}
    dealer.signs_in("/deal/hidden", "Dean")
    ann.sits("hidden", "Ann", 1)
    ben.sits("hidden", "Ben", 2)
    watcher.goes("/play/hidden")
    for name in ("Ann", "Ben"):
        table.say("Dean", "buy_chips", patron=name, cents=100_000)
    table.say("Dean", "open_betting")
    ann.spot("Player").click()
    ben.spot("Tie").click()
    expect(ben.page.locator("dd.balance")).to_have_text("$975")
    expect(ann.page.locator("dd.balance")).to_have_text("$975")
    table.due(until="turn_cards")
    expect(ann.page.get_by_role("slider")).to_be_visible()
    for person in (ben, watcher):
        expect(person.cards("Player")).to_have_count(2)
        expect(person.cards("Banker")).to_have_count(2)
        for card in (*person.cards("Player").all(), *person.cards("Banker").all()):
            expect(card).to_have_accessible_name("card face down")
    # A page that is loaded anew, and one that only now comes, get no more.
    watcher.page.reload()
    expect(watcher.cards("Banker")).to_have_count(2)
    late = people.new()
    lines["l"] = Line(late)
    late.goes("/play/hidden")
    expect(late.cards("Banker")).to_have_count(2)
    for name in "bwld":
        assert len(lines[name].told()) > 1_000, "the line was listened to"
        assert not lines[name].names(f"{players} {bankers}"), name
    assert lines["a"].names(players) == set(players.split()), "who holds cards may look at them"
    assert not lines["a"].names(bankers)
    # Turned, everybody gets them: what is looked for would have been found.
    ann.page.get_by_role("button", name="Reveal all").click()
    for name, person in (("b", ben), ("w", watcher), ("l", late)):
        expect(person.cards("Player").first).to_have_accessible_name("4 of spades")
        assert lines[name].names(players) == set(players.split())


def heard(person: Person) -> list[str]:
    """Return what a console says that it heard, the oldest first."""
    return (
        person.page.get_by_role("list", name="Announcements")
        .get_by_role("listitem")
        .all_inner_texts()[::-1]
    )


def test_a_line_that_is_cut_in_mid_coup_comes_back_without_loss_or_repeat(
    house: Inside, people: People
) -> None:
    table = house.table("cut", "4S 2H 5D 3C", **LIMITS)
    table.seated("ann")
    ann, dealer = people.new(), people.new()
    ann.goes("/play/cut")
    dealer.signs_in("/deal/cut", "Dean")
    table.say("Dean", "open_betting")
    table.say("Dean", "place_wager", patron="ann", wager="player", stake_cents=2_500)
    table.due()
    for person in (ann, dealer):
        expect(person.page.get_by_role("img", name="4 of spades")).to_be_visible()
        person.context.set_offline(True)
        expect(person.page.get_by_role("alert")).to_contain_text("No connection to the house")
        expect(person.page.get_by_role("img", name="4 of spades")).to_be_visible()
    expect(dealer.page.locator("button.go")).to_be_disabled()
    for _ in range(3):
        table.due()
    expect(ann.page.get_by_role("img", name="2 of hearts")).to_have_count(0)
    for person in (ann, dealer):
        person.context.set_offline(False)
        expect(person.page.get_by_role("alert")).to_have_count(0)
        expect(person.page.get_by_role("img", name="3 of clubs")).to_be_visible()
    expect(ann.cards("Player")).to_have_count(2)
    expect(ann.page.locator(".status")).to_contain_text("Player wins")
    drawn = [line for line in heard(dealer) if "card drawn" in line.lower()]
    assert [line.split()[-1] for line in drawn] == ["4S", "2H", "5D", "3C"]


@pytest.fixture
def mortal(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


def sealed_order(house: House, table: str) -> list[str]:
    """Return the cards of a shoe as the house has sealed them, with its key."""
    stream = stream_of(f"table/{table}", "")
    with read_log(house.store) as log:
        fixed = [read(one.payload) for one in log.read(stream)]
    [event] = [one for one in fixed if isinstance(one, ShoeSealed)]
    kept = opened(Seal(read_key(house.key)), stream, event)
    return [str(card) for card in kept.sealed.cards]


def test_a_server_killed_in_mid_coup_goes_on_with_the_same_cards(
    mortal: House, machine: Browser
) -> None:
    operator = mortal.signed_in("Olga")
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True, "elect": LIMITS}
    assert operator.post("/tables", json=body).status_code == 201
    people = People(machine, mortal.url)
    ann, dealer = people.new(), people.new()
    page = dealer.signs_in("/deal/t1", "Dean")
    ann.sits("t1", "Ann", 1)
    caller = mortal.signed_in("Dean")
    for command in (
        {"type": "buy_chips", "patron": "Ann", "cents": 100_000},
        {"type": "open_betting"},
    ):
        assert caller.post("/tables/t1/commands", json=command).status_code == 200
    ann.spot("Player").click()
    expect(ann.page.locator("dd.balance")).to_have_text("$975")
    left = int(caller.get("/tables/t1").json()["view"]["cards_left"])
    order = sealed_order(mortal, "t1")[-left:]
    for number in (1, 2):
        page.locator("button.go").click()
        expect(page.locator(".hands").get_by_role("img")).to_have_count(number)
    before = [ann.cards(side).first.get_attribute("aria-label") for side in ("Player", "Banker")]
    assert mortal.stop(signal.SIGKILL) == -signal.SIGKILL
    for person in (ann, dealer):
        expect(person.page.get_by_role("alert")).to_contain_text("No connection to the house")
    mortal.start()
    for person in (ann, dealer):
        expect(person.page.get_by_role("alert")).to_have_count(0)
    # Nobody signs in again: the pages go on where they were.
    assert [
        ann.cards(side).first.get_attribute("aria-label") for side in ("Player", "Banker")
    ] == before
    go = page.locator("button.go")
    for _ in range(4):
        expect(go).to_be_enabled()
        if "Draw" not in go.inner_text():
            break
        shown = page.locator(".hands").get_by_role("img").count()
        go.click()
        expect(page.locator(".hands").get_by_role("img")).to_have_count(shown + 1)
    view = caller.get("/tables/t1").json()["view"]
    dealt = [*view["player"][:2], *view["banker"][:2]]
    assert dealt == [order[place] for place in (0, 2, 1, 3)]
    rest = [*view["player"][2:], *view["banker"][2:]]
    assert rest == order[4 : 4 + len(rest)]
    people.leave()
