"""What runs beside the routes of a server from its start to its end."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from punto.rulebook.load import ids
from punto.scenario.proofs import proofs
from punto.server.desk import Desk

# Whoever asks for a clause first would wait for all scenarios to be read.
_AFTER_SECONDS = 3.0


@asynccontextmanager
async def running(desk: Desk) -> AsyncIterator[None]:
    """Follow what other processes write, if there can be any; let go of everything at the end."""
    hearing = None
    if desk.log.backend.name == "postgresql":
        # Its driver is loaded only where there is such a database.
        from punto.server.hearing import Hearing  # noqa: PLC0415

        hearing = await asyncio.to_thread(Hearing, desk, asyncio.get_running_loop())
    reading = asyncio.create_task(_read_on())
    try:
        yield
    finally:
        reading.cancel()
        desk.feeds.end()
        if hearing is not None:
            await asyncio.to_thread(hearing.stop)
        await asyncio.to_thread(desk.log.close)


async def _read_on() -> None:
    """Read what proves the clauses, once everything else has begun."""
    await asyncio.sleep(_AFTER_SECONDS)
    for name in ids():
        await asyncio.to_thread(proofs, name)
