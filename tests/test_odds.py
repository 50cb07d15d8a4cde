"""Exact odds: against published figures, against brute force, and to the unit."""

import tomllib
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import perm
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editions import DEALING
from support.reference_rules import deal, winner

from punto.cards import DECK, parse_cards
from punto.clause import Malformed, Refused
from punto.coup import play
from punto.odds.composition import EXACT_BELOW, Counts, checked, fresh, sequences, without
from punto.odds.exact import Analyser
from punto.odds.pairs import pair_counts
from punto.odds.par_sheet import percent, render
from punto.odds.rounded_edge import edge_at, edges_by_stake, exact_multiple
from punto.odds.shoe_plan import plan
from punto.odds.whatif import changed, parse_change, read_changes
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.rulebook.rows import decide
from punto.wagers.coup_state import coup_state
from punto.wagers.settle import Placed, settle

COUNTS = tomllib.loads((Path(__file__).parent / "perft" / "counts.toml").read_text())["count"]


@cache
def analyser(name: str) -> Analyser:
    return Analyser(load(name))


def edges(name: str, decks: int) -> dict[tuple[str, str], Fraction]:
    found = analyser(name).analyse(fresh(decks)).wagers
    return {(one.entry.name, one.entry.settlement): one.edge for one in found}


@pytest.mark.parametrize("count", COUNTS, ids=lambda count: f"{count['decks']} decks")
@pytest.mark.parametrize("name", DEALING)
def test_counts_equal_the_published_ones_to_the_unit(name: str, count: dict[str, int]) -> None:
    found = analyser(name).analyse(fresh(count["decks"]))
    assert found.total == count["total"]
    rows = {
        one.entry.wager: {row.name: row.sequences for row in one.outcomes} for one in found.wagers
    }
    assert rows["player"]["player wins"] == count["player"]
    assert rows["tie"]["tie"] == count["tie"]
    assert rows["tie"]["banker wins"] == count["banker"]
    if name == "nsw-2024" and "tie_on_six" in count:
        assert rows["tiger"]["two-card tiger"] == count["banker_six_two_cards"]
        assert rows["tiger"]["three-card tiger"] == count["banker_six_three_cards"]
        assert rows["tiger_tie"]["tie on six"] == count["tie_on_six"]


@pytest.mark.parametrize(
    ("name", "wager", "settlement", "published"),
    [
        ("nsw-2024", "banker", "commission", "1.0579"),
        ("nsw-2024", "banker", "even_money", "1.4581"),
        ("nsw-2024", "player", "commission", "1.2351"),
        ("nsw-2024", "tie", "commission", "14.3596"),
        ("nsw-2024", "player_pair (pairs)", "commission", "10.3614"),
        ("nsw-2024", "super_six", "commission", "13.8181"),
        ("nsw-2024", "small_tiger", "commission", "14.3325"),
        ("act-2015", "banker", "method_a", "1.0579"),
        ("act-2015", "banker", "method_b", "1.4581"),
        ("act-2015", "player_pair (canberra_pairs)", "method_b", "10.3614"),
        ("tas-2018", "banker", "federal", "1.4581"),
        ("tas-2018", "tie", "federal", "14.3596"),
    ],
)
def test_edges_equal_the_published_ones(
    name: str, wager: str, settlement: str, published: str
) -> None:
    assert percent(edges(name, 8)[wager, settlement]) == published


@pytest.mark.parametrize("decks", range(1, 9))
def test_pair_wagers_equal_hand_arithmetic_for_any_decks(decks: int) -> None:
    cards, copies = 52 * decks, 4 * decks
    pair = Fraction(copies - 1, cards - 1)
    perfect = Fraction(decks - 1, cards - 1)
    coloured = Fraction(decks, cards - 1)
    mixed = Fraction(2 * decks, cards - 1)
    assert edges("nsw-2024", decks)["banker_pair (pairs)", "commission"] == 1 - 12 * pair
    act = edges("act-2015", decks)["player_pair (perfect_pairs)", "method_a"]
    assert act == 1 - 6 * mixed - 13 * coloured - 26 * perfect
    tas = edges("tas-2018", decks)["player_pair (perfect_pairs)", "federal"]
    assert tas == 1 - 7 * mixed - 13 * coloured - 26 * perfect
    every = perm(cards, 4)
    twin = 13 * perm(copies, 4)
    double = 13 * 12 * (copies * (copies - 1)) ** 2
    single = 2 * (13 * copies * (copies - 1) * (cards - 2) * (cards - 3) - twin - double)
    expected = 1 - Fraction(5 * single + 26 * double + 101 * twin, every)
    assert edges("nsw-2024", decks)["tiger_pair", "commission"] == expected


@pytest.mark.parametrize("decks", [1, 3, 5, 7])
def test_results_equal_an_enumeration_of_values_for_other_decks(decks: int) -> None:
    held = [16 * decks, *[4 * decks] * 9]
    found: Counter[str] = Counter()
    for values in product(range(10), repeat=4):
        if max(sum(values[::2]) % 10, sum(values[1::2]) % 10) >= 8:
            used, ways = Counter(values), perm(52 * decks - 4, 2)
            for value, times in used.items():
                ways *= perm(held[value], times)
            player, banker = deal([*values, 0, 0])
            found[winner(player, banker)] += ways
            continue
        for thirds in product(range(10), repeat=2):
            ways = 1
            for value, times in Counter((*values, *thirds)).items():
                ways *= perm(held[value], times)
            player, banker = deal([*values, *thirds])
            found[winner(player, banker)] += ways
    rows = analyser("tas-2018").analyse(fresh(decks)).wagers[0].outcomes
    assert {row.name: row.sequences for row in rows} == {
        "player wins": found["player"],
        "banker wins": found["banker"],
        "tie": found["tie"],
    }


SMALL = [
    "AS AS KH KD 9C 9C 6S",
    "6S 6H 6D 6C TS KS KS",
    "4H 4D 2S 2C 8H 8H 7D",
    "AS 2S 3S 4S 5S 6S",
]


def small(text: str) -> Counts:
    counts = np.zeros(52, np.int64)
    for card in parse_cards(text):
        counts[DECK.index(card)] += 1
    return counts


@pytest.mark.parametrize("text", SMALL)
@pytest.mark.parametrize("name", DEALING)
def test_a_nearly_empty_shoe_equals_dealing_out_every_order(name: str, text: str) -> None:
    edition, counts = load(name), small(text)
    scheme = edition.settlement.schemes.value[-1]
    rules = elect(edition, Elections(settlement=scheme))
    found = Analyser(edition, scheme).analyse(counts)
    tallies = [Counter[str]() for _ in found.wagers]
    products = np.zeros((len(found.wagers),) * 2, object)
    for order in permutations(parse_cards(text), 6):
        mine, theirs = deal([min(rank, 10) % 10 for rank in map(rank_number, order)])
        seen = coup_state(rules, play(rules, order[: len(mine) + len(theirs)]))
        rows = [decide(one.entry.rows, seen) for one in found.wagers]
        for tally, row in zip(tallies, rows, strict=True):
            tally[row.name] += 1
        pays = [
            next(o.payoff for o in one.outcomes if o.name == row.name)
            for one, row in zip(found.wagers, rows, strict=True)
        ]
        products += np.outer(np.array(pays, object), np.array(pays, object))
    for one, tally in zip(found.wagers, tallies, strict=True):
        assert {row.name: row.sequences for row in one.outcomes if row.sequences} == dict(tally)
    covariance = Analyser(edition, scheme).covariance(found)
    means = [one.expectation for one in found.wagers]
    for i, j in product(range(len(means)), repeat=2):
        assert covariance[i][j] == Fraction(products[i, j], found.total) - means[i] * means[j]


def rank_number(card: object) -> int:
    return "A23456789TJQK".index(str(card)[0]) + 1


compositions = st.lists(st.integers(0, 8), min_size=52, max_size=52).filter(
    lambda counts: sum(counts) >= 6
)


@given(st.lists(compositions, min_size=1, max_size=40))
@settings(max_examples=25)
def test_batches_equal_single_analyses_to_the_unit(held: list[list[int]]) -> None:
    counts = np.array(held, np.int64)
    for name in DEALING:
        work = analyser(name)
        batch = work.row_counts(counts)
        assert (batch == np.floor(batch)).all()
        for row, one in zip(batch, counts, strict=True):
            for place, wager in zip(work.slices, work.analyse(one).wagers, strict=True):
                assert row[place].tolist() == [found.sequences for found in wager.outcomes]


def test_the_largest_case_stays_where_float64_is_exact() -> None:
    assert sequences(8 * 52) < EXACT_BELOW < sequences(9 * 52)
    work = analyser("nsw-2024")
    weights_and_orders = work.row_counts(fresh(8)[None])[0]
    for place, wager in zip(work.slices, work.analyse(fresh(8)).wagers, strict=True):
        counted = [int(cell) for cell in weights_and_orders[place]]
        assert sum(counted) == 4_998_398_275_503_360
        assert counted == [row.sequences for row in wager.outcomes]
    # All weight on one value makes single products as large as they get.
    kings = np.zeros(52, np.int64)
    kings[[DECK.index(card) for card in parse_cards("KS KH KD KC TS TH TD TC")]] = 52
    assert int(work.row_counts(kings[None])[0][work.slices[2]].max()) == sequences(416)


def test_expectations_are_the_exact_ones() -> None:
    work = analyser("act-2015")
    counts = without(fresh(8), parse_cards("9S 9S 8H KD"))
    exact = [float(one.expectation) for one in work.analyse(counts).wagers]
    assert np.allclose(work.expectations(counts[None])[0], exact, rtol=1e-12)


def test_pair_counts_add_up() -> None:
    work = analyser("nsw-2024")
    held = pair_counts(fresh(3), work.faces, work.tables.value_of_rank)
    for value, cards in enumerate([48, *[12] * 9]):
        assert held.two[value].sum() == cards * (cards - 1)
        assert held.four[value].sum() == perm(cards, 4)


@pytest.mark.parametrize(
    ("counts", "message"),
    [
        (np.full(52, -1), "negative"),
        (np.zeros(52, np.int64), "only 0 are left"),
        (np.eye(1, 52, dtype=np.int64)[0] * 5, "only 5 are left"),
        (np.full(52, 9), "8 decks at most"),
        (np.ones(51, np.int64), "one for each card"),
        (np.full(52, 1.5), "whole numbers"),
        (np.array(["x"] * 52), "whole numbers"),
        (np.int64(5), "one for each card"),
    ],
)
def test_impossible_compositions_are_told(counts: Counts, message: str) -> None:
    with pytest.raises(Malformed, match=message):
        checked(counts)


def test_any_kind_of_whole_number_will_do() -> None:
    work = analyser("tas-2018")
    expected = work.analyse(fresh(8)).wagers[0].edge
    for kind in (np.int8, np.uint8, np.float64):
        assert work.analyse(np.full(52, 8, kind)).wagers[0].edge == expected
    assert work.row_counts(np.empty((0, 52), np.int64)).shape[0] == 0
    for wrong in (fresh(8)[None], np.stack([fresh(8)] * 2)):
        with pytest.raises(Malformed):
            work.analyse(wrong)
    with pytest.raises(Malformed):
        work.row_counts(fresh(8))


@pytest.mark.parametrize("odds", ["355:113", "1000003:999983"])
def test_covariance_stays_exact_for_any_odds(odds: str) -> None:
    work = Analyser(changed("nsw-2024", {"tie": odds}, {}), "commission")
    found = work.analyse(fresh(8))
    covariance = work.covariance(found)
    for n, one in enumerate(found.wagers):
        square = sum((row.payoff**2 * row.sequences for row in one.outcomes), Fraction(0))
        assert covariance[n][n] == square / one.total - one.expectation**2


def test_cards_that_are_not_there_cannot_go() -> None:
    with pytest.raises(Malformed, match="9 copies of KH"):
        without(fresh(8), parse_cards("KH " * 9))
    for decks in (0, -1, 9, 10**30):
        with pytest.raises(Malformed):
            fresh(decks)


def test_a_rulebook_without_cards_has_no_odds() -> None:
    with pytest.raises(Refused):
        Analyser(load("act-2000"))
    with pytest.raises(Refused):
        plan(load("act-2000"), 8)


# Stake and chips


@pytest.mark.parametrize("stake", [1, 5, 19, 20, 21, 25, 39, 40, 99, 100])
def test_rounded_edges_equal_paying_real_wagers(stake: int) -> None:
    edition = load("nsw-2024")
    rules = elect(edition, Elections(chips_cents=(100,)))
    found = Analyser(edition, "commission").analyse(fresh(8))
    banker = next(one for one in found.wagers if one.entry.wager == "banker")
    won = Fraction(0)
    for cards, name in (("KH 4S 6C 3D", 0), ("9D 5H QS 3C", 1), ("6S 2C AD 5D", 2)):
        settled = settle(
            rules, Placed("ann", "banker", stake * 100), play(rules, parse_cards(cards))
        )
        won += settled.net_cents * banker.outcomes[name].sequences
    assert edge_at(edition, banker, stake * 100, (100,)).edge == -won / (banker.total * stake * 100)


def test_small_banker_stakes_favour_the_patron_where_payments_round_up() -> None:
    edition = load("nsw-2024")
    banker = Analyser(edition, "commission").analyse(fresh(8)).wagers[1]
    by_stake = edges_by_stake(edition, banker, 10_000, 100)
    favoured = [one.stake_cents // 100 for one in by_stake if one.edge < 0]
    assert favoured == [*range(1, 20), 38, 39]
    assert exact_multiple(banker, 100) == 2_000
    assert all(one.edge == banker.edge for one in by_stake if one.stake_cents % 2_000 == 0)


def test_where_payments_are_exact_the_stake_does_not_matter() -> None:
    edition = load("tas-2018")
    banker = Analyser(edition, "commission").analyse(fresh(8)).wagers[1]
    assert {one.edge for one in edges_by_stake(edition, banker, 5_000, 100)} == {banker.edge}


@pytest.mark.parametrize(("up_to", "chip"), [(100, 0), (50, 100), (150, 100), (10**9, 1)])
def test_stakes_that_make_no_sense_are_told(up_to: int, chip: int) -> None:
    edition = load("nsw-2024")
    banker = analyser("nsw-2024").analyse(fresh(8)).wagers[1]
    with pytest.raises(Malformed):
        edges_by_stake(edition, banker, up_to, chip)


# What if


def test_a_change_of_odds_costs_what_arithmetic_says() -> None:
    before = edges("nsw-2024", 8)["tie", "commission"]
    after = Analyser(changed("nsw-2024", {"tie": "9:1"}, {})).analyse(fresh(8))
    tie = next(one for one in after.wagers if one.entry.wager == "tie")
    share = Fraction(tie.outcomes[0].sequences, tie.total)
    assert before - tie.edge == share


def test_a_change_of_commission_and_of_one_outcome() -> None:
    edition = changed("act-2015", {"banker@method_a": "1:1 less 4%"}, {})
    banker = next(one for one in Analyser(edition, "method_a").analyse(fresh(8)).wagers)
    assert banker.outcomes[0].payoff == Fraction(24, 25)
    edition = changed("nsw-2024", {"tiger/three-card tiger": "25:1"}, {})
    tiger = next(o for o in Analyser(edition).analyse(fresh(8)).wagers if o.entry.wager == "tiger")
    assert [row.odds for row in tiger.outcomes[:2]] == ["12:1", "25:1"]


def test_a_commission_changes_its_own_settlement_only() -> None:
    after = Analyser(changed("nsw-2024", {"banker@commission": "24:25"}, {})).analyse(fresh(8))
    found = {one.entry.settlement: one.edge for one in after.wagers if one.entry.wager == "banker"}
    assert found["even_money"] == edges("nsw-2024", 8)["banker", "even_money"]
    assert found["commission"] < edges("nsw-2024", 8)["banker", "commission"]


def test_a_flipped_cell_changes_what_is_dealt() -> None:
    edition = changed("tas-2018", {}, {"6/none": "D"})
    rules = elect(edition, Elections())
    assert play(rules, parse_cards("6H 6S KD KC 2D")).line == "banker 8-6"
    assert (
        Analyser(edition).analyse(fresh(8)).wagers[0].edge
        != edges("tas-2018", 8)["player", "commission"]
    )


@pytest.mark.parametrize(
    ("odds", "cells"),
    [
        ({"dragon": "9:1"}, {}),
        ({"tie/never": "9:1"}, {}),
        ({"banker": "24:25"}, {}),
        ({"banker@federal": "24:25"}, {}),
        ({"tiger": "20:1"}, {}),
        ({"tie": "9.5:1"}, {}),
        ({}, {"8/0": "D"}),
        ({}, {"5/4": "X"}),
        ({}, {"5/10": "D"}),
    ],
)
def test_changes_that_make_no_sense_are_told(odds: dict[str, str], cells: dict[str, str]) -> None:
    with pytest.raises(Malformed):
        changed("nsw-2024", odds, cells)


def test_changes_are_read_from_a_small_file(tmp_path: Path) -> None:
    file = tmp_path / "x.toml"
    file.write_text('[odds]\ntie = "9:1"\n[tableau]\n"5/4" = "S"\n')
    assert read_changes(file) == ({"tie": "9:1"}, {"5/4": "S"})
    for text in ("x = 1", "[odds]\ntie = 9", "odds = 5", "["):
        file.write_text(text)
        with pytest.raises(Malformed):
            read_changes(file)
    with pytest.raises(Malformed):
        read_changes(tmp_path)
    for text in ("tie", "=9:1", "tie="):
        with pytest.raises(Malformed):
            parse_change(text)


# PAR sheet


@pytest.mark.parametrize("form", ["md", "csv", "json"])
def test_a_par_sheet_holds_every_wager_and_count(form: str) -> None:
    edition = load("nsw-2024")
    sheet = render(form, edition, 8, 416, analyser("nsw-2024").analyse(fresh(8)))
    assert "DF24/009451" in sheet or form == "csv"
    for number in ("2292252566437888", "186173936904192", "1899823760640"):
        assert number in sheet.replace(",", "")
    assert "1.0579" in sheet


def test_percentages_round_half_up_exactly() -> None:
    assert percent(Fraction(1, 3)) == "33.3333"
    assert percent(Fraction(-1, 3), 2) == "-33.33"
    assert percent(Fraction(1, 2000000), 4) == "0.0001"
    assert percent(Fraction(-1, 10**9)) == "0.0000"
    with pytest.raises(Malformed):
        render("pdf", load("nsw-2024"), 8, 416, analyser("nsw-2024").analyse(fresh(8)))
