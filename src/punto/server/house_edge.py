"""The house edge of each wager, cached for each rulebook, settlement and number of decks."""

from functools import lru_cache

from msgspec.structs import replace

from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.table.views.view import View


def with_edges(rules: TableRules, seen: View) -> View:
    """Return a view of a table with the house edge of each spot."""
    layout = seen.layout
    if layout is None:
        return seen
    percents = edges(rules.edition.id, layout.settlement, layout.decks)
    spots = tuple(replace(spot, edge_percent=percents.get(spot.wager)) for spot in layout.spots)
    return replace(seen, layout=replace(layout, spots=spots))


@lru_cache(maxsize=64)
def edges(rulebook: str, settlement: str, decks: int) -> dict[str, str]:
    """Return the house edge of every wager of a rulebook, in percent, for a new shoe."""
    # Imported here because the odds are slow to load.
    from punto.odds.composition import fresh  # noqa: PLC0415
    from punto.odds.exact import Analyser  # noqa: PLC0415
    from punto.odds.par_sheet import percent  # noqa: PLC0415

    analysis = Analyser(load(rulebook), settlement).analyse(fresh(decks))
    return {wager.entry.wager: percent(wager.edge, 2) for wager in analysis.wagers}
