"""Prints odds: edges, outcomes, the effect of a change, covariance."""

from fractions import Fraction

from punto.cli.output import console, decks_of, paragraph, rows, table
from punto.odds import par_sheet
from punto.odds.exact import Analyser, Analysis, OutcomeOdds
from punto.odds.settlement_groups import grouped
from punto.rulebook.schema import Edition


def show_head(edition: Edition, decks: int, cards: int, total: int) -> None:
    """Show what was counted."""
    paragraph(f"{edition.id}: {decks_of(decks)}, {cards} cards, {total:,} sequences of six cards")
    console().print()


def show_odds(analysis: Analysis) -> None:
    """Show the edge of every wager, then every outcome; a fraction where only one is asked for."""
    wagers = grouped([wager.entry for wager in analysis.wagers])
    numbers = ("edge %", "deviation")
    held = [(alike, analysis.wagers[alike.place]) for alike in wagers]
    rows(
        table("wager", "settlement", *numbers, right=numbers),
        (
            [alike.name, alike.settlement, par_sheet.percent(wager.edge), f"{wager.deviation:.4f}"]
            for alike, wager in held
        ),
    )
    console().print()
    lines: list[list[str]] = []
    for alike, wager in held:
        many = sum(alike.name == other.name for other in wagers) > 1
        lines.append([f"{alike.name}, {alike.settlement}" if many else alike.name, "", "", ""])
        for row in wager.outcomes:
            share = par_sheet.percent(Fraction(row.sequences, wager.total))
            lines.append([f"  {row.name}", _odds_text(row), f"{row.sequences:,}", share])
    rows(table("outcome", "odds", "sequences", "%", right=("sequences", "%")), lines)
    if len({wager.entry.wager for wager in analysis.wagers}) == 1:
        console().print()
        for alike, wager in held:
            paragraph(f"edge, exactly ({alike.settlement}): {wager.edge}")


def _odds_text(row: OutcomeOdds) -> str:
    return row.odds or ("returned" if row.payoff == 0 else "lost")


def show_changes(before: Analysis, after: Analysis) -> None:
    """Show the edge of every wager as it is, as it would be, and the difference."""
    wagers = grouped(
        [wager.entry for wager in before.wagers], [wager.entry for wager in after.wagers]
    )
    numbers = ("edge %", "changed %", "difference")
    lines = []
    for alike in wagers:
        was, now = before.wagers[alike.place].edge, after.wagers[alike.place].edge
        edges = [par_sheet.percent(edge) for edge in (was, now, now - was)]
        lines.append([alike.name, alike.settlement, *edges])
    rows(table("wager", "settlement", *numbers, right=numbers), lines)


def show_covariance(analyser: Analyser, analysis: Analysis) -> None:
    """Show how wagers go together under the first settlement."""
    first = analysis.wagers[0].entry.settlement
    indexes = [n for n, wager in enumerate(analysis.wagers) if wager.entry.settlement == first]
    matrix = analyser.covariance(analysis)
    numbers = [str(number) for number in range(1, len(indexes) + 1)]
    console().print()
    paragraph(f"covariance per unit staked on each, {first.replace('_', ' ')}:")
    rows(
        table("wager", *numbers, right=numbers, keys=1),
        (
            [
                f"{number} {analysis.wagers[place].entry.name}",
                *(f"{float(matrix[place][other]):+.3f}" for other in indexes),
            ]
            for number, place in zip(numbers, indexes, strict=True)
        ),
    )
