"""The demo as it runs: a store, a server on this machine alone, and everybody in it."""

import asyncio
import socket
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import uvicorn
from litestar import Litestar
from msgspec.structs import replace

from punto.clause import Malformed
from punto.demo import routes
from punto.demo.floor import Demo
from punto.demo.people import People
from punto.demo.simulated_clock import SimulatedClock
from punto.error_codes import ErrorCode
from punto.server.access_log import configured
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people.migrations import prepare
from punto.server.request_authentication import identity
from punto.server.server_process import (
    Server,
    ServerConfig,
    alone,
    config_of,
    is_loopback,
    key_of,
    now_ms,
)
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.store.log import Log

# The roads of the tables are as long as if they had been played for so long.
BEHIND_SECONDS = 15 * 60


class DemoServer(Server):
    """A server that says when it is there, and stops those who play before it stops itself."""

    def __init__(self, config: uvicorn.Config, floor: Demo, there: Callable[[], None]) -> None:
        super().__init__(config, floor.desk)
        self._floor, self._there = floor, there
        self._playing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, then to play."""
        await super().startup(sockets)
        if self.started:
            self._playing = asyncio.create_task(self._floor.run())
            self._there()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop to play, then to answer."""
        if self._playing is not None:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
        await super().shutdown(sockets)


def run(place: ServerConfig, there: Callable[[], None]) -> None:
    """Run the demo until somebody stops it; ``there`` is called once it answers.

    Where no store is named, it has one of its own that goes with it.
    """
    _check_place(place)
    configured(place.log_level)
    with TemporaryDirectory(prefix="punto-demo-") as own:
        if not place.store:
            place = replace(place, store=str(Path(own) / "demo.db"))
        log = open_log(place.store)
        try:
            with alone(log.backend), suppress(KeyboardInterrupt):
                prepare(log.backend)
                seal = Seal(read_key(key_of(place, log)))
                asyncio.run(_served(place, log, seal, there))
        finally:
            log.close()


async def _served(place: ServerConfig, log: Log, seal: Seal, there: Callable[[], None]) -> None:
    floor, app = assembled(log, seal, SimulatedClock(now_ms, BEHIND_SECONDS))
    await DemoServer(config_of(app, place, floor.desk), floor, there).serve()


def assembled(log: Log, seal: Seal, pace: SimulatedClock) -> tuple[Demo, Litestar]:
    """Return everybody in the demo, and the application with the routes of the demo."""
    desk = CommandService(log, seal, pace.now_ms)
    known = People(log.backend, pace.now_ms)
    app = create_app(desk, identity(log.backend, lambda: pace.now_ms() // 1000))
    app.state.demo_people = known
    for route in (routes.people, routes.person):
        app.register(route)
    return Demo(desk, known, pace), app


def _check_place(place: ServerConfig) -> None:
    """Refuse to be reached from elsewhere, or where something else listens."""
    if not is_loopback(place.host):
        hint = "punto serve is for others: in the demo anybody can be anybody"
        said = f"the demo is for this machine alone, not {place.host}"
        raise Malformed(said, hint, code=ErrorCode.NOT_LOOPBACK)
    if not 0 <= place.port <= 65535:
        raise Malformed(f"{place.port} is no port", code=ErrorCode.INCOMPLETE)
    with socket.socket(socket.AF_INET6 if ":" in place.host else socket.AF_INET) as tried:
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((place.host, place.port))
        except OSError as error:
            said = f"{place.host}:{place.port}: {error.strerror}"
            raise Malformed(said, "another --port", code=ErrorCode.SYSTEM) from None
