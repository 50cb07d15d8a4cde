"""Shuffle, cut and the last coup, over all permutations and over whole random shoes."""

from collections import Counter
from collections.abc import Callable
from itertools import product
from math import factorial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punto import last_coup
from punto import shoe as shoes
from punto.aggregate.envelope import NO_ACTOR, in_envelopes
from punto.cards import DECK, Card, parse_cards
from punto.clause import Malformed, Refused
from punto.coup import due, total
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import ids, load
from punto.rulebook.vocabulary import Side
from punto.shoe import Stage
from punto.shoe_preparation import Prepared, prepare
from punto.table.cards.preparation import CardsShuffled
from punto.table.opening.creation import set_up
from punto.table.registry import replay
from punto.virtual_cards import Sealed

DEALING = [name for name in ids() if load(name).shoe is not None]


def rules_of(name: str, decks: int | None = None) -> TableRules:
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    return elect(edition, Elections(decks=decks, settlement=scheme))


def answering(answers: list[int]) -> Callable[[int], int]:
    """Return a source of randomness that gives these answers in turn."""
    return lambda below: answers.pop(0) % below


def test_a_shuffle_makes_every_order_equally_likely() -> None:
    cards = parse_cards("AS 2S 3S 4S 5S")
    orders: Counter[tuple[Card, ...]] = Counter()
    # Every sequence of answers a fair source can give, each once.
    for answers in product(range(5), range(4), range(3), range(2)):
        orders[shoes.shuffled(cards, answering(list(answers)))] += 1
    assert len(orders) == factorial(5)
    assert set(orders.values()) == {1}


@pytest.mark.parametrize("name", DEALING)
def test_a_shuffle_must_give_back_the_same_cards(name: str) -> None:
    rules = rules_of(name)
    cards = shoes.composition(rules)
    table = replay(in_envelopes("t", "table", 0, NO_ACTOR, (set_up(rules, Elections(), 0),)))
    shuffled = [CardsShuffled()]
    with pytest.raises(Malformed, match="same cards"):
        Sealed(cards).after(table, shuffled, (*cards[1:], cards[-1]))
    turned = tuple(reversed(cards))
    assert Sealed(cards).after(table, shuffled, turned) == Sealed(turned)
    assert Sealed(cards).after(table, shuffled) == Sealed(cards)


@pytest.mark.parametrize("name", DEALING)
def test_a_set_that_is_not_whole_decks_is_refused(name: str) -> None:
    rules = rules_of(name)
    whole = DECK * rules.decks
    shoes.check_composition(rules, whole, whole=True)
    for cards in (whole[:-1], (*whole[:-1], Card("AS")), (*whole, Card("AS")), ()):
        with pytest.raises(Refused) as refusal:
            shoes.check_composition(rules, cards, whole=True)
        assert refusal.value.code in ("decks_incomplete", "card_not_in_decks")


def test_a_commitment_binds_to_the_order_and_the_salt() -> None:
    cards = parse_cards("AS 2S 3S")
    mine = Sealed(cards).commitment(b"salt")
    assert mine == Sealed(cards).commitment(b"salt")
    assert mine != Sealed(cards).commitment(b"pepper")
    assert mine != Sealed(tuple(reversed(cards))).commitment(b"salt")


def deal_out(rules: TableRules, prepared: Prepared) -> list[tuple[int, int, bool]]:
    """Deal a shoe to its end; return where each coup started, where it ended, whether it tied."""
    dealt: list[tuple[int, int, bool]] = []
    shoe = prepared.shoe
    while True:
        try:
            started = last_coup.start(rules, shoe)
        except Refused as refusal:
            if refusal.code not in ("shoe_over", "too_few_cards"):
                raise
            return dealt
        begin = shoe.drawn
        shoe = replace(shoe, coups_left=started.coups_left)
        hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
        while side := due(rules, hands[Side.PLAYER], hands[Side.BANKER]):
            hands[side].append(prepared.order[shoe.drawn])
            shoe = replace(shoe, drawn=shoe.drawn + 1)
        tie = total(rules, hands[Side.PLAYER]) == total(rules, hands[Side.BANKER])
        ending = last_coup.complete(rules, shoe, tie=tie)
        extra = shoe.extra_given or ending.extra_given
        shoe = replace(shoe, coups_left=ending.coups_left, extra_given=extra)
        dealt.append((begin, shoe.drawn, tie))


# Which coup the text makes the last: the number that meets the marker, whether it met it first,
# and whether it was a tie.
LAST_COUP: dict[str, Callable[[int, bool, bool], int]] = {
    "act-2015": lambda meets, _, tie: meets + tie,
    "nsw-2024": lambda meets, first, _: meets if first else meets + 1,
    "tas-2018": lambda meets, _, __: meets,
}


@given(st.integers(0, 10**9), st.sampled_from(list(LAST_COUP)), st.booleans())
@settings(max_examples=60)
def test_the_last_coup_of_a_whole_shoe_is_the_one_the_text_names(
    seed: int, name: str, smallest: bool
) -> None:
    edition = load(name)
    assert edition.cards is not None
    rules = rules_of(name, min(edition.cards.decks.value) if smallest else None)
    prepared = prepare(rules, Random(seed).randrange)
    shoe = prepared.shoe
    assert shoe.stage is Stage.READY
    assert Counter(prepared.order) == Counter(DECK * rules.decks)
    marker = shoe.cutting_card
    assert marker is not None
    dealt = deal_out(rules, prepared)
    assert dealt[0][0] == shoe.drawn
    # Which coup meets the marker, read off the dealt positions alone.
    meets = next(n for n, (_, end, _) in enumerate(dealt) if end > marker)
    first = dealt[meets][0] == marker
    expected = LAST_COUP[name](meets, first, dealt[meets][2])
    assert len(dealt) - 1 == expected, f"seed {seed}"


@given(st.integers(0, 10**9))
@settings(max_examples=40)
def test_tasmanian_shoes_end_with_one_to_six_cards(seed: int) -> None:
    rules = rules_of("tas-2018", 4)
    prepared = prepare(rules, Random(seed).randrange)
    _, end, _ = deal_out(rules, prepared)[-1]
    assert 1 <= prepared.shoe.size - end <= 6


@pytest.mark.parametrize("name", ids())
def test_a_rulebook_without_shoe_rules_deals_nothing(name: str) -> None:
    if name in DEALING:
        assert shoes.composition(rules_of(name))
        return
    with pytest.raises(Refused) as refusal:
        prepare(rules_of(name), Random(1).randrange)
    assert refusal.value.code == "rule_not_held"
