"""Random games that get somewhere: mostly the next step of a coup, taken by whoever may."""

from random import Random

from punto.aggregate.actor import PATRON, Actor
from punto.driver.table import TableDriver
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.shoe import Stage
from punto.table.cards.preparation import NewShoe
from punto.table.deal.banker_role import AcceptRole, OfferRole
from punto.table.deal.coup_completion import opening_dealt, pairs_due
from punto.table.deal.dealing_methods import DirectTurning, Hand, designated_patrons
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import DeclineCards, PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners, SettlePairs
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.wagers.betting import NoMoreBets, OpenBetting
from punto.table.wagers.placing import PlaceWager
from support.random_commands import NAMES, Anything
from support.random_table import DEALER, Step, holder_of, next_step, proposed, remedies, unusual

HANDS: dict[Side, Hand] = {Side.PLAYER: "player", Side.BANKER: "banker"}


def patron(name: str) -> Actor:
    return Actor(name, PATRON, 43_200)


def onward(game: TableDriver, anything: Anything) -> Step:
    """Return the next thing to try: as a rule what a dealer would do."""
    rules, table, random = game.rules, game.table, anything.random
    chance = random.random()
    if chance < 0.12:
        return proposed(game, anything)
    if chance < 0.2:
        return random.choice(unusual(rules, table, random))
    waits = table.open.blocks or table.open.fault or isinstance(table.phase, Closed)
    if waits and random.random() < 0.5:
        return random.choice(remedies(rules, table, random))
    if not isinstance(table.phase, Dealing | Settling) and table.shoe.stage is not Stage.READY:
        return next_step(rules, table, random)
    match table.phase:
        case Dealing() as phase:
            return _dealt(rules, table, phase, random)
        case Settling() as phase:
            if not phase.collected:
                return DEALER, CollectLosers()
            return DEALER, Discard() if phase.paid else PayWinners()
        case _:
            return random.choice(_between(rules, table, random))


def _between(rules: TableRules, table: Table, random: Random) -> list[Step]:
    """Return what is done before the first card."""
    name = random.choice(NAMES)
    if table.patron(name) is None:
        return [(DEALER, Join(name, random.randint(1, rules.seats)))]
    if not table.patrons or min(one.chips_cents for one in table.patrons) < 50_000:
        return [(DEALER, BuyChips(name, 1_000_000))]
    if isinstance(table.phase, Idle):
        over = table.shoe.coups_left == 0 or not table.shoe.left
        return [(DEALER, OpenBetting()), *([(DEALER, NewShoe())] if over else [])]
    assert isinstance(table.phase, Betting)
    holder = table.role.holder or (table.role.waiting[0] if table.role.waiting else name)
    return [
        (patron(name), PlaceWager(random.choice(list(rules.outcomes)), 1_000)),
        (patron(name), PlaceWager(random.choice(["player", "banker"]), 2_000)),
        (patron(holder), PlaceWager("banker", 3_000)),
        (DEALER, OfferRole()),
        (patron(holder), AcceptRole()),
        (DEALER, NoMoreBets()),
        (holder_of(rules, Power.NAME_WHO_TURNS_CARDS), DirectTurning("player", (name,))),
        *[(DEALER, Draw())] * 4,
    ]


def _dealt(rules: TableRules, table: Table, phase: Dealing, random: Random) -> Step:
    """Return what is done while cards lie on the table."""
    if not opening_dealt(phase):
        down = random.random() < 0.3
        return DEALER, Draw(face_down=down)
    if phase.out and random.random() < 0.9:
        out = random.choice(phase.out)
        by = random.choice([patron(out.holder), DEALER])
        if random.random() < 0.3:
            return by, ReturnCards(HANDS[out.side])
        return by, TurnCards(HANDS[out.side], random.choice([(), (1,), (2,), (3,)]))
    if not phase.all_up:
        side = random.choice([side for side in Side if not all(phase.up(side))])
        turn = designated_patrons(rules, table, phase, side)
        if turn and random.random() < 0.7:
            places = random.choice([(), (), (1,), (2,)])
            return DEALER, PassCards(HANDS[side], turn[0], places)
        if turn and random.random() < 0.3:
            return patron(turn[0]), DeclineCards(HANDS[side])
        return DEALER, TurnCards(HANDS[side], random.choice([(), (), (1,), (2,), (3,)]))
    if pairs_due(rules, table):
        return DEALER, SettlePairs()
    return DEALER, Draw()
