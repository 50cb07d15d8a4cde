"""Tokens of patrons end when they leave a table, whoever notices first: a name may come again."""

import asyncio
from collections.abc import Iterable
from typing import Any

from punto.server.people import patrons
from punto.store.sql import Backend
from punto.table.seats.joining import PatronLeft
from punto.table.table import Table


class TokenRevocation:
    """Follows who leaves which table, by the log."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def opened(self, stream: str, state: Any) -> None:
        """End what somebody still has who left just before a process was killed."""
        if isinstance(state, Table):
            patrons.keep_only(self._backend, stream, [patron.name for patron in state.patrons])

    async def happened(self, stream: str, state: Any, events: Iterable[Any]) -> None:
        """End the tokens of those who have just left."""
        left = {event.name for event in events if isinstance(event, PatronLeft)}
        if left and isinstance(state, Table):
            # A command that came again tells what it did then: somebody may have the name now.
            away = left - {patron.name for patron in state.patrons}
            if away:
                await asyncio.to_thread(patrons.gone, self._backend, stream, away)
