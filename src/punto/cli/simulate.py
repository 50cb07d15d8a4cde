"""``punto simulate``: whole shoes by the rulebook's own procedure, beside the exact values."""

import secrets
import time
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Annotated, Any

import cyclopts
from rich.progress import Progress, TaskID

from punto.clause import Malformed
from punto.cli.election_options import Settlement
from punto.cli.options import Burn, Decks, Json, Marker, Rulebook, Seed
from punto.cli.output import emit, progress, talk
from punto.cli.permitted import permitted_decks, warn_of_depth
from punto.cli.simulate_table import cutting_card, moved, show_simulation
from punto.error_codes import ErrorCode
from punto.odds import charts
from punto.odds.cluster import ClusterLost, connect, simulate_on
from punto.odds.composition import fresh
from punto.odds.exact import Analyser, Analysis
from punto.odds.settlement_groups import grouped
from punto.odds.shoe_plan import ShoePlan, plan
from punto.odds.simulate import (
    WORKERS_MAX,
    Tally,
    chunks,
    cores,
    empty,
    estimates,
    statistics,
)
from punto.odds.simulate import simulate as dealt
from punto.rulebook import load
from punto.rulebook.schema import Edition


def simulate(
    rulebook: Rulebook,
    *,
    coups: Annotated[int, cyclopts.Parameter(help="How many coups, rounded up to whole shoes.")],
    seed: Seed = None,
    workers: Annotated[
        int | None, cyclopts.Parameter(help="Processes; all cores if not given.")
    ] = None,
    cluster: Annotated[
        str | None, cyclopts.Parameter(help="Address of a Dask scheduler: tcp://host:8786.")
    ] = None,
    decks: Decks = None,
    settlement: Settlement = None,
    marker: Marker = None,
    burn: Burn = None,
    what_if: Annotated[
        bool, cyclopts.Parameter(negative="", help="Allow decks or depths that are not permitted.")
    ] = False,
    plot: Annotated[
        str | None, cyclopts.Parameter(help="Shoe results as a .png or .svg file.")
    ] = None,
    json: Json = False,
) -> None:
    """Deal whole shoes and tally every wager; Ctrl-C prints what was done so far."""
    edition = load.load(load.known(rulebook))
    decks = permitted_decks(edition, decks, free=what_if)
    picture = charts.checked_path(plot) if plot is not None else None
    if seed is not None and seed < 0:
        raise Malformed(f"--seed must not be negative, not {seed}")
    if workers is not None and not 1 <= workers <= WORKERS_MAX:
        raise Malformed(f"--workers must be between 1 and {WORKERS_MAX}, not {workers}")
    if workers is not None and cluster is not None:
        raise Malformed("a cluster brings its own workers: --workers goes without --cluster")
    dealing = plan(edition, decks, marker_behind=marker, burn=burn, free=what_if)
    warn_of_depth(edition, marker)
    analyser = Analyser(edition, settlement)
    seed = seed if seed is not None else secrets.randbelow(2**31)
    shoes = sum(chunks(dealing, coups))
    if cluster is not None:
        client = connect(cluster)
        parts = simulate_on(client, dealing, coups, seed=seed)
    else:
        parts = dealt(dealing, coups, seed=seed, workers=workers or cores())
    start = time.perf_counter()
    try:
        tally = _add_up_tallies(parts, shoes, f"{rulebook}, {decks} decks")
    finally:
        if cluster is not None:
            client.close()
    seconds = time.perf_counter() - start
    if not tally.coups:
        raise Malformed("stopped before anything was dealt", code=ErrorCode.STOPPED)
    analysis = analyser.analyse(fresh(decks))
    document = _document(edition, dealing, seed, seconds, tally, analyser, analysis)
    document["complete"] = tally.shoes == shoes
    shown = grouped(analyser.entries)
    far = moved(document["wagers"], shown)
    document["cutting_card"] = {"wagers": far, "note": cutting_card(far)}
    if json:
        emit(document)
    else:
        show_simulation(document, shown)
    if picture is not None:
        _plot(picture, edition, tally, analysis)


def _add_up_tallies(parts: Iterator[Tally], shoes: int, label: str) -> Tally:
    """Add up tallies, and show rate and time left, until done or interrupted."""
    tally = empty()
    with progress(label) as bar:
        task = bar.add_task("", total=shoes)
        try:
            for part in parts:
                tally.add(part)
                _advance(bar, task, tally)
        except KeyboardInterrupt:
            talk().print(f"stopped after {tally.coups:,} coups")
        except (BrokenProcessPool, ClusterLost) as error:
            reason = str(error).splitlines()[0] if str(error) else "a worker died"
            talk().print(f"stopped after {tally.coups:,} coups: {reason}", markup=False)
    return tally


def _advance(bar: Progress, task: TaskID, tally: Tally) -> None:
    elapsed = bar.tasks[task].elapsed or 0.0
    rate = f"{tally.coups / elapsed / 1e6:.1f} M coups/s" if elapsed > 0 else ""
    bar.update(task, completed=tally.shoes, description=rate)


def _plot(picture: Path, edition: Edition, tally: Tally, analysis: Analysis) -> None:
    [banker, player] = [
        next(wager for wager in analysis.wagers if wager.entry.wager == name)
        for name in ("banker", "player")
    ]
    won = [
        sum(row.sequences for row in wager.outcomes if row.odds is not None) / wager.total
        for wager in (banker, player)
    ]
    length = tally.coups / tally.shoes
    mean = length * (won[0] - won[1])
    variance = length * (won[0] + won[1] - (won[0] - won[1]) ** 2)
    title = f"{edition.id}: how far Banker runs ahead in a shoe ({tally.shoes:,} shoes)"
    charts.shoe_results(picture, title, tally.spread, mean, variance)


def _document(
    edition: Edition,
    dealing: ShoePlan,
    seed: int,
    seconds: float,
    tally: Tally,
    analyser: Analyser,
    analysis: Analysis,
) -> dict[str, Any]:
    found = []
    for estimate, exact in zip(estimates(tally, analyser.entries), analysis.wagers, strict=True):
        apart = estimate.edge - float(exact.edge)
        found.append(
            {
                "wager": estimate.entry.wager,
                "offer": estimate.entry.offer,
                "settlement": estimate.entry.settlement,
                "edge_percent": round(estimate.edge * 100, 6),
                "standard_error_percent": round(estimate.standard_error * 100, 6),
                "low_percent": round((estimate.edge - 1.96 * estimate.standard_error) * 100, 6),
                "high_percent": round((estimate.edge + 1.96 * estimate.standard_error) * 100, 6),
                "exact_edge_percent": round(float(exact.edge) * 100, 6),
                "difference_percent": round(apart * 100, 6),
                "standard_errors_apart": round(apart / estimate.standard_error, 2)
                if estimate.standard_error
                else 0.0,
                "outcomes": [
                    {"name": row.name, "coups": count}
                    for row, count in zip(estimate.entry.rows, estimate.outcomes, strict=True)
                ],
            }
        )
    return {
        "rulebook": edition.id,
        "decks": dealing.decks,
        "marker_behind": dealing.marker_behind,
        "burn": dealing.burn,
        "seed": seed,
        "coups": tally.coups,
        "seconds": round(seconds, 3),
        "coups_per_second": round(tally.coups / seconds),
        "shoes": statistics(tally),
        "wagers": found,
    }
