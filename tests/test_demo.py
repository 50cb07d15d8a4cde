"""The demo: hours of play in seconds, tables that never stand still, people one can be."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar import Litestar
from support.editions import DEALING
from support.server_process import PATIENCE

from punto import codec
from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.clause import Malformed
from punto.cli.main import run as punto
from punto.demo.floor import Demo
from punto.demo.run import assembled, run
from punto.demo.simulated_clock import SimulatedClock
from punto.demo.table_plans import plans, playable
from punto.server.app import create_app
from punto.server.people.migrations import prepare
from punto.server.request_authentication import CSRF, identity
from punto.server.server_process import ServerConfig
from punto.server.stream_names import HOUSE_STREAM
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.store.log import Log
from punto.store.verify import verify
from punto.table.phase import Betting, Dealing, Idle
from punto.table.seats.buying import BuyChips
from punto.table.table import Table
from punto.table.wagers.placing import PlaceWager


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


NOW_MS = 1_790_000_000_000
MINUTE = 60


class Clock:
    """A clock that goes on when somebody waits, and much faster than a real one."""

    def __init__(self) -> None:
        self.ms = NOW_MS

    def now_ms(self) -> int:
        return self.ms

    async def wait(self, seconds: float) -> None:
        self.ms += int(seconds * 1000)
        await asyncio.sleep(0.001)

    async def goes_on(self, seconds: float) -> None:
        until = self.ms + int(seconds * 1000)
        while self.ms < until:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Log]:
    with open_log(tmp_path / "demo.db") as opened:
        prepare(opened.backend)
        yield opened


def demo(log: Log, tmp_path: Path, minutes: int) -> tuple[Demo, Litestar, SimulatedClock, Clock]:
    clock = Clock()
    pace = SimulatedClock(clock.now_ms, minutes * MINUTE, clock.wait)
    floor, app = assembled(log, Seal(read_key(tmp_path / "demo.key")), pace)
    return floor, app, pace, clock


async def caught_up(floor: Demo, pace: SimulatedClock) -> "asyncio.Task[None]":
    playing = asyncio.create_task(floor.run())
    waiting = asyncio.create_task(pace.caught_up.wait())
    await asyncio.wait({playing, waiting}, return_when=asyncio.FIRST_COMPLETED)
    assert not playing.done()
    return playing


async def ended(playing: "asyncio.Task[None]") -> None:
    playing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await playing


async def table(floor: Demo, name: str) -> Table:
    state: Table = (await floor.desk.live(f"table/{name}")).aggregate.state
    return state


def test_the_tables_cover_every_rulebook_that_can_be_played() -> None:
    found = plans()
    assert {plan.rulebook for plan in found} == set(DEALING) == {one.id for one in playable()}
    assert sum(plan.visitor for plan in found) == 1
    assert sum(plan.elections.origin == "keyed" for plan in found) == 1
    assert len({plan.name for plan in found}) == len(found)


def test_an_hour_is_played_without_a_standstill(
    log: Log, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    floor, _, pace, _ = demo(log, tmp_path, 40)
    # So that a whole tournament is played.
    pace.behind_seconds = 0
    caplog.set_level("INFO", "punto.demo")

    async def played() -> None:
        playing = await caught_up(floor, pace)
        await ended(playing)
        assert not floor.failures
        for plan in floor.plans:
            found = await table(floor, plan.name)
            assert found.count.coups > 70, plan
            held = sum(one.chips_cents for one in found.patrons) + found.layout_cents
            assert held + found.ledger.float_cents == found.ledger.issued_cents
            assert len(found.patrons) >= 3
        states = [await table(floor, plan.name) for plan in floor.plans]
        assert any(one.shoe.number > 1 for one in states)
        assert sum(one.count.voids for one in states)
        assert sum(one.count.disputes for one in states)
        assert sum(one.count.mispayments for one in states)
        assert floor.cup.played >= 1
        house = (await floor.desk.live(HOUSE_STREAM)).aggregate
        assert house.state.tables == tuple(
            f"table/{plan.name}" for plan in floor.plans if plan.rulebook == house.rules.edition.id
        )

    asyncio.run(played())
    assert not [record.getMessage() for record in caplog.records]
    assert not verify(log).findings


def browser(app: Litestar) -> httpx.AsyncClient:
    transport = httpx.ASGITransport(app)  # type: ignore[arg-type]
    return httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1")


async def become(client: httpx.AsyncClient, name: str, where: str | None = None) -> dict[str, Any]:
    answer = await client.post("/demo/person", json={"name": name, "table": where})
    assert answer.status_code == 201, answer.text
    found: dict[str, Any] = answer.json()
    client.headers[CSRF] = found["csrf"]
    return found


def test_one_click_makes_a_visitor_somebody(log: Log, tmp_path: Path) -> None:
    floor, app, pace, clock = demo(log, tmp_path, 3)

    async def clicked() -> None:
        playing = await caught_up(floor, pace)
        async with browser(app) as client:
            people = (await client.get("/demo/people")).json()
            dealer = next(one for one in people if one["table"] == "t1" and one["title"])
            assert dealer["title"] == DEALER
            mine = await become(client, dealer["name"])
            session = (await client.get("/session")).json()
            assert (session["name"], session["csrf"]) == (dealer["name"], mine["csrf"])
            before = (await table(floor, "t1")).count.coups
            await clock.goes_on(2 * MINUTE)
            assert (await table(floor, "t1")).count.coups <= before + 1
            people = (await client.get("/demo/people")).json()
            patron = next(one for one in people if one["patron"] and one["table"] == "t2")
            mine = await become(client, patron["name"], "t2")
            assert (await client.get("/session")).json()["name"] != dealer["name"]
            seen = await client.get(
                "/tables/t2", headers={"authorization": f"Bearer {mine['token']}"}
            )
            assert seen.json()["view"]["viewer"] == patron["name"]
            # Whoever the visitor was before deals again.
            live = await floor.desk.live("table/t1")
            await until(clock, lambda: live.aggregate.state.count.coups > before + 2)
            for wrong in ({"name": "Nobody At All"}, {"name": dealer["name"], "table": "t2"}):
                assert (await client.post("/demo/person", json=wrong)).status_code == 404
        await ended(playing)
        assert not floor.failures

    asyncio.run(clicked())


async def until(clock: Clock, seen: Callable[[], bool]) -> int:
    """Wait until something is so, and return what the clock shows then."""
    ends = time.monotonic() + PATIENCE
    while not seen():
        assert time.monotonic() < ends, "it does not come"
        await asyncio.sleep(0.001)
    return clock.ms


def test_a_visitor_who_holds_cards_is_waited_for_and_then_not(log: Log, tmp_path: Path) -> None:
    floor, app, pace, clock = demo(log, tmp_path, 3)
    plan = next(one for one in floor.plans if "hold" in one.what and one.elections.offer)
    stream = f"table/{plan.name}"

    async def held() -> None:
        playing = await caught_up(floor, pace)
        live = await floor.desk.live(stream)
        async with browser(app) as client:
            name = live.aggregate.state.patrons[0].name
            await become(client, name, plan.name)
            me = Actor(name, PATRON)

            def mine() -> bool:
                phase = live.aggregate.state.phase
                return isinstance(phase, Dealing) and name in {one.holder for one in phase.out}

            def wagered() -> bool:
                return any(one.patron == name for one in live.aggregate.state.wagers)

            await until(clock, lambda: isinstance(live.aggregate.state.phase, Idle))
            await until(clock, lambda: isinstance(live.aggregate.state.phase, Betting))
            assert not wagered()
            most = live.aggregate.state.limits.maximum
            for command in (BuyChips(name, most), PlaceWager("player", most)):
                await floor.desk.act(stream, me, codec.encode(command))
            passed = await until(clock, mine)
            taken = await until(clock, lambda: not mine())
            assert taken - passed >= 13_000
            coups = live.aggregate.state.count.coups
            await until(clock, lambda: live.aggregate.state.count.coups > coups)
        await ended(playing)
        assert not floor.failures

    asyncio.run(held())


def test_nobody_in_an_evening_of_the_demo_agreed_or_signed_but_by_themselves(
    log: Log, tmp_path: Path
) -> None:
    floor, _, pace, _ = demo(log, tmp_path, 30)
    pace.behind_seconds = 0

    async def played() -> None:
        await ended(await caught_up(floor, pace))

    asyncio.run(played())
    own, said = 0, log.after(0, 1_000_000)
    for kept in said:
        event = json.loads(kept.payload)
        name = event["type"]
        # What one person says of themselves is in the log under their own name.
        if name in ("role_taken", "role_declined", "stakes_chosen", "application_signed"):
            assert event["name"] == kept.actor, event
            own += 1
        if name == "form_handed_in" and event.get("signed"):
            assert event["name"] == kept.actor, event
        # What is said of others was said by nobody else: so nobody agreed, asked, was satisfied.
        assert not event.get("agreed"), event
        assert not event.get("satisfied"), event
        assert "requested_by" not in event, event
        assert " asked" not in json.dumps(event.get("reasons", [])), event
    assert own > 20


def test_the_table_for_visitors_waits_for_one(log: Log, tmp_path: Path) -> None:
    floor, _, pace, clock = demo(log, tmp_path, 5)
    name = next(plan.name for plan in floor.plans if plan.visitor)

    async def waited() -> None:
        playing = await caught_up(floor, pace)
        live = await floor.desk.live(f"table/{name}")
        await until(clock, lambda: live.aggregate.state.count.coups > 3)
        await clock.goes_on(MINUTE)
        before = (await table(floor, name)).count.coups
        await clock.goes_on(3 * MINUTE)
        assert (await table(floor, name)).count.coups == before
        await ended(playing)

    asyncio.run(waited())


def test_a_demo_goes_on_with_a_store_that_is_there(log: Log, tmp_path: Path) -> None:
    async def first() -> int:
        floor, _, pace, _ = demo(log, tmp_path, 3)
        await ended(await caught_up(floor, pace))
        return (await table(floor, "t1")).count.coups

    async def second(before: int) -> None:
        floor, _, pace, clock = demo(log, tmp_path, 0)
        playing = await caught_up(floor, pace)
        live = await floor.desk.live("table/t1")
        assert live.aggregate.state.count.coups >= before
        await until(clock, lambda: live.aggregate.state.count.coups > before + 5)
        await ended(playing)
        assert not floor.failures

    asyncio.run(second(asyncio.run(first())))


def test_a_served_house_has_no_such_routes(log: Log, tmp_path: Path) -> None:
    floor, _, _, _ = demo(log, tmp_path, 1)
    app = create_app(floor.desk, identity(log.backend, lambda: NOW_MS // 1000))

    async def asked() -> None:
        async with browser(app) as client:
            assert (await client.get("/demo/people")).status_code == 404
            assert (await client.post("/demo/person", json={"name": "x"})).status_code == 404

    asyncio.run(asked())


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.1", "example.com"])
def test_the_demo_is_for_this_machine_alone(host: str) -> None:
    with pytest.raises(Malformed) as no:
        run(ServerConfig("", host), lambda: None)
    assert no.value.code == "not_loopback"
    assert punto(["demo", "--host", host]) == 2


def test_a_process_answers_soon_and_ends_when_told(tmp_path: Path) -> None:
    port, store = free_port(), tmp_path / "kept.db"
    code = "import sys; from punto.cli.main import main; main(sys.argv[1:])"
    for _ in range(2):
        # The second time it takes the tables up that the first has left.
        command = ["demo", "--no-browser", "--port", str(port), "--store", str(store)]
        process = subprocess.Popen(
            [sys.executable, "-c", code, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        try:
            until = time.monotonic() + PATIENCE
            while time.monotonic() < until:
                try:
                    tables = httpx.get(f"http://127.0.0.1:{port}/tables", timeout=PATIENCE).json()
                except httpx.TransportError:
                    tables = []
                if len(tables) == len(plans()):
                    break
                time.sleep(0.1)
            else:
                pytest.fail("there are no tables")
        finally:
            process.send_signal(signal.SIGINT)
            told, _ = process.communicate(timeout=PATIENCE)
        assert f"http://127.0.0.1:{port}".encode() in told
        assert b"Traceback" not in told, told.decode()
        assert process.returncode == 0
    with open_log(store) as kept:
        assert not verify(kept).findings
