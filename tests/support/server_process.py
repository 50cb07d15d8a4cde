"""`punto serve` as real processes, that tests kill and start again, with people who call it."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
from websockets.sync.client import ClientConnection, connect

from punto.server.people import accounts
from punto.server.people.migrations import prepare
from punto.store.address import open_log, read_log
from punto.store.load_stream import opened
from punto.store.verify import verify

PASSWORD = "correct horse battery"
# What does not come within this does not come: far longer than the slowest machine needs.
PATIENCE = 120.0
WAGER = {"type": "place_wager", "patron": "ann", "wager": "player", "stake_cents": 500}


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class House:
    """A server in a process of its own, over a store that others may serve as well."""

    def __init__(self, place: Path, store: str | None = None, *, peopled: bool = True) -> None:
        self.store, self.port = store or str(place / "floor.db"), free_port()
        self.key = place / "floor.key"
        self.clients: list[httpx.Client] = []
        self.process: subprocess.Popen[bytes] | None = None
        self.said = b""
        if not peopled:
            return
        with open_log(self.store) as log:
            prepare(log.backend)
            for name, titles in (("Olga", ["casino_operator"]), ("Dean", ["dealer"])):
                accounts.add(log.backend, name, titles, PASSWORD, int(time.time()))

    def start(self, *more: str) -> None:
        """Start it, and wait until it is ready."""
        command = ["serve", "--store", self.store, "--port", str(self.port)]
        command += ["--key", str(self.key), *more]
        code = "import sys; from punto.cli.main import main; main(sys.argv[1:])"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, *command],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            try:
                httpx.get(f"{self.url}/ready", timeout=PATIENCE)
            except httpx.HTTPError:
                if self.process.poll() is not None:
                    self.said = self.process.communicate()[1]
                    raise AssertionError(f"it does not start: {self.said.decode()}") from None
                time.sleep(0.05)
            else:
                return
        raise AssertionError("the server does not answer")

    def stop(self, how: signal.Signals) -> int:
        """End it in some way, and return what it said about that."""
        assert self.process is not None
        self.process.send_signal(how)
        self.said = self.process.communicate()[1]
        return self.process.returncode

    def close(self) -> None:
        """Leave nothing behind."""
        for client in self.clients:
            client.close()
        if self.process is not None and self.process.poll() is None:
            self.stop(signal.SIGKILL)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self) -> httpx.Client:
        """Return somebody who calls, and is nobody yet."""
        made = httpx.Client(base_url=self.url, timeout=PATIENCE)
        self.clients.append(made)
        return made

    def signed_in(self, name: str) -> httpx.Client:
        """Return somebody of the staff who is signed in."""
        client = self.client()
        made = client.post("/session", json={"name": name, "password": PASSWORD})
        assert made.status_code == 201, made.text
        client.headers["punto-csrf"] = made.json()["csrf"]
        return client

    @contextmanager
    def listening(
        self, client: httpx.Client | None = None, after: int = -1
    ) -> Iterator[ClientConnection]:
        """Yield a feed of table t1, as somebody hears it."""
        cookies = "; ".join(f"{n}={v}" for n, v in client.cookies.items()) if client else ""
        headers = {"cookie": cookies} if cookies else {}
        url = f"ws://127.0.0.1:{self.port}/tables/t1/live?after={after}"
        with connect(url, additional_headers=headers, max_size=None, open_timeout=PATIENCE) as feed:
            yield feed


def sent(client: httpx.Client, key: str, body: dict[str, Any]) -> dict[str, Any] | None:
    """Send a command with a key; return the answer, or nothing where none came."""
    try:
        answer = client.post("/tables/t1/commands", json=body, headers={"idempotency-key": key})
    except httpx.HTTPError:
        return None
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def begun(house: House, key: str = "first") -> httpx.Client:
    """Open table t1 with ann at it and betting open; return the dealer."""
    operator = house.signed_in("Olga")
    body = {"name": "t1", "rulebook": "nsw-2024", "ready": True}
    made = operator.post("/tables", json=body)
    assert made.status_code == 201, made.text
    dealer = house.signed_in("Dean")
    assert sent(dealer, f"{key}1", {"type": "join", "patron": "ann", "seat": 1})
    assert sent(dealer, f"{key}2", {"type": "buy_chips", "patron": "ann", "cents": 50_000_000})
    assert sent(dealer, f"{key}3", {"type": "open_betting"})
    return dealer


def told(feed: ClientConnection) -> dict[str, Any]:
    """Return the next message of a feed."""
    found: dict[str, Any] = json.loads(feed.recv(timeout=PATIENCE))
    return found


def check_sound(store: str, acknowledged: dict[str, tuple[int, int]]) -> None:
    """Check that everything answered is there once, and that no chip came or went."""
    with read_log(store) as log:
        assert not verify(log).findings
        kept = [one for one in log.read("table/t1") if one.key is not None and one.part == 1]
        by_key = {one.key: one for one in kept}
        assert len(by_key) == len(kept), "done twice"
        for key, (first, last) in acknowledged.items():
            assert first <= by_key[key].version <= last, key
        table = opened(log, "table/t1").state
    assert sum(bet.stake_cents for bet in table.wagers) == 500 * len(acknowledged)
    held = sum(patron.chips_cents for patron in table.patrons)
    assert held + table.layout_cents + table.ledger.float_cents == table.ledger.issued_cents


def killed(house: House, times: int, random: Random) -> dict[str, tuple[int, int]]:
    """Kill a server again and again while it is wagered at; return what was acknowledged."""
    dealer = begun(house)
    acknowledged: dict[str, tuple[int, int]] = {}
    number = 0
    for _ in range(times):
        assert house.process is not None
        doomed = time.monotonic() + random.uniform(0.02, 0.25)
        while True:
            number += 1
            answer = sent(dealer, f"k{number}", WAGER)
            if answer is None:
                break
            acknowledged[f"k{number}"] = (answer["first"], answer["last"])
            if time.monotonic() > doomed:
                os.kill(house.process.pid, signal.SIGKILL)
        house.process.communicate()
        house.start()
        # What got no answer is asked again with the same key, and is done once either way.
        dealer = house.signed_in("Dean")
        answer = sent(dealer, f"k{number}", WAGER)
        assert answer is not None
        acknowledged[f"k{number}"] = (answer["first"], answer["last"])
    return acknowledged
