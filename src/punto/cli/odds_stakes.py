"""``punto odds --stake``: what rounding to chips does to the edge."""

from pathlib import Path
from typing import Any

from msgspec import Struct

from punto.clause import Malformed
from punto.cli.output import console, emit, paragraph, rows, table
from punto.money import dollars, parse_stake
from punto.odds import charts, par_sheet
from punto.odds.exact import Analysis, WagerOdds
from punto.odds.rounded_edge import (
    STAKES_MAX,
    StakeEdge,
    edge_at,
    edges_by_stake,
    exact_multiple,
    rounds,
)
from punto.odds.settlement_groups import grouped
from punto.rulebook.schema import Edition

# So many stakes are listed one by one when a single wager is asked for.
_LISTED = 200


class _StakeReport(Struct, frozen=True):
    """One wager at a stake, at every smaller one, and the multiples that chips pay exactly."""

    wager: WagerOdds
    settlement: str
    at: StakeEdge
    multiple_cents: int
    by_stake: list[StakeEdge]

    @property
    def named(self) -> str:
        return f"{self.wager.entry.name} ({self.settlement})"


def show_stakes(
    edition: Edition,
    analysis: Analysis,
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
    for alike in grouped([wager.entry for wager in analysis.wagers]):
        wager = analysis.wagers[alike.place]
        at = edge_at(edition, wager, stake_cents, (chip_cents,))
        multiple = exact_multiple(wager, chip_cents)
        by_stake = edges_by_stake(edition, wager, stake_cents, chip_cents) if listed else []
        found.append(_StakeReport(wager, alike.settlement, at, multiple, by_stake))
    if json:
        emit([_document(staked) for staked in found])
    else:
        _print(edition, found, stake_cents, chip_cents)
    if picture is not None:
        _plot(picture, edition, found, chip_cents)


def _plot(picture: Path, edition: Edition, found: list[_StakeReport], chip_cents: int) -> None:
    # Only wagers whose edge moves with the stake make a picture worth looking at.
    moved = [at for at in found if len({edge.edge for edge in at.by_stake}) > 1] or found[:1]
    title = f"{edition.id}: house edge by stake, smallest chip {dollars(chip_cents)}"
    stakes = [edge.stake_cents / 100 for edge in found[0].by_stake]
    series = {
        f"{staked.wager.entry.name}, {staked.settlement}": [
            float(edge.edge) * 100 for edge in staked.by_stake
        ]
        for staked in moved
    }
    charts.edges_by_stake(picture, title, stakes, series)


def _print(edition: Edition, found: list[_StakeReport], stake_cents: int, chip_cents: int) -> None:
    numbers = ("edge %", f"at {dollars(stake_cents)} %", "chips pay exactly")
    rows(
        table("wager", "settlement", *numbers, right=numbers[:2]),
        (
            [
                staked.wager.entry.name,
                staked.settlement,
                par_sheet.percent(staked.wager.edge),
                par_sheet.percent(staked.at.edge),
                "any stake"
                if staked.multiple_cents == chip_cents
                else f"multiples of {dollars(staked.multiple_cents)}",
            ]
            for staked in found
        ),
    )
    chip = dollars(chip_cents)
    if not rounds(edition):
        paragraph(
            f"{edition.id} rounds no payment, so the edge is the same at every stake; at other "
            f"stakes chips of {chip} cannot make every payment."
        )
        return
    paragraph(f"At other stakes the payment is rounded up to a whole number of {chip} chips.")
    for staked in found:
        bad = [edge for edge in staked.by_stake if edge.edge < 0]
        if bad:
            worst = min(bad, key=lambda edge: edge.edge)
            paragraph(
                f"{staked.named}: {len(bad)} of {len(staked.by_stake)} stakes favour the patron, "
                f"most at {dollars(worst.stake_cents)} ({par_sheet.percent(worst.edge)} %)"
            )
    if len({staked.wager.entry.wager for staked in found}) == 1:
        _print_stakes(found)


def _print_stakes(found: list[_StakeReport]) -> None:
    """Show the edge at each stake, where they are few enough to read."""
    if not 0 < len(found[0].by_stake) <= _LISTED:
        return
    names = [f"{staked.settlement} %" for staked in found]
    console().print()
    rows(
        table("stake", *names, right=("stake", *names)),
        (
            [dollars(edges[0].stake_cents), *(par_sheet.percent(edge.edge) for edge in edges)]
            for edges in zip(*(staked.by_stake for staked in found), strict=True)
        ),
    )


def _document(staked: _StakeReport) -> dict[str, Any]:
    entry = staked.wager.entry
    return {
        "wager": entry.wager,
        "offer": entry.offer,
        "settlement": staked.settlement,
        "edge_percent": float(par_sheet.percent(staked.wager.edge, 6)),
        "stake_cents": staked.at.stake_cents,
        "edge_at_stake_percent": float(par_sheet.percent(staked.at.edge, 6)),
        "exact_from_cents": staked.multiple_cents,
        "exact_multiples_of_cents": staked.multiple_cents,
        "by_stake": [
            {
                "stake_cents": edge.stake_cents,
                "edge_percent": float(par_sheet.percent(edge.edge, 6)),
            }
            for edge in staked.by_stake
        ],
    }
