"""Random games: mostly a game, sometimes trouble, sometimes nonsense."""

from random import Random

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.game import Game, game_in_play
from punto.prepare import prepare
from punto.rulebook.elect import Elections, TableRules, elect
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.rulebook.terms import Side, Source
from punto.shoe import Stage, uncut
from punto.table import commands as do
from punto.table.deal.commands import Hand
from punto.table.events import TableSetUp
from punto.table.phase import Closed, Dealing, Settling
from punto.table.table import Table
from support.anything import NAMES, Anything
from support.editions import most_offers

FLOAT = 10**13
DEALER = Actor("dealer", "dealer", 43_200)

Step = tuple[Actor, do.AnyCommand]


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


def opened(name: str, random: Random) -> Game:
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
    return Game(rules, replace(first, in_play=in_play), game.cards, random.randrange)


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
        (DEALER, do.VerifyCards(table.shoe.size)),
        (DEALER, do.NewShoe()),
        (holder_of(rules, Power.REPLACE_CARDS), do.ReplaceCards(random.choice(["red", "blue"]))),
        *[(Actor("cs", "casino_supervisor", 0), do.SignOffCards())] * 3,
        (DEALER, do.SignOffCards()),
        (DEALER, do.CheckPacks(random.random() < 0.8)),
        (supervisor, do.ConfirmResult()),
        (holder_of(rules, Power.CONDUCT_GAME), do.SignOn()),
        (holder_of(rules, Power.CLOSE_TABLE), do.OpenTable("licensee")),
        *[one for one in floating(table, random) if isinstance(one[1], do.CountFloat)],
        (DEALER, do.OpenTable()),
        (supervisor, do.CutRest(100)),
        (DEALER, do.ShuffleRest()),
        (supervisor, do.RemoveCards(everybody)),
        (holder_of(rules, Power.VERIFY_DROPPED_CARDS), do.ConfirmPickedUp(table.shoe.size)),
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
            return DEALER, do.CheckCards()
        case Stage.NEW:
            return DEALER, do.Shuffle()
        case Stage.SHUFFLED if uncut(rules):
            return DEALER, do.Load()
        case Stage.SHUFFLED:
            steps: list[Step] = [
                (cutter, do.Cut(100)),
                (cutter, do.OfferCut(patron)),
                (cutter, do.OfferCut()),
                (anybody, do.Cut(100)),
                (anybody, do.DeclineCut()),
                # Somebody finds a card face up while the stack lies on the table.
                (DEALER, do.FindFaceUp()),
            ]
            return random.choice(steps)
        case Stage.CUT:
            return DEALER, do.Mark(shoe.marker_behind.value)
        case Stage.MARKED:
            return DEALER, do.Load()
        case _:
            return DEALER, do.Burn("one_unseen")


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
        (DEALER, do.PullCard(random.choice(["player", "banker", "nobody"]), random.random() < 0.5)),
        (DEALER, do.FindFaceUp()),
        *[(DEALER, do.RebuildCoup(_rebuilt(table, random)))] * 3,  # type: ignore[arg-type]
        (DEALER, do.NewShoe()),
        (
            holder_of(rules, Power.REPLACE_CARDS),
            do.ReplaceCards("red", unfit=random.random() < 0.5),
        ),
        (person, do.ReportError("misdeal", "x", random.choice([None, 1, table.number - 1]))),
        (supervisor, do.ReportError("misdeal", "x", max(table.number - 1, 1))),
        (supervisor, do.VoidCoup("x")),
        (invalidator, do.InvalidateResult("fire")),
        (invalidator, do.InvalidateResult("fraud", name, "x", random.random() < 0.5)),
        (DEALER, do.FindCard("missing", "x", "breach_report")),
        (DEALER, do.ReportScan("x")),
        (DEALER, do.ReportMissed("cut")),
        (DEALER, do.RunOut()),
        (supervisor, do.RunOut()),
        (DEALER, do.SweepHeld()),
        (DEALER, do.ExposeHeld()),
        (supervisor, do.DeviceFault(random.random() < 0.3, random.random() < 0.5, True)),
        (person, do.ChooseStakes(random.random() < 0.5)),
        (DEALER, do.ReportIncident(random.choice(kinds or ["x"]), name, "x")),
        (keeper, do.VoidWagers(name, incident)),
        (holder_of(rules, Power.RELAX_WAGER_LOCK), do.RelaxLock(name, "x")),
        (person, do.WithdrawWager(random.choice(list(rules.outcomes)))),
        (DEALER, do.FindInvalid(name, "banker", "outside_area")),
        (holder_of(rules, Power.REFUSE_WAGER), do.RefuseWager(name, "player", "x")),
        (DEALER, do.ReduceWagers()),
        (person, do.DeclineCards(hand)),
        (holder_of(rules, Power.TAKE_BACK_CARDS), do.TakeBackCards(name)),
        (person, do.PassRole()),
        (person, do.DeclineRole()),
        (DEALER, do.Leave(name)),
        (holder_of(rules, Power.VOID_SHOE), do.VoidShoe("x", "breach_report")),
        (DEALER, do.PayWinners({table.count.wagers: random.choice([0, 100, 5_000_000])})),
        (DEALER, do.CollectLosers({table.count.wagers: random.choice([0, 100])})),
        (DEALER, do.WrongScale((table.number,))),
        (DEALER, do.WrongScale((1,))),
        (DEALER, do.CureMispayment(max(table.count.mispayments, 1), "rectified")),
        (supervisor, do.DirectNoBet(name, everybody)),
        *floating(table, random),
    ]


def floating(table: Table, random: Random) -> list[Step]:
    """Return what is done with the float, and what somebody might try to do with it."""
    held = table.ledger.float_cents
    second = random.choice(["sue", "sue", "sue", "dealer", "ann", ""])
    slip = random.choice([f"C-{random.randrange(99)}", f"f-{random.randrange(99)}", "Ω-1"])
    found = held + random.choice([0, 0, 100, -100, 2_500, -50_000])
    return [
        (DEALER, do.CreditFloat(slip, random.choice([100_000, 100_000, held + 100, 0]), second)),
        (DEALER, do.FillFloat(slip, random.choice([100_000, -100, 50]), second)),
        *[(DEALER, do.CountFloat("shift", found, second))] * 2,
        (DEALER, do.CountFloat(random.choice(["opening", "closing"]), found, second)),
    ]


def sensible(rules: TableRules, random: Random) -> list[Step]:
    """Return what moves a game on, so that random play gets somewhere."""
    name = random.choice(NAMES)
    person = Actor(name, "patron", 43_200)
    hand: Hand = random.choice(["player", "banker"])
    return [
        (DEALER, do.Join(name, random.randint(1, rules.seats))),
        (DEALER, do.BuyChips(name, 100_000)),
        (DEALER, do.ExchangeVoucher(name, 5_000, 5_000)),
        (person, do.CashOut(name, random.choice([None, 1_000, 100_000]))),
        (DEALER, do.FillFloat(f"F-{random.randrange(99)}", 2_500_000, "sue")),
        (DEALER, do.OpenBetting()),
        *[(person, do.PlaceWager(random.choice(list(rules.outcomes)), 1_000))] * 3,
        (person, do.PlaceWager("player", 1_000, token=True)),
        (person, do.PlaceWager("banker", 90_000, unnoticed=True)),
        (DEALER, do.OfferRole()),
        (person, do.AcceptRole()),
        (DEALER, do.NoMoreBets()),
        *[(DEALER, do.Draw())] * 6,
        *[(DEALER, do.PassCards(hand, name))] * 2,
        (person, do.TurnCards(hand)),
        *[(DEALER, do.TurnCards(hand))] * 2,
        *[(DEALER, do.ReturnCards(hand))] * 2,
        *[(DEALER, do.SettlePairs())] * 2,
        *[(DEALER, do.CollectLosers())] * 2,
        *[(DEALER, do.PayWinners())] * 2,
        *[(DEALER, do.Discard())] * 2,
    ]


def proposed(game: Game, anything: Anything) -> Step:
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
    return anything.actor(), anything.command(table)
