"""Strategies compared: many tournaments, each with its own numbers, on any number of workers.

A tournament's numbers are made of the run's seed and its place, so what comes out does not depend
on who played which tournament, or when.
"""

import gc
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from fractions import Fraction
from math import sqrt
from random import Random

from msgspec import Struct

from punto.notation.conditions_file import Plan
from punto.rehearsal.conditions import draft
from punto.rehearsal.rehearse import Point, rehearse
from punto.rehearsal.simulated_entrants import field


class Outcome(Struct, frozen=True):
    """What one strategy came to in one tournament, in sums over those who followed it."""

    entrants: int
    advanced: int
    finalists: int
    won: Fraction
    prize_cents: int


class TournamentResult(Struct, frozen=True):
    """What became of everybody in one tournament, by strategy."""

    number: int
    coups: int
    by_strategy: dict[str, Outcome]


class Estimate(Struct, frozen=True):
    """The mean of something over tournaments, and its standard error."""

    mean: float
    standard_error: float


class Compared(Struct, frozen=True):
    """What a strategy is worth: each as a share of those who followed it."""

    strategy: str
    entrants: int
    advanced: Estimate
    finalists: Estimate
    won: Estimate
    prize_cents: Estimate


def play_one(plan: Plan, seed: int, number: int, entrants: int | None) -> TournamentResult:
    """Play one tournament of a comparison."""
    random = Random(f"{seed}/{number}")  # noqa: S311  a rehearsal
    people = field(plan.rehearsal, entrants)
    house = draft(plan, random.randrange)
    through: list[set[str]] = []
    coups = 0
    # A tournament makes millions of small values and no cycles: looking for them costs a tenth.
    gc.disable()
    try:
        for moment in rehearse(house, plan, people, random.randrange):
            coups += moment.coups
            if moment.point is Point.CONFIRMED:
                through.append({entrant.name for entrant in house.driver.tournament.active})
    finally:
        gc.enable()
    tournament = house.driver.tournament
    winners = [entrant.name for entrant in tournament.entrants if entrant.place == 1]
    found = {}
    # Who is left when a round is confirmed goes on; whoever is in the last round is a finalist.
    first, last = (through[0], through[-2]) if len(through) > 1 else (set(winners), set(people))
    for strategy in dict.fromkeys(player.strategy for player in people.values()):
        own = {name for name, player in people.items() if player.strategy == strategy}
        prizes = sum(one.prize_cents for one in tournament.entrants if one.name in own)
        won = Fraction(len(own.intersection(winners)), len(winners))
        found[strategy] = Outcome(len(own), len(own & first), len(own & last), won, prizes)
    return TournamentResult(number, coups, found)


def compare(
    plan: Plan, tournaments: int, *, seed: int, workers: int, entrants: int | None = None
) -> Iterator[TournamentResult]:
    """Yield what tournaments came to, as they are finished."""
    if workers == 1 or tournaments == 1:
        for number in range(tournaments):
            yield play_one(plan, seed, number, entrants)
        return
    with ProcessPoolExecutor(max_workers=min(workers, tournaments)) as pool:
        pending: set[Future[TournamentResult]] = set()
        try:
            for number in range(tournaments):
                pending.add(pool.submit(play_one, plan, seed, number, entrants))
                if len(pending) >= 2 * workers:
                    done, pending = wait(pending, return_when=FIRST_COMPLETED)
                    yield from (future.result() for future in done)
            while pending:
                done, pending = wait(pending, return_when=FIRST_COMPLETED)
                yield from (future.result() for future in done)
        finally:
            for future in pending:
                future.cancel()


def compared(results: list[TournamentResult]) -> list[Compared]:
    """Return what each strategy is worth, by what became of it tournament by tournament.

    Those of one tournament play against each other, so a tournament counts as one observation.
    """
    ordered = sorted(results, key=lambda result: result.number)
    found = []
    for strategy in ordered[0].by_strategy if ordered else ():
        outcomes = [result.by_strategy[strategy] for result in ordered]
        found.append(
            Compared(
                strategy,
                sum(one.entrants for one in outcomes),
                _estimate([one.advanced / one.entrants for one in outcomes]),
                _estimate([one.finalists / one.entrants for one in outcomes]),
                _estimate([float(one.won / one.entrants) for one in outcomes]),
                _estimate([one.prize_cents / one.entrants for one in outcomes]),
            )
        )
    return found


def _estimate(values: list[float]) -> Estimate:
    """Return mean and standard error; a single tournament says nothing about its error."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return Estimate(mean, float("nan"))
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return Estimate(mean, sqrt(variance / count))
