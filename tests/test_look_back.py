"""Commands about what a rulebook does not hold, and cards that everybody has seen leave a shoe."""

from random import Random

import pytest

from punto.cards import DECK, Card
from punto.clause import Malformed, Refused
from punto.library import open_table
from punto.table.audience import Audience
from punto.table.errors.pulled_cards import PullCard
from punto.table.limits.under_minimum import LookBack
from punto.table.table import Table
from punto.table.views.unseen import unseen

NOON = 1_717_372_800


def known(table: Table) -> int:
    """Return how many cards the public has seen of a shoe."""
    return table.shoe.size - unseen(table, Audience.PUBLIC).total()


@pytest.mark.parametrize(
    ("rulebook", "title"),
    [("act-2015", "casino_operator"), ("tas-2018", "inspector")],
)
@pytest.mark.parametrize("coup", [1, 2])
def test_nobody_looks_back_where_the_rulebook_says_nothing_of_it(
    rulebook: str, title: str, coup: int
) -> None:
    game = open_table(rulebook)
    before = game.table
    with pytest.raises(Refused) as no:
        game.act(title, LookBack(coup, "over the maximum"), clock=NOON)
    assert no.value.code == "rule_not_held"
    assert game.table is before


def test_a_coup_that_was_never_dealt_is_not_looked_back_at() -> None:
    game = open_table("nsw-2024")
    for coup in (-1, 0, 1):
        with pytest.raises(Malformed) as no:
            game.act("gaming_supervisor", LookBack(coup, "over the maximum"), clock=NOON)
        assert no.value.code == "no_such_thing"


@pytest.mark.parametrize("seen", [True, False])
def test_a_card_that_slipped_into_the_discards_is_known_exactly_if_it_was_seen(
    *, seen: bool
) -> None:
    game = open_table("nsw-2024", randbelow=Random(1).randrange)
    before, left = known(game.table), game.table.shoe.left
    game.act("dealer", PullCard("discards", seen=seen), clock=NOON)
    assert game.table.shoe.left == left - 1
    assert known(game.table) == before + seen
    assert len(game.table.shoe.hidden) == (not seen)
    for audience in Audience:
        assert unseen(game.table, audience) == unseen(game.table, Audience.PUBLIC)


def test_a_keyed_card_that_slipped_away_and_was_seen_is_named_and_cannot_come_again() -> None:
    game = open_table("nsw-2024", origin="keyed", decks=3)
    king = Card("KH")
    with pytest.raises(Malformed) as no:
        game.act("dealer", PullCard("discards"), clock=NOON)
    assert no.value.code == "face_missing"
    for left in (2, 1, 0):
        game.act("dealer", PullCard("discards", card=king), clock=NOON)
        assert unseen(game.table, Audience.PUBLIC)[king] == left
    with pytest.raises(Refused) as gone:
        game.act("dealer", PullCard("discards", card=king), clock=NOON)
    assert gone.value.code == "card_not_in_decks"
    assert set(unseen(game.table, Audience.PUBLIC)) == set(DECK)
