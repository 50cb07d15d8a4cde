"""Several servers on one PostgreSQL: one writes at a time, all hear it, one goes on for another."""

import json
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from support.server_process import WAGER, House, begun, check_sound, sent, told
from support.stores import Databases

from punto.server.virtual_shoes.verification import verify_shoes
from punto.store.address import read_log

EACH = 40


@pytest.fixture
def pair(tmp_path: Path, databases: Databases) -> Iterator[tuple[House, House]]:
    store = databases.new()
    one, two = House(tmp_path, store), House(tmp_path, store, peopled=False)
    one.start()
    two.start()
    yield one, two
    one.close()
    two.close()


def drawn(store: str) -> list[tuple[int, str]]:
    """Return the cards that were drawn, each with the version it came with."""
    with read_log(store) as log:
        kept = [one for one in log.read("table/t1") if one.type == "card_drawn"]
    return [(one.version, json.loads(one.payload)["card"]) for one in kept]


def test_what_is_done_at_one_is_seen_and_heard_at_the_other(pair: tuple[House, House]) -> None:
    one, two = pair
    dealer = begun(one)
    with two.listening() as feed:
        last = told(feed)["version"]
        for number in range(3):
            answer = sent(dealer, f"w{number}", WAGER)
            assert answer is not None
            heard = told(feed)
            assert heard["version"] == answer["last"]
            versions = [event["version"] for event in heard["events"]]
            assert versions == list(range(last + 1, answer["last"] + 1))
            last = answer["last"]
            # A look at the other shows it too, and no command was needed for that.
            with httpx.Client(base_url=two.url) as anybody:
                assert anybody.get("/tables/t1").json()["version"] == answer["last"]


def test_killed_in_a_coup_the_other_goes_on_with_the_same_cards(pair: tuple[House, House]) -> None:
    one, two = pair
    dealer = begun(one)
    assert sent(dealer, "w", WAGER)
    for key in ("d1", "d2"):
        assert sent(dealer, key, {"type": "draw"})
    assert one.stop(signal.SIGKILL) == -signal.SIGKILL
    before = drawn(two.store)
    other = two.signed_in("Dean")
    # Asked again, the first two are not drawn twice.
    again = sent(other, "d1", {"type": "draw"})
    assert again is not None
    assert again["repeated"]
    assert drawn(two.store) == before
    done: set[str] = set()
    for number in range(3, 7):
        answer = sent(other, f"d{number}", {"type": "draw"}) if "coup_completed" not in done else {}
        assert answer is not None
        done |= {one["heard"]["type"] for one in answer.get("events", ())}
    assert "coup_completed" in done
    for step in ("collect_losers", "pay_winners", "discard", "new_shoe"):
        assert sent(other, step, {"type": step}), step
    with read_log(two.store) as log:
        assert not list(verify_shoes(log))
        shown = [one for one in log.read("table/t1/shoe") if one.type == "shoe_revealed"]
        assert shown


def test_both_write_to_one_table_and_nothing_is_lost_or_done_twice(
    pair: tuple[House, House],
) -> None:
    one, two = pair
    dealers = [begun(one), two.signed_in("Dean")]
    acknowledged: dict[str, tuple[int, int]] = {}

    def play(place: int) -> None:
        for number in range(EACH):
            key = f"p{place}-{number}"
            answer = sent(dealers[place], key, WAGER)
            assert answer is not None
            acknowledged[key] = (answer["first"], answer["last"])

    with two.listening() as feed, ThreadPoolExecutor(2) as pool:
        last = told(feed)["version"]
        for done in [pool.submit(play, place) for place in range(2)]:
            done.result()
        end = max(version for _, version in acknowledged.values())
        heard: list[int] = []
        while not heard or heard[-1] < end:
            heard += [event["version"] for event in told(feed)["events"]]
    assert heard == list(range(last + 1, end + 1)), "each once, in order"
    assert len(acknowledged) == 2 * EACH
    check_sound(one.store, acknowledged)


def test_the_same_key_at_both_at_once_is_carried_out_once(pair: tuple[House, House]) -> None:
    one, two = pair
    dealers = [begun(one), two.signed_in("Dean")]
    acknowledged: dict[str, tuple[int, int]] = {}
    with ThreadPoolExecutor(2) as pool:
        for number in range(15):
            asked = [pool.submit(sent, dealer, f"k{number}", WAGER) for dealer in dealers]
            answers = [done.result() for done in asked]
            assert all(answers)
            spans = {(answer["first"], answer["last"]) for answer in answers if answer}
            assert len(spans) == 1
            acknowledged[f"k{number}"] = spans.pop()
    check_sound(one.store, acknowledged)
