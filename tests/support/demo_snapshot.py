"""The demo as it stands at one moment, with everybody in it, for looking at its pages."""

import asyncio
import logging
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
from msgspec import Struct

from punto.demo.floor import Demo
from punto.demo.run import DemoServer, assembled
from punto.demo.simulated_clock import SimulatedClock
from punto.server.people.migrations import prepare
from punto.server.server_process import ServerConfig, config_of, now_ms
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.table.phase import Settling
from support.server_process import free_port

# So long the tables have been played when somebody looks.
BEHIND_SECONDS = 420
# The table that is looked at: everything on offer, cards face up.
SHOWN = "t3"


class Visit(Struct, frozen=True):
    """A page, and whom somebody is who looks at it."""

    name: str
    path: str
    who: str | None = None
    at: str | None = None


class Still(DemoServer):
    """A demo that plays until a coup at the shown table is settled, and then stands still."""

    def __init__(self, config: Any, floor: Demo) -> None:
        super().__init__(config, floor, lambda: None)
        self.floor = floor

    async def hold(self) -> None:
        """Wait for the moment, then let nobody go on."""
        await self.floor.pace.caught_up.wait()
        live = await self.floor.desk.live(f"table/{SHOWN}")
        for _ in range(600):
            phase = live.aggregate.state.phase
            if isinstance(phase, Settling) and phase.collected and not phase.paid:
                break
            await asyncio.sleep(0.1)
        assert self._playing is not None
        self._playing.cancel()
        with suppress(asyncio.CancelledError):
            await self._playing
        self._playing = None


class Showing:
    """The demo, served and standing still."""

    def __init__(self, place: Path) -> None:
        for name in ("httpx", "uvicorn.access", "uvicorn.error", "punto.server", "punto.demo"):
            logging.getLogger(name).setLevel(logging.WARNING)
        where = ServerConfig(str(place / "demo.db"), port=free_port())
        log = open_log(where.store)
        prepare(log.backend)
        floor, app = assembled(
            log, Seal(read_key(place / "demo.key")), SimulatedClock(now_ms, BEHIND_SECONDS)
        )
        self.floor, self.url = floor, f"http://127.0.0.1:{where.port}"
        self._server = Still(config_of(app, where, floor.desk), floor)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def start(self) -> None:
        """Play up to the moment."""
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the demo does not start"
            time.sleep(0.02)
        loop = self._server.servers[0].get_loop()
        asyncio.run_coroutine_threadsafe(self._server.hold(), loop).result(120)

    def stop(self) -> None:
        self._server.should_exit = True
        self._thread.join(20)

    def visits(self) -> list[Visit]:
        """Return every page, looked at by those for whom it is."""
        everybody = httpx.get(f"{self.url}/demo/people").json()

        def find(**wanted: Any) -> str:
            return next(str(one["name"]) for one in everybody if wanted.items() <= one.items())

        cup = httpx.get(f"{self.url}/tournaments").json()[-1]["id"]
        rulebook = next(one.rulebook for one in self.floor.plans if one.name == SHOWN)
        director = self.floor.cup._leads()
        return [
            Visit("lobby", "/"),
            Visit("watch", f"/play/{SHOWN}"),
            Visit("play", f"/play/{SHOWN}", find(table=SHOWN, patron=True), SHOWN),
            Visit("deal", f"/deal/{SHOWN}", find(table=SHOWN, title="dealer")),
            Visit("deal-keyed", "/deal/t9", find(table="t9", title="dealer")),
            Visit(
                "supervise",
                f"/supervise/{SHOWN}",
                find(title="casino_supervisor", rulebook=rulebook),
            ),
            Visit("display", f"/display/{SHOWN}"),
            Visit("read", "/read"),
            Visit("read-rulebook", f"/read/{rulebook}"),
            Visit("read-clause", f"/read/{rulebook}/9.5"),
            Visit(
                "tournament",
                f"/tournament/{cup}",
                find(title=director, rulebook=self.floor.cup.plan.rulebook),
            ),
            Visit("enter", f"/enter/{cup}", find(tournament=cup, patron=True), cup),
            Visit("project", f"/project/{cup}"),
        ]


@contextmanager
def showing(place: Path) -> Iterator[Showing]:
    """Yield the demo as it stands at one moment."""
    made = Showing(place)
    made.start()
    try:
        yield made
    finally:
        made.stop()
