"""What may be ordered is told before a card comes, tells no card, and is what happens then."""

from collections.abc import Callable
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

from punto.aggregate.actor import PATRON, Actor
from punto.cards import DECK, Card, Rank
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.driver.table import TableDriver
from punto.error_codes import ErrorCode
from punto.http_api.responses import Consequence
from punto.rulebook.elections import Origin
from punto.server.consequences import consequences
from punto.shoe import Hidden
from punto.table.cards.held_cards import CardRetired, ExposeHeld
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import TurnCards
from punto.table.deal.settling import CollectLosers
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.pulled_cards import FindFaceUp, PullCard, RunOut
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


def foreseen(
    game: TableDriver, command: Any, table: Table | None = None
) -> tuple[Consequence, ...] | str:
    try:
        return consequences(game.rules, table or game.table, DEALER, command)
    except (Malformed, Refused) as no:
        return no.code


def happens(game: TableDriver, command: Any) -> tuple[tuple[str, ...], Rank | None] | None:
    """Return what a command brings about with the cards that lie there, and the rank of its card.

    The table stands as before.
    """
    mark = game.savepoint()
    try:
        events = game.carry_out(DEALER, command)
    except (Malformed, Refused):
        return None
    finally:
        game.restore(mark)
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
            game.carry_out(actor, command)
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


def test_what_is_told_says_what_happens_why_and_with_which_ranks() -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, "2S 2D 3H 3C 5C", "A")
    table = game.table
    done = tuple(Rank(one) for one in "A2389TJQK")
    low = tuple(Rank(one) for one in "4567")
    played = Reason("the card lies face up in the shoe and is played in its turn", CLAUSE_FACE_UP)
    assert foreseen(game, FindFaceUp()) == (
        Consequence(done, ("card_drawn", "coup_completed"), (played,), CLAUSE_FACE_UP),
        Consequence(low, ("card_drawn",), (played,), CLAUSE_FACE_UP),
    )
    # A card that is named is the only one that is tried, and there is nothing to tell apart.
    [named] = consequences(game.rules, table, DEALER, Draw(card=Card("5C")))
    assert (named.ranks, named.events) == ((), ("card_drawn",))
    assert foreseen(game, PullCard("player")) == "not_now"
    assert foreseen(game, RunOut()) == "cards_left"
    assert game.table is table, "nothing has happened"
    settled = on_table("nsw-2024", Origin.VIRTUAL, "7S 7D KH KC 5C", "A")
    [collected] = consequences(settled.rules, settled.table, DEALER, CollectLosers())
    assert (collected.ranks, collected.events) == ((), ("losers_collected",))
    assert [one.text for one in collected.reasons] == ["losers first, then winners"]


def test_cards_that_are_turned_are_told_to_nobody() -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, "2S 2D 3H 3C 5C", "B")
    assert foreseen(game, TurnCards("player")) == "cards_hidden"


def test_whoever_may_not_give_a_command_learns_nothing_of_it() -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, "2S 2D 3H 3C 5C", "A")
    with pytest.raises(NotEntitled):
        consequences(game.rules, game.table, Actor("ann", PATRON), Draw())
    with pytest.raises(NotEntitled):
        consequences(game.rules, game.table, DEALER, VoidCoup("x"))


CLAUSE_FACE_UP = ("nsw-2024/12.5",)
MISSING = Malformed("say which card it is", code=ErrorCode.FACE_MISSING)
UNSEEN = Malformed("nobody sees it", code=ErrorCode.FACE_UNSEEN)
GONE = Refused(ErrorCode.CARD_NOT_IN_DECKS, ("x/1",), "there is no other 5C")
LATER = Malformed("not now", code=ErrorCode.NOT_NOW)
FORBIDDEN = Refused(ErrorCode.NOT_NOW, ("x/2",), "it is forbidden")
Outcome = tuple[Any, ...] | Malformed | Refused


def retired(*reasons: Reason) -> tuple[CardRetired, ...]:
    return (CardRetired(reasons=reasons),)


def decided(
    monkeypatch: pytest.MonkeyPatch, outcome: Callable[[Card | None], Outcome]
) -> tuple[TableDriver, list[Any]]:
    """Let every card have an outcome that a test chooses; return what is asked on the way."""
    game = on_table("nsw-2024", Origin.VIRTUAL, "2S 2D 3H 3C 5C", "A")
    asked: list[Any] = []

    def decide(rules: Any, _table: Any, by: Any, command: Any, past: Any) -> Any:
        asked.append((rules.origin, by, getattr(command, "card", None), past))
        found = outcome(getattr(command, "card", None))
        if isinstance(found, tuple):
            return found
        raise found

    monkeypatch.setattr("punto.server.consequences.decide", decide)
    return game, asked


def test_every_card_is_tried_as_if_a_person_named_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game, asked = decided(monkeypatch, lambda _: retired())
    past: dict[int, Any] = {1: object()}
    consequences(game.rules, game.table, DEALER, PullCard("player"), past)
    assert [one[:2] for one in asked] == [(Origin.KEYED, DEALER)] * 53
    assert [one[2] for one in asked] == [None, *DECK]
    assert all(one[3] is past for one in asked)
    asked.clear()
    consequences(game.rules, game.table, DEALER, PullCard("player", card=Card("5C")), past)
    assert [one[2] for one in asked] == [None, Card("5C")]
    asked.clear()
    consequences(game.rules, game.table, DEALER, CollectLosers(), past)
    assert asked == [(Origin.VIRTUAL, DEALER, None, past)]


@pytest.mark.parametrize(
    ("unnamed", "named", "code"),
    [
        (MISSING, UNSEEN, "cards_hidden"),
        (MISSING, GONE, "cards_hidden"),
        (MISSING, LATER, "not_now"),
        (LATER, MISSING, "not_now"),
        (LATER, FORBIDDEN, "not_now"),
        (MISSING, FORBIDDEN, "not_now"),
    ],
)
def test_a_no_with_every_card_is_told_as_the_rules_say_it(
    monkeypatch: pytest.MonkeyPatch, unnamed: Outcome, named: Outcome, code: str
) -> None:
    game, _ = decided(monkeypatch, lambda card: unnamed if card is None else named)
    with pytest.raises((Malformed, Refused)) as no:
        consequences(game.rules, game.table, DEALER, PullCard("player"))
    assert getattr(no.value, "code", None) == code
    if code != "cards_hidden":
        assert no.value is (named if unnamed is MISSING else unnamed)


def test_what_makes_no_sense_with_some_cards_is_nothing_that_the_rules_forbid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def outcome(card: Card | None) -> Outcome:
        return LATER if card is not None and card.rank is Rank("K") else retired()

    game, _ = decided(monkeypatch, outcome)
    [found] = consequences(game.rules, game.table, DEALER, PullCard("player"))
    assert (found.events, found.refused) == (("card_retired",), None)


def test_what_happens_also_without_a_face_is_told_with_the_ranks_that_it_fits(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    away, stays = Reason("it goes away", ("x/1",)), Reason("it stays", ("x/2",))

    def outcome(card: Card | None) -> Outcome:
        return retired(stays if card is not None and card.rank is Rank("K") else away)

    game, _ = decided(monkeypatch, outcome)
    first, second = consequences(game.rules, game.table, DEALER, PullCard("player"))
    assert (first.ranks, first.reasons) == (tuple(Rank(one) for one in "A23456789TJQ"), (away,))
    assert (second.ranks, second.reasons) == ((Rank("K"),), (stays,))


def test_what_lies_face_down_is_taken_off_the_table_before_anything_is_tried(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, "2S 2D 3H 3C 5C 6C 7C 8C", "B")
    game.act("dealer", PullCard("player", seen=False))
    game.act("dealer", PullCard("player", seen=True))
    table = game.table
    phase = table.phase
    assert isinstance(phase, Dealing)
    # One card of each hand is turned, and one of the shoe has lain where nobody saw it.
    player, banker = (
        (replace(hand[0], up=True), *hand[1:]) for hand in (phase.player, phase.banker)
    )
    hidden = replace(table.shoe, hidden=(Hidden(Card("9C")),))
    table = replace(table, phase=replace(phase, player=player, banker=banker), shoe=hidden)
    given: list[Table] = []

    def decide(_: Any, seen: Table, *__: Any) -> Any:
        given.append(seen)
        return retired()

    monkeypatch.setattr("punto.server.consequences.decide", decide)
    consequences(game.rules, table, DEALER, CollectLosers())
    [seen] = given
    assert isinstance(seen.phase, Dealing)
    hands = (seen.phase.player, seen.phase.banker)
    assert [[one.card for one in hand] for hand in hands] == [
        [Card("2S"), None],
        [Card("2D"), None],
    ]
    assert [one.card for one in table.next.carried] == [Card("5C"), Card("6C")]
    assert [one.card for one in seen.next.carried] == [None, Card("6C")]
    assert seen.shoe.hidden == ()
    settled = on_table("nsw-2024", Origin.VIRTUAL, "7S 7D KH KC 5C", "A").table
    consequences(game.rules, settled, DEALER, CollectLosers())
    assert given[1].phase == settled.phase, "what everybody has seen stays"


def test_what_some_cards_bring_and_others_are_refused_is_told_apart(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other = Refused(ErrorCode.NOT_NOW, ("x/3",), "that is forbidden too")

    def outcome(card: Card | None) -> Outcome:
        if card is None:
            return MISSING
        if card.rank is Rank("K"):
            return FORBIDDEN
        if card.rank is Rank("Q"):
            return other
        return GONE if card.rank is Rank("5") else retired(Reason("it goes away", ("x/4",)))

    game, _ = decided(monkeypatch, outcome)
    goes, *noes = consequences(game.rules, game.table, DEALER, PullCard("player"))
    assert goes.ranks == tuple(Rank(one) for one in "A2346789TJ")
    assert (goes.events, goes.clauses, goes.refused) == (("card_retired",), ("x/4",), None)
    assert sorted(noes, key=lambda one: str(one.refused)) == [
        Consequence((Rank("K"),), (), (), ("x/2",), "it is forbidden"),
        Consequence((Rank("Q"),), (), (), ("x/3",), "that is forbidden too"),
    ]


def test_nobody_who_may_not_is_told_what_a_later_card_would_bring(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    no = NotEntitled(("x/1",), "that is for others")
    game, _ = decided(monkeypatch, lambda card: no if card == DECK[-1] else retired())
    with pytest.raises(NotEntitled):
        consequences(game.rules, game.table, DEALER, PullCard("player"))


def test_one_thing_is_told_once_by_the_clauses_that_it_always_rests_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def outcome(card: Card | None) -> Outcome:
        if card is None:
            return MISSING
        red = ("x/red",) if card.suit in "HD" else ("x/black",)
        return retired(
            Reason(f"{card} goes away", ("x/1", *red, "x/2")),
            Reason("", ("x/counted",)),
            Reason(f"and {card} stays there", ("x/2", "x/3")),
        )

    game, _ = decided(monkeypatch, outcome)
    [found] = consequences(game.rules, game.table, DEALER, PullCard("player"))
    assert found.ranks == ()
    assert [one.text for one in found.reasons] == [
        "the card goes away",
        "and the card stays there",
    ]
    assert found.clauses == ("x/1", "x/2", "x/3"), "how totals are counted is not asked"
    game, _ = decided(monkeypatch, lambda _: retired(Reason("", ("x/counted",))))
    [found] = consequences(game.rules, game.table, DEALER, CollectLosers())
    assert (found.reasons, found.clauses) == ((), ("x/counted",)), "unless there is nothing else"
