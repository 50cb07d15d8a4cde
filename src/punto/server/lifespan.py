"""The start and stop of the background tasks of a server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.command_service import CommandService


@asynccontextmanager
async def running(desk: CommandService) -> AsyncIterator[None]:
    """Follow other processes on PostgreSQL; at the end, close the feeds and the log."""
    listener = None
    if desk.log.backend.name == "postgresql":
        # Imported here because only PostgreSQL needs its driver.
        from punto.server.postgres_listener import PostgresListener  # noqa: PLC0415

        listener = await asyncio.to_thread(PostgresListener, desk, asyncio.get_running_loop())
    try:
        yield
    finally:
        desk.feeds.end()
        if listener is not None:
            await asyncio.to_thread(listener.stop)
        await asyncio.to_thread(desk.log.close)
