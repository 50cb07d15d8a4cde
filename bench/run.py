"""Run every benchmark in one go, each beside the limit of the machine for the same work."""

import json
import sys
import time
from collections.abc import Callable
from itertools import product
from pathlib import Path

from punto.cards import parse_cards
from punto.coup import play
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.wagers import Placed, settle

Row = dict[str, object]


def best(work: Callable[[], object], times: int = 3) -> float:
    """Return the least seconds that work took."""
    spans = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        spans.append(time.perf_counter() - start)
    return min(spans)


def rate(name: str, work: Callable[[], object], count: int, unit: str, floor: float | None) -> Row:
    """Return one measured row: how many a second, beside the floor."""
    value = count / best(work)
    ratio = round(value / floor, 4) if floor else None
    return {"name": name, "value": round(value), "unit": unit, "floor": floor, "ratio": ratio}


def core() -> list[Row]:
    """Measure the explained coup and its settlement against a bare textbook loop."""
    rules = elect(load("nsw-2024"), Elections())
    deals = [parse_cards(text) for text in ("2H 6S 3D KD KC", "9S 3D KH 4C", "2H 6S 2C KD 6D KC")]
    coups = [play(rules, cards) for cards in deals]
    placed = Placed("ann", "banker", 10_000)

    def bare() -> None:
        for a, b, c, d in product(range(10), repeat=4):
            _ = (a + c) % 10 >= 8 or (b + d) % 10 >= 8

    floor = 10**4 / best(bare)
    return [
        rate(
            "coup with reasons",
            lambda: [play(rules, c) for c in deals * 500],
            1500,
            "coups/s",
            floor,
        ),
        rate(
            "settle one wager",
            lambda: [settle(rules, placed, c) for c in coups * 500],
            1500,
            "wagers/s",
            floor,
        ),
    ]


def main() -> None:
    """Print the table and write bench.json."""
    rows = core()
    width = max(len(str(row["name"])) for row in rows)
    for row in rows:
        print(f"{row['name']:<{width}}  {row['value']:>12,} {row['unit']}  ratio {row['ratio']}")
    Path("bench.json").write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    print("written to bench.json", file=sys.stderr)


if __name__ == "__main__":
    main()
