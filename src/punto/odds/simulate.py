"""Simulation of whole shoes by the rulebook's own procedure, on any number of workers.

Work is cut into chunks of shoes. Each chunk has its own seed, made of the run's seed and the
chunk's number, so the sum does not depend on who dealt which chunk, or when.
"""

import os
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from math import sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from punto.clause import Malformed
from punto.odds.kernels.shoes import LENGTH_MAX, RUN_MAX, SPREAD, deal_shoes
from punto.odds.rulebook_arrays import PAIR_STATES, VALUE_CLASSES, Entry, payoff
from punto.odds.shoe_plan import ShoePlan, seeded

CHUNK_SHOES = 20_000
COUPS_MAX = 10**12
WORKERS_MAX = 256

Counts = NDArray[np.int64]


class Tally(Struct):
    """Counts of the results of some shoes; tallies can be added."""

    shoes: int
    coups: int
    joint: Counts
    lengths: Counts
    runs: Counts
    spread: Counts

    def add(self, other: "Tally") -> None:
        """Take another tally into this one."""
        self.shoes += other.shoes
        self.coups += other.coups
        self.joint += other.joint
        self.lengths += other.lengths
        self.runs += other.runs
        self.spread += other.spread


def empty() -> Tally:
    """Return an empty tally."""
    return Tally(
        0,
        0,
        np.zeros(VALUE_CLASSES * PAIR_STATES, np.int64),
        np.zeros(LENGTH_MAX, np.int64),
        np.zeros(3 * RUN_MAX, np.int64),
        np.zeros(2 * SPREAD + 1, np.int64),
    )


def deal_chunk(plan: ShoePlan, seed: int, chunk: int, shoes: int) -> Tally:
    """Return the tally of one chunk of shoes."""
    tally = empty()
    pool = np.tile(np.arange(52, dtype=np.uint8), plan.decks)
    tally.shoes = shoes
    tally.coups = deal_shoes(
        seeded(seed, chunk),
        shoes,
        pool,
        plan.value_of,
        plan.face_of,
        plan.grade_of,
        plan.thirds,
        plan.class_of,
        plan.side_of,
        plan.numbers,
        plan.burn_value,
        tally.joint,
        tally.lengths,
        tally.runs,
        tally.spread,
    )
    return tally


def chunks(plan: ShoePlan, coups: int) -> list[int]:
    """Return how many shoes each chunk holds, so that at least so many coups are dealt."""
    if not 1 <= coups <= COUPS_MAX:
        raise Malformed(f"between 1 and {COUPS_MAX:,} coups can be simulated, not {coups}")
    # A coup takes just under five cards, and one shoe in a hundred more makes the number certain.
    burned = float(np.mean(1 + plan.burn_value))
    per_shoe = max((int(plan.numbers[0]) - burned) / 5.0, 1.0)
    shoes = int(coups / per_shoe * 1.01) + 1
    whole, rest = divmod(shoes, CHUNK_SHOES)
    return [CHUNK_SHOES] * whole + ([rest] if rest else [])


def simulate(plan: ShoePlan, coups: int, *, seed: int = 0, workers: int = 1) -> Iterator[Tally]:
    """Yield the tallies of chunks of shoes, as they finish."""
    work = chunks(plan, coups)
    if workers < 1:
        raise Malformed(f"a simulation needs at least one worker, not {workers}")
    if workers == 1 or len(work) == 1:
        for chunk, shoes in enumerate(work):
            yield deal_chunk(plan, seed, chunk, shoes)
        return
    # No more processes than there is work for, or than a machine can bear.
    with ProcessPoolExecutor(max_workers=min(workers, len(work), WORKERS_MAX)) as pool:
        pending: set[Future[Tally]] = set()
        todo = iter(enumerate(work))
        try:
            for chunk, shoes in todo:
                pending.add(pool.submit(deal_chunk, plan, seed, chunk, shoes))
                if len(pending) >= 2 * workers:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in pending:
                future.cancel()


def cores() -> int:
    """Return how many workers this machine can use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Estimate(Struct, frozen=True):
    """The result of a wager in a simulation: edge and standard error per unit staked."""

    entry: Entry
    outcomes: tuple[int, ...]
    edge: float
    standard_error: float


def estimates(tally: Tally, entries: list[Entry]) -> list[Estimate]:
    """Return the estimates of every wager, by the same rows as at a table."""
    joint = tally.joint.reshape(VALUE_CLASSES, PAIR_STATES)
    found = []
    for entry in entries:
        counts = [int(joint[entry.row == index].sum()) for index in range(len(entry.rows))]
        assert sum(counts) == tally.coups
        pays = [float(payoff(row)) for row in entry.rows]
        mean = sum(count * pay for count, pay in zip(counts, pays, strict=True)) / tally.coups
        square = sum(count * pay * pay for count, pay in zip(counts, pays, strict=True))
        error = sqrt(max(square / tally.coups - mean * mean, 0.0) / tally.coups)
        found.append(Estimate(entry, tuple(counts), -mean, error))
    return found


class ShoeStatistics(Struct, frozen=True):
    """How long shoes and runs of one side were; a tie does not break a run.

    ``runs`` counts runs of one, two, three and so on; ``lengths`` counts shoes by their coups.
    """

    shoes: int
    mean_coups: float
    shortest: int
    longest: int
    longest_run: dict[str, int]
    runs: dict[str, list[int]]
    lengths: dict[int, int]


def _longest(runs: Counts) -> int:
    """Return the longest run, or zero if a side never won."""
    used = np.nonzero(runs[1:])[0]
    return int(used[-1]) + 1 if len(used) else 0


def statistics(tally: Tally) -> ShoeStatistics:
    """Return the lengths of shoes and of runs."""
    lengths = np.nonzero(tally.lengths)[0]
    runs = tally.runs.reshape(3, RUN_MAX)
    named = {"player": runs[0], "banker": runs[1]}
    return ShoeStatistics(
        shoes=tally.shoes,
        mean_coups=tally.coups / tally.shoes,
        shortest=int(lengths[0]),
        longest=int(lengths[-1]),
        longest_run={name: _longest(held) for name, held in named.items()},
        runs={name: held[1 : _longest(held) + 1].tolist() for name, held in named.items()},
        lengths={int(length): int(tally.lengths[length]) for length in lengths},
    )
