"""How a simulation looks in the terminal, and what the cutting card did to it."""

from typing import Any

from punto.cli.output import console, decks_of, paragraph, rows, table
from punto.odds.settlement_groups import ANY, SettlementGroup
from punto.odds.simulate import ShoeStatistics

# A smaller difference may be chance. A larger one is expected in less than one of 1000 runs.
MATTERS_SE = 4.0
_MOVED = ("difference_percent", "standard_error_percent", "standard_errors_apart")


def moved(wagers: list[dict[str, Any]], shown: list[SettlementGroup]) -> list[dict[str, Any]]:
    """Return the wagers whose edge is further from that of a fresh shoe than chance explains."""
    found = [
        {
            "wager": alike.name,
            "settlement": alike.settlement,
            **{key: wagers[alike.place][key] for key in _MOVED},
        }
        for alike in shown
        if abs(wagers[alike.place]["standard_errors_apart"]) >= MATTERS_SE
    ]
    return sorted(found, key=lambda wager: -abs(wager["standard_errors_apart"]))


def cutting_card(far: list[dict[str, Any]]) -> str | None:
    """Return in two sentences why edges differ from a fresh shoe's, and by how much, if they do."""
    if not far:
        return None
    sizes = ", ".join(
        f"{wager['wager']}{_settlement_suffix(wager)} {wager['difference_percent']:+.4f} % "
        f"(standard error {wager['standard_error_percent']:.4f} %)"
        for wager in far
    )
    return (
        "Whether one more coup is dealt in front of the cutting card depends on how many cards the "
        "coups before it took, and so on which cards are left: the coups of a shoe are not quite "
        "an average of all coups, and their edges are not quite those of a fresh shoe. "
        f"The difference measured here: {sizes}."
    )


def _settlement_suffix(wager: dict[str, Any]) -> str:
    return "" if wager["settlement"] == ANY else f" ({wager['settlement']})"


def show_simulation(document: dict[str, Any], shown: list[SettlementGroup]) -> None:
    """Show a simulation: what was dealt, then every wager beside its exact edge."""
    shoes: ShoeStatistics = document["shoes"]
    paragraph(
        f"{document['rulebook']}: {document['coups']:,} coups in {shoes.shoes:,} shoes, "
        f"{document['seconds']:.2f} s, {document['coups_per_second']:,} coups a second",
        hang=2,
    )
    paragraph(
        f"seed {document['seed']}; {decks_of(document['decks'])}, {document['marker_behind']} "
        f"cards behind the cutting card, burn {document['burn'].replace('_', ' ')}",
        hang=2,
    )
    paragraph(
        f"a shoe has {shoes.mean_coups:.2f} coups on average ({shoes.shortest} to {shoes.longest})"
    )
    paragraph(
        f"longest runs, which ties do not break: Player {shoes.longest_run['player']}, "
        f"Banker {shoes.longest_run['banker']}"
    )
    _show_runs(shoes)
    console().print()
    numbers = ("edge %", "se", "fresh shoe %", "difference", "in se")
    lines = []
    for alike in shown:
        wager = document["wagers"][alike.place]
        apart = f"{wager['standard_errors_apart']:+.2f}"
        edges = [f"{wager['edge_percent']:.4f}", f"{wager['standard_error_percent']:.4f}"]
        exact = f"{wager['exact_edge_percent']:.4f}"
        difference = f"{wager['difference_percent']:+.4f}"
        lines.append([alike.name, alike.settlement, *edges, exact, difference, apart])
    rows(table("wager", "settlement", *numbers, right=numbers), lines)
    if document["cutting_card"]["note"]:
        console().print()
        paragraph(document["cutting_card"]["note"])


def _show_runs(shoes: ShoeStatistics) -> None:
    """Show how the runs of each side are spread, in per cent, as far as a line goes."""
    lengths = [str(length) for length in range(1, 9)]
    lines = []
    for name, counts in shoes.runs.items():
        total = sum(counts) or 1
        shares = [f"{count / total * 100:.1f}" for count in counts[:8]]
        lines.append([f"  {name.title()} %", *shares, *[""] * (8 - len(shares))])
    rows(table("runs of", *lengths, right=lengths), lines)
