"""How fast a table decides and evolves, and how large what it leaves behind is."""

import random
import time

from msgspec.structs import replace

from punto import codec
from punto.aggregate.actor import Actor
from punto.driver.table import TableDriver, game_in_play
from punto.rulebook.elect import Elections, elect
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.shoe_preparation import prepare
from punto.table.base_classes import TableCommand
from punto.table.cards.burning import Burn
from punto.table.cards.cutting import Cut, OfferCut
from punto.table.cards.preparation import Load, Mark, NewShoe, Shuffle
from punto.table.deal.drawing import Draw
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.phase import Settling
from punto.table.registry import after, decide
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import ShoeHistory
from punto.table.views.legal import options
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager

DEALER = Actor("dealer", "dealer")
EVENTS = 100_000
COUPS = 400


def opened(rulebook: str) -> TableDriver:
    """Return a table with seven patrons, dealt from a card shoe."""
    edition = load(rulebook)
    chosen = Elections(
        settlement=edition.settlement.schemes.value[0], minimum_cents=500, maximum_cents=500_000
    )
    rules = elect(edition, chosen)
    dice = random.Random(3)
    game = game_in_play(rules, chosen, prepare(rules, dice.randrange), 10**14, dice.randrange)
    for seat in range(1, 8):
        game.act(DEALER, Join(f"p{seat}", seat))
        game.act(DEALER, BuyChips(f"p{seat}", 10**12))
    return game


def coup(game: TableDriver) -> int:
    """Deal one coup with seven wagers; return how many commands it took."""
    game.act(DEALER, OpenBetting())
    wagers = ("player", "banker", "tie")
    for seat in range(1, 8):
        game.act(Actor(f"p{seat}", "patron"), PlaceWager(wagers[seat % 3], 2_500))
    count = 8
    call = game.rules.edition.wagering.closing_call_due
    if call and call.value:
        game.act(DEALER, NoMoreBets())
        count += 1
    while not isinstance(game.table.phase, Settling):
        game.act(DEALER, Draw())
        count += 1
    game.act(DEALER, CollectLosers())
    game.act(DEALER, PayWinners())
    game.act(DEALER, Discard())
    return count + 3


def next_shoe(game: TableDriver) -> None:
    """Make the next shoe by the rulebook's own procedure."""
    shoe = game.rules.edition.shoe
    assert shoe is not None
    cutter = game.rules.edition.powers[Power.CUT_IN_DEFAULT].value[0]
    game.act(DEALER, NewShoe())
    game.act(DEALER, Shuffle())
    game.act(cutter, OfferCut())
    game.act(game.table.packs.cut.waiting[0], Cut(100))
    game.act(DEALER, Mark(shoe.marker_behind.value))
    game.act(DEALER, Load())
    if shoe.burn:
        game.act(DEALER, Burn("one_unseen"))


def speed() -> tuple[float, float]:
    """Return commands a second late in a log, and the cost of a late command over an early one."""
    game = opened("nsw-2024")
    spans: list[tuple[float, int]] = []
    while len(game.log) < EVENTS:
        if game.table.shoe.coups_left == 0:
            next_shoe(game)
        start = time.perf_counter()
        count = coup(game)
        spans.append((time.perf_counter() - start, count))
    early, late = spans[5:205], spans[-200:]
    rates = [sum(n for _, n in part) / sum(t for t, _ in part) for part in (early, late)]
    return rates[1], rates[0] / rates[1]


def bare() -> float:
    """Return commands a second of decide and evolve alone: no log, no sealed cards, no limits."""
    rules = elect(load("nsw-2024"), Elections())
    dice = random.Random(3)
    game = game_in_play(rules, Elections(), prepare(rules, dice.randrange), 10**14)
    for seat in range(1, 8):
        game.act(DEALER, Join(f"p{seat}", seat))
        game.act(DEALER, BuyChips(f"p{seat}", 10**12))
    assert game.cards is not None
    order, fresh, table = game.cards.cards, game.table.shoe, game.table
    wagers = ("player", "banker", "tie")
    laid = [
        (Actor(f"p{seat}", "patron"), PlaceWager(wagers[seat % 3], 2_500)) for seat in range(1, 8)
    ]
    rates = []
    for _ in range(10):
        count, start = 0, time.perf_counter()
        for _ in range(60):
            if table.shoe.coups_left == 0:
                table = replace(table, shoe=fresh, past=ShoeHistory())
            steps: list[tuple[Actor, TableCommand]] = [(DEALER, OpenBetting()), *laid]
            for by, command in steps:
                table = after(table, decide(rules, table, by, command))
            count += len(steps)
            while not isinstance(table.phase, Settling):
                card = Draw(card=order[table.shoe.drawn])
                table = after(table, decide(rules, table, DEALER, card))
                count += 1
            for last in (CollectLosers(), PayWinners(), Discard()):
                table = after(table, decide(rules, table, DEALER, last))
            count += 3
        rates.append(count / (time.perf_counter() - start))
    return max(rates)


def sizes() -> tuple[float, int, float]:
    """Return bytes of events a coup, bytes of a snapshot, and milliseconds to write and read it."""
    game = opened("nsw-2024")
    start, coups = len(game.log), 0
    written = 0
    while coups < COUPS:
        if game.table.shoe.coups_left == 0:
            next_shoe(game)
            start = len(game.log)
        coup(game)
        written += sum(len(codec.encode(event)) for event in game.events_since(start))
        start, coups = len(game.log), coups + 1
    snapshot = codec.encode(game.table)
    begun = time.perf_counter()
    for _ in range(20):
        codec.read_snapshot(codec.encode(game.table))
    return written / coups, len(snapshot), (time.perf_counter() - begun) / 20 * 1e3


def _span(game: TableDriver, actor: Actor) -> float:
    begun = time.perf_counter()
    options(game.rules, game.table, actor)
    return time.perf_counter() - begun


def legal() -> float:
    """Return the milliseconds it takes to say what one person may do, the slowest of a coup."""
    game = opened("nsw-2024")
    spans = []
    game.act(DEALER, OpenBetting())
    game.act(Actor("p1", "patron"), PlaceWager("player", 2_500))
    for _ in range(4):
        for actor in (DEALER, Actor("p1", "patron"), Actor("sue", "gaming_supervisor")):
            options(game.rules, game.table, actor)
            spans.append(min(_span(game, actor) for _ in range(5)))
        game.act(DEALER, Draw())
    return max(spans) * 1e3
