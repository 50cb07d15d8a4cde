"""What runs beside the routes of a server from its start to its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.server.command_service import CommandService


@asynccontextmanager
async def running(desk: CommandService) -> AsyncIterator[None]:
    """Follow what other processes write, if there can be any; let go of everything at the end."""
    listener = None
    if desk.log.backend.name == "postgresql":
        # Its driver is loaded only where there is such a database.
        from punto.server.postgres_listener import PostgresListener  # noqa: PLC0415

        listener = await asyncio.to_thread(PostgresListener, desk, asyncio.get_running_loop())
    try:
        yield
    finally:
        desk.feeds.end()
        if listener is not None:
            await asyncio.to_thread(listener.stop)
        await asyncio.to_thread(desk.log.close)
