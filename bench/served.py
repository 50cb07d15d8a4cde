"""A house served over HTTP: commands a second beside the bare commit, and answers under load."""

import asyncio
import json
import resource
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import uvloop

from bench.store import ONE, raw
from punto.server.people import tokens
from punto.server.people.migrations import prepare
from punto.store.address import open_log

TABLES, PATRONS, SECONDS = 200, 7, 60
# A coup a minute is what a casino deals; ten times that is one in six seconds.
COUP_SECONDS = 6.0


class Line:
    """One connection that is kept: the least client there can be, so the server is measured."""

    def __init__(self, port: int) -> None:
        self.port = port

    async def open(self) -> "Line":
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        return self

    async def ask(self, method: str, path: str, token: str, body: bytes = b"") -> tuple[int, bytes]:
        self.writer.write(
            f"{method} {path} HTTP/1.1\r\nhost: punto\r\nauthorization: Bearer {token}\r\n"
            f"content-length: {len(body)}\r\n\r\n".encode()
            + body
        )
        head = await self.reader.readuntil(b"\r\n\r\n")
        lines = head.split(b"\r\n")
        length = next(int(one[15:]) for one in lines if one.lower().startswith(b"content-length"))
        return int(lines[0][9:12]), await self.reader.readexactly(length)

    async def say(self, table: str, token: str, **words: Any) -> float:
        """Give a command; return how long the answer took."""
        body = json.dumps(words).encode()
        start = time.perf_counter()
        status, answer = await self.ask("POST", f"/tables/{table}/commands", token, body)
        took = time.perf_counter() - start
        assert status == 200, answer
        return took


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def running(url: str) -> Iterator[tuple[int, str, int]]:
    """Yield the port of a server of its own on a store, a token of staff, and its process."""
    with open_log(url) as log:
        prepare(log.backend)
        titles = ("casino_operator", "dealer")
        name, now = f"bench {time.time_ns()}", int(time.time())
        token = tokens.add(log.backend, name, now, wanted=titles).secret.text
    port = _free_port()
    with tempfile.TemporaryDirectory() as place:
        code = "import sys; from punto.cli.main import main; main(sys.argv[1:])"
        key = str(Path(place) / "key")
        words = ["serve", "--store", url, "--port", str(port), "--key", key]
        process = subprocess.Popen(
            [sys.executable, "-c", code, *words, "--log-level", "warning"],
            stdout=subprocess.DEVNULL,
        )
        try:
            for _ in range(200):
                try:
                    socket.create_connection(("127.0.0.1", port), 0.2).close()
                    break
                except OSError:
                    time.sleep(0.05)
            yield port, token, process.pid
        finally:
            process.terminate()
            process.wait()


async def _table(line: Line, name: str, token: str) -> None:
    body = {"name": name, "rulebook": "nsw-2024", "ready": True, "float_dollars": 10**9}
    status, answer = await line.ask("POST", "/tables", token, json.dumps(body).encode())
    assert status == 201, answer


async def _joined(line: Line, table: str, seat: int) -> str:
    body = json.dumps({"name": f"p{seat}", "seat": seat}).encode()
    status, answer = await line.ask("POST", f"/tables/{table}/patrons", "", body)
    assert status == 201, answer
    token: str = json.loads(answer)["token"]
    return token


async def _rate(port: int, token: str, tables: int, each: int) -> float:
    """Return commands a second at so many tables at once, each waiting for its answers."""
    lines = [await Line(port).open() for _ in range(tables)]
    seats = []
    for line in lines:
        name = f"b{time.time_ns()}"
        await _table(line, name, token)
        await _joined(line, name, 1)
        await line.say(name, token, type="buy_chips", patron="p1", cents=10**9)
        await line.say(name, token, type="open_betting")
        seats.append((line, name))

    async def played(line: Line, name: str) -> None:
        # Entered by staff: a patron alone is not let act so fast.
        wager = {"patron": "p1", "wager": "player", "stake_cents": 500}
        for _ in range(each):
            await line.say(name, token, type="place_wager", **wager)

    start = time.perf_counter()
    await asyncio.gather(*(played(*one) for one in seats))
    return tables * each / (time.perf_counter() - start)


async def _empty(port: int, clients: int, each: int) -> float:
    """Return answers a second of a route that does nothing."""
    lines = [await Line(port).open() for _ in range(clients)]

    async def asked(line: Line) -> None:
        for _ in range(each):
            await line.ask("GET", "/health", "")

    start = time.perf_counter()
    await asyncio.gather(*(asked(line) for line in lines))
    return clients * each / (time.perf_counter() - start)


def rates(url: str) -> dict[str, float]:
    """Return the best of three of each, measured in turn in one run."""
    found = {"raw": _raw(url)}
    with running(url) as (port, token, _):
        for _ in range(3):
            for name, rate in (
                ("one", uvloop.run(_rate(port, token, 1, 600))),
                ("many", uvloop.run(_rate(port, token, 64, 30))),
                ("empty", uvloop.run(_empty(port, 1, 1000))),
                ("empty many", uvloop.run(_empty(port, 64, 50))),
            ):
                found[name] = max(found.get(name, 0), rate)
    found["raw"] = max(found["raw"], _raw(url))
    return found


def _raw(url: str) -> float:
    """Return commits a second of the driver alone, while no server has the store open."""
    with open_log(url) as log:
        return max(raw(log, 1, ONE) for _ in range(3))


class _Watcher(asyncio.Protocol):
    """Counts the messages of a feed by their heads, and looks at nothing else."""

    def __init__(self, floor: "Floor") -> None:
        self.floor, self.left = floor, b""

    def data_received(self, data: bytes) -> None:
        self.left += data
        if self.left.startswith(b"HTTP"):
            _, told, self.left = self.left.partition(b"\r\n\r\n")
            if not told:
                return
        while len(self.left) >= 4:
            size, head = self.left[1] & 127, 2
            if size == 126:
                size, head = int.from_bytes(self.left[2:4], "big"), 4
            if len(self.left) < head + size:
                return
            self.left = self.left[head + size :]
            self.floor.heard += 1


class Floor:
    """Many tables in play at once, everybody watching: how long answers take."""

    def __init__(self, port: int, token: str, seconds: float) -> None:
        self.port, self.token, self.seconds = port, token, seconds
        self.took: list[float] = []
        self.heard = 0

    async def _watch(self, table: str, token: str) -> asyncio.Transport:
        """Open a feed; whoever listens only counts what comes."""
        loop = asyncio.get_running_loop()
        line, _ = await loop.create_connection(lambda: _Watcher(self), "127.0.0.1", self.port)
        line.write(
            f"GET /tables/{table}/live HTTP/1.1\r\nhost: punto\r\nauthorization: Bearer {token}\r\n"
            "connection: Upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\n"
            "sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        return line

    async def _play(self, number: int, start: float) -> None:
        line, name = await Line(self.port).open(), f"f{number}"
        await _table(line, name, self.token)
        patrons = [await _joined(line, name, seat) for seat in range(1, PATRONS + 1)]
        for seat, patron in enumerate(patrons, 1):
            await line.say(name, patron, type="buy_chips", patron=f"p{seat}", cents=10**9)
        watching = [await self._watch(name, patron) for patron in patrons]
        # Tables do not begin their coups in step.
        await asyncio.sleep(max(start - time.perf_counter(), 0) + number * COUP_SECONDS / TABLES)
        ends = start + self.seconds
        while time.perf_counter() < ends:
            began = time.perf_counter()
            await self._coup(line, name, patrons)
            await asyncio.sleep(max(COUP_SECONDS - (time.perf_counter() - began), 0))
        for one in watching:
            one.close()

    async def _coup(self, line: Line, name: str, patrons: list[str]) -> None:
        took = self.took.append
        # People do not press all at once: a coup is spread over most of its time.
        gap = COUP_SECONDS * 0.8 / 18
        took(await line.say(name, self.token, type="open_betting"))
        for patron in patrons:
            await asyncio.sleep(gap)
            wager = {"wager": "player", "stake_cents": 2_500}
            took(await line.say(name, patron, type="place_wager", **wager))
        while True:
            await asyncio.sleep(gap)
            body = b'{"type": "draw"}'
            start = time.perf_counter()
            path = f"/tables/{name}/commands"
            status, answer = await line.ask("POST", path, self.token, body)
            took(time.perf_counter() - start)
            assert status == 200, answer
            if b"coup_completed" in answer:
                break
        for kind in ("collect_losers", "pay_winners", "discard"):
            await asyncio.sleep(gap)
            took(await line.say(name, self.token, type=kind))

    async def run(self) -> None:
        start = time.perf_counter() + TABLES * PATRONS * 0.012 + 5
        await asyncio.gather(*(self._play(number, start) for number in range(TABLES)))


def _resident(pid: int) -> int:
    """Return the bytes of memory that a process has."""
    pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()[1])
    return pages * resource.getpagesize()


def floor(url: str, seconds: float = SECONDS) -> dict[str, float]:
    """Return how long answers take while many tables are in play, and what a table weighs."""
    with running(url) as (port, token, pid):
        uvloop.run(_empty(port, 1, 10))
        before = _resident(pid)
        played = Floor(port, token, seconds)
        uvloop.run(played.run())
        took = sorted(played.took)
        at = {f"p{part}": took[len(took) * part // 100] * 1000 for part in (50, 95, 99)}
        weight = (_resident(pid) - before) / TABLES / 1024
        rate = len(took) / seconds
        return {**at, "rate": rate, "messages": played.heard / seconds, "kilobytes": weight}


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as here:
        print(rates(str(Path(here) / "a.db")))
        print(floor(str(Path(here) / "b.db"), 30))
