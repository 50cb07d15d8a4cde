"""What somebody may do: told for whoever asks, wherever they sit."""

from random import Random

import pytest
from support.editions import DEALING
from support.random_table import DEALER, opened

from punto.aggregate.actor import PATRON, Actor
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.views.legal import options

NAMES = ("ann", "bea", "cy")


@pytest.mark.parametrize("edition", DEALING)
@pytest.mark.parametrize("name", NAMES)
def test_every_patron_may_leave_move_and_cash_out_and_the_example_is_theirs(
    edition: str, name: str
) -> None:
    game = opened(edition, Random(1))
    for seat, who in enumerate(NAMES, 1):
        game.act("dealer", Join(who, seat))
        game.act("dealer", BuyChips(who, 50_000))
    found = {one.name: one for one in options(game.rules, game.table, Actor(name, PATRON, 43_200))}
    for act in ("leave", "change_seat", "cash_out", "buy_chips"):
        example = found[act].example
        assert example is not None, (act, found[act].why)
        assert example.patron == name
    dealers = {one.name: one for one in options(game.rules, game.table, DEALER)}
    assert dealers["leave"].example is not None
