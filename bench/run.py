"""Run every benchmark in one go, each beside the limit of the machine for the same work.

A floor is the least that the same work could cost here: the bare random numbers, the bare matrix
product. A peer is the best figure known for a program that does the same job, measured elsewhere.
"""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np

from bench import desk
from bench import served as over_http
from bench import store as kept
from bench import table as measure
from bench import tournament as directed
from bench.outcomes import deal_outcomes
from punto.cards import parse_cards
from punto.coup import play
from punto.odds.composition import fresh
from punto.odds.exact import LANES, Analyser
from punto.odds.kernels.multisets import MULTISETS, weights
from punto.odds.shoe_plan import plan, seeded
from punto.odds.simulate import deal_chunk, empty, simulate
from punto.odds.vulnerability import add_exposure, expose
from punto.roads import Bead, roads
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import ids, load
from punto.rulebook.vocabulary import Result
from punto.wagers.settle import Placed, settle

Row = dict[str, object]


def best(work: Callable[[], object], times: int = 3) -> float:
    """Return the least seconds that work took."""
    spans = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spans.append(time.perf_counter() - start)
    return min(spans)


def row(
    name: str, value: float, unit: str, floor: float | None = None, peer: float | None = None
) -> Row:
    """Return one measured row; the ratio is to the floor, above one where less is better."""
    ratio = round(value / floor, 3) if floor else None
    shown = round(value, 3) if value < 1000 else round(value)
    return {
        "name": name,
        "value": shown,
        "unit": unit,
        "floor": round(floor, 3) if floor else None,
        "ratio": ratio,
        "peer": peer,
    }


def simulation() -> list[Row]:
    """Measure whole shoes, one worker and two, beside the bare random numbers they need."""
    held = plan(load("nsw-2024"), 8)
    shoes = 100_000
    deal_chunk(held, 0, 0, 10)
    coups = deal_chunk(held, 0, 1, shoes).coups
    alone = coups / best(lambda: deal_chunk(held, 0, 1, shoes))
    pool = np.tile(np.arange(52, dtype=np.uint8), 8)
    found = np.zeros(3, np.int64)

    def outcomes() -> int:
        state = seeded(0, 1)
        return deal_outcomes(
            state, shoes, pool, held.value_of, held.thirds, held.class_of, held.side_of,
            held.numbers, found,
        )  # fmt: skip

    bare_coups = outcomes()
    bare = bare_coups / best(outcomes)
    generator = np.random.Generator(np.random.SFC64(1))
    floor = coups / best(lambda: generator.bytes(coups * 6 * 2))

    def parallel(workers: int) -> float:
        tally = empty()
        start = time.perf_counter()
        for part in simulate(held, 400_000_000, seed=1, workers=workers):
            tally.add(part)
        return tally.coups / (time.perf_counter() - start)

    one, two = parallel(1), parallel(2)
    million = 1e6
    return [
        row("simulate, outcomes only, 1 core", bare / million, "M coups/s", floor / million, 10.6),
        row("simulate, all wagers, 1 core", alone / million, "M coups/s", floor / million, 8.3),
        row("simulate, all wagers, 1 worker, long run", one / million, "M coups/s", None, 8.3),
        row("simulate, all wagers, 2 workers, long run", two / million, "M coups/s"),
        row("two workers over one", two / one, "times"),
    ]


def exact() -> list[Row]:
    """Measure exact analysis of one composition and of many, beside the bare matrix product."""
    work = Analyser(load("nsw-2024"))
    size = 6400
    counts = np.tile(fresh(8), (size, 1))
    counts[:, 3] -= np.arange(size) % 5
    work.row_counts(counts[:64])
    product = np.empty((MULTISETS, LANES))
    weights(np.full((10, LANES), 32.0), product, np.empty((5, LANES)))
    floor = best(lambda: [work.orders @ product for _ in range(size // LANES)]) / size
    batch = best(lambda: work.row_counts(counts)) / size
    single = best(lambda: [work.row_counts(counts[:1]) for _ in range(200)]) / 200
    whole = best(lambda: [work.analyse(fresh(8)) for _ in range(20)]) / 20
    micro = 1e6
    return [
        row("composition, every wager, in batches", batch * micro, "us", floor * micro, 54),
        row("composition, every wager, one alone", single * micro, "us", floor * micro, 54),
        row("exact analysis with pairs jointly", whole * 1e3, "ms", None, 3.1),
    ]


def vulnerability() -> list[Row]:
    """Measure how fast shoes are valued coup by coup."""
    edition = load("nsw-2024")
    work, held = Analyser(edition, "commission"), plan(edition, 8)

    def value() -> int:
        total = None
        for part in expose(work, held, 2_000):
            total = add_exposure(total, part)
        assert total is not None
        return int(total.coups[-1])

    coups = value()
    seconds = best(value, 2)
    return [row("vulnerability, coups valued exactly", seconds / coups * 1e6, "us")]


def core() -> list[Row]:
    """Measure the explained coup and its settlement at the table."""
    rules = elect(load("nsw-2024"), Elections())
    deals = [parse_cards(text) for text in ("2H 6S 3D KD KC", "9S 3D KH 4C", "2H 6S 2C KD 6D KC")]
    coups = [play(rules, cards) for cards in deals]
    placed = Placed("ann", "banker", 10_000)
    played = 1500 / best(lambda: [play(rules, cards) for cards in deals * 500])
    settled = 1500 / best(lambda: [settle(rules, placed, coup) for coup in coups * 500])
    shoe = [Bead(result) for result in random.Random(1).choices(list(Result), [45, 46, 9], k=75)]
    drawn = best(lambda: [roads(shoe) for _ in range(200)]) / 200
    return [
        row("five roads of a 75-coup shoe", drawn * 1e6, "us", None, 254),
        row("coup with every reason", played / 1e3, "k coups/s"),
        row("settle one wager with its reason", settled / 1e3, "k wagers/s"),
    ]


def table() -> list[Row]:
    """Measure decide and evolve with seven patrons, and the size of what they leave behind."""
    rate, late = measure.speed()
    events, snapshot, both_ways = measure.sizes()
    return [
        row("table, decide and evolve alone", measure.bare() / 1e3, "k commands/s"),
        row("table, commands a second with cards and log", rate / 1e3, "k commands/s"),
        row("table, late command over early", late, "times"),
        row("table, events of a coup", events, "bytes"),
        row("table, snapshot after 400 coups", snapshot / 1e3, "kB"),
        row("table, snapshot written and read", both_ways, "ms"),
        row("table, what one person may do now", measure.legal(), "ms"),
    ]


def store() -> list[Row]:
    """Measure durable appends beside bare commits of the same engine, and a long table opened."""
    found = []
    with kept.places() as urls:
        for name, url in urls.items():
            rates = kept.rates(url)
            bare = rates["raw_one"]
            with_snapshot, whole = kept.opening(url)
            served = desk.rates(url)
            found += [
                row(f"store, {name}, bare commits of one row", bare, "rows/s"),
                row(f"store, {name}, bare commits of 64 rows", rates["raw_many"], "rows/s", bare),
                row(
                    f"store, {name}, one caller, in its own thread", rates["own"], "a second", bare
                ),
                row(f"store, {name}, one caller, by a future", rates["one"], "a second", bare),
                row(f"store, {name}, 64 callers", rates["many"], "a second", bare),
                row(f"desk, {name}, one client", served["one"], "commands/s", served["raw"]),
                row(f"desk, {name}, 64 tables", served["many"], "commands/s", served["raw"]),
                row(f"store, {name}, table of 100,000 events opened", with_snapshot, "ms"),
                row(f"store, {name}, the same without its snapshot", whole, "ms"),
            ]
    return found


def server() -> list[Row]:
    """Measure a server over HTTP beside bare commits, and its answers with a floor in play."""
    found = []
    with kept.places() as urls:
        for name, url in urls.items():
            rates = over_http.rates(url)
            bare, unit = rates["raw"], "commands/s"
            found += [
                row(f"server, {name}, an empty route, one client", rates["empty"], "a second"),
                row(f"server, {name}, an empty route, 64", rates["empty many"], "a second"),
                row(f"server, {name}, one client", rates["one"], unit, bare),
                row(f"server, {name}, 64 clients at 64 tables", rates["many"], unit, bare),
            ]
            floor = over_http.floor(url)
            what = f"floor, {name}, {over_http.TABLES} tables of {over_http.PATRONS}"
            found += [
                row(f"{what}, answers within, half of them", floor["p50"], "ms"),
                row(f"{what}, 95 of a hundred", floor["p95"], "ms"),
                row(f"{what}, 99 of a hundred", floor["p99"], "ms"),
                row(f"{what}, commands", floor["rate"], "a second"),
                row(f"{what}, messages to those who watch", floor["messages"], "a second"),
                row(f"{what}, memory of a table with its people", floor["kilobytes"], "kB"),
            ]
    return found


def tournaments() -> list[Row]:
    """Measure whole tournaments of a hundred entrants under each rulebook that has them."""
    found = []
    for name in (name for name in ids() if load(name).tournament is not None):
        found += [
            row(f"tournament of 100, {name}", directed.rehearsal(name), "s"),
            row(f"tournaments of 100, {name}, 2 workers", directed.a_minute(name), "a minute"),
        ]
    return found


def main() -> None:
    """Print the table and write bench.json."""
    rows = [
        *core(),
        *table(),
        *store(),
        *server(),
        *tournaments(),
        *exact(),
        *vulnerability(),
        *simulation(),
    ]
    heads = ("name", "value", "unit", "floor", "ratio", "peer")
    lines = [[("-" if one[head] is None else str(one[head])) for head in heads] for one in rows]
    widths = [max(len(line[n]) for line in [list(heads), *lines]) for n in range(len(heads))]
    for line in [list(heads), *lines]:
        print("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)))
    Path("bench.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print("written to bench.json", file=sys.stderr)


if __name__ == "__main__":
    main()
