"""Tournaments begun as a scenario would begin them, and random steps at one table of them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.cards import DECK
from punto.clause import Malformed, Refused
from punto.driver.tournament import TournamentDriver
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.rulebook.vocabulary import Side
from punto.scenario import setup_parser
from punto.scenario.case import Scenario
from punto.scenario.open_tournament import begin, opened
from punto.table.deal.dealing_methods import designated_patrons
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.deal.void_coup import VoidCoup
from punto.table.phase import Betting, Dealing, Idle, Settling
from punto.table.wagers.betting import NoMoreBets, OpenBetting, WithdrawWager
from punto.table.wagers.placing import PlaceWager
from punto.tournament.base_classes import Events, TournamentCommand
from punto.tournament.secret.announcement import AnnounceForms, is_announced_early
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.form_requests import AskForm
from punto.tournament.secret.hand_in import HandInForm
from punto.tournament.secret.placed_forms import PlaceForm, due_cents
from punto.tournament.tables import AtTable
from punto.tournament.tournament import forms_of_current_coup, forms_of_next_coup
from punto.tournament.wagers.order import has_acted
from punto.tournament.wagers.pass_cards import PlayPassCard
from punto.tournament.wagers.turns import AskWager

NAMES = ("ann", "ben", "cy")
CONDITIONS: dict[str, Any] = {
    "entry_fee": 100,
    "chips": 5000,
    "minimum": 100,
    "maximum": 1000,
    "session": "1 shoes",
    "secret_wagers": 20,
    "pass_cards": 3,
    "wagering_order": False,
    "prizes": [{"place": 1, "share": 10000}],
}
Step = tuple[Actor, TournamentCommand]
Told = str | Events


def begun(rulebook: str, seed: int, *, ordered: bool = False) -> TournamentDriver:
    """Return a tournament with three entrants at one table, its session begun."""
    cards = list(DECK * 8)
    Random(seed).shuffle(cards)
    scenario = Scenario(
        name="random play",
        cites=(),
        tournament="random",
        conditions={**CONDITIONS, "wagering_order": ordered},
        entrants=NAMES,
        drawn=NAMES,
        shoe=" ".join(map(str, cards)),
    )
    arena = opened(scenario, load(rulebook), setup_parser.elections({}))
    begin(arena, scenario)
    return arena.driver


def told(driver: TournamentDriver, step: Step) -> Told:
    """Return what a step brings: events, or the words of a refusal."""
    try:
        return driver.carry_out(step[0], step[1])
    except (Refused, Malformed) as no:
        return str(no)


def official(driver: TournamentDriver) -> Actor:
    """Return whoever examines and announces forms."""
    title = driver.rules.edition.powers[Power.EXAMINE_FORMS].value[0]
    return Actor(title, title)


def random_step(driver: TournamentDriver, random: Random) -> Step:
    """Return something worth doing at the table now: often what is due, sometimes anything."""
    due = _forward(driver, random) if random.random() < 0.6 else None
    return due or random.choice(list(_worth_doing(driver, random)))


def _forward(driver: TournamentDriver, random: Random) -> Step | None:
    """Return what brings the coup on."""
    dealer, table = Actor(DEALER, DEALER), driver.tournament.tables[1]
    phase = table.phase
    if isinstance(phase, Idle):
        return dealer, AtTable(1, OpenBetting())
    if isinstance(phase, Betting):
        return _betting(driver, random)
    if isinstance(phase, Dealing):
        if random.random() < 0.05:
            void = driver.rules.edition.powers[Power.VOID_COUP].value[0]
            return Actor(void, void), AtTable(1, VoidCoup("lost"))
        for side in Side:
            if phase.count >= 4 and not all(phase.up(side)):
                return random.choice(list(_turning(driver, phase, side)))
        for out in phase.out:
            hand: Any = out.side.value
            return Actor(out.holder, PATRON), AtTable(1, ReturnCards(hand))
        return dealer, AtTable(1, Draw())
    if isinstance(phase, Settling):
        if any(not form.announced for form in forms_of_current_coup(driver.tournament, 1)):
            return official(driver), AnnounceForms(1)
        steps = (CollectLosers(), PayWinners(), Discard())
        return dealer, AtTable(1, steps[phase.collected + phase.paid])
    return None


def _betting(driver: TournamentDriver, random: Random) -> Step:
    """Return what is due while betting is open: wagers, forms, the first card."""
    tournament, table = driver.tournament, driver.tournament.tables[1]
    waiting = [name for name in NAMES if not has_acted(tournament, 1, name)]
    forms = forms_of_next_coup(tournament, 1)
    for form in forms:
        if not form.examined:
            return official(driver), ExamineForm(form.name, overlooked=True)
    if waiting and random.random() < 0.3:
        return Actor(waiting[0], PATRON), any_form(random, waiting[0])
    if waiting:
        wager = random.choice(("player", "banker"))
        placed = PlaceWager(wager, random.choice((100, 200, 300)) * 100)
        return Actor(waiting[0], PATRON), AtTable(1, placed)
    if is_announced_early(driver.rules, tournament, 1):
        if not (isinstance(table.phase, Betting) and table.phase.closed):
            return Actor(DEALER, DEALER), AtTable(1, NoMoreBets())
        if any(not form.announced for form in forms):
            return official(driver), AnnounceForms(1)
        for form in forms:
            due = due_cents(driver.rules, table, form)
            if due:
                return Actor(form.name, PATRON), PlaceForm(form.name, form.wager or "", due)
    return Actor(DEALER, DEALER), AtTable(1, Draw())


def _worth_doing(driver: TournamentDriver, random: Random) -> Iterator[Step]:
    dealer, inspector = Actor(DEALER, DEALER), official(driver)
    name = random.choice(NAMES)
    entrant = Actor(name, PATRON)
    stake = random.choice((50, 100, 200, 300, 1000, 1500)) * 100
    wager = random.choice(("player", "banker", "tie"))
    yield entrant, AtTable(1, PlaceWager(wager, stake))
    yield entrant, AtTable(1, WithdrawWager(wager))
    yield entrant, any_form(random, name)
    yield entrant, PlayPassCard(name)
    yield entrant, AskForm(random.choice(NAMES))
    yield inspector, ExamineForm(name, overlooked=True)
    if random.random() < 0.5:
        yield inspector, AnnounceForms(1)
    for made in forms_of_next_coup(driver.tournament, 1):
        due = due_cents(driver.rules, driver.tournament.tables[1], made)
        if made.announced and due:
            yield Actor(made.name, PATRON), PlaceForm(made.name, made.wager or "", due)
    yield dealer, AskWager(1)
    yield dealer, AtTable(1, OpenBetting())
    for _ in range(4):
        yield dealer, AtTable(1, Draw())
    phase = driver.tournament.tables[1].phase
    if isinstance(phase, Dealing):
        for side in Side:
            yield from _turning(driver, phase, side)
    for command in (CollectLosers(), PayWinners(), Discard()):
        yield dealer, AtTable(1, command)
    yield dealer, AtTable(1, NoMoreBets())


def _turning(driver: TournamentDriver, phase: Dealing, side: Side) -> Iterator[Step]:
    dealer, table = Actor(DEALER, DEALER), driver.tournament.tables[1]
    hand: Any = side.value
    for name in designated_patrons(driver.rules, table, phase, side):
        yield dealer, AtTable(1, PassCards(hand, name))
        yield Actor(name, PATRON), AtTable(1, TurnCards(hand))
        yield Actor(name, PATRON), AtTable(1, ReturnCards(hand))
    yield dealer, AtTable(1, TurnCards(hand))


def any_form(random: Random, name: str) -> HandInForm:
    """Return a form with anything on it, or nothing."""
    wager = random.choice(("player", "banker", "tie", "player", "banker", None))
    stake = random.choice((None, 50, 100, 200, 900, 1000, 4000, 9000))
    words = random.choice((None, "one hundred", "nine thousand", "two hundred"))
    cents = None if stake is None else stake * 100
    seat, signed = random.choice((None, 1, 2, 3)), random.random() < 0.7
    return HandInForm(name, wager, cents, words, seat, signed)
