"""Every fact of the list: asked at a table, counted exactly, tallied by the simulation, alike."""

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import permutations, product
from math import sqrt
from typing import Any

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace

from punto.cards import DECK, Card, Rank, Suit, parse_cards
from punto.clause import Malformed, Refused
from punto.coup import declare, due, play
from punto.odds.composition import Counts, fresh
from punto.odds.exact import Analyser
from punto.odds.kernels.shoes import _coup, _pairs
from punto.odds.rulebook_arrays import Asks
from punto.odds.shoe_plan import plan
from punto.odds.simulate import deal_chunk, estimates
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.rows import check_rows
from punto.rulebook.schema import Edition, Offer, Outcome, Wager, When
from punto.rulebook.schema.coup_facts import (
    FACTS,
    HANDS,
    OPENINGS,
    Basis,
    CoupState,
    asked,
    coup_kinds,
)
from punto.rulebook.vocabulary import Ending, Side
from punto.wagers.settle import Placed, settle

CLAUSE = ("nsw-2024/11.1.1",)
FEW = ["AS AS KH KD 9C 9C 6S", "4H 4D 2S 2C 8H 8H 7D", "3S 3S 6H 6D TS 5C KH"]


def answers(name: str) -> list[Any]:
    return [answer for (answer,) in coup_kinds((FACTS[name],))]


def wager_on(name: str) -> Wager:
    """Return a wager with one row for each answer; the first loses, and no other two pay alike."""
    rows = [
        Outcome(
            name=f"{name} {answer}",
            when=msgspec.convert({name: answer}, When),
            then=Ending.WIN if number else Ending.LOSE,
            odds=f"{number}:1" if number else None,
            clause=CLAUSE,
        )
        for number, answer in enumerate(answers(name))
    ]
    return Wager(f"What {name} is", tuple(rows))


@cache
def edition(name: str) -> Edition:
    """Return a rulebook whose one optional wager asks a fact."""
    held = load("nsw-2024")
    main = {wager: held.wagers[wager] for wager in held.wagering.main.value}
    offer = Offer(title=name, wagers=("asks",), clause=CLAUSE)
    found = replace(held, wagers={**main, "asks": wager_on(name)}, offers={"asks": offer})
    assert not list(check_rows(found))
    return found


@cache
def rules(name: str) -> TableRules:
    return elect(edition(name), Elections(settlement="commission", offer=("asks",)))


@cache
def analyser(name: str) -> Analyser:
    return Analyser(edition(name), "commission")


def settled_row(name: str, cards: Sequence[Card]) -> str:
    """Return the row by which a table settles the wager on a fact."""
    hands: dict[Side, list[Card]] = {Side.PLAYER: [], Side.BANKER: []}
    used = 0
    while side := due(rules(name), hands[Side.PLAYER], hands[Side.BANKER]):
        hands[side].append(cards[used])
        used += 1
    return settle(rules(name), Placed("ann", "asks", 1000), play(rules(name), cards[:used])).outcome


def dealt(name: str, text: str) -> Counter[str]:
    """Return how many orders of some cards end in each row of the wager on a fact."""
    found = Counter[str]()
    for order, times in Counter(permutations(parse_cards(text), 6)).items():
        found[settled_row(name, order)] += times
    return found


def composition(text: str) -> Counts:
    counts = np.zeros(52, np.int64)
    for card in parse_cards(text):
        counts[DECK.index(card)] += 1
    return counts


@pytest.mark.parametrize("text", FEW)
@pytest.mark.parametrize("name", FACTS)
def test_exact_odds_of_a_fact_are_those_of_dealing_out_every_order(name: str, text: str) -> None:
    work, counts, expected = analyser(name), composition(text), dealt(name, text)
    wager, place = work.analyse(counts).wagers[-1], work.slices[-1]
    assert {row.name: row.sequences for row in wager.outcomes if row.sequences} == expected
    if wager.entry.asks is not Asks.STATES:
        batch = work.row_counts(counts[None, :])[0, place]
        assert batch.tolist() == [row.sequences for row in wager.outcomes]


@pytest.mark.parametrize("name", FACTS)
def test_the_simulation_tallies_a_coup_where_a_table_settles_it(name: str) -> None:
    held, entry = plan(edition(name), 8), analyser(name).entries[-1]
    number = {card: list(Rank).index(card.rank) * 4 + list(Suit).index(card.suit) for card in DECK}
    taken = np.zeros(3, np.int64)
    for text in FEW:
        for order in list(dict.fromkeys(permutations(parse_cards(text), 6)))[::7]:
            six = np.array([number[card] for card in order])
            kind = _coup(six, taken, held.value_of, held.thirds, held.class_of) >> 3
            state = _pairs(six, held.face_of, held.grade_of)
            assert entry.rows[entry.row[kind, state]].name == settled_row(name, order)


@pytest.mark.parametrize("name", FACTS)
def test_simulated_facts_come_up_as_often_as_exact_odds_say(name: str) -> None:
    work = analyser(name)
    tally = deal_chunk(plan(edition(name), 8), 5, 0, 10_000)
    found, exact = estimates(tally, work.entries)[-1], work.analyse(fresh(8)).wagers[-1]
    assert sum(found.outcomes) == tally.coups
    for count, row in zip(found.outcomes, exact.outcomes, strict=True):
        share = row.sequences / exact.total
        error = sqrt(share * (1 - share) / tally.coups)
        assert abs(count / tally.coups - share) <= 5 * error, row.name


@pytest.mark.parametrize("name", FACTS)
def test_a_fact_depends_on_nothing_but_its_basis(name: str) -> None:
    fact = FACTS[name]
    for hands, opening in product(HANDS, OPENINGS):
        answer = fact.of(CoupState(hands, opening))
        if fact.basis is Basis.OPENING:
            assert answer == fact.of(CoupState(HANDS[0], opening))
        else:
            assert answer == fact.of(CoupState(hands, OPENINGS[0]))
        if fact.basis is Basis.TOTALS:
            declared = replace(hands, player_cards=0, banker_cards=0)
            assert answer == fact.of(CoupState(declared, opening))


@pytest.mark.parametrize("name", FACTS)
def test_declared_totals_settle_what_asks_for_nothing_else(name: str) -> None:
    coup = declare(rules(name), 5, 6)
    placed = Placed("ann", "asks", 1000)
    if FACTS[name].basis is Basis.TOTALS:
        assert settle(rules(name), placed, coup).outcome.startswith(name)
    else:
        with pytest.raises(Refused, match="depends on the cards"):
            settle(rules(name), placed, coup)


def test_a_pattern_asks_what_it_gives() -> None:
    pattern = msgspec.convert({"banker_total": 0, "player_pair": "any"}, When)
    assert [(fact.name, value) for fact, value in asked(pattern)] == [
        ("banker_total", 0),
        ("player_pair", "any"),
    ]
    assert asked(When()) == ()


def test_a_wager_on_values_and_pairs_at_once_is_counted_for_one_composition() -> None:
    both = msgspec.convert({"banker_total": 6, "player_pair": "any"}, When)
    rows = (
        Outcome(name="both", when=both, then=Ending.WIN, odds="9:1", clause=CLAUSE),
        Outcome(name="else", then=Ending.LOSE, clause=CLAUSE),
    )
    held = edition("result")
    held = replace(held, wagers={**held.wagers, "asks": Wager("Both", rows)})
    work, counts, found = Analyser(held, "commission"), composition(FEW[1]), Counter[bool]()
    for order in permutations(parse_cards(FEW[1]), 6):
        answers = [settled_row(name, order) for name in ("banker_total", "player_pair")]
        found[answers[0] == "banker_total 6" and answers[1] != "player_pair none"] += 1
    won, lost = (row.sequences for row in work.analyse(counts).wagers[-1].outcomes)
    assert won > 0
    assert (won, lost) == (found[True], found[False])
    with pytest.raises(Malformed, match="one composition at a time only"):
        work.row_counts(counts[None, :])
