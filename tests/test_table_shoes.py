"""Whole shoes under every rulebook, settlement and way of dealing, against another model."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest
from support import reference_rules
from support.editions import DEALING
from support.random_commands import Anything
from support.random_table import opened, proposed

from punto.clause import Malformed, Refused
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.rulebook.vocabulary import Source
from punto.scenario import commands
from punto.scenario.table import CHIPS_CENTS, ScenarioTable
from punto.shoe_preparation import prepare
from punto.table.deal.banker_role import AcceptRole, OfferRole
from punto.table.phase import Dealing
from punto.table.views.legal import options_of_all
from punto.table.wagers.betting import WithdrawWager
from punto.table.wagers.placing import PlaceWager

PAIRS = {"act-2015": "perfect_pairs", "nsw-2024": "pairs", "tas-2018": "perfect_pairs"}
# How a pair pays, from the printed tables: mixed, coloured, perfect.
PAIR_ODDS = {"act-2015": (5, 12, 25), "nsw-2024": (11, 11, 11), "tas-2018": (6, 12, 25)}
# What gets a game on from wherever it is.
MOVING = {
    *("confirm_cards", "run_out"),
    *("open_betting", "draw", "settle_pairs", "collect_losers", "pay_winners", "discard"),
    *("turn_cards", "return_cards", "pass_cards", "new_shoe", "replace_cards", "shuffle"),
    *("cut", "mark", "load", "burn", "offer_cut", "decline_cut", "accept_role", "offer_role"),
    *("sign_off_cards", "verify_cards", "check_packs", "confirm_result", "shuffle_rest"),
    *("cut_rest", "choose_stakes", "open_table", "sign_on", "no_more_bets", "check_cards"),
    *("confirm_picked_up", "place_wager", "direct_no_bet", "record_approval", "reduce_wagers"),
}


def elections() -> list[tuple[str, int, str, Source]]:
    """Return every way a table can be set up, as far as cards and payments go."""
    found = []
    for name in DEALING:
        edition = load(name)
        assert edition.deal is not None
        assert edition.shoe is not None
        for scheme, method, source in product(
            range(2), edition.deal.methods, edition.shoe.sources.value
        ):
            found.append((name, scheme, method, source))
    return found


def worth(card: str) -> int:
    return 0 if card[0] in "TJQK" else 1 if card[0] == "A" else int(card[0])


def pair_class(cards: list[str]) -> int | None:
    """Return mixed 0, coloured 1 or perfect 2, or nothing if two cards are no pair."""
    one, two = cards[:2]
    if one[0] != two[0]:
        return None
    if one[1] == two[1]:
        return 2
    return 1 if (one[1] in "HD") == (two[1] in "HD") else 0


def net(name: str, scheme: int, wager: str, stake: int, hands: tuple[list[str], list[str]]) -> int:
    """Return what a wager wins or loses in cents, worked out as a dealer would on paper."""
    player, banker = hands
    values = [worth(player[0]), worth(banker[0]), worth(player[1]), worth(banker[1])]
    values += [worth(card) for card in (*player[2:], *banker[2:])]
    dealt = reference_rules.deal([*values, 0, 0])
    assert [len(hand) for hand in dealt] == [len(player), len(banker)], "dealt by the tableau"
    who = reference_rules.winner(*dealt)
    if wager.endswith("_pair"):
        found = pair_class(player if wager.startswith("player") else banker)
        return -stake if found is None else stake * PAIR_ODDS[name][found]
    if wager == "tie":
        return 8 * stake if who == "tie" else -stake
    if who == "tie":
        return 0
    if who != wager:
        return -stake
    pays = Fraction(1)
    if wager == "banker" and scheme == 0:
        pays = Fraction(95, 100)
    elif wager == "banker" and sum(dealt[1]) % 10 == 6:
        pays = Fraction(1, 2)
    due = stake * pays
    if name == "nsw-2024":
        # The smallest chip is a dollar, and what it cannot pay is rounded up.
        return int(-(-due // 100) * 100)
    assert due.denominator == 1
    return int(due)


@pytest.mark.parametrize(("name", "scheme", "method", "source"), elections())
def test_a_whole_shoe_pays_what_paper_says_and_loses_nothing(
    name: str, scheme: int, method: str, source: Source
) -> None:
    edition = load(name)
    schemes = edition.settlement.schemes.value
    rules = elect(
        edition, Elections(settlement=schemes[scheme], source=source, offer=(PAIRS[name],))
    )
    random = Random(f"{name} {scheme} {method}")
    world = ScenarioTable(rules, prepare(rules, random.randrange), method=method)
    assert world.table is not None
    wagers = ["player", "banker", "tie", "player_pair", "banker_pair"]
    coups, ended = 0, ""
    while coups < 75:
        placed = [
            (who, random.choice(wagers), random.choice([2_500, 5_000, 12_500]))
            for who in ("ann", "ben", "cy")
        ]
        holder = world.table.role.holder
        if holder is not None:
            placed = [(who, "banker" if who == holder else w, s) for who, w, s in placed]
        before = {one.name: one.chips_cents for one in world.table.patrons}
        try:
            for who, wager, stake in placed:
                world.act(who, PlaceWager(wager, stake))
            if method == "C" and holder is None:
                world.act("dealer", OfferRole())
                taker = world.table.role.waiting[0]
                world.act(taker, AcceptRole())
                if not any((o.patron, o.wager) == (taker, "banker") for o in world.table.wagers):
                    for one in [o for o in world.table.wagers if o.patron == taker]:
                        world.act(taker, WithdrawWager(one.wager))
                    world.act(taker, PlaceWager("banker", 5_000))
                    placed = [
                        (w, "banker", 5_000) if w == taker else (w, x, s) for w, x, s in placed
                    ]
            world.act("dealer", commands.Deal())
        except Refused as no:
            ended = no.code
            break
        coup = world.seen.coup
        if coup is None:
            break
        hands = ([str(one) for one in coup.player], [str(one) for one in coup.banker])
        for who, wager, stake in placed:
            patron = world.table.patron(who)
            assert patron is not None
            moved = patron.chips_cents - before.get(who, CHIPS_CENTS)
            assert moved == net(name, scheme, wager, stake, hands), f"coup {coups}: {who} {wager}"
        coups += 1
        table = world.table
        chips = sum(one.chips_cents for one in table.patrons) + table.layout_cents
        assert chips + table.ledger.float_cents == table.ledger.issued_cents
    assert ended in ("", "shoe_over", "too_few_cards")
    assert coups > 55
    assert len(world.table.results) == coups


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("seed", range(6))
def test_there_is_always_a_way_on(name: str, seed: int) -> None:
    """From wherever random play gets to, somebody may do something that moves the game on."""
    random = Random(seed)
    game = opened(name, random)
    anything = Anything(game.rules, random)
    for turn in range(240):
        actor, command = proposed(game, anything)
        try:
            game.carry_out(actor, command)
        except (Refused, Malformed):
            continue
        if turn % 4 == 0:
            table = game.table
            found = options_of_all(game.rules, table, 43_200)
            legal = {one.name for one in found if one.example}
            stuck = f"seed {seed}, turn {turn}: {type(table.phase).__name__}, {table.open.blocks}"
            assert legal & MOVING, stuck
            if isinstance(table.phase, Dealing):
                # A coup that is on can always be carried on, or ended by somebody who may.
                assert legal & (MOVING - {"verify_cards", "place_wager"}) | legal & {"void_coup"}
