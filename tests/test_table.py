"""The table by hand: phases, cuts, and the three kinds of no."""

from collections import Counter
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import PREVIEW_ENVELOPE
from punto.cards import DECK
from punto.clause import Malformed, NotEntitled, Refused
from punto.driver.driver import ONLY
from punto.driver.table import TableDriver, game_in_play
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import ids, load
from punto.shoe_preparation import prepare
from punto.table.base_classes import TableCommand
from punto.table.cards.cutting import DeclineCut, NominateCutter
from punto.table.cards.preparation import NewShoe
from punto.table.conduct.incidents import ReportIncident
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners, SettlePairs
from punto.table.deal.void_coup import VoidCoup
from punto.table.layout_wager import TableWager
from punto.table.limits.caps import ReduceWagers, WagersReduced
from punto.table.limits.notices import PostNotice
from punto.table.limits.offers import RestrictOffer
from punto.table.notice import SignChange
from punto.table.opening.creation import AdoptRulebook
from punto.table.phase import Betting, Idle, phase_name
from punto.table.registry import after, decide, evolve, replay
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join, Leave
from punto.table.table import Table
from punto.table.wagers.betting import NoMoreBets, OpenBetting, WithdrawWager
from punto.table.wagers.placing import PlaceWager
from punto.virtual_cards import Sealed

DEALING = [name for name in ids() if load(name).tableau is not None]
DEALER = Actor("dealer", "dealer")
FLOAT = 10**12

OFFERS = {
    "act-2015": ("perfect_pairs",),
    "nsw-2024": ("tiger", "tiger_pair", "tiger_tie"),
    "tas-2018": ("perfect_pairs",),
}


def rules_of(name: str, scheme: int = 0) -> TableRules:
    edition = load(name)
    settlement = edition.settlement.schemes.value[scheme]
    return elect(edition, Elections(settlement=settlement, offer=OFFERS[name]))


def opened(rules: TableRules, **sign: int | None) -> TableDriver:
    """Return an open table with a ready shoe and a sign."""
    chosen = Elections(settlement=rules.settlement, offer=rules.offers, **sign)  # type: ignore[arg-type]
    return game_in_play(rules, chosen, prepare(rules, Random(5).randrange), FLOAT)


def money(table: Table) -> int:
    held = sum(patron.chips_cents for patron in table.patrons)
    return held + table.layout_cents + table.ledger.float_cents


@given(
    st.lists(st.tuples(st.sampled_from(["player", "banker"]), st.integers(1, 400)), max_size=7),
    st.integers(0, 600),
    st.none() | st.integers(1, 800),
    st.sampled_from([(100,), (500, 2_500), (250, 500)]),
)
# Both areas are cut to the same chips: then no hand is heavier, whatever the shares were.
@example([("player", 1), ("player", 2), ("banker", 1), ("banker", 2)], 0, 2, (100,))
@settings(max_examples=150)
def test_pro_rata_cuts_equal_a_second_derivation(
    bets: list[tuple[str, int]], cap: int, area: int | None, chips: tuple[int, ...]
) -> None:
    """Rework the reduction by hand: area maximum, then the heavier hand, then round down."""
    for name in ("nsw-2024", "tas-2018"):
        edition = load(name)
        rules = elect(edition, Elections(chips_cents=chips))
        smallest = min(chips)
        area_cents = area * smallest if area is not None and name == "nsw-2024" else None
        game = opened(rules, cap_cents=cap * smallest, area_maximum_cents=area_cents)
        wagers = tuple(
            TableWager(n, f"p{n}", hand, 1, units * smallest)
            for n, (hand, units) in enumerate(bets, start=1)
        )
        table = replace(game.table, phase=Betting(), wagers=wagers)
        total = Counter[str]()
        for wager in wagers:
            total[wager.wager] += wager.stake_cents
        keep = {hand: min(total[hand], area_cents or 10**15) for hand in ("player", "banker")}
        if name == "tas-2018":
            keep = {hand: min(cents, cap * smallest) for hand, cents in keep.items()}
        else:
            rounded = {hand: lying(wagers, hand, keep[hand], total[hand], chips) for hand in keep}
            heavy = max(keep, key=lambda hand: (rounded[hand], keep[hand]))
            [light] = [hand for hand in keep if hand != heavy]
            if rounded[heavy] > rounded[light] + cap * smallest:
                keep[heavy] = min(keep[heavy], rounded[light] + cap * smallest)
        expected = {}
        for wager in wagers:
            share = wager.stake_cents * keep[wager.wager] // total[wager.wager]
            kept = (
                max(sum_ for sum_ in reachable(chips, share) if sum_ <= share)
                if keep[wager.wager] < total[wager.wager]
                else wager.stake_cents
            )
            if kept != wager.stake_cents:
                expected[wager.number] = wager.stake_cents - kept
        try:
            [event] = decide(rules, table, DEALER, ReduceWagers())
        except Refused:
            assert not expected
            continue
        assert isinstance(event, WagersReduced)
        cuts = {back.number: back.cents for back in event.stakes}
        assert cuts == expected
        left = Counter[str]()
        for wager in wagers:
            left[wager.wager] += wager.stake_cents - cuts.get(wager.number, 0)
        assert all(left[hand] <= keep[hand] for hand in keep)


def lying(
    wagers: tuple[TableWager, ...], hand: str, most: int, total: int, chips: tuple[int, ...]
) -> int:
    """Return what lies on a hand once each wager on it is scaled down and rounded."""
    mine = [one.stake_cents for one in wagers if one.wager == hand]
    if total <= most:
        return sum(mine)
    shares = [stake * most // total for stake in mine]
    return sum(max(s for s in reachable(chips, share) if s <= share) for share in shares)


def reachable(chips: tuple[int, ...], most: int) -> set[int]:
    sums = {0}
    for total in range(min(chips), most + 1, 50):
        if any(total - chip in sums for chip in chips):
            sums.add(total)
    return sums


def legal(game: TableDriver) -> list[TableCommand]:
    """Return what the dealer may do now to get on with the game."""
    tries: list[TableCommand] = [
        OpenBetting(),
        NoMoreBets(),
        Draw(),
        SettlePairs(),
        CollectLosers(),
        PayWinners(),
        Discard(),
        NewShoe(),
    ]
    found: list[TableCommand] = []
    for command in tries:
        mark = game.savepoint()
        try:
            game.act(DEALER, command)
        except (Refused, Malformed):
            continue
        game.restore(mark)
        found.append(command)
    return found


@pytest.mark.parametrize("name", DEALING)
def test_a_whole_shoe_is_dealt_without_ever_being_stuck(name: str) -> None:
    game = opened(rules_of(name))
    for patron, seat in (("ann", 1), ("ben", 2), ("cy", 3)):
        game.act(DEALER, Join(patron, seat))
        game.act(DEALER, BuyChips(patron, 10**9))
    while True:
        ways = legal(game)
        assert ways, f"nothing is legal in {type(game.table.phase).__name__}"
        if isinstance(ways[0], NewShoe):
            break
        if isinstance(game.table.phase, Betting) and not game.table.wagers:
            for patron, wager in (("ann", "player"), ("ben", "banker"), ("cy", "tie")):
                game.act(patron, PlaceWager(wager, 1000))
        if isinstance(game.table.phase, Idle) and game.table.shoe.coups_left == 0:
            break
        ways = [one for one in ways if not isinstance(one, NewShoe)] or ways
        command = ways[-1] if isinstance(game.table.phase, Betting) else ways[0]
        game.act(DEALER, command)
    assert game.table.shoe.coups == len(game.table.results) > 60
    assert money(game.table) == game.table.ledger.issued_cents


@pytest.mark.parametrize("name", DEALING)
def test_phases_follow_one_another(name: str) -> None:
    game = opened(rules_of(name))
    assert phase_name(game.table.phase) == "idle"
    game.act(DEALER, OpenBetting())
    assert phase_name(game.table.phase) == "betting"
    game.act(DEALER, Join("ann", 1))
    game.act(DEALER, BuyChips("ann", 10_000))
    game.act("ann", PlaceWager("tie", 500))
    game.act(DEALER, NoMoreBets())
    game.act(DEALER, Draw())
    draws = 1
    while phase_name(game.table.phase) == "dealing":
        game.act(DEALER, Draw())
        draws += 1
    assert draws >= 4
    assert phase_name(game.table.phase) == "settling"
    ending: list[TableCommand] = [CollectLosers(), PayWinners(), Discard()]
    for command in ending:
        game.act(DEALER, command)
    assert phase_name(game.table.phase) == "idle"


@pytest.mark.parametrize(
    "command",
    [
        Leave("zoe"),
        BuyChips("zoe", 100),
        WithdrawWager("player"),
        DeclineCut(),
        NominateCutter("zoe"),
        NoMoreBets(),
    ],
)
def test_commands_about_nobody_are_malformed_and_cite_nothing(command: TableCommand) -> None:
    with pytest.raises(Malformed) as no:
        opened(rules_of("nsw-2024")).act("zoe", command)
    assert no.value.code
    assert no.value.message
    assert not hasattr(no.value, "clause")


ANN = Actor("ann", "patron")
BAD: list[tuple[str, Actor, TableCommand, str, type[Exception]]] = [
    ("unknown patron", DEALER, Leave("zoe"), "unknown_patron", Malformed),
    ("seat 0", DEALER, Join("zoe", 0), "no_such_seat", Refused),
    ("seat below 0", DEALER, Join("zoe", -7), "no_such_seat", Refused),
    ("huge seat", DEALER, Join("zoe", 10**18), "no_such_seat", Refused),
    ("nameless", DEALER, Join("", 1), "incomplete", Malformed),
    ("wager too late", ANN, PlaceWager("tie", 500), "wager_after_first_card", Refused),
    ("a card that is not next", DEALER, Draw(card=DECK[0]), "card_not_from_shoe", Refused),
    ("no power", ANN, Draw(), "not_entitled", NotEntitled),
    ("no power either", DEALER, VoidCoup("x"), "not_entitled", NotEntitled),
    ("joined twice", DEALER, Join("ann", 2), "already_here", Malformed),
    ("betting opened in a coup", DEALER, OpenBetting(), "coup_running", Refused),
    ("called twice", DEALER, NoMoreBets(), "not_now", Malformed),
    ("settled too early", DEALER, PayWinners(), "no_result_yet", Refused),
    ("a wager nobody has", ANN, WithdrawWager("tie"), "no_such_thing", Malformed),
    ("no incident", DEALER, ReportIncident("dancing", "ann", "x"), "no_such_thing", Malformed),
    ("negative chips", DEALER, BuyChips("ann", -1), "chips_worth_nothing", Malformed),
    ("too many chips", DEALER, BuyChips("ann", 10**15), "float_too_small", Malformed),
    ("milliseconds", Actor("ann", "patron", 10**15), OpenBetting(), "no_such_time", Malformed),
    ("before 1970", Actor("ann", "patron", -1), OpenBetting(), "no_such_time", Malformed),
    (
        "a notice in milliseconds",
        Actor("sue", "gaming_supervisor"),
        PostNotice(SignChange(minimum_cents=5_000), effective_at=10**15),
        "no_such_time",
        Malformed,
    ),
]


@pytest.mark.parametrize(("actor", "command", "code", "kind"), [row[1:] for row in BAD])
def test_bad_input_gets_the_right_kind_of_no_and_changes_nothing(
    actor: Actor, command: TableCommand, code: str, kind: type[Exception]
) -> None:
    rules = rules_of("nsw-2024")
    game = opened(rules)
    # The first card of a pack must not happen to be the one that comes next.
    assert game.cards is not None
    others = [card for card in game.cards.cards if card is not DECK[0]]
    game.lay({ONLY: Sealed((*others, *[DECK[0]] * rules.decks))})
    game.act(DEALER, Join("ann", 1))
    game.act(DEALER, BuyChips("ann", 10_000))
    game.act(DEALER, OpenBetting())
    game.act("ann", PlaceWager("player", 1_000))
    game.act(DEALER, Draw())
    before, length = game.table, len(game.log)
    with pytest.raises((Refused, Malformed)) as no:
        game.act(actor, command)
    assert type(no.value) is kind
    assert isinstance(no.value, Refused | Malformed)
    assert no.value.code == code
    assert no.value.message
    if isinstance(no.value, Refused):
        assert no.value.clause
        assert all(clause.startswith("nsw-2024/") for clause in no.value.clause)
    assert game.table is before
    assert len(game.log) == length


def test_whoever_may_not_restrict_an_offer_is_told_what_is_said_of_that_offer_alone() -> None:
    game = opened(elect(load("nsw-2024"), Elections(offer=("tiger", "big_tiger"))))
    for offer, clause in (("tiger", "nsw-2024/10.27#1"), ("big_tiger", "nsw-2024/10.32#1")):
        with pytest.raises(NotEntitled) as no:
            game.act(DEALER, RestrictOffer(offer))
        assert no.value.clause == (clause,)


def test_an_event_never_refuses() -> None:
    game = opened(rules_of("nsw-2024"))
    [joined] = game.act(DEALER, Join("ann", 1))
    assert evolve(game.table, joined, PREVIEW_ENVELOPE).count.arrivals == 2


def test_a_table_is_what_its_log_says_and_a_changed_text_makes_it_read_only() -> None:
    rules = rules_of("nsw-2024")
    game = opened(rules)
    game.act(DEALER, Join("ann", 1))
    assert replay(game.log) == game.table
    amended = replace(rules, edition=replace(rules.edition, digest="another"))
    with pytest.raises(Malformed) as no:
        decide(amended, game.table, DEALER, Leave("ann"))
    assert no.value.code == "rulebook_changed"
    with pytest.raises(NotEntitled):
        decide(amended, game.table, DEALER, AdoptRulebook())
    sue = Actor("sue", "gaming_supervisor")
    adopted = decide(amended, game.table, sue, AdoptRulebook())
    table = after(game.table, adopted)
    assert table.setup.digest == "another"
    assert decide(amended, table, DEALER, Leave("ann"))
    with pytest.raises(Malformed):
        decide(amended, table, sue, AdoptRulebook())
