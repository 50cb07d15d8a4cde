"""What a served table says that its wagers cost: of its own rules and decks, of every spot."""

from random import Random

import pytest
from msgspec.structs import replace

from punto.library import open_table
from punto.server.house_edge import edges, with_edges
from punto.table.audience import Audience
from punto.table.views.view import view

# For six and for eight decks these are the figures of every book about the game.
KNOWN = {
    ("nsw-2024", "commission", 8): {"player": "1.24", "banker": "1.06", "tie": "14.36"},
    ("nsw-2024", "even_money", 8): {"player": "1.24", "banker": "1.46", "tie": "14.36"},
    ("tas-2018", "commission", 8): {"player": "1.24", "banker": "1.06", "tie": "14.36"},
    ("tas-2018", "commission", 6): {"player": "1.24", "banker": "1.06", "tie": "14.44"},
}


@pytest.mark.parametrize(("rulebook", "settlement", "decks"), KNOWN)
def test_the_edge_is_that_of_a_new_shoe_under_the_rules_of_the_table(
    rulebook: str, settlement: str, decks: int
) -> None:
    found = edges(rulebook, settlement, decks)
    known = KNOWN[rulebook, settlement, decks]
    assert {name: found[name] for name in known} == known


def test_every_spot_of_a_table_says_what_it_costs_by_its_own_way_of_settling() -> None:
    for settlement, banker in (("commission", "1.06"), ("even_money", "1.46")):
        game = open_table(
            "nsw-2024", randbelow=Random(1).randrange, settlement=settlement, offer=["pairs"]
        )
        seen = view(game.rules, game.table, Audience.PUBLIC, None)
        assert seen.layout is not None
        shown = with_edges(game.rules, seen)
        assert shown.layout is not None
        found = {spot.wager: spot.edge_percent for spot in shown.layout.spots}
        assert found["banker"] == banker
        known = edges("nsw-2024", settlement, seen.layout.decks)
        assert found == {spot.wager: known[spot.wager] for spot in seen.layout.spots}
        bare = replace(seen, layout=None)
        assert with_edges(game.rules, bare) is bare
