"""Desks for tests: tables that are set up, sat down at and dealt without a server around them."""

from pathlib import Path

from punto import codec
from punto.aggregate.actor import Actor
from punto.rulebook.elect_table import with_sign
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.server.command_messages import CommandResult, NewTableRequest
from punto.server.command_service import CommandService
from punto.server.open_stream import OpenStream
from punto.server.people.migrations import prepare
from punto.server.virtual_shoes.encryption import Seal, read_key
from punto.store.address import open_log
from punto.table.base_classes import TableCommand
from punto.table.deal.drawing import CardDrawn, Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.phase import Settling
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager

OLGA, DEAN = Actor("olga", "casino_operator"), Actor("dean", "dealer")
ANN = Actor("ann", "patron")
FLOAT = 10**9


class Clock:
    """A clock that tests set."""

    def __init__(self) -> None:
        self.ms = 1_700_000_000_000

    def __call__(self) -> int:
        self.ms += 1_000
        return self.ms


def desk_at(place: Path, clock: Clock | None = None, store: str | None = None) -> CommandService:
    log = open_log(store or place / "house.db")
    prepare(log.backend)
    return CommandService(log, Seal(read_key(place / "key")), clock or Clock())


def wanted(name: str, **more: bool) -> NewTableRequest:
    edition = load(name)
    elections = Elections(settlement=edition.settlement.schemes.value[0])
    return NewTableRequest(name, with_sign(edition, elections), FLOAT, **{"ready": True, **more})


async def say(
    desk: CommandService,
    by: Actor,
    command: TableCommand,
    key: str | None = None,
    stream: str = "t1",
) -> CommandResult:
    return await desk.act(stream, by, codec.encode(command), key)


async def seated(desk: CommandService, name: str) -> OpenStream:
    await desk.open_table("t1", wanted(name), OLGA)
    await say(desk, DEAN, Join("ann", 1))
    await say(desk, DEAN, BuyChips("ann", 1_000_000))
    return await desk.live("t1")


async def close(desk: CommandService) -> None:
    """Call betting closed where the rulebook wants it called."""
    rules = (await desk.live("t1")).aggregate.rules
    call = rules.edition.wagering.closing_call_due
    if call and call.value:
        await say(desk, DEAN, NoMoreBets())


async def coup(desk: CommandService) -> list[str]:
    """Deal a coup with one wager; return the cards in the order in which they came."""
    live = await desk.live("t1")
    came: list[str] = []
    if not live.aggregate.state.wagers:
        await say(desk, DEAN, OpenBetting())
        await say(desk, ANN, PlaceWager("player", 10_000))
        await close(desk)
    while not isinstance(live.aggregate.state.phase, Settling):
        answer = await say(desk, DEAN, Draw())
        came += [str(event.card) for event in answer.events if isinstance(event, CardDrawn)]
        live = await desk.live("t1")
    for command in (CollectLosers(), PayWinners(), Discard()):
        await say(desk, DEAN, command)
    return came
