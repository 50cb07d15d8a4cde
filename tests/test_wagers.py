"""Settlement against a second derivation, for every wager of every rulebook."""

from fractions import Fraction
from itertools import product
from math import ceil

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.reference_rules import deal, winner

from punto.cards import DECK, Card
from punto.coup import CoupResult, play
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import ids, load
from punto.rulebook.schema.coup_facts import HANDS, OPENINGS, CoupState
from punto.wagers.coup_state import outcome
from punto.wagers.settle import Placed, accept, settle, settle_all

VALUE = dict(zip("A23456789TJQK", [*range(1, 10), 0, 0, 0, 0], strict=True))

# Name of the wager: what a winner is paid per unit staked, in plain words of the four texts.
COMMISSION, HALF_ON_SIX = "commission", "half on six"
SCHEMES = {
    "act-2000": {"method_a": COMMISSION, "method_b": HALF_ON_SIX},
    "act-2015": {"method_a": COMMISSION, "method_b": HALF_ON_SIX},
    "nsw-2024": {"commission": COMMISSION, "even_money": HALF_ON_SIX},
    "tas-2018": {"commission": COMMISSION, "federal": HALF_ON_SIX},
}
GRADED = {"act-2015": (5, 12, 25), "tas-2018": (6, 12, 25)}


def grade(cards: tuple[Card, ...]) -> int:
    """Return 0 for no pair, 1 mixed, 2 coloured, 3 perfect."""
    first, second = str(cards[0]), str(cards[1])
    if first[0] != second[0]:
        return 0
    if first[1] == second[1]:
        return 3
    return 2 if {first[1], second[1]} in ({"H", "D"}, {"S", "C"}) else 1


def expected(
    name: str, scheme: str, offers: tuple[str, ...], wager: str, coup: CoupResult
) -> Fraction | None:
    """Return winnings per unit, minus one for a loss, or nothing for a standoff."""
    who = winner([VALUE[c.rank] for c in coup.player], [VALUE[c.rank] for c in coup.banker])
    six = who == "banker" and sum(VALUE[c.rank] for c in coup.banker) % 10 == 6
    tie_six = who == "tie" and sum(VALUE[c.rank] for c in coup.banker) % 10 == 6
    grades = grade(coup.player), grade(coup.banker)
    lost = Fraction(-1)
    if wager in ("player", "banker"):
        if who == "tie":
            return None
        if who != wager:
            return lost
        if wager == "player":
            return Fraction(1)
        if SCHEMES[name][scheme] == COMMISSION:
            return Fraction(19, 20)
        return Fraction(1, 2) if six else Fraction(1)
    if wager == "tie":
        return Fraction(8) if who == "tie" else lost
    if wager in ("player_pair", "banker_pair"):
        mine = grades[0 if wager == "player_pair" else 1]
        if mine == 0:
            return lost
        return Fraction(GRADED[name][mine - 1] if "perfect_pairs" in offers else 11)
    cards = len(coup.banker)
    paid = {
        "super_six": 15 if six else 0,
        "tiger_tie": 45 if tie_six else 0,
        "tiger": (12 if cards == 2 else 22) if six else 0,
        "big_tiger": 55 if six and cards == 3 else 0,
        "small_tiger": 22 if six and cards == 2 else 0,
        "tiger_pair": 0,
    }[wager]
    if wager == "tiger_pair" and any(grades):
        twin = coup.player[0].rank is coup.banker[0].rank
        paid = 4 if not all(grades) else 100 if twin else 25
    return Fraction(paid) if paid else lost


def tables() -> list[tuple[str, str, tuple[str, ...]]]:
    """Return every rulebook with every settlement and every set of optional wagers worth trying."""
    families: dict[str, list[tuple[str, ...]]] = {
        "act-2000": [()],
        "act-2015": [("perfect_pairs",), ("canberra_pairs",)],
        "nsw-2024": [
            ("pairs", "super_six"),
            ("tiger_tie", "tiger_pair", "tiger", "big_tiger", "small_tiger"),
        ],
        "tas-2018": [("perfect_pairs",)],
    }
    return [
        (name, scheme, offers)
        for name in SCHEMES
        for scheme in SCHEMES[name]
        for offers in families[name]
    ]


def rules_of(name: str, scheme: str, offers: tuple[str, ...]) -> TableRules:
    return elect(load(name), Elections(settlement=scheme, offer=offers))


DEALT = [table for table in tables() if load(table[0]).tableau]


@given(st.lists(st.sampled_from(DECK), min_size=6, max_size=6), st.integers(1, 10**7))
@settings(max_examples=150)
@pytest.mark.parametrize(("name", "scheme", "offers"), DEALT)
def test_settlement_equals_the_second_derivation(
    name: str, scheme: str, offers: tuple[str, ...], cards: list[Card], units: int
) -> None:
    rules = rules_of(name, scheme, offers)
    mine, theirs = deal([VALUE[card.rank] for card in cards])
    coup = play(rules, cards[: len(mine) + len(theirs)])
    stake = units * 100
    for wager in rules.outcomes:
        settled = settle(rules, Placed("ann", wager, stake), coup)
        paid = expected(name, scheme, offers, wager, coup)
        if paid is None:
            assert (settled.net_cents, settled.returned_cents) == (0, stake)
        elif paid < 0:
            assert (settled.net_cents, settled.returned_cents) == (-stake, 0)
        else:
            exact = stake * paid
            # One-dollar chips are the smallest: only one of the texts rounds, and it rounds up.
            due = ceil(exact / 100) * 100 if name == "nsw-2024" else exact
            assert (settled.net_cents, settled.returned_cents) == (due, stake)
            assert settled.due == exact
        assert settled.reason.clause
        assert all(clause.startswith(f"{name}/") for clause in settled.reason.clause)


@pytest.mark.parametrize(("name", "scheme", "offers"), tables())
def test_exactly_one_row_of_a_wager_fits_any_coup(
    name: str, scheme: str, offers: tuple[str, ...]
) -> None:
    rules = rules_of(name, scheme, offers)
    for hands, opening in product(HANDS, OPENINGS):
        for wager in rules.outcomes:
            assert outcome(rules, wager, CoupState(hands, opening)).clause


@given(st.data())
@settings(max_examples=60)
def test_what_patrons_win_the_house_pays(data: st.DataObject) -> None:
    name, scheme, offers = data.draw(st.sampled_from(DEALT))
    edition = load(name)
    maximum = data.draw(st.none() | st.integers(1, 50).map(lambda units: units * 100))
    rules = elect(edition, Elections(settlement=scheme, offer=offers, maximum_cents=maximum))
    cards = data.draw(st.lists(st.sampled_from(DECK), min_size=6, max_size=6))
    mine, theirs = deal([VALUE[card.rank] for card in cards])
    coup = play(rules, cards[: len(mine) + len(theirs)])
    placed = [
        Placed(f"patron{n}", data.draw(st.sampled_from(list(rules.outcomes))), 100 * (n + 1))
        for n in range(data.draw(st.integers(0, 8)))
    ]
    settled = settle_all(rules, placed, coup)
    assert sorted(one.placed.patron for one in settled) == sorted(one.patron for one in placed)
    # An optional wager with limits of its own is not bound by those of the table.
    apart = {
        wager
        for offer in (edition.offers[one] for one in offers)
        if offer.own_limits is not None and offer.own_limits.value
        for wager in offer.wagers
    }
    for one in settled:
        most = None if one.placed.wager in apart else maximum
        assert one.action_cents == min(one.placed.stake_cents, most or 10**15)
        # A stake goes back or is collected, to the cent, and nobody is paid for a lost wager.
        assert one.returned_cents + one.collected_cents == one.placed.stake_cents
        assert not (one.paid_cents and one.collected_cents)
    # Losers first; one of the texts settles pairs before everything else.
    main = [one.placed.wager in ("player", "banker", "tie") for one in settled]
    if name == "act-2015":
        assert main == sorted(main)
    groups = ([True], [False]) if name == "act-2015" else ([True, False],)
    for group in groups:
        taken = [
            bool(one.collected_cents)
            for one, is_main in zip(settled, main, strict=True)
            if is_main in group
        ]
        assert taken == sorted(taken, reverse=True), "losers are settled first"


@pytest.mark.parametrize("name", ids())
def test_main_wagers_are_always_taken(name: str) -> None:
    edition = load(name)
    rules = elect(edition, Elections(settlement=edition.settlement.schemes.value[-1]))
    for wager in ("player", "banker", "tie"):
        accept(rules, Placed("ann", wager, 100))
