"""Run the demo: a store, a server for this machine only, and the simulated people."""

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

# The time that the tables have been played when the demo starts.
BEHIND_SECONDS = 15 * 60


class DemoServer(Server):
    """A server that reports when it is ready, and stops the simulation before it stops."""

    def __init__(self, config: uvicorn.Config, floor: Demo, there: Callable[[], None]) -> None:
        super().__init__(config, floor.desk)
        self._floor, self._there = floor, there
        self._playing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start to listen, then start the simulation."""
        await super().startup(sockets)
        if self.started:
            self._playing = asyncio.create_task(self._floor.run())
            self._there()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop the simulation, then the server."""
        if self._playing is not None:
            self._playing.cancel()
            with suppress(asyncio.CancelledError):
                await self._playing
        await super().shutdown(sockets)


def run(place: ServerConfig, there: Callable[[], None]) -> None:
    """Run the demo until it is interrupted; ``there`` is called when it is ready.

    Without a named store it uses a temporary one.
    """
    _check_address(place)
    configured(place.log_level)
    with TemporaryDirectory(prefix="punto-demo-") as own:
        if not place.store:
            place = replace(place, store=str(Path(own) / "demo.db"))
        log = open_log(place.store)
        try:
            with alone(log.backend), suppress(KeyboardInterrupt):
                prepare(log.backend)
                seal = Seal(read_key(key_of(place, log)))
                asyncio.run(_serve(place, log, seal, there))
        finally:
            log.close()


async def _serve(place: ServerConfig, log: Log, seal: Seal, there: Callable[[], None]) -> None:
    floor, app = assembled(log, seal, SimulatedClock(now_ms, BEHIND_SECONDS))
    await DemoServer(config_of(app, place, floor.desk), floor, there).serve()


def assembled(log: Log, seal: Seal, pace: SimulatedClock) -> tuple[Demo, Litestar]:
    """Return the simulation, and the application with the routes of the demo."""
    desk = CommandService(log, seal, pace.now_ms)
    known = People(log.backend, pace.now_ms)
    app = create_app(desk, identity(log.backend, lambda: pace.now_ms() // 1000))
    app.state.demo_people = known
    for route in (routes.people, routes.person):
        app.register(route)
    return Demo(desk, known, pace), app


def _check_address(place: ServerConfig) -> None:
    """Raise an error for an address that other machines can reach, or a port in use."""
    if not is_loopback(place.host):
        hint = "punto serve is for others: in the demo anybody can be anybody"
        message = f"the demo is for this machine alone, not {place.host}"
        raise Malformed(message, hint, code=ErrorCode.NOT_LOOPBACK)
    if not 0 <= place.port <= 65535:
        raise Malformed(f"{place.port} is no port", code=ErrorCode.INCOMPLETE)
    with socket.socket(socket.AF_INET6 if ":" in place.host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((place.host, place.port))
        except OSError as error:
            message = f"{place.host}:{place.port}: {error.strerror}"
            raise Malformed(message, "another --port", code=ErrorCode.SYSTEM) from None
