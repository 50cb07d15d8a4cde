"""What may be ordered is told before a card comes, tells no card, and is what happens then."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.editions import DEALING
from support.random_commands import KINDS, Anything
from support.random_progress import onward
from support.random_table import DEALER, opened
from test_unseen import on_table

from punto.cards import DECK, Card, Rank
from punto.clause import Malformed, Refused
from punto.game import Game
from punto.notation.table_commands import Understood
from punto.rulebook.elections import Origin
from punto.server.consequences import Consequence, consequences
from punto.table.cards.held_cards import ExposeHeld
from punto.table.deal.drawing import Draw
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.phase import Dealing
from punto.table.table import Table

ASTRAY = (
    PullCard("player", seen=True),
    PullCard("banker", seen=False),
    PullCard("discards", seen=True),
    FindFaceUp(),
    ExposeHeld(),
    Draw(),
)


def foreseen(game: Game, command: Any, table: Table | None = None) -> tuple[Consequence, ...] | str:
    try:
        return consequences(game.rules, table or game.table, DEALER, command)
    except (Malformed, Refused) as no:
        return no.code


def happens(game: Game, command: Any) -> tuple[tuple[str, ...], Rank | None] | None:
    """Return what a command brings about with the cards that lie there, and the rank of its card.

    The table stands as before.
    """
    mark = game.mark()
    try:
        events = game.carry_out(DEALER, Understood(command))
    except (Malformed, Refused):
        return None
    finally:
        game.back_to(mark)
    faces = (getattr(one, "card", None) for one in events)
    card = next((face for face in faces if face is not None), None)
    return tuple(str(one.__struct_config__.tag) for one in events), card.rank if card else None


def otherwise(table: Table, random: Random) -> Table:
    """Return a table with other cards face down than it has."""
    phase = table.phase
    if isinstance(phase, Dealing):
        turned = {
            side: tuple(one if one.up else replace(one, card=random.choice(DECK)) for one in hand)
            for side, hand in (("player", phase.player), ("banker", phase.banker))
        }
        phase = replace(phase, **turned)
    carried = tuple(
        one if one.seen else replace(one, card=random.choice(DECK)) for one in table.next.carried
    )
    return replace(table, phase=phase, next=replace(table.next, carried=carried))


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=25)
def test_what_happens_was_foreseen_and_no_hidden_card_was_looked_at(seed: int, name: str) -> None:
    random = Random(seed)
    game = opened(name, random)
    anything = Anything(game.rules, random)
    told = 0
    for turn in range(120):
        actor, command = onward(game, anything)
        try:
            game.carry_out(actor, Understood(command))
        except (Malformed, Refused):
            continue
        if turn % 4:
            continue
        for kind in random.sample(KINDS, 5):
            # Whatever is asked, there is an answer or a no.
            foreseen(game, anything.of(kind))
        for astray in ASTRAY:
            where = f"seed {seed}, {name}, turn {turn}: {astray}"
            found = foreseen(game, astray)
            assert found == foreseen(game, astray, otherwise(game.table, random)), where
            real = happens(game, astray)
            if isinstance(found, str) or real is None:
                continue
            types, rank = real
            fits = [one for one in found if one.refused is None and types == one.events]
            assert fits, (where, types, found)
            assert rank is None or any(not one.ranks or rank in one.ranks for one in fits), where
            told += 1
    assert told or len(game.log) < 30


def test_a_pulled_card_is_ruled_on_before_anybody_knows_it() -> None:
    game = on_table("act-2015", Origin.VIRTUAL, "7S 7D KH KC 5C", "face_up")
    [consequence] = consequences(game.rules, game.table, DEALER, PullCard("player", seen=True))
    assert consequence.ranks == ()
    assert consequence.clauses
    assert any("no" in one.text for one in consequence.reasons)
    events = game.act("dealer", PullCard("player", seen=True))
    assert consequence.events == tuple(str(one.__struct_config__.tag) for one in events)


def test_what_hangs_on_the_card_is_told_by_its_rank() -> None:
    # Both have five: the Player draws, and whether the Banker does hangs on that card.
    game = on_table("nsw-2024", Origin.VIRTUAL, "2S 2D 3H 3C 5C", "A")
    found = consequences(game.rules, game.table, DEALER, Draw())
    by_rank = {rank: one for one in found for rank in one.ranks}
    assert set(by_rank) == set(Rank)
    done = {rank for rank, one in by_rank.items() if "coup_completed" in one.events}
    assert done == {Rank(one) for one in "A23TJQK89"}


def test_a_refusal_is_the_rules_own_and_nobody_else_is_told() -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, "7S 7D KH KC 5C", "A")
    with pytest.raises(Malformed) as no:
        consequences(game.rules, game.table, DEALER, ExposeHeld(card=Card("KH")))
    assert no.value.code == "no_such_thing"
