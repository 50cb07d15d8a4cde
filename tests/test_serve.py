"""`punto serve` as a process: killed at any moment, it has lost nothing that it answered."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest

from punto.clause import Malformed
from punto.cli.main import run
from punto.server.people import accounts
from punto.server.people.migrations import prepare
from punto.server.serving import Place, is_loopback, serve
from punto.store.address import open_log, read_log
from punto.store.opening import opened
from punto.store.verify import verify

PASSWORD = "correct horse battery"
KILLS = 10


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class House:
    """A server in a process of its own, that tests kill and start again."""

    def __init__(self, place: Path) -> None:
        self.store, self.port = place / "floor.db", free_port()
        with open_log(self.store) as log:
            prepare(log.backend)
            for name, titles in (("Olga", ["casino_operator"]), ("Dean", ["dealer"])):
                accounts.add(log.backend, name, titles, PASSWORD, int(time.time()))
        self.process: subprocess.Popen[bytes] | None = None
        self.clients: list[httpx.Client] = []

    def start(self) -> None:
        command = ["serve", "--store", str(self.store), "--port", str(self.port)]
        code = "import sys; from punto.cli.main import main; main(sys.argv[1:])"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(300):
            try:
                httpx.get(f"{self.url}/ready", timeout=1)
            except httpx.HTTPError:
                assert self.process.poll() is None, "the server does not start"
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def stop(self, how: signal.Signals) -> int:
        assert self.process is not None
        self.process.send_signal(how)
        self.process.communicate()
        return self.process.returncode

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def signed_in(self, name: str) -> httpx.Client:
        client = httpx.Client(base_url=self.url, timeout=5)
        self.clients.append(client)
        made = client.post("/session", json={"name": name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        client.headers["punto-csrf"] = made.json()["csrf"]
        return client


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path)
    made.start()
    yield made
    for client in made.clients:
        client.close()
    if made.process is not None and made.process.poll() is None:
        made.stop(signal.SIGKILL)


def sent(client: httpx.Client, number: int, body: dict[str, Any]) -> dict[str, Any] | None:
    """Send a command with a key; return the answer, or nothing where none came."""
    try:
        answer = client.post(
            "/tables/t1/commands", json=body, headers={"idempotency-key": f"k{number}"}
        )
    except httpx.HTTPError:
        return None
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_killed_again_and_again_it_loses_nothing_and_does_nothing_twice(house: House) -> None:
    random = Random(11)
    operator = house.signed_in("Olga")
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    assert operator.post("/tables", json=body).status_code == 201
    dealer = house.signed_in("Dean")
    assert sent(dealer, 1, {"type": "join", "patron": "ann", "seat": 1})
    assert sent(dealer, 2, {"type": "buy_chips", "patron": "ann", "cents": 100_000_000})
    assert sent(dealer, 3, {"type": "open_betting"})
    wager = {"type": "place_wager", "patron": "ann", "wager": "player", "stake_cents": 500}
    acknowledged: dict[int, tuple[int, int]] = {}
    number = 10
    for _ in range(KILLS):
        assert house.process is not None
        doomed = time.monotonic() + random.uniform(0.02, 0.25)
        while True:
            number += 1
            answer = sent(dealer, number, wager)
            if answer is None:
                break
            acknowledged[number] = (answer["first"], answer["last"])
            if time.monotonic() > doomed:
                os.kill(house.process.pid, signal.SIGKILL)
        house.process.communicate()
        house.start()
        # What got no answer is asked again with the same key, and is done once either way.
        dealer = house.signed_in("Dean")
        answer = sent(dealer, number, wager)
        assert answer is not None
        acknowledged[number] = (answer["first"], answer["last"])
    assert house.stop(signal.SIGTERM) in (0, -signal.SIGTERM)
    with read_log(house.store) as log:
        assert not verify(log).findings
        kept = {one.key: one for one in log.read("table/t1") if one.key is not None}
        for asked, (first, last) in acknowledged.items():
            one = kept[f"k{asked}"]
            assert first <= one.version <= last
        table = opened(log, "table/t1").state
    assert sum(bet.stake_cents for bet in table.wagers) == 500 * len(acknowledged)
    held = sum(patron.chips_cents for patron in table.patrons)
    assert held + table.layout_cents + table.ledger.float_cents == table.ledger.issued_cents


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.0.2.7", "example.org"])
def test_it_is_not_reached_from_elsewhere_without_accounts_or_in_the_clear(
    host: str, tmp_path: Path
) -> None:
    store = str(tmp_path / "floor.db")
    with pytest.raises(Malformed) as nobody:
        serve(Place(store, host, free_port(), behind_tls=True))
    assert nobody.value.code == "no_accounts"
    with open_log(store) as log:
        accounts.add(log.backend, "Olga", ["casino_operator"], PASSWORD, 1)
    with pytest.raises(Malformed) as clear:
        serve(Place(store, host, free_port()))
    assert clear.value.code == "no_tls"
    assert not is_loopback(host)


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "localhost", "127.9.9.9"])
def test_this_machine_is_this_machine(host: str) -> None:
    assert is_loopback(host)


def test_what_is_wrong_is_said_before_it_serves(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "words.txt").write_text("no store\n")
    assert run(["serve", "--store", str(tmp_path / "words.txt")]) == 2
    assert run(["serve", "--store", str(tmp_path / "x.db"), "--port", "99999"]) == 2
    (tmp_path / "x.key").write_bytes(b"short")
    (tmp_path / "x.key").chmod(0o600)
    assert run(["serve", "--store", str(tmp_path / "x.db"), "--port", "1"]) == 2
    assert json.dumps("is no key").strip('"') in capsys.readouterr().err
