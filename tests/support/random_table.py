"""Random games: mostly a game, sometimes trouble, sometimes nonsense."""

from random import Random

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.driver.table import TableDriver, begin_table, game_in_play
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side, Source
from punto.shoe import Stage, uncut
from punto.shoe_preparation import prepare
from punto.table.base_classes import TableCommand
from punto.table.cards.burning import Burn
from punto.table.cards.checking import ConfirmPickedUp, VerifyCards
from punto.table.cards.cutting import Cut, DeclineCut, OfferCut
from punto.table.cards.held_cards import ExposeHeld, SweepHeld
from punto.table.cards.preparation import CheckCards, Load, Mark, NewShoe, Shuffle
from punto.table.cards.replacement import ReplaceCards, SignOffCards
from punto.table.conduct.incidents import ReportIncident
from punto.table.conduct.voiding import VoidWagers
from punto.table.deal.banker_role import AcceptRole, DeclineRole, OfferRole, PassRole
from punto.table.deal.dealing_methods import Hand
from punto.table.deal.drawing import Draw
from punto.table.deal.forfeiting import TakeBackCards
from punto.table.deal.no_bets import DirectNoBet
from punto.table.deal.passed_cards import DeclineCards, PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners, SettlePairs
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.device_failure import ChooseStakes, CutRest, DeviceFault, ShuffleRest
from punto.table.errors.invalidating import InvalidateResult
from punto.table.errors.late_errors import RemoveCards, ReportError
from punto.table.errors.mispayment_discovery import WrongScale
from punto.table.errors.pack_errors import CheckPacks, FindCard, ReportMissed, VoidShoe
from punto.table.errors.pulled_cards import FindFaceUp, PullCard, RunOut
from punto.table.errors.rebuilding import RebuildCoup
from punto.table.errors.scan_errors import ConfirmResult, ReportScan
from punto.table.float.counting import CountFloat
from punto.table.float.fills_and_credits import CreditFloat, FillFloat
from punto.table.limits.caps import ReduceWagers
from punto.table.mispayments import CureMispayment
from punto.table.opening.creation import TableSetUp
from punto.table.opening.opening import OpenTable
from punto.table.opening.staff_on_duty import SignOn
from punto.table.phase import Closed, Dealing, Settling
from punto.table.seats.buying import BuyChips, CashOut, ExchangeVoucher
from punto.table.seats.joining import Join, Leave
from punto.table.table import Table
from punto.table.wagers.betting import NoMoreBets, OpenBetting, WithdrawWager
from punto.table.wagers.invalid_wagers import FindInvalid, RefuseWager, RelaxLock
from punto.table.wagers.placing import PlaceWager
from support.editions import most_offers
from support.random_commands import NAMES, Anything

FLOAT = 10**13
DEALER = Actor("dealer", "dealer", 43_200)

Step = tuple[Actor, TableCommand]


def elections_for(name: str, random: Random) -> Elections:
    """Return any choice a house may make, with any sign."""
    edition = load(name)
    sources = edition.shoe.sources.value if edition.shoe else (Source.CARD_SHOE,)
    return Elections(
        settlement=random.choice(edition.settlement.schemes.value),
        offer=random.choice([(), most_offers(edition)]),
        source=random.choice(sources),
        scanning_shoe=random.random() < 0.5,
        minimum_cents=random.choice([None, 500]),
        maximum_cents=random.choice([None, 50_000]),
        cap_cents=random.choice([None, 20_000]),
    )


def opened(name: str, random: Random) -> TableDriver:
    """Return a game in play, dealt in any way."""
    chosen = elections_for(name, random)
    rules = elect(load(name), chosen)
    game = game_in_play(rules, chosen, prepare(rules, random.randrange), FLOAT, random.randrange)
    deal = rules.edition.deal
    assert deal is not None
    method = random.choice(list(deal.methods))
    first = game.events[0]
    assert isinstance(first, TableSetUp)
    assert first.in_play is not None
    in_play = replace(first.in_play, method=method)
    return begin_table(rules, replace(first, in_play=in_play), game.cards, random.randrange)


def holder_of(rules: TableRules, power: Power) -> Actor:
    """Return somebody who has a power, or the dealer where nobody has it."""
    held = rules.edition.powers.get(power)
    title = held.value[0] if held else "dealer"
    return Actor(title, title, 43_200)


def remedies(rules: TableRules, table: Table, random: Random) -> list[Step]:
    """Return what gets a game going again, so that random play is not stuck for long."""
    everybody = tuple(patron.name for patron in table.patrons)
    supervisor = holder_of(rules, Power.VOID_COUP)
    return [
        (DEALER, VerifyCards(table.shoe.size)),
        (DEALER, NewShoe()),
        (holder_of(rules, Power.REPLACE_CARDS), ReplaceCards(random.choice(["red", "blue"]))),
        *[(Actor("cs", "casino_supervisor", 0), SignOffCards())] * 3,
        (DEALER, SignOffCards()),
        (DEALER, CheckPacks(random.random() < 0.8)),
        (supervisor, ConfirmResult()),
        (holder_of(rules, Power.CONDUCT_GAME), SignOn()),
        (holder_of(rules, Power.CLOSE_TABLE), OpenTable("licensee")),
        *[one for one in floating(table, random) if isinstance(one[1], CountFloat)],
        (DEALER, OpenTable()),
        (supervisor, CutRest(100)),
        (DEALER, ShuffleRest()),
        (supervisor, RemoveCards(everybody)),
        (holder_of(rules, Power.VERIFY_DROPPED_CARDS), ConfirmPickedUp(table.shoe.size)),
    ]


def next_step(rules: TableRules, table: Table, random: Random) -> Step:
    """Return what gets the cards one step nearer to play."""
    shoe = rules.edition.shoe
    assert shoe is not None
    patron = next((one.name for one in table.patrons), "ann")
    cutter = holder_of(rules, Power.CUT_IN_DEFAULT)
    anybody = Actor(random.choice(NAMES), "patron", 0)
    match table.shoe.stage:
        case Stage.NEW if not table.shoe.checked:
            return DEALER, CheckCards()
        case Stage.NEW:
            return DEALER, Shuffle()
        case Stage.SHUFFLED if uncut(rules):
            return DEALER, Load()
        case Stage.SHUFFLED:
            steps: list[Step] = [
                (cutter, Cut(100)),
                (cutter, OfferCut(patron)),
                (cutter, OfferCut()),
                (anybody, Cut(100)),
                (anybody, DeclineCut()),
                # Somebody finds a card face up while the stack lies on the table.
                (DEALER, FindFaceUp()),
            ]
            return random.choice(steps)
        case Stage.CUT:
            return DEALER, Mark(shoe.marker_behind.value)
        case Stage.MARKED:
            return DEALER, Load()
        case _:
            return DEALER, Burn("one_unseen")


def _rebuilt(table: Table, random: Random) -> tuple[object, ...]:
    """Return the cards of the coup at hand in any order, perhaps not all of them."""
    phase = table.phase
    order: list[object] = []
    if isinstance(phase, Dealing):
        order = [*phase.faces(Side.PLAYER), *phase.faces(Side.BANKER)]
    elif isinstance(phase, Settling) or table.past.last is not None:
        coup = phase.coup if isinstance(phase, Settling) else table.past.last.coup  # type: ignore[union-attr]
        order = [*coup.player, *coup.banker]
        order += [card.card for card in table.next.carried if card.seen]
    random.shuffle(order)
    return tuple(order[: random.choice([len(order)] * 4 + [max(len(order) - 1, 0)])])


def unusual(rules: TableRules, table: Table, random: Random) -> list[Step]:
    """Return what goes wrong at a table, by people who may say so."""
    supervisor = holder_of(rules, Power.VOID_COUP)
    name = random.choice(NAMES)
    person = Actor(name, "patron", 43_200)
    incident = random.randint(1, max(table.count.entries, 1))
    kinds = list(rules.edition.conduct.incidents)
    hand: Hand = random.choice(["player", "banker"])
    everybody = tuple(patron.name for patron in table.patrons)
    invalidator = holder_of(rules, Power.INVALIDATE_RESULT)
    keeper = holder_of(rules, Power.VOID_WAGERS_OF_RULE_BREAKER)
    return [
        (DEALER, PullCard(random.choice(["player", "banker", "nobody"]), random.random() < 0.5)),
        (DEALER, FindFaceUp()),
        *[(DEALER, RebuildCoup(_rebuilt(table, random)))] * 3,  # type: ignore[arg-type]
        (DEALER, NewShoe()),
        (
            holder_of(rules, Power.REPLACE_CARDS),
            ReplaceCards("red", unfit=random.random() < 0.5),
        ),
        (person, ReportError("misdeal", "x", random.choice([None, 1, table.number - 1]))),
        (supervisor, ReportError("misdeal", "x", max(table.number - 1, 1))),
        (supervisor, VoidCoup("x")),
        (invalidator, InvalidateResult("fire")),
        (invalidator, InvalidateResult("fraud", name, "x", random.random() < 0.5)),
        (DEALER, FindCard("missing", "x", "breach_report")),
        (DEALER, ReportScan("x")),
        (DEALER, ReportMissed("cut")),
        (DEALER, RunOut()),
        (supervisor, RunOut()),
        (DEALER, SweepHeld()),
        (DEALER, ExposeHeld()),
        (supervisor, DeviceFault(random.random() < 0.3, random.random() < 0.5, True)),
        (person, ChooseStakes(random.random() < 0.5)),
        (DEALER, ReportIncident(random.choice(kinds or ["x"]), name, "x")),
        (keeper, VoidWagers(name, incident)),
        (holder_of(rules, Power.RELAX_WAGER_LOCK), RelaxLock(name, "x")),
        (person, WithdrawWager(random.choice(list(rules.outcomes)))),
        (DEALER, FindInvalid(name, "banker", "outside_area")),
        (holder_of(rules, Power.REFUSE_WAGER), RefuseWager(name, "player", "x")),
        (DEALER, ReduceWagers()),
        (person, DeclineCards(hand)),
        (holder_of(rules, Power.TAKE_BACK_CARDS), TakeBackCards(name)),
        (person, PassRole()),
        (person, DeclineRole()),
        (DEALER, Leave(name)),
        (holder_of(rules, Power.VOID_SHOE), VoidShoe("x", "breach_report")),
        (DEALER, PayWinners({table.count.wagers: random.choice([0, 100, 5_000_000])})),
        (DEALER, CollectLosers({table.count.wagers: random.choice([0, 100])})),
        (DEALER, WrongScale((table.number,))),
        (DEALER, WrongScale((1,))),
        (DEALER, CureMispayment(max(table.count.mispayments, 1), "rectified")),
        (supervisor, DirectNoBet(name, everybody)),
        *floating(table, random),
    ]


def floating(table: Table, random: Random) -> list[Step]:
    """Return what is done with the float, and what somebody might try to do with it."""
    held = table.ledger.float_cents
    second = random.choice(["sue", "sue", "sue", "dealer", "ann", ""])
    slip = random.choice([f"C-{random.randrange(99)}", f"f-{random.randrange(99)}", "Ω-1"])
    found = held + random.choice([0, 0, 100, -100, 2_500, -50_000])
    return [
        (DEALER, CreditFloat(slip, random.choice([100_000, 100_000, held + 100, 0]), second)),
        (DEALER, FillFloat(slip, random.choice([100_000, -100, 50]), second)),
        *[(DEALER, CountFloat("shift", found, second))] * 2,
        (DEALER, CountFloat(random.choice(["opening", "closing"]), found, second)),
    ]


def sensible(rules: TableRules, random: Random) -> list[Step]:
    """Return what moves a game on, so that random play gets somewhere."""
    name = random.choice(NAMES)
    person = Actor(name, "patron", 43_200)
    hand: Hand = random.choice(["player", "banker"])
    return [
        (DEALER, Join(name, random.randint(1, rules.seats))),
        (DEALER, BuyChips(name, 100_000)),
        (DEALER, ExchangeVoucher(name, 5_000, 5_000)),
        (person, CashOut(name, random.choice([None, 1_000, 100_000]))),
        (DEALER, FillFloat(f"F-{random.randrange(99)}", 2_500_000, "sue")),
        (DEALER, OpenBetting()),
        *[(person, PlaceWager(random.choice(list(rules.outcomes)), 1_000))] * 3,
        (person, PlaceWager("player", 1_000, token=True)),
        (person, PlaceWager("banker", 90_000, unnoticed=True)),
        (DEALER, OfferRole()),
        (person, AcceptRole()),
        (DEALER, NoMoreBets()),
        *[(DEALER, Draw())] * 6,
        *[(DEALER, PassCards(hand, name))] * 2,
        (person, TurnCards(hand)),
        *[(DEALER, TurnCards(hand))] * 2,
        *[(DEALER, ReturnCards(hand))] * 2,
        *[(DEALER, SettlePairs())] * 2,
        *[(DEALER, CollectLosers())] * 2,
        *[(DEALER, PayWinners())] * 2,
        *[(DEALER, Discard())] * 2,
    ]


def proposed(game: TableDriver, anything: Anything) -> Step:
    """Return the next thing to try."""
    random, rules, table = anything.random, game.rules, game.table
    chance = random.random()
    stuck = bool(table.open.blocks)
    closed = isinstance(table.phase, Closed) or table.open.fault is not None
    if table.shoe.stage is not Stage.READY and chance < 0.5:
        return next_step(rules, table, random)
    if chance < (0.4 if stuck or closed else 0.02):
        return random.choice(remedies(rules, table, random))
    if chance < 0.86:
        return random.choice(sensible(rules, random))
    if chance < 0.96:
        return random.choice(unusual(rules, table, random))
    return anything.actor(), anything.command()
