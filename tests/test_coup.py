"""The coup against a second implementation, over every sequence of values, and exact counts."""

import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import product
from math import perm
from pathlib import Path

import pytest
from support.editions import DEALING
from support.reference_rules import deal, winner

from punto.cards import Card, parse_cards
from punto.clause import Refused
from punto.coup import due, finish, natural_sides, play, total
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Side

COUNTS = tomllib.loads((Path(__file__).parent / "perft" / "counts.toml").read_text())["count"]

# One card for each value: kings for nought, so that no count works by accident of rank.
CARDS = parse_cards("KS AS 2S 3S 4S 5S 6S 7S 8S 9S")
VALUES = {card: value for value, card in enumerate(CARDS)}


@cache
def rules_of(name: str) -> TableRules:
    edition = load(name)
    return elect(edition, Elections(settlement=edition.settlement.schemes.value[0]))


Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


@cache
def coups(name: str) -> tuple[Hands, ...]:
    """Return each coup the engine can deal from ten values, once."""
    rules = rules_of(name)

    def grow(player: tuple[Card, ...], banker: tuple[Card, ...]) -> Iterator[Hands]:
        side = due(rules, player, banker)
        if side is None:
            yield player, banker
            return
        for card in CARDS:
            if side is Side.PLAYER:
                yield from grow((*player, card), banker)
            else:
                yield from grow(player, (*banker, card))

    openings = product(CARDS, repeat=4)
    return tuple(hands for a, b, c, d in openings for hands in grow((a, c), (b, d)))


@pytest.mark.parametrize("name", DEALING)
def test_every_sequence_of_six_values_agrees_with_the_textbook(name: str) -> None:
    rules = rules_of(name)
    sequences = 0
    for player, banker in coups(name):
        mine, theirs = [VALUES[c] for c in player], [VALUES[c] for c in banker]
        used = [mine[0], theirs[0], mine[1], theirs[1], *mine[2:], *theirs[2:]]
        # The textbook gets two cards more than the engine asked for, and must leave them alone.
        assert (mine, theirs) == deal([*used, 7, 7]), f"{used}"
        assert total(rules, player) == sum(mine) % 10
        sequences += 10 ** (6 - len(used))
    assert sequences == 10**6


@pytest.mark.parametrize("name", DEALING)
def test_results_agree_with_the_textbook(name: str) -> None:
    rules = rules_of(name)
    for number, (player, banker) in enumerate(coups(name)):
        if number % 97 == 0:
            coup = finish(rules, player, banker)
            expected = winner([VALUES[c] for c in player], [VALUES[c] for c in banker])
            assert coup.result == expected


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count['decks']} decks")
@pytest.mark.parametrize("name", DEALING)
def test_exact_counts_equal_the_published_ones(name: str, count: dict[str, int]) -> None:
    rules, decks = rules_of(name), count["decks"]
    held = {value: decks * (16 if value == 0 else 4) for value in range(10)}
    found: Counter[str] = Counter()
    for player, banker in coups(name):
        used = Counter(VALUES[card] for card in (*player, *banker))
        ways = perm(52 * decks - used.total(), 6 - used.total())
        for value, times in used.items():
            ways *= perm(held[value], times)
        result = winner([VALUES[c] for c in player], [VALUES[c] for c in banker])
        found[result] += ways
        found["total"] += ways
        if result == "banker" and total(rules, banker) == 6:
            found["banker_six_two_cards" if len(banker) == 2 else "banker_six_three_cards"] += ways
        if result == "tie" and total(rules, banker) == 6:
            found["tie_on_six"] += ways
    for key, published in count.items():
        if key != "decks":
            assert found[key] == published, key


def test_a_three_card_nine_is_no_natural() -> None:
    rules = rules_of("act-2015")
    assert natural_sides(rules, parse_cards("2S 3D 4H"), parse_cards("2S 3D")) == ()
    assert natural_sides(rules, parse_cards("9S KD"), parse_cards("2S 3D")) == (Side.PLAYER,)


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("cards", ["", "2S", "2S 3S 4S", "2S 2S 2S 2S"])
def test_too_few_cards_are_refused_with_a_clause(name: str, cards: str) -> None:
    with pytest.raises(Refused) as refusal:
        play(rules_of(name), parse_cards(cards))
    assert refusal.value.code == "card_missing"
    assert refusal.value.clause[0].startswith(name)


@pytest.mark.parametrize("name", DEALING)
def test_every_step_of_a_coup_cites_its_rulebook(name: str) -> None:
    coup = play(rules_of(name), parse_cards("2H 6S 2C KD 6D KC"))
    *steps, _ = coup.reasons
    assert len(steps) >= 7
    assert all(one.clause and one.clause[0].startswith(f"{name}/") for one in steps)
