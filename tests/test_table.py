"""The table over random whole shoes: nothing is lost, nothing is stuck, a log replays."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.editions import DEALING, most_offers

from punto.cards import DECK
from punto.clause import Malformed, Refused
from punto.prepare import prepare
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.table import commands as do
from punto.table import events as happened
from punto.table.decide import decide
from punto.table.evolve import evolve, replay
from punto.table.opening import in_play
from punto.table.people import Actor
from punto.table.state import Betting, Dealing, Idle, Limits, Settling, Table, TableWager

DEALER = Actor("dealer", "dealer")
FLOAT = 10**12
VOIDERS = ["casino_operator", "gaming_supervisor", "inspector", "dealer"]
NAMES = ["ann", "ben", "cy", "di", "ed", "fay", "gil"]


def rules_of(name: str, scheme: int = 0) -> TableRules:
    edition = load(name)
    schemes = edition.settlement.schemes.value
    settlement = schemes[scheme % len(schemes)]
    return elect(edition, Elections(settlement=settlement, offer=most_offers(edition)))


def opened(rules: TableRules, seed: int) -> Table:
    random = Random(seed)
    shoe, _ = prepare(rules, random.randrange)
    sign = Limits(
        minimum=random.choice([None, 2_500]),
        maximum=random.choice([None, 50_000]),
        cap=random.choice([None, 30_000]),
    )
    return in_play(rules, shoe, sign, FLOAT)


def money(table: Table) -> int:
    return sum(one.chips_cents for one in table.patrons) + table.layout_cents + table.float_cents


def proposals(rules: TableRules, random: Random) -> list[tuple[Actor, do.AnyCommand]]:
    """Return commands worth trying, sensible and silly, in random order."""
    name = random.choice(NAMES)
    person = Actor(name, "patron")
    wager = random.choice([*rules.outcomes, "dragon"])
    stake = random.choice([0, 1, 500, 2_500, 10_000, 99_900])
    found: list[tuple[Actor, do.AnyCommand]] = [
        (DEALER, do.Join(name, random.randint(0, rules.seats + 1), random.random() < 0.2)),
        (DEALER, do.BuyChips(name, random.choice([-5, 0, 100_000]))),
        (DEALER, do.OpenBetting()),
        (person, do.PlaceWager(wager, stake, random.choice([None, 0, 1, 3]))),
        (person, do.PlaceWager(wager, stake)),
        (person, do.WithdrawWager(wager)),
        (Actor("sue", random.choice(["gaming_supervisor", "dealer"])), do.ApproveBothHands(name)),
        (person, do.PlaceWager(wager, stake, unnoticed=True)),
        (Actor("op", "casino_operator"), do.AgreeLimits(name, random.choice([0, 40_000, 90_000]))),
        (Actor("sue", "gaming_supervisor"), do.AgreeLimits(name, 90_000, 100)),
        (DEALER, do.ReduceWagers()),
        (Actor("sam", "casino_supervisor"), do.DirectNoBet(name, tuple(NAMES[:3]))),
        (Actor("mr", "management_representative"), do.DirectNoBet()),
        (DEALER, do.NoMoreBets()),
        (DEALER, do.Draw()),
        (DEALER, do.Draw(card=random.choice(DECK))),
        (person, do.Draw()),
        (DEALER, do.PullCard(random.choice(["player", "banker", "nobody"]), random.random() < 0.5)),
        (Actor("v", random.choice(VOIDERS)), do.VoidCoup("a ground")),
        (DEALER, do.CollectLosers()),
        (DEALER, do.PayWinners()),
        (DEALER, do.Discard()),
        (DEALER, do.Leave(name)),
        (DEALER, do.Burn("one_unseen")),
        (Actor("sam", "casino_supervisor"), do.Cut(100)),
        (DEALER, do.AskBurned()),
    ]
    random.shuffle(found)
    return found


@given(st.integers(0, 10**9), st.sampled_from(DEALING), st.integers(0, 1))
@settings(max_examples=30, deadline=None)
def test_random_play_loses_no_chip_no_card_and_replays(seed: int, name: str, scheme: int) -> None:
    rules, random = rules_of(name, scheme), Random(seed)
    start = table = opened(rules, seed)
    log: list[happened.AnyEvent] = []
    refused: list[Refused] = []
    for _ in range(60):
        for actor, command in proposals(rules, random):
            before = table
            try:
                events = decide(rules, table, actor, command)
            except Malformed:
                continue
            except Refused as no:
                refused.append(no)
                continue
            assert events
            for event in events:
                for reason in event.reasons:
                    assert all(one.startswith(f"{name}/") for one in reason.clause)
            log += events
            table = replay(table, events)
            assert money(table) == table.issued_cents, f"seed {seed}: {command}"
            assert all(one.chips_cents >= 0 for one in table.patrons)
            assert Counter(table.shoe.cards) == Counter(start.shoe.cards)
            assert table.shoe.drawn >= before.shoe.drawn
    assert replay(start, log) == table, f"seed {seed}"
    for refusal in refused:
        assert refusal.code
        assert refusal.clause
        assert all(one.startswith(f"{name}/") for one in refusal.clause)


@given(
    st.lists(st.tuples(st.sampled_from(["player", "banker"]), st.integers(1, 400)), max_size=7),
    st.integers(0, 600),
    st.none() | st.integers(1, 800),
    st.sampled_from([(100,), (500, 2_500), (250, 500)]),
)
@settings(max_examples=150, deadline=None)
def test_pro_rata_cuts_equal_a_second_derivation(
    bets: list[tuple[str, int]], cap: int, area: int | None, chips: tuple[int, ...]
) -> None:
    """Rework the reduction by hand: area maximum, then the heavier hand, then round down."""
    for name in ("nsw-2024", "tas-2018"):
        edition = load(name)
        rules = elect(edition, Elections(chips_cents=chips))
        smallest = min(chips)
        shoe, _ = prepare(rules, Random(1).randrange)
        area_cents = area * smallest if area is not None and name == "nsw-2024" else None
        sign = Limits(cap=cap * smallest, area_maximum=area_cents)
        wagers = tuple(
            TableWager(n, f"p{n}", hand, 1, units * smallest)
            for n, (hand, units) in enumerate(bets, start=1)
        )
        table = replace(in_play(rules, shoe, sign, FLOAT), phase=Betting(), wagers=wagers)
        total = Counter[str]()
        for wager in wagers:
            total[wager.wager] += wager.stake_cents
        keep = {hand: min(total[hand], area_cents or 10**15) for hand in ("player", "banker")}
        if name == "tas-2018":
            keep = {hand: min(cents, cap * smallest) for hand, cents in keep.items()}
        else:
            rounded = {hand: lying(wagers, hand, keep[hand], total[hand], chips) for hand in keep}
            heavy = max(keep, key=lambda hand: (keep[hand], rounded[hand]))
            [light] = [hand for hand in keep if hand != heavy]
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
            [event] = decide(rules, table, DEALER, do.ReduceWagers())
        except Refused:
            assert not expected
            continue
        assert isinstance(event, happened.WagersReduced)
        assert {n: cut for n, cut in event.cents.items() if cut} == expected
        left = Counter[str]()
        for wager in wagers:
            left[wager.wager] += wager.stake_cents - event.cents.get(wager.number, 0)
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


def legal(rules: TableRules, table: Table) -> list[do.AnyCommand]:
    """Return what the dealer may do now to get on with the game."""
    tries: list[do.AnyCommand] = [
        do.OpenBetting(),
        do.NoMoreBets(),
        do.Draw(),
        do.SettlePairs(),
        do.CollectLosers(),
        do.PayWinners(),
        do.Discard(),
        do.NewShoe(),
    ]
    found: list[do.AnyCommand] = []
    for command in tries:
        try:
            decide(rules, table, DEALER, command)
        except (Refused, Malformed):
            continue
        found.append(command)
    return found


@pytest.mark.parametrize("name", DEALING)
def test_a_whole_shoe_is_dealt_without_ever_being_stuck(name: str) -> None:
    rules = rules_of(name)
    table = replace(opened(rules, 5), limits=Limits())
    for patron, seat in (("ann", 1), ("ben", 2), ("cy", 3)):
        table = replay(table, decide(rules, table, DEALER, do.Join(patron, seat)))
        table = replay(table, decide(rules, table, DEALER, do.BuyChips(patron, 10**9)))
    coups = 0
    while True:
        ways = legal(rules, table)
        assert ways, f"nothing is legal in {type(table.phase).__name__}"
        if isinstance(ways[0], do.NewShoe):
            break
        if isinstance(table.phase, Betting) and not table.wagers:
            for patron, wager in (("ann", "player"), ("ben", "banker"), ("cy", "tie")):
                person = Actor(patron, "patron")
                placed = decide(rules, table, person, do.PlaceWager(wager, 1000))
                table = replay(table, placed)
        if isinstance(table.phase, Idle) and table.shoe.coups_left == 0:
            break
        ways = [one for one in ways if not isinstance(one, do.NewShoe)] or ways
        command = ways[-1] if isinstance(table.phase, Betting) else ways[0]
        table = replay(table, decide(rules, table, DEALER, command))
        coups = table.coups
    assert coups == len(table.results) > 60
    assert money(table) == table.issued_cents


@pytest.mark.parametrize("name", DEALING)
def test_phases_follow_one_another(name: str) -> None:
    rules = rules_of(name)
    table = replace(opened(rules, 1), limits=Limits())
    assert isinstance(table.phase, Idle)
    table = replay(table, decide(rules, table, DEALER, do.OpenBetting()))
    assert isinstance(table.phase, Betting)
    table = replay(table, decide(rules, table, DEALER, do.Join("ann", 1)))
    table = replay(table, decide(rules, table, DEALER, do.BuyChips("ann", 10_000)))
    placed = decide(rules, table, Actor("ann", "patron"), do.PlaceWager("tie", 500))
    table = replay(table, placed)
    table = replay(table, decide(rules, table, DEALER, do.NoMoreBets()))
    table = replay(table, decide(rules, table, DEALER, do.Draw()))
    names = []
    while (phase := type(table.phase)) is Dealing:
        names.append(phase.__name__)
        table = replay(table, decide(rules, table, DEALER, do.Draw()))
    assert len(names) >= 3
    assert type(table.phase) is Settling
    ending: list[do.AnyCommand] = [do.CollectLosers(), do.PayWinners(), do.Discard()]
    for command in ending:
        table = replay(table, decide(rules, table, DEALER, command))
    assert type(table.phase).__name__ == "Idle"


@pytest.mark.parametrize(
    "command",
    [
        do.Leave("zoe"),
        do.BuyChips("zoe", 100),
        do.WithdrawWager("player"),
        do.ApproveBothHands("zoe"),
        do.DeclineCut(),
        do.NominateCutter("zoe"),
        do.AskBurned(),
        do.NoMoreBets(),
    ],
)
def test_commands_about_nobody_are_refused_with_code_and_clause(command: do.AnyCommand) -> None:
    rules = rules_of("nsw-2024")
    with pytest.raises(Refused) as no:
        decide(rules, opened(rules, 1), Actor("zoe", "patron"), command)
    assert no.value.code
    assert no.value.clause
    assert no.value.message


BAD: list[tuple[str, Actor, do.AnyCommand, str]] = [
    ("unknown patron", DEALER, do.Leave("zoe"), "unknown_patron"),
    ("seat 0", DEALER, do.Join("zoe", 0), "no_such_seat"),
    ("seat below 0", DEALER, do.Join("zoe", -7), "no_such_seat"),
    ("huge seat", DEALER, do.Join("zoe", 10**18), "no_such_seat"),
    ("nameless", DEALER, do.Join("", 1), "incomplete"),
    (
        "wager in a wrong phase",
        Actor("ann", "patron"),
        do.PlaceWager("tie", 500),
        "wager_after_first_card",
    ),
    ("another card than the shoe holds", DEALER, do.Draw(card=DECK[0]), "card_not_from_shoe"),
    ("no power", Actor("ann", "patron"), do.Draw(), "not_entitled"),
    ("no power either", DEALER, do.VoidCoup("x"), "not_entitled"),
    ("joined twice", DEALER, do.Join("ann", 2), "already_here"),
    ("betting opened in a coup", DEALER, do.OpenBetting(), "coup_running"),
    ("called twice", DEALER, do.NoMoreBets(), "not_now"),
    ("settled too early", DEALER, do.PayWinners(), "no_result_yet"),
    ("a wager nobody has", Actor("ann", "patron"), do.WithdrawWager("tie"), "no_such_thing"),
    ("no such incident", DEALER, do.ReportIncident("dancing", "ann", "x"), "no_such_thing"),
    ("negative chips", DEALER, do.BuyChips("ann", -1), "chips_worth_nothing"),
    ("more chips than there are", DEALER, do.BuyChips("ann", 10**15), "float_too_small"),
]


@pytest.mark.parametrize(("actor", "command", "code"), [row[1:] for row in BAD])
def test_bad_input_is_refused_with_code_clause_and_message(
    actor: Actor, command: do.AnyCommand, code: str
) -> None:
    rules = rules_of("nsw-2024")
    table = replace(opened(rules, 1), limits=Limits())
    while table.shoe.cards[table.shoe.drawn + 1] is DECK[0]:
        table = replace(table, shoe=replace(table.shoe, drawn=table.shoe.drawn + 1))
    person = Actor("ann", "patron")
    steps: list[tuple[Actor, do.AnyCommand]] = [
        (DEALER, do.Join("ann", 1)),
        (DEALER, do.BuyChips("ann", 10_000)),
        (DEALER, do.OpenBetting()),
        (person, do.PlaceWager("player", 1_000)),
        (DEALER, do.Draw()),
    ]
    for by, step in steps:
        table = replay(table, decide(rules, table, by, step))
    with pytest.raises(Refused) as no:
        decide(rules, table, actor, command)
    assert no.value.code == code
    assert all(one.startswith("nsw-2024/") for one in no.value.clause)
    assert no.value.clause
    assert no.value.message


def test_an_event_never_refuses() -> None:
    rules = rules_of("nsw-2024")
    table = opened(rules, 1)
    joined = decide(rules, table, DEALER, do.Join("ann", 1))
    assert evolve(evolve(table, joined[0]), joined[0]).arrivals == 2
