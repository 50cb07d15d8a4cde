"""Revokes the tokens of patrons who leave a table, because their name may be used again."""

import asyncio
from collections.abc import Iterable
from typing import Any

from punto.server.people import patrons
from punto.store.sql import Backend
from punto.table.seats.joining import PatronLeft
from punto.table.table import Table


class TokenRevocation:
    """Revokes tokens when the log shows that a patron left."""

    def __init__(self, backend: Backend) -> None:
        self._backend = backend

    def opened(self, stream: str, state: Any) -> None:
        """Revoke the tokens of patrons who left before a process stopped without revoking them."""
        if isinstance(state, Table):
            patrons.keep_only(self._backend, stream, [patron.name for patron in state.patrons])

    async def happened(self, stream: str, state: Any, events: Iterable[Any]) -> None:
        """Revoke the tokens of patrons who have just left."""
        left = {event.name for event in events if isinstance(event, PatronLeft)}
        if left and isinstance(state, Table):
            # A repeated command returns its old events: the name may belong to a new patron.
            away = left - {patron.name for patron in state.patrons}
            if away:
                await asyncio.to_thread(patrons.gone, self._backend, stream, away)
