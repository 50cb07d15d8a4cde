"""The demo as it runs: a store, a server on this machine alone, and everybody in it."""

import asyncio
import contextlib
import socket
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from litestar import Litestar
from msgspec import Struct

from punto.clause import Malformed
from punto.server.app import create_app
from punto.server.demo import routes
from punto.server.demo.floor import Floor
from punto.server.demo.pace import Pace
from punto.server.demo.people import People
from punto.server.desk import Desk
from punto.server.identity import identity
from punto.server.people.migrations import prepare
from punto.server.seal import Seal, read_key
from punto.server.serving import is_loopback, now_ms
from punto.store.address import open_log
from punto.store.log import Log
from punto.store.sqlite import Sqlite

# The roads of the tables are as long as if they had been played for so long.
BEHIND_SECONDS = 15 * 60


class Demo(Struct, frozen=True):
    """Where the demo listens and keeps its log; in a directory of its own if nothing is said."""

    host: str = "127.0.0.1"
    port: int = 8021
    store: str | None = None
    key: Path | None = None
    behind_seconds: int = BEHIND_SECONDS


class _Server(uvicorn.Server):
    """A server that says when it is there, and stops those who play before it stops itself."""

    def __init__(self, config: uvicorn.Config, floor: Floor, there: Callable[[], None]) -> None:
        super().__init__(config)
        self._floor, self._there = floor, there
        self._playing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._playing = asyncio.create_task(self._floor.run())
            self._there()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._playing is not None:
            self._playing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._playing
        await super().shutdown(sockets)


def run(demo: Demo, there: Callable[[], None]) -> None:
    """Run the demo until somebody stops it; ``there`` is called once it answers."""
    if not is_loopback(demo.host):
        hint = "punto serve is for others: in the demo anybody can be anybody"
        said = f"the demo is for this machine alone, not {demo.host}"
        raise Malformed(said, hint, code="not_loopback")
    if not 0 <= demo.port <= 65535:
        raise Malformed(f"{demo.port} is no port", code="incomplete")
    _check_free(demo)
    with TemporaryDirectory(prefix="punto-demo-") as place:
        log = open_log(demo.store or str(Path(place) / "demo.db"))
        try:
            prepare(log.backend)
            seal = Seal(read_key(_key(demo, log)))
        except BaseException:
            log.close()
            raise
        asyncio.run(_served(demo, log, seal, there))


async def _served(demo: Demo, log: Log, seal: Seal, there: Callable[[], None]) -> None:
    floor, app = assembled(log, seal, Pace(now_ms, demo.behind_seconds))
    config = uvicorn.Config(
        app,
        host=demo.host,
        port=demo.port,
        log_level="warning",
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=2,
    )
    await _Server(config, floor, there).serve()


def assembled(log: Log, seal: Seal, pace: Pace) -> tuple[Floor, Litestar]:
    """Return everybody in the demo, and the application with the routes of the demo."""
    desk = Desk(log, seal, pace.now_ms)
    known = People(log.backend, pace.now_ms)
    app = create_app(desk, identity(log.backend, lambda: pace.now_ms() // 1000))
    app.state.demo_people = known
    for route in (routes.people, routes.person):
        app.register(route)
    return Floor(desk, known, pace), app


def _key(demo: Demo, log: Log) -> Path:
    """Return where the key is that seals cards: beside the file of the store, never inside it."""
    if demo.key is not None:
        return demo.key
    if isinstance(log.backend, Sqlite):
        return log.backend.path.with_suffix(".key")
    raise Malformed("say where the key is that seals cards", "--key punto.key", code="incomplete")


def _check_free(demo: Demo) -> None:
    """Say that something else listens there, before anything is begun."""
    with socket.socket(socket.AF_INET6 if ":" in demo.host else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((demo.host, demo.port))
        except OSError as error:
            said = f"{demo.host}:{demo.port}: {error.strerror}"
            raise Malformed(said, "another --port", code="system") from None
