"""``punto odds --shoe``: the edge of every wager before every coup of a shoe."""

from pathlib import Path
from random import Random

import numpy as np
from msgspec.structs import replace

from punto.clause import Malformed
from punto.cli.election_options import as_usage
from punto.cli.output import emit, rows, table, talk
from punto.notation.shoe import MARKER, REST, laid_out
from punto.odds import charts
from punto.odds.exact import Analyser
from punto.odds.shoe_trace import pass_through
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.schema import Edition
from punto.shoe_preparation import Prepared, prepare


def _shoe_from_option(rules: TableRules, shoe: str) -> Prepared:
    """Return the shoe that an option names: cards in order, or a seed."""
    seed = shoe.removeprefix("seed").strip() if shoe.startswith("seed") else None
    if seed is not None and not (seed.isascii() and seed.isdecimal() and len(seed) < 20):
        raise Malformed(f"{shoe[:40]!r}: write seed and a number")
    words = shoe.split()
    if not words:
        raise Malformed("--shoe names the cards of a shoe in order, or a seed")
    with as_usage():
        if seed is not None:
            return prepare(rules, Random(int(seed)).randrange)  # noqa: S311  a shoe to look at
        laid = laid_out(rules, shoe, "ready")
    # A list of dealt cards, without the rest of the shoe, has no marker.
    part = REST not in words and MARKER not in words
    return replace(laid, shoe=replace(laid.shoe, cutting_card=None)) if part else laid


def show_shoe(
    edition: Edition,
    settlement: str | None,
    wager: str | None,
    shoe: str,
    decks: int,
    picture: Path | None,
    *,
    json: bool,
) -> None:
    """Show the edge of every wager before every coup of one shoe."""
    scheme = settlement if settlement is not None else edition.settlement.schemes.value[0]
    with as_usage():
        rules = replace(elect(edition, Elections(settlement=scheme)), decks=decks)
    found = pass_through(rules, _shoe_from_option(rules, shoe))
    if not found.dealt:
        raise Malformed("this shoe holds no whole coup")
    if found.unfinished:
        talk().print(f"the last {found.unfinished} cards are no whole coup", markup=False)
    analyser = Analyser(edition, scheme)
    edges = -analyser.expectations(found.counts) * 100
    entries = analyser.entries
    indexes = [n for n, entry in enumerate(entries) if wager in (None, entry.wager, entry.name)]
    if not indexes:
        raise Malformed(f"no wager {wager!r}", ", ".join(entry.wager for entry in entries))
    names = [entries[n].name for n in indexes]
    if picture is not None:
        title = f"{edition.id}: house edge before each coup of a shoe ({scheme})"
        series = {entries[n].name: edges[:, n] for n in indexes}
        charts.edges_through_shoe(picture, title, found.dealt, series)
    shown = np.round(edges[:, indexes], 4)
    if json:
        emit(
            {
                "rulebook": edition.id,
                "settlement": scheme,
                "wagers": names,
                "coups": [
                    {"coup": n + 1, "dealt": dealt, "line": line, "edge_percent": row}
                    for n, (dealt, line, row) in enumerate(
                        zip(found.dealt, found.lines, shown.tolist(), strict=True)
                    )
                ],
            }
        )
        return
    heads = [f"{name} %" for name in names]
    numbers = ("coup", "cards out", *heads)
    made = table("coup", "cards out", "result", *heads, right=numbers, keys=3)
    rows(
        made,
        (
            [n + 1, dealt, line, *(f"{cell:.2f}" for cell in row)]
            for n, (dealt, line, row) in enumerate(
                zip(found.dealt, found.lines, shown, strict=True)
            )
        ),
    )
