"""What each wager of a table costs on the average, worked out once for each way of settling."""

from functools import lru_cache

from msgspec.structs import replace

from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.table.views.view import View


def with_edges(rules: TableRules, seen: View) -> View:
    """Return a view of a table whose spots tell what they cost."""
    drawn = seen.layout
    if drawn is None:
        return seen
    known = edges(rules.edition.id, drawn.settlement, drawn.decks)
    spots = tuple(replace(one, edge_percent=known.get(one.wager)) for one in drawn.spots)
    return replace(seen, layout=replace(drawn, spots=spots))


@lru_cache(maxsize=64)
def edges(rulebook: str, settlement: str, decks: int) -> dict[str, str]:
    """Return the edge of every wager of a rulebook, in percent, for a new shoe."""
    # Only a server needs both the tables and the odds; the odds take a while to load.
    from punto.odds.composition import fresh  # noqa: PLC0415
    from punto.odds.exact import Analyser  # noqa: PLC0415
    from punto.odds.par_sheet import percent  # noqa: PLC0415

    found = Analyser(load(rulebook), settlement).analyse(fresh(decks))
    return {one.entry.wager: percent(one.edge, 2) for one in found.wagers}
