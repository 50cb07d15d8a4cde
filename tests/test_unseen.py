"""What could still come, for every audience, against a second derivation from the log alone."""

from collections import Counter
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.card_trace import Traced
from support.editions import DEALING
from support.random_commands import NAMES, Anything
from support.random_progress import onward
from support.random_table import opened

from punto.cards import DECK, Card, parse_cards
from punto.clause import Malformed, Refused
from punto.driver.table import TableDriver, begin_table, game_in_play
from punto.odds import composition
from punto.rulebook.elect import Elections, elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.rulebook.policies import FacesDealt
from punto.shoe import Stage
from punto.shoe_preparation import Prepared, prepare
from punto.table.audience import Audience
from punto.table.cards.burning import AskBurned, Burn
from punto.table.cards.held_cards import SweepHeld
from punto.table.cards.replacement import ReplaceCards
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.correcting import CorrectCard
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.opening.creation import in_play_of_shoe, set_up
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.views.unseen import unseen
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.virtual_cards import Sealed

STAFF = [audience for audience in Audience if audience is not Audience.PATRON]


def compared(game: TableDriver, traced: Traced) -> None:
    """Assert that the table and its log leave the same cards open to everybody who looks."""
    table = game.table
    public = traced.unseen()
    seen = sum(table.shoe.seen.values())
    assert public.total() == table.shoe.decks * len(DECK) - seen
    for audience in STAFF:
        assert unseen(table, audience) == public, audience
    for name in [*NAMES, *(patron.name for patron in table.patrons)]:
        mine = unseen(table, Audience.PATRON, name)
        assert mine == traced.unseen(name), name
        assert min(mine.values()) >= 0, name
        # Nobody knows less than everybody, and a patron's odds are those of whole cards.
        assert not mine - public
    counts = np.array([public[card] for card in DECK])
    assert composition.checked(counts).sum() == public.total()
    assert list(public) == list(DECK), "in the order that the odds count in"


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=40)
def test_what_could_still_come_follows_from_the_log(seed: int, name: str) -> None:
    random = Random(seed)
    game = opened(name, random)
    traced = Traced(game.rules.decks)
    traced.follow(game.events[0])
    anything = Anything(game.rules, random)
    for turn in range(300):
        actor, command = onward(game, anything)
        try:
            events = game.carry_out(actor, command)
        except (Malformed, Refused):
            continue
        try:
            for event in events:
                traced.follow(event)
            traced.agree(game.table)
            compared(game, traced)
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, turn {turn}: {command}: {error}") from error


def on_table(name: str, origin: Origin, order: str, method: str, **chosen: object) -> TableDriver:
    """Return a game with Ann on Player and Ben on Banker, dealt so, as far as the opening cards."""
    edition = load(name)
    scheme = edition.settlement.schemes.value[0]
    scanning = origin is Origin.SCANNED
    elections = Elections(settlement=scheme, origin=origin, scanning_shoe=scanning, **chosen)  # type: ignore[arg-type]
    rules = elect(edition, elections)
    cards = parse_cards(order)
    shoe = replace(prepare(rules, lambda _: 0).shoe, drawn=0, burned=0, seen={})
    in_play = in_play_of_shoe(rules, shoe, method=method)
    first = set_up(rules, elections, 10**9, in_play)
    whole = (*cards, *(Counter(DECK * rules.decks) - Counter(cards)).elements())
    game = begin_table(rules, first, Sealed(whole) if origin is Origin.VIRTUAL else None)
    game.act("dealer", OpenBetting())
    for seat, (who, wager) in enumerate((("ann", "player"), ("ben", "banker")), start=1):
        game.act("dealer", Join(who, seat))
        game.act("dealer", BuyChips(who, 100_000))
        game.act(who, PlaceWager(wager, 1_000))
    game.act("dealer", NoMoreBets())
    assert edition.deal is not None
    down = edition.deal.methods[method].faces is FacesDealt.DOWN
    for card in cards[:4]:
        named = scanning or (origin is Origin.KEYED and not down)
        game.act("dealer", Draw(card if named else None))
    return game


def excluded(game: TableDriver, who: str = "public") -> list[str]:
    """Return the cards that somebody knows to be out."""
    whole = Counter(dict.fromkeys(DECK, game.rules.decks))
    return sorted(map(str, (whole - Counter(game.unseen(who))).elements()))


@pytest.mark.parametrize("origin", list(Origin))
def test_a_card_somebody_had_in_their_hands_is_out_for_them_and_for_nobody_else(
    origin: Origin,
) -> None:
    game = on_table("tas-2018", origin, "4S 7D 5H KC 6C", "squeeze")
    everybody = ["public", "dealer", "supervisor", "surveillance", "ann", "ben"]
    nothing: dict[str, list[str]] = {who: [] for who in everybody}
    assert {who: excluded(game, who) for who in everybody} == nothing
    game.act("dealer", PassCards("player", "ann"))
    game.act("dealer", PassCards("banker", "ben", (1,)))
    # Where staff key the faces, what a patron sees in their hands is nothing that anybody keyed.
    read = origin is not Origin.KEYED
    mine = {"ann": ["4S", "5H"] if read else [], "ben": ["7D"] if read else []}
    known = {**nothing, **mine}
    assert {who: excluded(game, who) for who in everybody} == known
    game.act("ann", ReturnCards("player"))
    assert {who: excluded(game, who) for who in everybody} == known
    game.act("inspector", VoidCoup("a card fell"))
    assert {who: excluded(game, who) for who in everybody} == known
    assert game.table.shoe.drawn == 4
    # In the next shoe all of them are back.
    game.act("dealer", ReplaceCards("red"))
    assert {who: excluded(game, who) for who in everybody} == nothing


@pytest.mark.parametrize("origin", [Origin.VIRTUAL, Origin.SCANNED])
def test_a_card_turned_is_out_for_all_and_counts_once(origin: Origin) -> None:
    game = on_table("tas-2018", origin, "4S 7D 5H KC 6C", "squeeze")
    game.act("dealer", PassCards("player", "ann"))
    game.act("ann", TurnCards("player", (2,)))
    assert excluded(game) == ["5H"]
    assert excluded(game, "ann") == ["4S", "5H"]
    assert excluded(game, "ben") == ["5H"]
    game.act("ann", TurnCards("player"))
    assert excluded(game) == excluded(game, "ann") == ["4S", "5H"]


def test_cards_held_retired_and_swept_unseen_stay_open_and_seen_ones_do_not() -> None:
    game = on_table("nsw-2024", Origin.VIRTUAL, "9S 3D KH 4C 5D 6C", "A")
    assert excluded(game) == ["3D", "4C", "9S", "KH"]
    game.act("dealer", PullCard("player", seen=False))
    assert excluded(game) == ["3D", "4C", "9S", "KH"]
    for command in (CollectLosers(), PayWinners(), Discard(), SweepHeld()):
        game.act("dealer", command)
    assert excluded(game) == ["3D", "4C", "9S", "KH"]
    game.act("dealer", FindFaceUp())
    assert excluded(game) == ["3D", "4C", "6C", "9S", "KH"]
    # It opens the next coup and is the same card.
    game.act("dealer", OpenBetting())
    game.act("dealer", NoMoreBets())
    game.act("dealer", Draw())
    assert excluded(game) == ["3D", "4C", "6C", "9S", "KH"]
    assert game.table.shoe.drawn == 6


def test_a_corrected_face_is_out_instead_of_the_one_that_was_keyed() -> None:
    game = on_table("act-2015", Origin.KEYED, "4S 7D 5H KC", "face_down")
    game.act("dealer", TurnCards("player", faces=parse_cards("4S 5H")))
    assert excluded(game) == ["4S", "5H"]
    game.act("dealer", CorrectCard("player", 2, Card("6H")))
    assert excluded(game) == ["4S", "6H"]


@pytest.mark.parametrize("origin", list(Origin))
def test_a_burned_card_is_open_until_it_is_shown(origin: Origin) -> None:
    scanning = origin is Origin.SCANNED
    elections = Elections(settlement="commission", origin=origin, scanning_shoe=scanning)
    rules = elect(load("nsw-2024"), elections)
    prepared = prepare(rules, Random(5).randrange)
    loaded = replace(prepared.shoe, stage=Stage.LOADED, drawn=0, burned=0, seen={})
    first = prepared.order[0]
    for procedure, shown in (("one_unseen", False), ("one_shown_and_its_value", True)):
        game = game_in_play(rules, elections, Prepared(loaded, prepared.order, ()), 10**9)
        named = first if shown and origin is not Origin.VIRTUAL else None
        game.act("dealer", Burn(procedure, "casino_supervisor", named))
        assert excluded(game) == ([str(first)] if shown else [])
    game = game_in_play(rules, elections, Prepared(loaded, prepared.order, ()), 10**9)
    game.act("dealer", Burn("one_shown_on_request", "casino_supervisor"))
    assert excluded(game) == []
    game.act("ann", AskBurned(first))
    assert excluded(game) == [str(first)]
