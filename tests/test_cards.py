"""Cards and money: one notation each, and it round-trips."""

from fractions import Fraction
from itertools import product

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.cards import (
    DECK,
    Card,
    Rank,
    format_cards,
    format_hands,
    overfull,
    parse_card,
    parse_cards,
)
from punto.clause import Malformed
from punto.money import CENTS_MAX, dollars, parse_dollars, parse_stake, payable, payable_from
from punto.wagers.payouts import odds_value
from punto.wagers.settle import parse_wager

hands = st.lists(st.sampled_from(DECK), max_size=8)


@given(hands)
def test_cards_round_trip(cards: list[Card]) -> None:
    assert parse_cards(format_cards(cards)) == tuple(cards)


def test_the_deck_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == 52
    assert {(card.rank, card.suit) for card in DECK} == set(product(Rank, "SHDC"))


def test_hands_are_shown_as_they_lie() -> None:
    shown = format_hands(parse_cards("2H 3D KC"), parse_cards("6S KD"))
    assert shown == "P 2H 3D KC  B 6S KD"


@pytest.mark.parametrize(
    "text",
    ["1S", "100H", "10", "KX", "K♥♥", "♥K", "1♥", "", "S", "KHH", "JOKER", "Ｋ♥", "🂡", "-2S"],
)
def test_what_is_no_card_is_told(text: str) -> None:
    with pytest.raises(Malformed, match="is not a card"):
        parse_card(text)


@pytest.mark.parametrize("card", DECK)
def test_a_card_is_read_as_people_and_screens_write_it(card: Card) -> None:
    rank = "10" if card.rank == "T" else str(card.rank)
    black, white = ("SHDC".index(card.suit) + start for start in (0, 4))
    signs = ["♠♥♦♣♤♡♢♧"[place] for place in (black, white)]
    for suit in (card.suit, *signs, f"{signs[0]}\ufe0f", f"{signs[0]}\ufe0e"):
        for text in (f"{rank}{suit}", f"{rank}{suit}".lower(), f"{card.rank}{suit}"):
            assert parse_card(text) is card
            # So it is in commands and scenario files, where no parser stands in between.
            assert Card(text) is card
            assert msgspec.convert({"cards": [text]}, _Hand).cards == (card,)
    assert msgspec.json.encode(card) == f'"{card.rank}{card.suit}"'.encode()


class _Hand(msgspec.Struct):
    cards: tuple[Card, ...]


def test_a_copy_more_than_the_decks_hold_is_found() -> None:
    assert overfull(DECK * 2, 2) is None
    assert overfull([*DECK * 2, Card("7D")], 2) is Card("7D")


@given(st.integers(-CENTS_MAX, CENTS_MAX))
def test_money_round_trips(cents: int) -> None:
    assert parse_dollars(dollars(cents).replace("-$", "$-")) == cents


@pytest.mark.parametrize(
    "text",
    ["", "ten", "1.234", "0.025", "1e9", "10" * 40, "--5", "1/3", "٣", "$", "inf", "nan", "0x10"],
)
def test_what_is_no_amount_is_told(text: str) -> None:
    with pytest.raises(Malformed):
        parse_dollars(text)


@pytest.mark.parametrize("text", ["0", "-5", "0.00", "0.025", str(10**30)])
def test_what_is_no_stake_is_told(text: str) -> None:
    with pytest.raises(Malformed):
        parse_stake(text)


@pytest.mark.parametrize("text", ["ann banker", "ann banker 1 2", "5 banker 10", "", "a;b tie 5"])
def test_what_is_no_wager_is_told(text: str) -> None:
    with pytest.raises(Malformed):
        parse_wager(text)


def test_names_may_be_in_any_script() -> None:
    assert parse_wager("Zoë banker 5").patron == "Zoë"
    assert parse_wager("李 tie 5").patron == "李"


chip_sets = st.lists(st.integers(1, 60), min_size=1, max_size=4).map(tuple)


@given(chip_sets, st.fractions(0, 400, max_denominator=20))
def test_the_next_payable_amount_is_the_least_sum_of_chips(
    chips: tuple[int, ...], amount: Fraction
) -> None:
    reach = 600
    sums = {0}
    for total in range(1, reach):
        if any(total - chip in sums for chip in chips):
            sums.add(total)
    assert payable_from(amount, chips) == min(total for total in sums if total >= amount)
    assert payable(amount, chips) == (amount in sums)


@pytest.mark.parametrize(
    ("odds", "value"),
    [("8:1", "8"), ("19:20", "19/20"), ("1:1 less 5%", "19/20"), ("1:1 less 50%", "1/2")],
)
def test_odds_keep_the_form_of_the_text_and_mean_the_same(odds: str, value: str) -> None:
    assert odds_value(odds) == Fraction(value)


def test_part_of_a_cent_is_shown_exactly() -> None:
    assert dollars(Fraction(475, 100)) == "$0.0475"
    assert dollars(Fraction(1, 3)) == "1/3 cents"
    assert dollars(-2375) == "-$23.75"
    assert dollars(100_000_000) == "$1,000,000"
