"""What the house reads beside its own stream: its tables, each event once, and facts of people."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.service_fixture import ANN, DEAN, OLGA, desk_at, wanted

from punto import codec
from punto.aggregate.actor import Actor
from punto.house.base_classes import HouseCommand
from punto.server.command_service import CommandService
from punto.server.house_lookups import HouseReader
from punto.server.people import personal_data
from punto.server.served_house import ServedHouse
from punto.server.stream_names import HOUSE_STREAM
from punto.store.stream_kinds import StreamKind
from punto.table.base_classes import TableCommand
from punto.table.conduct.disputes import RaiseDispute
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join

RULEBOOK, TABLE = "nsw-2024", "table/t1"


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[CommandService]:
    made = desk_at(tmp_path)
    yield made
    made.log.close()


def say(
    desk: CommandService, by: Actor, command: TableCommand | HouseCommand, stream: str = TABLE
) -> None:
    asyncio.run(desk.act(stream, by, codec.encode(command)))


def house_with(desk: CommandService, *tables: str) -> ServedHouse:
    """Return a house to which a table belongs, and streams that are named."""

    async def begun() -> ServedHouse:
        await desk.open_table(TABLE, wanted(RULEBOOK), OLGA)
        await desk.open_house(HOUSE_STREAM, RULEBOOK, "Harbour", "Australia/Sydney", OLGA)
        for name in (TABLE, *tables):
            text = f'{{"type":"register_table","table":"{name}","rulebook":"{RULEBOOK}"}}'
            await desk.act(HOUSE_STREAM, OLGA, text.encode())
        live = await desk.live(HOUSE_STREAM)
        assert isinstance(live.aggregate, ServedHouse)
        return live.aggregate

    made = asyncio.run(begun())
    for command in (Join("ann", 1), BuyChips("ann", 100_000)):
        say(desk, DEAN, command)
    return made


def test_a_table_is_read_on_from_where_it_was_read_before(
    desk: CommandService, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = house_with(desk)
    beside = HouseReader(desk.log)
    read: list[tuple[str, int]] = []
    decoded: list[str] = []
    log_read, entry = type(desk.log).read, StreamKind.entry

    def reading(log: Any, stream: str, after: int = 0, until: int | None = None) -> Any:
        read.append((stream, after))
        return log_read(log, stream, after, until)

    def decoding(kind: StreamKind, recorded: Any) -> Any:
        decoded.append(recorded.type)
        return entry(kind, recorded)

    def duties() -> list[str]:
        return list(beside.duties(house.rules, house.state))

    monkeypatch.setattr(type(desk.log), "read", reading)
    monkeypatch.setattr(StreamKind, "entry", decoding)
    assert duties() == []
    assert read == [(TABLE, 0)]
    assert decoded == [], "what the house can owe nothing for is not even read"
    assert duties() == []
    [head] = desk.log.streams("table")
    version = head.version
    assert read == [(TABLE, 0), (TABLE, version)]
    say(desk, ANN, RaiseDispute("the tie was paid short"))
    read.clear()
    decoded.clear()
    assert duties() == [f"{TABLE} dispute 1"]
    assert read == [(TABLE, version)]
    assert decoded == ["dispute_raised"]
    assert duties() == [f"{TABLE} dispute 1"], "what was read is not owed twice, nor forgotten"
    say(desk, ANN, RaiseDispute("and so was the next one"))
    assert duties() == [f"{TABLE} dispute 1", f"{TABLE} dispute 2"]
    assert decoded == ["dispute_raised", "dispute_raised"]


def test_only_tables_are_read_as_tables(desk: CommandService) -> None:
    house = house_with(desk, "tournament/c1", "table/nowhere")
    assert house.state.tables == (TABLE, "tournament/c1", "table/nowhere")

    async def opened() -> None:
        await desk.open_tournament(
            "tournament/c1", RULEBOOK, "Cup", wanted(RULEBOOK).elections, OLGA
        )

    asyncio.run(opened())
    say(desk, ANN, RaiseDispute("the tie was paid short"))
    found = HouseReader(desk.log).duties(house.rules, house.state)
    assert list(found) == [f"{TABLE} dispute 1"]
    assert found[f"{TABLE} dispute 1"].clause


def test_facts_about_people_are_listed_and_forgotten(desk: CommandService) -> None:
    beside = HouseReader(desk.log)
    assert beside.people() == {}
    personal_data.write_down(desk.log.backend, "p-1", {"name": "Ann", "address": "1 Quay Street"})
    personal_data.write_down(desk.log.backend, "p-2", {"name": "Ben"})
    assert beside.people() == {"p-1": frozenset({"name", "address"}), "p-2": frozenset({"name"})}
    beside.forget(iter(["p-2", "p-3"]))
    assert beside.people() == {"p-2": frozenset({"name"})}
    beside.forget(())
    assert beside.people() == {}
