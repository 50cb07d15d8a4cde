"""``punto odds --stake``: what rounding to chips does to the edge."""

from pathlib import Path
from typing import Any

from punto.clause import Malformed
from punto.cli.output import console, emit, rows, table
from punto.money import dollars, parse_stake
from punto.odds import charts, par
from punto.odds.exact import WagerOdds
from punto.odds.stakes import STAKES_MAX, StakeEdge, edge_at, edges_by_stake, exact_multiple
from punto.rulebook.schema import Edition


def show_stakes(
    edition: Edition,
    wagers: list[tuple[WagerOdds, str]],
    stake: str | None,
    chip: str | None,
    picture: Path | None,
    *,
    json: bool,
) -> None:
    """Show what rounding does to the edge, stake by stake."""
    if stake is None or chip is None:
        raise Malformed("--stake and --chip go together", "--stake 100 --chip 1")
    stake_cents, chip_cents = parse_stake(stake), parse_stake(chip)
    if stake_cents % chip_cents:
        raise Malformed("the stake must be a whole number of chips")
    listed = stake_cents // chip_cents <= STAKES_MAX
    if not listed and picture is not None:
        raise Malformed(f"a plot holds {STAKES_MAX:,} stakes at most; take a larger chip")
    found = []
    for one, settlement in wagers:
        at = edge_at(edition, one, stake_cents, (chip_cents,))
        multiple = exact_multiple(one, chip_cents)
        by_stake = edges_by_stake(edition, one, stake_cents, chip_cents) if listed else []
        found.append((one, settlement, at, multiple, by_stake))
    if json:
        emit([_stake_document(*one) for one in found])
    else:
        _print_stakes(found, stake_cents)
    if picture is not None:
        # Only wagers whose edge moves with the stake make a picture worth looking at.
        moved = [one for one in found if len({edge.edge for edge in one[4]}) > 1] or found[:1]
        title = f"{edition.id}: house edge by stake, smallest chip {dollars(chip_cents)}"
        stakes = [edge.stake_cents / 100 for edge in found[0][4]]
        series = {
            f"{one.entry.name}, {name}": [float(edge.edge) * 100 for edge in edges]
            for one, name, _, _, edges in moved
        }
        charts.edges_by_stake(picture, title, stakes, series)


Staked = tuple[WagerOdds, str, StakeEdge, int, list[StakeEdge]]


def _print_stakes(found: list[Staked], stake_cents: int) -> None:
    made = table("wager", "settlement", "exact %", f"at {dollars(stake_cents)} %", "exact from")
    rows(
        made,
        (
            [
                one.entry.name,
                settlement,
                par.percent(one.edge),
                par.percent(at.edge) + (" favours the patron" if at.edge < 0 else ""),
                dollars(multiple),
            ]
            for one, settlement, at, multiple, _ in found
        ),
    )
    for one, settlement, _, _, by_stake in found:
        bad = [edge for edge in by_stake if edge.edge < 0]
        if bad:
            worst = min(bad, key=lambda edge: edge.edge)
            console().print(
                f"{one.entry.name} ({settlement}): {len(bad)} of {len(by_stake)} stakes favour the "
                f"patron, most at {dollars(worst.stake_cents)} ({par.percent(worst.edge)} %)",
                markup=False,
            )
    if len({one.entry.wager for one, *_ in found}) == 1 and len(found[0][4]) <= 200:
        names = [settlement for _, settlement, *_ in found]
        console().print()
        rows(
            table("stake", *(f"{name} %" for name in names)),
            (
                [dollars(edges[0].stake_cents), *(par.percent(edge.edge) for edge in edges)]
                for edges in zip(*(by_stake for *_, by_stake in found), strict=True)
            ),
        )


def _stake_document(
    one: WagerOdds, settlement: str, at: StakeEdge, multiple: int, by_stake: list[StakeEdge]
) -> dict[str, Any]:
    return {
        "wager": one.entry.wager,
        "offer": one.entry.offer,
        "settlement": settlement,
        "edge_percent": float(par.percent(one.edge, 6)),
        "stake_cents": at.stake_cents,
        "edge_at_stake_percent": float(par.percent(at.edge, 6)),
        "exact_from_cents": multiple,
        "by_stake": [
            {"stake_cents": edge.stake_cents, "edge_percent": float(par.percent(edge.edge, 6))}
            for edge in by_stake
        ],
    }
