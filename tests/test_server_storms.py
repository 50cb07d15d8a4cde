"""A server in bad weather: full disks, a database that goes, clients that misbehave."""

import asyncio
import resource
import signal
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.server_process import PATIENCE, WAGER, House, begun, check_sound, sent, told
from support.service_fixture import ANN, DEAN, Clock, desk_at, say, seated
from support.stores import started, started_again

from punto.store.verify import verify
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager

Acknowledged = dict[str, tuple[int, int]]


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    made.close()


def tried(client: httpx.Client, key: str, acknowledged: Acknowledged) -> int:
    """Wager once; note it if it was acknowledged, and return the status."""
    answer = client.post("/tables/t1/commands", json=WAGER, headers={"idempotency-key": key})
    if answer.status_code == 200:
        acknowledged[key] = (answer.json()["first"], answer.json()["last"])
    return answer.status_code


def pid(house: House) -> int:
    assert house.process is not None
    return house.process.pid


def limit_files(house: House, size: int) -> None:
    """Let no file of the server grow beyond a size: to it, the disk is full."""
    resource.prlimit(pid(house), resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))


def test_a_full_disk_is_told_and_over_when_there_is_room(house: House) -> None:
    dealer = begun(house)
    acknowledged: Acknowledged = {}
    assert tried(dealer, "before", acknowledged) == 200
    limit_files(house, Path(f"{house.store}-wal").stat().st_size + 10_000)
    # The file may first be written again from its beginning.
    codes: list[int] = []
    while 503 not in codes and len(codes) < 2_000:
        codes.append(tried(dealer, f"full{len(codes)}", acknowledged))
    assert codes[-1] == 503
    assert set(codes) <= {200, 503}
    assert dealer.get("/tables/t1").status_code == 200, "one may still look"
    assert dealer.get("/ready").status_code == 503
    assert dealer.get("/health").status_code == 200
    limit_files(house, resource.RLIM_INFINITY)
    # The same keys again: what was refused is done now, and nothing twice.
    assert {tried(dealer, f"full{number}", acknowledged) for number in range(len(codes))} == {200}
    assert dealer.get("/ready").status_code == 200
    house.stop(signal.SIGTERM)
    check_sound(house.store, acknowledged)


class Database:
    """A PostgreSQL that a test stops and starts again."""

    def __init__(self, folder: Path) -> None:
        self.server = started(folder / "pg")

    def stop(self) -> None:
        self.server.stop()

    def start(self) -> None:
        started_again(self.server)


@pytest.fixture
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Database]:
    made = Database(tmp_path_factory.mktemp("d"))
    yield made
    made.server.cleanup()


def test_a_database_that_goes_and_comes_back_loses_nothing(
    database: Database, tmp_path: Path
) -> None:
    house = House(tmp_path, database.server.get_uri())
    house.start()
    try:
        dealer = begun(house)
        acknowledged: Acknowledged = {}
        assert tried(dealer, "before", acknowledged) == 200
        with house.listening() as feed:
            told(feed)
            database.stop()
            assert tried(dealer, "gone", acknowledged) == 503
            assert httpx.get(f"{house.url}/ready").status_code == 503
            assert httpx.get(f"{house.url}/health").status_code == 200
            database.start()
            until = time.monotonic() + PATIENCE
            while tried(dealer, "gone", acknowledged) != 200:
                assert time.monotonic() < until
                time.sleep(0.1)
            while httpx.get(f"{house.url}/ready").status_code != 200:
                assert time.monotonic() < until
                time.sleep(0.1)
            # Who listened the whole time hears it too.
            assert told(feed)["version"] == acknowledged["gone"][1]
        assert tried(dealer, "after", acknowledged) == 200
        house.stop(signal.SIGTERM)
        check_sound(house.store, acknowledged)
    finally:
        house.close()


def resident_kb(number: int) -> int:
    lines = Path(f"/proc/{number}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


def test_a_client_that_never_reads_costs_little_and_holds_up_nobody(house: House) -> None:
    dealer = begun(house)
    silent = []
    for _ in range(5):
        sock = socket.create_connection(("127.0.0.1", house.port))
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        request = (
            "GET /tables/t1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        sock.sendall(request.encode())
        silent.append(sock)
    acknowledged: Acknowledged = {}
    with house.listening() as feed:
        told(feed)
        for number in range(50):
            assert tried(dealer, f"warm{number}", acknowledged) == 200
        before = resident_kb(pid(house))
        for number in range(400):
            assert tried(dealer, f"k{number}", acknowledged) == 200
        last = max(version for _, version in acknowledged.values())
        while told(feed)["version"] < last:
            pass
    assert resident_kb(pid(house)) - before < 20_000
    for sock in silent:
        sock.close()
    house.stop(signal.SIGTERM)
    check_sound(house.store, acknowledged)


def deep(depth: int) -> bytes:
    return b'{"type":"draw","card":' + b"[" * depth + b"]" * depth + b"}"


BODIES: list[tuple[bytes, int]] = [
    (b"", 400),
    (b"{", 400),
    (b"nonsense", 400),
    (b"[]", 400),
    (b"null", 400),
    (b'"draw"', 400),
    (b'{"type":"fly"}', 400),
    (b'{"type":"place_wager","patron":7,"wager":"player","stake_cents":500}', 400),
    (b'{"type":"place_wager","patron":"ann","wager":"player","stake_cents":"500"}', 400),
    (b'{"type":"place_wager","patron":"ann","wager":"player","stake_cents":1e400}', 400),
    (b'{"type":"place_wager","patron":"ann","wager":"player","stake_cents":5.5}', 400),
    (b'{"type":"place_wager","patron":"ann","wager":"tie","stake_cents":' + b"9" * 400 + b"}", 409),
    (b'{"type":"draw","card":null,"more":1}', 400),
    (b"\xff\xfe\x00", 400),
    (b'{"type":"draw"}' + b" " * 1000 + b"x", 400),
    (deep(900), 400),
    (deep(100_000), 400),
    (b" " * 10_000_000, 413),
    (b"[" * 10_000_000, 413),
]


def test_what_makes_no_sense_is_refused_and_changes_nothing(house: House) -> None:
    dealer = begun(house)
    before = dealer.get("/tables/t1").json()["version"]
    for body, status in BODIES:
        answer = dealer.post("/tables/t1/commands", content=body)
        assert answer.status_code == status, (body[:60], answer.text[:200])
        assert set(answer.json()) >= {"code", "message"}
    chunked = dealer.post("/tables/t1/commands", content=iter([b" " * 65536] * 160))
    assert chunked.status_code == 413
    for key in ("x" * 500, "\x7f", "é"):
        answer = dealer.post(
            "/tables/t1/commands",
            json=WAGER,
            headers=[(b"idempotency-key", key.encode("latin-1"))],
        )
        assert answer.status_code in (200, 400), answer.text
    for path in ("/tables/t1/events?after=x", "/tables/t1/events?limit=0", "/tables/%00"):
        assert dealer.get(path).status_code in (400, 404), path
    assert dealer.get("/tables/t1").json()["version"] <= before + 2
    assert dealer.get("/ready").status_code == 200


def test_the_same_key_at_once_from_many_is_carried_out_once(house: House) -> None:
    begun(house)
    dealers = [house.signed_in("Dean") for _ in range(6)]
    acknowledged: Acknowledged = {}
    with ThreadPoolExecutor(len(dealers)) as pool:
        for number in range(10):
            asked = [pool.submit(sent, dealer, f"k{number}", WAGER) for dealer in dealers]
            answers: list[Any] = [done.result() for done in asked]
            assert sum(not answer["repeated"] for answer in answers) == 1
            spans = {(answer["first"], answer["last"]) for answer in answers}
            assert len(spans) == 1
            acknowledged[f"k{number}"] = spans.pop()
    house.stop(signal.SIGTERM)
    check_sound(house.store, acknowledged)


def test_many_at_one_table_are_each_served_once(house: House) -> None:
    begun(house)
    dealers = [house.signed_in("Dean") for _ in range(6)]
    acknowledged: Acknowledged = {}

    def play(place: int) -> None:
        for number in range(25):
            assert tried(dealers[place], f"p{place}-{number}", acknowledged) == 200

    with ThreadPoolExecutor(len(dealers)) as pool:
        for done in [pool.submit(play, place) for place in range(len(dealers))]:
            done.result()
    assert len(acknowledged) == 150
    house.stop(signal.SIGTERM)
    check_sound(house.store, acknowledged)


def test_a_clock_that_jumps_forward_and_back_keeps_the_log_in_order(tmp_path: Path) -> None:
    async def play() -> None:
        clock = Clock()
        desk = desk_at(tmp_path, clock)
        await seated(desk, "nsw-2024")
        await say(desk, DEAN, OpenBetting())
        for jump in (365 * 86_400_000, -2 * 365 * 86_400_000, 86_400_000, -60_000):
            clock.ms += jump
            await say(desk, ANN, PlaceWager("player", 10_000))
        times = [one.time_ms for one in desk.log.read("t1")]
        assert times == sorted(times)
        assert not verify(desk.log).findings
        desk.log.close()

    asyncio.run(play())
