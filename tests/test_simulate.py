"""Simulation: the kernels against the engine, the sums against the exact values."""

from collections import Counter
from functools import cache
from itertools import groupby, product
from math import sqrt
from random import Random

import numpy as np
import pytest
from msgspec.structs import replace
from support.editions import DEALING
from support.reference_rules import deal, winner

from punto.cards import DECK, parse_cards
from punto.clause import Malformed, Refused
from punto.coup import due, finish, play
from punto.odds.composition import fresh
from punto.odds.exact import Analyser
from punto.odds.kernels.shoes import SPREAD
from punto.odds.rulebook_arrays import PAIR_STATES, RESULTS, VALUE_CLASSES
from punto.odds.shoe_plan import plan, seeded
from punto.odds.shoe_trace import pass_through
from punto.odds.simulate import (
    COUPS_MAX,
    Tally,
    chunks,
    deal_chunk,
    empty,
    estimates,
    simulate,
    statistics,
)
from punto.odds.vulnerability import add_exposure, coups_dealt, expose, traced
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Side
from punto.shoe_preparation import prepare
from punto.wagers.coup_state import coup_state


def permitted(name: str) -> tuple[int, ...]:
    cards = load(name).cards
    assert cards is not None
    return cards.decks.value


@cache
def rules_of(name: str) -> TableRules:
    edition = load(name)
    return elect(edition, Elections(settlement=edition.settlement.schemes.value[0]))


@cache
def million(name: str) -> Tally:
    tally = empty()
    for part in simulate(plan(load(name), 8), 6_000_000, seed=11):
        tally.add(part)
    return tally


@pytest.mark.parametrize("name", DEALING)
def test_the_lowered_tables_equal_the_textbook_over_every_value_sequence(name: str) -> None:
    held = plan(load(name), 8)
    for p, b, fifth, sixth in product(range(10), repeat=4):
        mine, theirs = deal([p, b, 0, 0, fifth, sixth])
        third = int(held.thirds[(p * 10 + b) * 10 + fifth])
        which = third & 3
        total = (b + (0, fifth, sixth)[which]) % 10
        assert third >> 3 == sum(mine) % 10
        assert total == sum(theirs) % 10
        assert 4 + ((third >> 2) & 1) + (which > 0) == len(mine) + len(theirs)
        kind = int(held.class_of[((third >> 2) * 10 + total) * 2 + (which > 0)])
        assert RESULTS[kind] == winner(mine, theirs)
        assert kind // 2 % 10 == total
        assert kind % 2 == len(theirs) - 2


@pytest.mark.parametrize("name", DEALING)
def test_random_suited_coups_fall_where_the_engine_puts_them(name: str) -> None:
    """Deal shoes of six cards' worth in Python and in the kernel's terms, and compare states."""
    held, rules, random = plan(load(name), 8), rules_of(name), Random(5)
    for _ in range(3000):
        cards = random.choices(DECK, k=6)
        numbers = [list("A23456789TJQK").index(c.rank) * 4 + "SHDC".index(c.suit) for c in cards]
        hands: dict[Side, list[object]] = {Side.PLAYER: [], Side.BANKER: []}
        used = 0
        while side := due(rules, hands[Side.PLAYER], hands[Side.BANKER]):  # type: ignore[arg-type]
            hands[side].append(cards[used])
            used += 1
        coup = finish(rules, tuple(hands[Side.PLAYER]), tuple(hands[Side.BANKER]))  # type: ignore[arg-type]
        seen = coup_state(rules, coup)
        grade = ["none", "mixed", "coloured", "perfect"].index
        same = held.face_of[numbers[0]] == held.face_of[numbers[1]]
        mine = held.grade_of[(numbers[0] & 3) * 4 + (numbers[2] & 3)]
        mine *= held.face_of[numbers[0]] == held.face_of[numbers[2]]
        theirs = held.grade_of[(numbers[1] & 3) * 4 + (numbers[3] & 3)]
        theirs *= held.face_of[numbers[1]] == held.face_of[numbers[3]]
        assert (mine, theirs) == (grade(seen.opening.player), grade(seen.opening.banker))
        if mine and theirs:
            assert same == (seen.opening.one_face)
        assert [int(held.value_of[n]) for n in numbers] == [
            min("A23456789TJQK".index(c.rank) + 1, 10) % 10 for c in cards
        ]


@pytest.mark.parametrize("name", DEALING)
def test_simulated_edges_are_within_four_standard_errors_of_exact(name: str) -> None:
    work = Analyser(load(name))
    exact = work.analyse(fresh(8)).wagers
    for one, wager in zip(estimates(million(name), work.entries), exact, strict=True):
        assert abs(one.edge - float(wager.edge)) < 4 * one.standard_error, one.entry.name
        for count, row in zip(one.outcomes, wager.outcomes, strict=True):
            share = row.sequences / wager.total
            error = sqrt(share * (1 - share) / million(name).coups)
            assert abs(count / million(name).coups - share) < 5 * error, row.name


@pytest.mark.parametrize("name", DEALING)
def test_standard_errors_are_those_of_exact_odds(name: str) -> None:
    work = Analyser(load(name))
    exact = work.analyse(fresh(8)).wagers
    for one, wager in zip(estimates(million(name), work.entries), exact, strict=True):
        expected = wager.deviation / sqrt(million(name).coups)
        assert one.standard_error == pytest.approx(expected, rel=0.02)


def engine_shoes(name: str, decks: int, behind: int, shoes: int) -> list[list[str]]:
    """Return the results of shoes that the engine deals with its marker at a given depth."""
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    rules = elect(edition, Elections(decks=decks, settlement=scheme))
    found = []
    for seed in range(shoes):
        made = prepare(rules, Random(seed).randrange)
        laid = replace(made, shoe=replace(made.shoe, cutting_card=made.shoe.size - behind))
        found.append([line.split()[0] for line in pass_through(rules, laid).lines])
    return found


@pytest.mark.parametrize("name", DEALING)
def test_short_shoes_have_the_lengths_runs_and_spread_of_dealt_ones(name: str) -> None:
    decks = min(permitted(name))
    behind, shoes = decks * 52 - 24, 1500
    dealt = engine_shoes(name, decks, behind, shoes)
    tally = deal_chunk(plan(load(name), decks, marker_behind=behind, free=True), 3, 0, 60_000)
    held = statistics(tally)

    def agree(share: float, expected: float) -> bool:
        return abs(share - expected) < 4.5 * sqrt(max(expected, 1e-3) / shoes)

    for length in range(3, 10):
        expected = held.lengths.get(length, 0) / tally.shoes
        assert agree(sum(len(one) == length for one in dealt) / shoes, expected), length
    ahead = [one.count("banker") - one.count("player") for one in dealt]
    for gap in range(-4, 5):
        expected = float(tally.spread[SPREAD + gap]) / tally.shoes
        assert agree(ahead.count(gap) / shoes, expected), gap
    runs: dict[str, Counter[int]] = {"player": Counter(), "banker": Counter()}
    for one in dealt:
        for side, run in groupby(result for result in one if result != "tie"):
            runs[side][len(list(run))] += 1
    for side, counts in runs.items():
        for length in (1, 2, 3):
            expected = held.runs[side][length - 1] / tally.shoes
            assert abs(counts[length] / shoes - expected) < 6 * sqrt(expected / shoes), side


def test_a_shoe_in_which_a_side_never_wins_has_no_run_of_it() -> None:
    held = plan(load("tas-2018"), 8, marker_behind=404, free=True)
    for seed in range(8):
        found = statistics(deal_chunk(held, seed, 0, 1))
        assert found.shortest == found.longest
        assert set(found.longest_run) == {"player", "banker"}


def test_at_least_as_many_coups_as_asked_are_dealt() -> None:
    edition = load("act-2015")
    held = plan(edition, 8, marker_behind=380, burn="one_shown_and_its_value")
    assert sum(part.coups for part in simulate(held, 50_000)) >= 50_000


def test_tallies_add_up_and_runs_cover_every_decided_coup() -> None:
    tally = million("nsw-2024")
    assert tally.joint.sum() == tally.coups
    assert tally.lengths.sum() == tally.spread.sum() == tally.shoes
    decided = tally.joint.reshape(VALUE_CLASSES, PAIR_STATES)[:40].sum()
    runs = tally.runs.reshape(3, -1)[:2]
    assert (runs * np.arange(runs.shape[1])).sum() == decided


def test_the_sum_does_not_depend_on_the_number_of_workers() -> None:
    held = plan(load("act-2015"), 8)
    one, two = empty(), empty()
    for part in simulate(held, 5_000_000, seed=3):
        one.add(part)
    for part in simulate(held, 5_000_000, seed=3, workers=2):
        two.add(part)
    assert one.coups == two.coups >= 5_000_000
    for name in ("joint", "runs", "lengths", "spread"):
        assert (getattr(one, name) == getattr(two, name)).all(), name


def test_a_seed_repeats_and_another_does_not() -> None:
    held = plan(load("tas-2018"), 4)
    first, again, other = (deal_chunk(held, seed, 0, 500) for seed in (1, 1, 2))
    assert (first.joint == again.joint).all()
    assert (first.joint != other.joint).any()
    assert (deal_chunk(held, 1, 1, 500).joint != first.joint).any()
    assert (seeded(5 + (3 << 32), 0) != seeded(5, 3)).any()


@pytest.mark.parametrize("coups", [0, -5, COUPS_MAX + 1, 10**30])
def test_numbers_of_coups_that_make_no_sense_are_told(coups: int) -> None:
    held = plan(load("nsw-2024"), 8)
    said = f"between 1 and 1,000,000,000,000 coups can be simulated, not {coups}"
    with pytest.raises(Malformed, match=f"^{said}$"):
        chunks(held, coups)
    with pytest.raises(Malformed, match=f"^{said}$"):
        next(simulate(held, coups))


def test_the_least_and_the_most_coups_can_be_simulated() -> None:
    held = plan(load("nsw-2024"), 8)
    assert chunks(held, 1) == [1]
    # A shoe holds some eighty coups.
    assert 75 < COUPS_MAX / sum(chunks(held, COUPS_MAX)) < 85


@pytest.mark.parametrize("workers", [0, -1])
def test_a_simulation_without_workers_is_told(workers: int) -> None:
    held = plan(load("nsw-2024"), 8)
    # One shoe needs no other process, and two chunks of shoes do: neither is dealt by nobody.
    for coups in (100, 5_000_000):
        with pytest.raises(Malformed, match=f"^a simulation needs .* worker, not {workers}$"):
            next(simulate(held, coups, workers=workers))
    assert sum(part.coups for part in simulate(held, 100, workers=1)) >= 100


def test_plans_that_make_no_sense_are_told() -> None:
    for options in ({"marker_behind": 19}, {"marker_behind": 410}, {"burn": "all"}):
        with pytest.raises(Malformed):
            plan(load("nsw-2024"), 8, **options)
    with pytest.raises(Malformed):
        plan(load("tas-2018"), 8, burn="one_unseen")
    with pytest.raises(Refused):
        plan(load("act-2000"), 8)


def test_a_count_burn_shortens_shoes_by_what_it_burns() -> None:
    edition = load("nsw-2024")
    one = deal_chunk(plan(edition, 8, burn="one_unseen"), 1, 0, 4000)
    many = deal_chunk(plan(edition, 8, burn="one_shown_and_its_value"), 1, 0, 4000)
    mean_burn = (1 + 2 + 3 + 4 + 5 + 6 + 7 + 8 + 9 + 40) / 13
    apart = (one.coups - many.coups) / 4000
    assert abs(apart - mean_burn / 4.94) < 0.2


def test_a_shallower_marker_gives_fewer_coups() -> None:
    edition = load("tas-2018")
    with pytest.raises(Malformed, match="exactly 7"):
        plan(edition, 8, marker_behind=107)
    deep, shallow = (
        deal_chunk(plan(edition, 8, marker_behind=m, free=True), 1, 0, 2000) for m in (7, 107)
    )
    assert abs((deep.coups - shallow.coups) / 2000 - 100 / 4.94) < 0.3


# Depleted shoes


@pytest.mark.parametrize("name", DEALING)
def test_traced_shoes_know_what_was_left(name: str) -> None:
    held = plan(load(name), max(permitted(name)))
    found = traced(held, 7, 0, 20)
    counts, depth = found.counts, found.depth
    assert (counts >= 0).all()
    starts = np.nonzero(counts.sum(axis=1) == held.cards)[0]
    assert len(starts) == 20
    gone = held.cards - counts.sum(axis=1)
    burned = depth[0]
    assert (depth - gone == burned).all()
    steps = np.diff(depth)
    assert set(steps[steps > 0]) == {4, 5, 6}


def test_exposure_equals_valuing_every_coup_by_itself() -> None:
    edition = load("nsw-2024")
    work, held = Analyser(edition, "commission"), plan(edition, 3)
    total = None
    for part in expose(work, held, 6, seed=4):
        total = add_exposure(total, part)
    assert total is not None
    counts = traced(held, 4, 0, 6).counts
    worth = np.array([[float(w.expectation) for w in work.analyse(c).wagers] for c in counts])
    assert total.coups[-1] == len(counts)
    assert (total.favourable[-1] == (worth > 1e-15).sum(axis=0)).all()
    assert np.allclose(total.gain[-1], np.maximum(worth, 0).sum(axis=0))
    assert np.allclose(total.best, worth.max(axis=0))
    assert (np.diff(total.coups) > 0).all()


@pytest.mark.parametrize("name", DEALING)
def test_exposure_at_a_depth_is_that_of_shoes_cut_there(name: str) -> None:
    """A shallow cutting card gives the coups that the rulebook gives it, not those in front."""
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    work, deep = Analyser(edition, scheme), plan(edition, 8)
    found = next(expose(work, deep, 200, seed=2))
    row = 5
    shallow = plan(edition, 8, marker_behind=416 - found.depths[row], free=True)
    there = next(expose(work, shallow, 200, seed=2))
    # The same shoes dealt with the marker elsewhere: the draws are the same up to that place.
    assert abs(int(found.coups[row]) - int(there.coups[-1])) <= 200 * 0.35


def test_the_last_coup_rule_decides_how_many_coups_a_depth_has() -> None:
    starts, won = [1, 6, 11, 16, 21, 26, 31], [0, 0, 2, 0, 0, 0, 0]
    act, nsw, tas = (plan(load(name), 8) for name in ("act-2015", "nsw-2024", "tas-2018"))
    assert coups_dealt(starts, won, 13, nsw) == 4  # inside the third coup, and one more
    assert coups_dealt(starts, won, 11, nsw) == 3  # met first: that coup is the last
    assert coups_dealt(starts, won, 13, tas) == 3
    assert coups_dealt(starts, won, 11, tas) == 3
    assert coups_dealt(starts, won, 13, act) == 4  # the third coup ties: one more
    assert coups_dealt(starts, won, 18, act) == 4


def test_a_shoe_in_order_is_valued_before_every_coup() -> None:
    rules = rules_of("tas-2018")
    passage = pass_through(rules, prepare(rules, Random(3).randrange))
    assert passage.counts[0].sum() == 416
    assert len(passage.lines) == len(passage.dealt) == len(passage.counts)
    gone = 416 - passage.counts.sum(axis=1)
    assert gone.tolist() == list(passage.dealt)
    assert Counter(line.split()[0] for line in passage.lines).keys() <= {"player", "banker", "tie"}
    assert play(rules, parse_cards("9S 3D KH 4C")).line == "player 9-7"
