"""The table under every command there is, sensible and absurd, in any order, by anybody."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import get_args

import msgspec
import pytest
from anything import KINDS, NAMES, Anything
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.editions import DEALING, most_offers

from punto.clause import Malformed, Refused
from punto.prepare import prepare
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.policies import Source
from punto.shoe import Stage
from punto.table import commands as do
from punto.table import events as happened
from punto.table.commands.deal import Hand
from punto.table.decide import HANDLERS, decide
from punto.table.evolve import _EVOLVE, replay
from punto.table.feed import OPEN, PERSONAL, STAFF_ONLY, WATCHED, hears
from punto.table.opening import in_play
from punto.table.people import Actor
from punto.table.state import Limits, Table
from punto.table.view import Audience, view

FLOAT = 10**13
EVENTS = get_args(happened.AnyEvent)


def rules_for(name: str, random: Random) -> TableRules:
    edition = load(name)
    sources = edition.shoe.sources.value if edition.shoe else (Source.CARD_SHOE,)
    return elect(
        edition,
        Elections(
            settlement=random.choice(edition.settlement.schemes.value),
            offer=random.choice([(), most_offers(edition)]),
            source=random.choice(sources),
            scanning_shoe=random.random() < 0.5,
        ),
    )


def opened(rules: TableRules, random: Random) -> Table:
    shoe, _ = prepare(rules, random.randrange)
    sign = Limits(
        minimum=random.choice([None, 500]),
        maximum=random.choice([None, 50_000]),
        cap=random.choice([None, 20_000]),
    )
    deal = rules.edition.deal
    assert deal is not None
    method = random.choice(list(deal.methods))
    return replace(in_play(rules, shoe, sign, FLOAT), method=method)


def from_text(kind: type, text: str) -> Fraction:
    """Read what JSON has no word for."""
    assert kind is Fraction
    return Fraction(text)


def chips(table: Table) -> int:
    return sum(one.chips_cents for one in table.patrons) + table.layout_cents + table.float_cents


def tokens(table: Table) -> int:
    lying = sum(one.token_cents for one in table.wagers)
    return sum(one.tokens_cents for one in table.patrons) + lying


def holder_of(rules: TableRules, power: str) -> Actor:
    """Return somebody who has a power, or the dealer where nobody has it."""
    held = rules.edition.powers.get(power)
    title = held.value[0] if held else "dealer"
    return Actor(title, title, 43_200)


def remedies(rules: TableRules, table: Table, random: Random) -> list[tuple[Actor, object]]:
    """Return what gets a game going again, so that random play is not stuck for long."""
    dealer = Actor("dealer", "dealer", 43_200)
    everybody = tuple(one.name for one in table.patrons)
    supervisor = holder_of(rules, "void_coup")
    return [
        (dealer, do.VerifyCards(len(table.shoe.cards))),
        (dealer, do.NewShoe()),
        (holder_of(rules, "replace_cards"), do.ReplaceCards(random.choice(["red", "blue"]))),
        *[(Actor("cs", "casino_supervisor", 0), do.SignOffCards())] * 3,
        (dealer, do.SignOffCards()),
        (dealer, do.CheckPacks(random.random() < 0.8)),
        (supervisor, do.ConfirmResult()),
        (holder_of(rules, "conduct_game"), do.SignOn()),
        (holder_of(rules, "close_table"), do.OpenTable("licensee")),
        (dealer, do.OpenTable()),
        (supervisor, do.CutRest(100)),
        (dealer, do.ShuffleRest(table.shoe.cards[table.shoe.drawn :])),
        (supervisor, do.RemoveCards(everybody)),
        (holder_of(rules, "verify_dropped_cards"), do.ConfirmPickedUp(len(table.shoe.cards))),
    ]


def next_step(rules: TableRules, table: Table, random: Random) -> tuple[Actor, object]:
    """Return what gets the cards one step nearer to play."""
    dealer = Actor("dealer", "dealer", 43_200)
    shoe = rules.edition.shoe
    assert shoe is not None
    patron = next((one.name for one in table.patrons), "ann")
    uncut = shoe.uncut_sources is not None and rules.source in shoe.uncut_sources.value
    match table.shoe.stage:
        case Stage.NEW if not table.shoe.checked:
            return dealer, do.CheckCards()
        case Stage.NEW:
            return dealer, do.Shuffle(table.shoe.cards)
        case Stage.SHUFFLED if uncut:
            return dealer, do.Load()
        case Stage.SHUFFLED:
            return random.choice(
                [
                    (holder_of(rules, "cut_in_default"), do.Cut(100)),
                    (holder_of(rules, "cut_in_default"), do.OfferCut(patron)),
                    (holder_of(rules, "cut_in_default"), do.OfferCut()),
                    (Actor(random.choice(NAMES), "patron", 0), do.Cut(100)),
                    (Actor(random.choice(NAMES), "patron", 0), do.DeclineCut()),
                ]
            )
        case Stage.CUT:
            return dealer, do.Mark(shoe.marker_behind.value)
        case Stage.MARKED:
            return dealer, do.Load()
        case _:
            return dealer, do.Burn("one_unseen")


def unusual(rules: TableRules, table: Table, random: Random) -> list[tuple[Actor, object]]:
    """Return what goes wrong at a table, by people who may say so."""
    dealer = Actor("dealer", "dealer", 43_200)
    supervisor = holder_of(rules, "void_coup")
    name = random.choice(NAMES)
    person = Actor(name, "patron", 43_200)
    incident = random.randint(1, max(len(table.records.entries), 1))
    kinds = list(rules.edition.conduct.incidents)
    phase = table.phase
    dealt = getattr(phase, "player", ()) + getattr(phase, "banker", ())
    coup = getattr(phase, "coup", None) or (table.past[-1].coup if table.past else None)
    order = list(dealt or ((*coup.player, *coup.banker) if coup else ()))
    random.shuffle(order)
    hand: Hand = random.choice(["player", "banker"])
    left = table.shoe.cards[table.shoe.drawn :]
    return [
        (dealer, do.PullCard(random.choice(["player", "banker", "nobody"]), random.random() < 0.5)),
        (dealer, do.FindFaceUp()),
        (dealer, do.RebuildCoup(tuple(order))),
        (person, do.ReportError("misdeal", "x", random.choice([None, 1, table.number - 1]))),
        (supervisor, do.ReportError("misdeal", "x", max(table.number - 1, 1))),
        (supervisor, do.VoidCoup("x")),
        (holder_of(rules, "invalidate_result"), do.InvalidateResult("fire")),
        (
            holder_of(rules, "invalidate_result"),
            do.InvalidateResult("fraud", name, "x", random.random() < 0.5),
        ),
        (dealer, do.FindCard("missing", "x", "breach_report")),
        (dealer, do.ReportScan("x")),
        (dealer, do.ReportMissed("cut")),
        (dealer, do.RunOut()),
        (dealer, do.SweepHeld()),
        (supervisor, do.DeviceFault(random.random() < 0.3, random.random() < 0.5, True)),
        (supervisor, do.DeviceFault(False, False, True, left[:1], left[:1])),
        (person, do.ChooseStakes(random.random() < 0.5)),
        (dealer, do.ReportIncident(random.choice(kinds or ["x"]), name, "x")),
        (holder_of(rules, "void_wagers_of_rule_breaker"), do.VoidWagers(name, incident)),
        (holder_of(rules, "relax_wager_lock"), do.RelaxLock(name, "x")),
        (person, do.WithdrawWager(random.choice(list(rules.outcomes)))),
        (dealer, do.FindInvalid(name, "banker", "outside_area")),
        (holder_of(rules, "refuse_wager"), do.RefuseWager(name, "player", "x")),
        (dealer, do.ReduceWagers()),
        (person, do.DeclineCards(hand)),
        (holder_of(rules, "take_back_cards"), do.TakeBackCards(name)),
        (person, do.PassRole()),
        (person, do.DeclineRole()),
        (dealer, do.Leave(name)),
        (holder_of(rules, "void_shoe"), do.VoidShoe("x", "breach_report")),
        (dealer, do.PayWinners({table.placed: random.choice([0, 100, 5_000_000])})),
        (dealer, do.CollectLosers({table.placed: random.choice([0, 100])})),
        (dealer, do.WrongScale((table.number,))),
        (supervisor, do.DirectNoBet(name, tuple(one.name for one in table.patrons))),
    ]


def sensible(rules: TableRules, random: Random) -> list[tuple[Actor, object]]:
    """Return what moves a game on, so that random play gets somewhere."""
    dealer = Actor("dealer", "dealer", 43_200)
    name = random.choice(NAMES)
    person = Actor(name, "patron", 43_200)
    hand: Hand = random.choice(["player", "banker"])
    return [
        (dealer, do.Join(name, random.randint(1, rules.seats))),
        (dealer, do.BuyChips(name, 100_000)),
        (dealer, do.ExchangeVoucher(name, 5_000, 5_000)),
        (dealer, do.OpenBetting()),
        *[(person, do.PlaceWager(random.choice(list(rules.outcomes)), 1_000))] * 3,
        (person, do.PlaceWager("player", 1_000, token=True)),
        (person, do.PlaceWager("banker", 90_000, unnoticed=True)),
        (dealer, do.OfferRole()),
        (person, do.AcceptRole()),
        (dealer, do.NoMoreBets()),
        *[(dealer, do.Draw())] * 6,
        *[(dealer, do.PassCards(hand, name))] * 2,
        (person, do.TurnCards(hand)),
        *[(dealer, do.TurnCards(hand))] * 2,
        *[(dealer, do.ReturnCards(hand))] * 2,
        *[(dealer, do.SettlePairs())] * 2,
        *[(dealer, do.CollectLosers())] * 2,
        *[(dealer, do.PayWinners())] * 2,
        *[(dealer, do.Discard())] * 2,
    ]


def proposed(rules: TableRules, table: Table, anything: Anything) -> tuple[Actor, object]:
    """Return the next thing to try: mostly a game, sometimes trouble, sometimes nonsense."""
    random = anything.random
    chance = random.random()
    stuck = bool(table.blocks)
    closed = type(table.phase).__name__ == "Closed" or table.fault is not None
    if table.shoe.stage is not Stage.READY and chance < 0.5:
        return next_step(rules, table, random)
    if chance < (0.4 if stuck or closed else 0.02):
        return random.choice(remedies(rules, table, random))
    if chance < 0.88:
        return random.choice(sensible(rules, random))
    if chance < 0.96:
        return random.choice(unusual(rules, table, random))
    return anything.actor(), anything.command(table)


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=40, deadline=None)
def test_no_command_breaks_a_table_or_loses_a_chip_a_token_or_a_card(seed: int, name: str) -> None:
    random = Random(seed)
    rules = rules_for(name, random)
    start = table = opened(rules, random)
    anything = Anything(rules, random)
    log: list[happened.AnyEvent] = []
    refused: list[tuple[Malformed | Refused, str]] = []
    whole = Counter(start.shoe.cards)
    for turn in range(300):
        actor, command = proposed(rules, table, anything)
        try:
            events = decide(rules, table, actor, command)  # type: ignore[arg-type]
        except (Malformed, Refused) as no:
            refused.append((no, f"seed {seed}, turn {turn}: {command}"))
            continue
        for event in events:
            for reason in event.reasons:
                assert all(one.startswith(f"{name}/") for one in reason.clause), reason
        log += events
        before, table = table, replay(table, events)
        where = f"seed {seed}, turn {turn}: {command}"
        assert chips(table) == table.issued_cents, where
        assert tokens(table) == table.house.tokens_cents, where
        assert all(one.chips_cents >= 0 and one.tokens_cents >= 0 for one in table.patrons), where
        assert Counter(table.shoe.cards) == whole, where
        new = table.shoe.number > before.shoe.number
        assert new or table.shoe.drawn >= before.shoe.drawn, where
        for audience in Audience:
            view(rules, table, audience, "ann" if audience is Audience.PATRON else None)
    assert replay(start, log) == table, f"seed {seed}"
    written = msgspec.json.encode(log, enc_hook=str)
    read = msgspec.json.decode(written, type=list[happened.AnyEvent], dec_hook=from_text)
    assert read == log, f"seed {seed}"
    snapshot = msgspec.json.encode(table, enc_hook=str)
    assert msgspec.json.decode(snapshot, type=Table, dec_hook=from_text) == table, f"seed {seed}"
    for said, where in refused:
        assert said.message, where
        if isinstance(said, Refused):
            assert said.code, where
            assert said.clause, f"{where}: {said.code} cites nothing"
            assert all(one.startswith(f"{name}/") for one in said.clause), where


def test_every_command_is_decided_and_every_event_changes_the_table_and_has_an_audience() -> None:
    assert set(HANDLERS) == set(KINDS)
    assert set(_EVOLVE) == set(EVENTS)
    groups = [OPEN, PERSONAL, STAFF_ONLY, WATCHED]
    assert {kind for group in groups for kind in group} == set(EVENTS)
    assert sum(map(len, groups)) == len(EVENTS)
    assert hears(happened.BettingOpened(), Audience.PUBLIC) is not None


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_a_stranger_sending_any_command_changes_nothing_and_learns_why(kind: type) -> None:
    rules = rules_for("nsw-2024", Random(3))
    table = opened(rules, Random(3))
    anything = Anything(rules, Random(7))
    stranger = Actor("mallory", "patron", 0)
    open_to_all = {do.ReportIncident, do.RaiseDispute, do.ReportDisplay, do.ShowRules}
    arrivals = {do.Join, do.CheckCards}
    for _ in range(20):
        command = anything.of(kind, table)
        try:
            decide(rules, table, stranger, command)
        except (Malformed, Refused):
            continue
        assert kind in open_to_all | arrivals, f"{command} by a stranger was accepted"
