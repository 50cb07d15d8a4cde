"""A server in a thread, that tests stop and start again on the same store and port."""

import socket
import threading
import time
from pathlib import Path

import uvicorn

from punto.server.app import create_app
from punto.server.command_service import CommandService
from punto.server.people import accounts
from punto.server.people.migrations import prepare
from punto.server.request_authentication import identity
from punto.server.server_process import now_ms
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log

PASSWORD = "correct horse battery"
STAFF = {"Olga": ["casino_operator", "casino_supervisor"], "Dean": ["dealer"]}


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


class Served:
    """A server with two people of staff."""

    def __init__(self, place: Path) -> None:
        self.place, self.port = place, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        with open_log(place / "floor.db") as log:
            prepare(log.backend)
            for name, titles in STAFF.items():
                accounts.add(log.backend, name, titles, PASSWORD, int(time.time()))
        self.server: uvicorn.Server | None = None
        self.thread: threading.Thread | None = None

    def start(self) -> None:
        log = open_log(self.place / "floor.db")
        desk = CommandService(log, Seal(read_key(self.place / "key")), now_ms)
        app = create_app(desk, identity(log.backend, lambda: now_ms() // 1000))
        config = uvicorn.Config(
            app,
            port=self.port,
            log_level="critical",
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
        self.server = uvicorn.Server(config)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        while not self.server.started:
            time.sleep(0.01)

    def stop(self) -> None:
        assert self.server is not None
        assert self.thread is not None
        self.server.should_exit = True
        self.thread.join(120)
