"""A server that runs: where it listens, what it needs before it may, and how it stops."""

import asyncio
import gc
import ipaddress
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path
from socket import socket

import uvicorn
from litestar import Litestar
from msgspec import Struct

from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.server.access_log import LEVELS, AccessLogMiddleware, configured
from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people import accounts
from punto.server.people.migrations import prepare
from punto.server.request_authentication import identity
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.store.log import Log
from punto.store.sql import Backend
from punto.store.sqlite import Sqlite

# Requests in progress are finished when the server receives a stop signal.
_STOP_SECONDS = 10
# A person thinks longer than a few seconds between two commands: the connection is kept for them.
_KEPT_SECONDS = 75
# Feeds are closed with a message, which clients have this long to receive.
_FEEDS_SECONDS = 2


class ServerConfig(Struct, frozen=True):
    """Where a server listens, where its log and its key are, and whether TLS is in front of it."""

    store: str
    host: str = "127.0.0.1"
    port: int = 8021
    key: Path | None = None
    behind_tls: bool = False
    log_level: str = "warning"


def now_ms() -> int:
    """Return the system time."""
    return time.time_ns() // 1_000_000


class Server(uvicorn.Server):
    """A server that tells those who listen before it goes: they come back to the next one."""

    def __init__(self, config: uvicorn.Config, desk: CommandService) -> None:
        super().__init__(config)
        self.desk = desk

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """Let feeds end by themselves, then finish what is being answered."""
        for server in self.servers:
            server.close()
        self.desk.feeds.end()
        for _ in range(_FEEDS_SECONDS * 20):
            if not self.desk.feeds.count:
                break
            await asyncio.sleep(0.05)
        await super().shutdown(sockets)


def serve(place: ServerConfig) -> None:
    """Serve until the process is stopped."""
    log = open_log(place.store)
    try:
        with alone(log.backend):
            _serve(place, log)
    finally:
        log.close()


def _serve(place: ServerConfig, log: Log) -> None:
    prepare(log.backend)
    _check_place(place, log)
    desk = CommandService(log, Seal(read_key(key_of(place, log))), now_ms)
    app = create_app(
        desk, identity(log.backend, lambda: now_ms() // 1000), behind_tls=place.behind_tls
    )
    configured(place.log_level)
    # Rulebooks are here to stay: nobody has to look through them for what can be thrown away.
    gc.collect()
    gc.freeze()
    # Thousands of listeners live long: looking through them all holds everybody up.
    gc.set_threshold(50_000, 50, 100)
    with suppress(KeyboardInterrupt):
        Server(config_of(app, place, desk), desk).run()


def config_of(app: Litestar, place: ServerConfig, desk: CommandService) -> uvicorn.Config:
    """Return how an application is served at a place, with what it does counted and told."""
    return uvicorn.Config(
        AccessLogMiddleware(app, desk.metrics),
        host=place.host,
        port=place.port,
        log_config=None,
        access_log=False,
        server_header=False,
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        timeout_graceful_shutdown=_STOP_SECONDS,
        timeout_keep_alive=_KEPT_SECONDS,
        proxy_headers=place.behind_tls,
    )


@contextmanager
def alone(backend: Backend) -> Iterator[None]:
    """Keep a second server off a file: only a database tells one what the other writes."""
    if not isinstance(backend, Sqlite):
        yield
        return
    path = backend.path.with_name(backend.path.name + ".serving")
    with path.open("ab") as file:
        try:
            # It is let go of whenever this process ends, in whichever way.
            flock(file, LOCK_EX | LOCK_NB)
        except BlockingIOError:
            raise Malformed(
                f"another server has {backend.path} open already",
                "several servers share a PostgreSQL",
                code=ErrorCode.ALREADY_SERVED,
            ) from None
        yield


def key_of(place: ServerConfig, log: Log) -> Path:
    """Return the path of the encryption key: beside the file of the store, never inside it."""
    if place.key is not None:
        return place.key
    if isinstance(log.backend, Sqlite):
        return log.backend.path.with_suffix(".key")
    raise Malformed(
        "say where the key is that seals cards", "--key punto.key", code=ErrorCode.INCOMPLETE
    )


def is_loopback(host: str) -> bool:
    """Return whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _check_place(place: ServerConfig, log: Log) -> None:
    """Refuse remote access without accounts or without TLS."""
    if place.log_level not in LEVELS:
        raise Malformed(f"log levels: {', '.join(LEVELS)}", code=ErrorCode.USAGE)
    if not 0 <= place.port <= 65535:
        raise Malformed(f"{place.port} is no port", code=ErrorCode.INCOMPLETE)
    if is_loopback(place.host):
        return
    if not accounts.count_enabled(log.backend):
        hint = "punto staff add NAME --title casino_supervisor"
        raise Malformed(f"nobody could sign in at {place.host}", hint, code=ErrorCode.NO_ACCOUNTS)
    if not place.behind_tls:
        hint = "put TLS in front of it and say --behind-tls"
        raise Malformed(
            f"passwords would cross {place.host} in the clear", hint, code=ErrorCode.NO_TLS
        )
