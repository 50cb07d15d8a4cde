"""Listens to PostgreSQL notifications about events of other processes, in one thread.

A notification contains only a position of the log. The streams that have grown are read from the
log itself. So nothing is missed after a lost connection: reading resumes at the last position.
"""

import asyncio
from threading import Event, Thread

import psycopg
from sqlalchemy import URL

from punto.server.command_service import CommandService
from punto.store.errors import StoreError
from punto.store.postgres import CHANNEL, PATIENCE, Postgres

# Timeout of one wait. After it, check for a stop request and for a dead connection.
_QUIET_SECONDS = 1.0
_AGAIN_SECONDS = (0.1, 0.5, 1.0, 2.0)


class PostgresListener:
    """Applies the events that other processes write into the same database."""

    def __init__(self, desk: CommandService, loop: asyncio.AbstractEventLoop) -> None:
        assert isinstance(desk.log.backend, Postgres)
        self.desk, self.log, self.url, self.loop = desk, desk.log, desk.log.backend.url, loop
        self.stopped = Event()
        self.listening = Event()
        # Streams that could not be read when they grew; they are read again.
        self.missed: dict[str, int] = {}
        self.position = self.log.head().position
        self.thread = Thread(target=self._run, name="punto-hearing", daemon=True)
        self.thread.start()

    def stop(self) -> None:
        """Stop listening."""
        self.stopped.set()
        self.thread.join()

    def _run(self) -> None:
        tries = 0
        while not self.stopped.is_set():
            try:
                with self._connect() as connection:
                    tries = 0
                    self._listen(connection)
            except (psycopg.Error, StoreError):
                self.listening.clear()
                self.stopped.wait(_AGAIN_SECONDS[min(tries, len(_AGAIN_SECONDS) - 1)])
                tries += 1

    def _connect(self) -> psycopg.Connection:
        return psycopg.connect(_driver_url(self.url), autocommit=True, **PATIENCE)

    def _listen(self, connection: psycopg.Connection) -> None:
        connection.execute(f"LISTEN {CHANNEL}".encode())
        self._follow()
        self.listening.set()
        while not self.stopped.is_set():
            notification = next(connection.notifies(timeout=_QUIET_SECONDS, stop_after=1), None)
            if notification is not None and notification.pid == self.log.writer_pid:
                # Commits are told in the order of their positions: what others wrote before this
                # one of our own was heard before it.
                self.position = int(notification.payload)
            else:
                # After a while also unasked: a connection can be dead and not know it.
                self._follow()

    def _follow(self) -> None:
        """Have the desk follow every stream that has grown."""
        last = self.log.head().position
        grown, self.missed = self.missed, {}
        if last > self.position:
            grown |= self.log.grown(self.position, last)
            self.position = last
        if grown:
            asyncio.run_coroutine_threadsafe(self._follow_streams(grown), self.loop)

    async def _follow_streams(self, grown: dict[str, int]) -> None:
        for stream, version in grown.items():
            try:
                await self.desk.follow(stream, version)
            except StoreError:
                self.missed[stream] = version


def _driver_url(url: URL) -> str:
    """Return an address as the driver itself reads it."""
    return url.set(drivername="postgresql").render_as_string(hide_password=False)
