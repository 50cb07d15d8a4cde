"""``punto tournament simulate``: strategies compared over many tournaments."""

import os
import secrets
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from math import isnan
from pathlib import Path
from typing import Annotated, Any

import cyclopts

from punto.clause import Malformed
from punto.cli.options import Json
from punto.cli.output import emit, paragraph, progress, rows, table, talk
from punto.cli.tournament.files import check_virtual, plan_from
from punto.error_codes import ErrorCode
from punto.notation.conditions_file import Plan
from punto.rehearsal.conditions import draft
from punto.rehearsal.simulated_entrants import field
from punto.rehearsal.strategy_comparison import (
    Compared,
    Estimate,
    TournamentResult,
    compare,
    compared,
)

WORKERS_MAX = 256
TOURNAMENTS_MAX = 10**7


def simulate(
    file: Annotated[Path, cyclopts.Parameter(help="A conditions file.")],
    *,
    tournaments: Annotated[int, cyclopts.Parameter(help="How many tournaments.")],
    workers: Annotated[
        int | None, cyclopts.Parameter(help="Processes; all cores if not given.")
    ] = None,
    seed: Annotated[
        int | None, cyclopts.Parameter(help="The same tournaments again: any number.")
    ] = None,
    entrants: Annotated[
        int | None, cyclopts.Parameter(help="How many play; as the file says if left out.")
    ] = None,
    json: Json = False,
) -> None:
    """Play many tournaments and compare strategies; Ctrl-C prints what was done so far."""
    if not 1 <= tournaments <= TOURNAMENTS_MAX:
        raise Malformed(f"--tournaments must be between 1 and {TOURNAMENTS_MAX:,}")
    if workers is not None and not 1 <= workers <= WORKERS_MAX:
        raise Malformed(f"--workers must be between 1 and {WORKERS_MAX}, not {workers}")
    if seed is not None and seed < 0:
        raise Malformed(f"--seed must not be negative, not {seed}")
    plan = plan_from(file)
    # Report errors of the file or the field before anything is played.
    check_virtual(plan)
    draft(plan)
    people = field(plan.rehearsal, entrants)
    number = seed if seed is not None else secrets.randbelow(2**31)
    used = workers or _cores()
    started = time.perf_counter()
    parts = compare(plan, tournaments, seed=number, workers=used, entrants=entrants)
    results = _collect_results(parts, tournaments, plan.name)
    seconds = time.perf_counter() - started
    if not results:
        raise Malformed("stopped before a tournament was over", code=ErrorCode.STOPPED)
    document = _document(plan, results, len(people), number, seconds)
    document["complete"] = len(results) == tournaments
    if json:
        emit(document)
    else:
        _print_document(document, seed is None)


def _cores() -> int:
    """Return how many workers this machine can use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _collect_results(
    parts: Iterator[TournamentResult], tournaments: int, label: str
) -> list[TournamentResult]:
    """Collect results until done or interrupted."""
    results: list[TournamentResult] = []
    with progress(label) as bar:
        task = bar.add_task("", total=tournaments)
        try:
            for part in parts:
                results.append(part)
                coups = sum(result.coups for result in results)
                bar.update(task, completed=len(results), description=f"{coups:,} coups")
        except KeyboardInterrupt:
            talk().print(f"stopped after {len(results)} tournaments")
        except BrokenProcessPool:
            talk().print(f"stopped after {len(results)} tournaments: a worker died")
    return results


def _document(
    plan: Plan, results: list[TournamentResult], entrants: int, seed: int, seconds: float
) -> dict[str, Any]:
    coups = sum(result.coups for result in results)
    return {
        "tournament": plan.name,
        "rulebook": plan.rulebook,
        "tournaments": len(results),
        "entrants": entrants,
        "seed": seed,
        "coups": coups,
        "seconds": round(seconds, 3),
        "tournaments_per_minute": round(len(results) / seconds * 60, 1),
        "like_everybody": {"win_percent": round(100 / entrants, 4)},
        "strategies": [_strategy_document(strategy) for strategy in compared(results)],
    }


def _strategy_document(strategy: Compared) -> dict[str, Any]:
    def percent(name: str, held: Estimate) -> dict[str, Any]:
        error = None if isnan(held.standard_error) else round(held.standard_error * 100, 4)
        return {f"{name}_percent": round(held.mean * 100, 4), f"{name}_se_percent": error}

    prize = strategy.prize_cents
    return {
        "strategy": strategy.strategy,
        "entries": strategy.entrants,
        **percent("advance", strategy.advanced),
        **percent("final", strategy.finalists),
        **percent("win", strategy.won),
        "prize_dollars": round(prize.mean / 100, 2),
        "prize_se_dollars": None
        if isnan(prize.standard_error)
        else round(prize.standard_error / 100, 2),
    }


def _print_document(document: dict[str, Any], drawn: bool) -> None:
    paragraph(
        f"{document['rulebook']}: {document['tournaments']} tournaments of "
        f"{document['entrants']} entrants, {document['coups']:,} coups"
    )
    numbers = ("advance %", "se", "final %", "se ", "win %", "se  ", "prize $", "se   ")
    made = table("strategy", *numbers, right=numbers)
    lines = []
    for strategy in document["strategies"]:
        cells = [strategy["strategy"]]
        for name in ("advance", "final", "win"):
            cells += [
                f"{strategy[f'{name}_percent']:.2f}",
                _error_text(strategy[f"{name}_se_percent"]),
            ]
        cells += [f"{strategy['prize_dollars']:.2f}", _error_text(strategy["prize_se_dollars"])]
        lines.append(cells)
    rows(made, lines)
    like = document["like_everybody"]["win_percent"]
    paragraph(f"somebody like everybody else would win {like:.2f} %; prizes are per entry")
    rate = document["tournaments_per_minute"]
    talk().print(f"{document['seconds']:.1f} s, {rate:g} tournaments a minute", markup=False)
    if drawn:
        talk().print(f"the same again with --seed {document['seed']}", markup=False)


def _error_text(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"
