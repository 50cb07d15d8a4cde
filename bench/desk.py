"""How many commands a second are decided, kept and published, beside the bare engine."""

import asyncio
import secrets
import time

from bench.store import MANY, ONE, raw
from punto import codec
from punto.aggregate.actor import Actor
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.server.command_messages import NewTableRequest
from punto.server.command_service import CommandService
from punto.server.server_process import now_ms
from punto.server.virtual_shoes.encryption import Seal
from punto.store.address import open_log
from punto.store.log import Log
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.wagers.betting import OpenBetting
from punto.table.wagers.placing import PlaceWager

OLGA, DEAN, ANN = Actor("o", "casino_operator"), Actor("d", "dealer"), Actor("ann", "patron")
_WAGER = codec.encode(PlaceWager("player", 500))


async def _seated(desk: CommandService, stream: str) -> None:
    edition = load("nsw-2024")
    chosen = with_sign(edition, Elections(settlement=edition.settlement.schemes.value[0]))
    await desk.open_table(stream, NewTableRequest("nsw-2024", chosen, 10**12, ready=True), OLGA)
    for command in (Join("ann", 1), BuyChips("ann", 10**10), OpenBetting()):
        await desk.act(stream, DEAN, codec.encode(command))


async def _rate(log: Log, tables: int, each: int) -> float:
    """Return commands a second at so many tables at once, each waiting for its answers."""
    desk = CommandService(log, Seal(secrets.token_bytes(32)), now_ms)
    names = [f"table/{secrets.token_hex(4)}" for _ in range(tables)]
    for name in names:
        await _seated(desk, name)

    async def played(name: str) -> None:
        for number in range(each):
            await desk.act(name, ANN, _WAGER, f"{name} {number}")

    start = time.perf_counter()
    await asyncio.gather(*(played(name) for name in names))
    return tables * each / (time.perf_counter() - start)


def rates(url: str) -> dict[str, float]:
    """Return the best of three of each, measured in turn."""
    found: dict[str, float] = {}
    with open_log(url) as log:
        for _ in range(3):
            for name, rate in (
                ("raw", raw(log, 1, ONE)),
                ("one", asyncio.run(_rate(log, 1, ONE))),
                ("many", asyncio.run(_rate(log, MANY, 50))),
            ):
                found[name] = max(found.get(name, 0), rate)
    return found
