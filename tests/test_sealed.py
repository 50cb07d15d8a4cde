"""Cards from outside: a sealed order, a shoe that reads them and staff who key them deal alike."""

from collections import Counter
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from support.editions import DEALING
from support.random_commands import Anything
from support.random_progress import onward
from support.random_table import FLOAT, holder_of, opened
from test_table_shoes import PAIRS, elections

from punto.aggregate.actor import Actor
from punto.cards import DECK, Card, parse_cards
from punto.clause import Malformed, Refused
from punto.driver.coup_runner import WholeCoup
from punto.driver.table import TableDriver, begin_table, game_in_play
from punto.rulebook.elect import Elections, elect
from punto.rulebook.elections import Origin
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Source
from punto.shoe import Stage
from punto.shoe_preparation import Prepared, prepare
from punto.table.base_classes import TableCommand, TableEvent
from punto.table.cards.burning import AskBurned, Burn, CardsBurned
from punto.table.cards.cutting_card import ShowCuttingCard
from punto.table.cards.extra_shuffle import CardsRiffled, CardsShuffledByHand
from punto.table.cards.held_cards import CardHeld, CardRetired
from punto.table.cards.preparation import CardsLoaded, CardsShuffled
from punto.table.cards.replacement import CardsReplaced
from punto.table.deal.banker_role import AcceptRole, OfferRole
from punto.table.deal.drawing import CardDrawn, Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.errors.device_failure import (
    ChooseStakes,
    CutRest,
    DeviceFault,
    RestShuffled,
    ShuffleRest,
)
from punto.table.errors.pulled_cards import FindFaceUp, PullCard
from punto.table.opening.creation import TableSetUp
from punto.table.phase import Dealing, Settling
from punto.table.registry import evolve, replay
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager
from punto.virtual_cards import Sealed

MIXING = (
    CardsShuffled,
    CardsRiffled,
    CardsShuffledByHand,
    RestShuffled,
)


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=20)
def test_a_refusal_consumes_no_card_and_cards_out_of_the_shoe_stay_as_they_were(
    seed: int, name: str
) -> None:
    random = Random(seed)
    game = opened(name, random)
    anything = Anything(game.rules, random)
    for turn in range(250):
        actor, command = onward(game, anything)
        cards, table = game.cards, game.table
        assert cards is not None
        upcoming = cards.next(table)
        try:
            events = game.carry_out(actor, command)
        except (Malformed, Refused):
            assert game.cards is cards, f"seed {seed}, turn {turn}: {command}"
            assert cards.next(game.table) is upcoming
            continue
        assert game.cards is not None
        new = any(isinstance(one, CardsReplaced) for one in events)
        assert new or Counter(game.cards.cards) == Counter(cards.cards)
        if game.table.shoe.number == table.shoe.number and table.shoe.drawn:
            drawn = table.shoe.drawn
            assert game.cards.cards[:drawn] == cards.cards[:drawn], f"seed {seed}, turn {turn}"


def leaving(event: TableEvent) -> Card | None:
    """Return the card that left the shoe by an event, if its face is in the log."""
    match event:
        case CardDrawn(from_carried=False):
            return event.card
        case CardHeld(off_table=False) | CardRetired(off_table=False):
            return event.card
        case CardsBurned():
            return event.shown
        case _:
            return None


def in_device(event: TableEvent) -> bool:
    """Return whether cards were put into a device that shuffles them."""
    return isinstance(event, CardsLoaded) and event.shuffled


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=20)
def test_a_log_and_the_order_of_each_shoe_deal_the_same_game_again(seed: int, name: str) -> None:
    random = Random(seed)
    game = opened(name, random)
    first, cards = game.events[0], game.cards
    assert isinstance(first, TableSetUp)
    assert cards is not None
    begun = cards
    anything = Anything(game.rules, random)
    done: list[tuple[Actor, TableCommand, tuple[Card, ...] | None]] = []
    orders: list[tuple[Card, ...]] = []
    for _ in range(250):
        actor, command = onward(game, anything)
        drawn = game.table.shoe.drawn
        try:
            events = game.carry_out(actor, command)
        except (Malformed, Refused):
            continue
        order = None
        if any(isinstance(event, MIXING) or in_device(event) for event in events):
            assert game.cards is not None
            orders.append(game.cards.cards)
            order = game.cards.cards
            if any(isinstance(event, RestShuffled) for event in events):
                order = order[drawn:]
        done.append((actor, command, order))
    # The same commands, with no face named and no randomness, give the same log.
    again = begin_table(game.rules, first, begun)
    for actor, command, order in done:
        again.carry_out(actor, command, order)
    assert again.log == game.log, f"seed {seed}"
    assert again.cards == game.cards
    # And the log says of no card anything else than the order does.
    table, cards = replay(game.log[:1]), begun
    for entry in game.log[1:]:
        event = entry.event
        face = leaving(event)
        assert face is None or face is cards.next(table), f"seed {seed}: {event}"
        mixed = isinstance(event, MIXING) or in_device(event)
        cards = Sealed(orders.pop(0)) if mixed else cards.after(table, (event,))
        table = evolve(table, event, entry.envelope)
    assert table == game.table


def on_table(name: str, order: str, **chosen: object) -> TableDriver:
    """Return a game in play with these cards next, and betting closed on a coup with a wager."""
    elections = Elections(settlement=load(name).settlement.schemes.value[0], **chosen)  # type: ignore[arg-type]
    rules = elect(load(name), elections)
    cards = parse_cards(order)
    rest = list(DECK * rules.decks)
    for card in cards:
        rest.remove(card)
    prepared = prepare(rules, lambda _: 0)
    shoe = replace(prepared.shoe, drawn=0, burned=0, seen={})
    game = game_in_play(rules, elections, Prepared(shoe, (*cards, *rest), ()), FLOAT)
    game.act("dealer", Join("ann", 1))
    game.act("dealer", BuyChips("ann", 100_000))
    game.act("dealer", OpenBetting())
    game.act("ann", PlaceWager("tie", 1_000))
    game.act("dealer", NoMoreBets())
    return game


@pytest.mark.parametrize("name", DEALING)
def test_a_card_that_is_named_and_does_not_come_next_is_refused(name: str) -> None:
    game = on_table(name, "9S 3D KH 4C 5D 6C")
    with pytest.raises(Refused, match="3D is not the next card") as no:
        game.act("dealer", Draw(Card("3D")))
    assert no.value.code == "card_not_from_shoe"
    assert no.value.clause
    game.act("dealer", Draw(Card("9S")))
    game.act("dealer", Draw())
    with pytest.raises(Refused, match="4C is not the next card"):
        game.act("dealer", PullCard("banker", card=Card("4C")))
    with pytest.raises((Refused, Malformed), match="5D is not the next card"):
        game.act("dealer", FindFaceUp(Card("5D")))
    game.act("dealer", Draw(Card("KH")))
    game.act("dealer", Draw(Card("4C")))
    # A coup that is complete takes none: what is named is judged by the table, not by the shoe.
    with pytest.raises(Refused) as no:
        game.act("dealer", Draw(Card("6C")))
    assert no.value.code == "card_not_due"
    # A card that is held comes before the next one of the shoe.
    game.act("dealer", PullCard("player", seen=False))
    for command in (CollectLosers(), PayWinners(), Discard(), OpenBetting()):
        game.act("dealer", command)
    game.act("ann", PlaceWager("tie", 1_000))
    game.act("dealer", NoMoreBets())
    with pytest.raises(Refused, match="6C is not the next card"):
        game.act("dealer", Draw(Card("6C")))
    game.act("dealer", Draw(Card("5D")))
    assert isinstance(game.table.phase, Dealing)
    assert game.cards is not None
    assert game.cards.next(game.table) is Card("6C")


def test_a_burned_card_is_the_first_of_the_order_and_no_other() -> None:
    elections = Elections(settlement="commission")
    rules = elect(load("nsw-2024"), elections)
    prepared = prepare(rules, Random(1).randrange)
    loaded = replace(prepared.shoe, stage=Stage.LOADED, drawn=0, burned=0, seen={})
    shown, other = prepared.order[0], prepared.order[1]
    by = "casino_supervisor"

    def fresh() -> TableDriver:
        return game_in_play(rules, elections, Prepared(loaded, prepared.order, ()), FLOAT)

    game = fresh()
    with pytest.raises(Refused, match="is not the next card"):
        game.act("dealer", Burn("one_shown_and_its_value", by, other))
    game.act("dealer", Burn("one_shown_and_its_value", by))
    assert game.table.packs.burned is not None
    assert game.table.packs.burned.shown is shown
    game = fresh()
    # Nobody sees a card that is burned unseen, not even the first.
    for card in (shown, other):
        with pytest.raises(Refused, match="is not the next card"):
            game.act("dealer", Burn("one_unseen", card=card))
    game.act("dealer", Burn("one_shown_on_request", by))
    with pytest.raises(Refused, match="is not the next card"):
        game.act("ann", AskBurned(other))
    game.act("ann", AskBurned())
    assert game.table.packs.burned is not None
    assert game.table.packs.burned.shown is shown
    with pytest.raises(Malformed, match="was shown already"):
        game.act("ann", AskBurned())
    game = fresh()
    game.act("dealer", Burn("one_unseen"))
    with pytest.raises(Refused, match="burned unseen"):
        game.act("ann", AskBurned())


def test_what_is_left_is_shuffled_and_cut_behind_the_cards_that_are_out() -> None:
    game = on_table("nsw-2024", "2S 3D 2H 4C 5D 6C", source=Source.SHUFFLING_DEVICE)
    for _ in range(4):
        game.act("dealer", Draw())
    supervisor = holder_of(game.rules, Power.JUDGE_DEVICE)
    game.act(supervisor, DeviceFault(disadvantaged=False, spare=False, practicable=False))
    game.act("ann", ChooseStakes(keep=True))
    assert game.cards is not None
    out, rest = game.cards.cards[:4], game.cards.cards[4:]
    turned = tuple(reversed(rest))
    with pytest.raises(Malformed, match="same cards"):
        game.carry_out(Actor("dealer", "dealer", 0), ShuffleRest(), (*rest, *out))
    game.carry_out(Actor("dealer", "dealer", 0), ShuffleRest(), turned)
    assert game.cards.cards == (*out, *turned)
    cutter = holder_of(game.rules, Power.CUT_IN_DEFAULT)
    distance = 52
    for at in (distance - 1, len(rest) - distance + 1):
        with pytest.raises(Refused, match="leaves too few cards"):
            game.act(cutter, CutRest(at))
    with pytest.raises(Malformed, match="say where"):
        game.act(cutter, CutRest())
    game.act(cutter, CutRest(distance))
    assert game.cards.cards == (*out, *turned[distance:], *turned[:distance])
    game.act("dealer", Draw())
    assert isinstance(game.table.phase, Settling)
    assert game.table.phase.coup.player[2] is turned[distance]


def tables(
    name: str, scheme: int, method: str, source: Source, random: Random
) -> dict[Origin, TableDriver]:
    """Return a virtual, a scanned and a keyed table with the same cards in the same order."""
    edition = load(name)
    found = {}
    prepared: Prepared | None = None
    for origin in Origin:
        chosen = Elections(
            settlement=edition.settlement.schemes.value[scheme],
            source=source,
            offer=(PAIRS[name],),
            scanning_shoe=origin is Origin.SCANNED,
            origin=origin,
        )
        rules = elect(edition, chosen)
        prepared = prepared or prepare(rules, random.randrange)
        game = game_in_play(rules, chosen, prepared, FLOAT)
        first = game.events[0]
        assert isinstance(first, TableSetUp)
        assert first.in_play is not None
        place = None if origin is Origin.KEYED else first.in_play.cutting_card
        in_play = replace(first.in_play, method=method, cutting_card=place)
        found[origin] = begin_table(rules, replace(first, in_play=in_play), game.cards)
    return found


def outcome(play: Callable[[], None]) -> str:
    """Return how something ended: fine, or the code of a refusal."""
    try:
        play()
    except Refused as no:
        return no.code
    return ""


@pytest.mark.parametrize(("name", "scheme", "method", "source"), elections())
@given(seed=st.integers(0, 10**9))
@settings(max_examples=3)
def test_virtual_scanned_and_keyed_cards_give_the_same_results_and_payments(
    name: str, scheme: int, method: str, source: Source, seed: int
) -> None:
    random = Random(seed)
    found = tables(name, scheme, method, source, random)
    virtual, keyed = found[Origin.VIRTUAL], found[Origin.KEYED]
    for game in found.values():
        for seat, who in enumerate(("ann", "ben", "cy"), start=1):
            game.act("dealer", Join(who, seat))
            game.act("dealer", BuyChips(who, 10_000_000))
    ended = ""
    coups = 0
    while not ended and not virtual.table.count.voids:
        wagers = [
            (who, random.choice(list(virtual.rules.outcomes)), random.choice([2_500, 10_000]))
            for who in ("ann", "ben", "cy")
        ]
        before = virtual.table.shoe.drawn
        codes = set()
        for game in found.values():
            codes.add(outcome(partial(bet, game, wagers)))
        if codes == {""}:
            codes = {outcome(partial(whole, virtual, None))}
            assert virtual.cards is not None
            dealt = virtual.cards.cards[before : virtual.table.shoe.drawn]
            for origin in (Origin.SCANNED, Origin.KEYED):
                game = found[origin]
                codes.add(outcome(partial(whole, game, dealt)))
        assert len(codes) == 1, f"seed {seed}, coup {coups}: {codes}"
        ended = codes.pop()
        coups += 1
        # Real cards: where the cutting card was is seen once the coup is over, if not before.
        place, shoe = virtual.table.shoe.cutting_card, keyed.table.shoe
        if place is not None and place <= shoe.drawn and not shoe.cutting_card_seen and not ended:
            keyed.act("dealer", ShowCuttingCard(shoe.drawn - place))
        for game in found.values():
            assert game.table.results == virtual.table.results
            assert game.table.shoe.coups_left == virtual.table.shoe.coups_left
            assert game.table.shoe.seen == virtual.table.shoe.seen
            assert [one.chips_cents for one in game.table.patrons] == [
                one.chips_cents for one in virtual.table.patrons
            ], f"seed {seed}, coup {coups}"
    assert ended in ("shoe_over", "too_few_cards") or source is Source.SHUFFLING_DEVICE
    assert coups > 55


def bet(game: TableDriver, wagers: list[tuple[str, str, int]]) -> None:
    """Open betting and place wagers; whoever holds the Banker cards backs Banker."""
    game.act("dealer", OpenBetting())
    if game.table.next.method == "C" and game.table.role.holder is None:
        game.act("dealer", OfferRole())
        game.act(game.table.role.waiting[0], AcceptRole())
    for who, wager, stake in wagers:
        mine = "banker" if game.table.role.holder == who else wager
        game.act(who, PlaceWager(mine, stake))


def whole(game: TableDriver, cards: tuple[Card, ...] | None) -> None:
    """Deal and settle a coup; real cards are named."""

    def step(actor: Actor, command: TableCommand) -> Table:
        game.carry_out(actor, command)
        return game.table

    WholeCoup(game, step, 43_200).deal(cards)
