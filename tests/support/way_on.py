"""From every state somebody can bring the next coup, or the end, without putting anybody out."""

from collections.abc import Iterator
from random import Random

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, Refused
from punto.driver.table import TableDriver
from punto.rehearsal.coup import RehearsalCoup as Dealer
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.step import CommandStep
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.shoe import Stage
from punto.table.authority import known_titles
from punto.table.base_classes import TableCommand
from punto.table.cards.cutting import DeclineCut
from punto.table.deal.banker_role import AcceptRole, DeclineRole, OfferRole
from punto.table.deal.dealing_methods import DirectTurning, Hand
from punto.table.deal.drawing import Draw
from punto.table.deal.no_bets import DirectNoBet
from punto.table.deal.passed_cards import DeclineCards, PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners, SettlePairs
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.device_failure import ChooseStakes, CutRest, DeviceReady, ShuffleRest
from punto.table.errors.late_errors import ConfirmCards
from punto.table.errors.pack_errors import ReportMissed
from punto.table.guards import has_wager
from punto.table.limits.caps import HandBackLatest, ReduceWagers
from punto.table.opening.staff_on_duty import SignOn
from punto.table.phase import Closed, Dealing, Idle
from punto.table.seats.buying import BuyChips
from punto.table.seats.joining import Join
from punto.table.table import Table
from punto.table.views.due import next_step as due_step
from punto.table.wagers.betting import NoMoreBets, OpenBetting, WithdrawWager
from punto.table.wagers.placing import PlaceWager
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conduct.disputes import SettleDispute
from punto.tournament.coups.under_minimum import MakeUpWager
from punto.tournament.seating.sessions import EndSession
from punto.tournament.seating.start_times import TakeSeat
from punto.tournament.secret.announcement import AnnounceForms
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.placed_forms import PlaceForm
from punto.tournament.tables import AtTable
from punto.tournament.tournament import Tournament, forms_of_next_coup
from punto.tournament.wagers.turns import AskWager, SetStartingMarker
from support.random_table import DEALER, Step, holder_of, next_step, remedies

# So many steps are tried at most: a coup takes about twenty, a new shoe about ten.
TRIES = 300
# So often a way is looked for before there is said to be none.
ATTEMPTS = 4
_HANDS: tuple[Hand, Hand] = ("player", "banker")
# So often something else is tried first than what brings a coup nearer.
_SELDOM = 0.15
_ENOUGH = 100_000


Groups = tuple[list[Step], ...]


def ways(rules: TableRules, table: Table, random: Random) -> Groups:
    """Return what people at a table could do next, by whoever may; nobody is put out.

    What brings a coup nearer comes first, then what mends something, then cards made ready.
    """
    forward, mending = list(_dealt_by_dealer()), list(_by_staff(rules, table))
    for patron in table.patrons:
        own = Actor(patron.name, PATRON, DEALER.at)
        # Nobody bets while something has to be mended: wagers may have to come off first.
        mended = table.shoe.stage is Stage.READY and not table.open.blocks
        if mended and not has_wager(table, patron.name):
            forward += [(own, PlaceWager(wager, 1_000)) for wager in _HANDS]
        forward += [(own, ChooseStakes(keep)) for keep in (True, False)]
        forward += [(own, AcceptRole()), (own, DeclineRole()), (own, DeclineCut())]
        mending += [(own, WithdrawWager(bet.wager)) for bet in table.wagers]
        if patron.chips_cents < _ENOUGH:
            mending.append((DEALER, BuyChips(patron.name, _ENOUGH)))
        for hand in _HANDS:
            forward += [(own, TurnCards(hand)), (own, ReturnCards(hand))]
            forward += [(DEALER, PassCards(hand, patron.name)), (own, DeclineCards(hand))]
    held_up = table.open.blocks or table.shoe.stage is not Stage.READY or not table.duty.on_duty
    over = table.shoe.coups_left == 0
    ready = [next_step(rules, table, random), *remedies(rules, table, random)]
    return forward, mending, ready if held_up or over or random.random() < _SELDOM else []


def _dealt_by_dealer() -> Iterator[Step]:
    deals: list[TableCommand] = [
        OpenBetting(),
        NoMoreBets(),
        Draw(),
        SettlePairs(),
        CollectLosers(),
    ]
    for command in (*deals, PayWinners(), Discard(), OfferRole()):
        yield DEALER, command
    for hand in _HANDS:
        yield DEALER, TurnCards(hand)
        yield DEALER, ReturnCards(hand)


def _by_staff(rules: TableRules, table: Table) -> Iterator[Step]:
    everybody = tuple(patron.name for patron in table.patrons)
    caller, voider = holder_of(rules, Power.CALL_NO_BET_COUP), holder_of(rules, Power.VOID_COUP)
    for command in (ReduceWagers(), Join("ann", 1), ShuffleRest(), ReportMissed("cut")):
        yield DEALER, command
    yield caller, DirectNoBet(everybody[0] if everybody else None, everybody, marker=True)
    yield caller, DirectNoBet(lifted=True)
    yield holder_of(rules, Power.HAND_BACK_WAGERS), HandBackLatest()
    yield voider, ConfirmCards()
    yield voider, VoidCoup("it cannot be rebuilt")
    yield holder_of(rules, Power.JUDGE_DEVICE), DeviceReady()
    yield holder_of(rules, Power.CUT_IN_DEFAULT), CutRest(max(table.shoe.left // 2, 1))
    yield holder_of(rules, Power.NAME_WHO_TURNS_CARDS), DirectTurning("player", ())
    yield holder_of(rules, Power.CONDUCT_GAME), SignOn()


def _mixed(groups: Groups, random: Random) -> Iterator[Step]:
    """Yield steps group by group, each in any order; seldom another group comes first."""
    order = list(groups)
    if random.random() < _SELDOM:
        random.shuffle(order)
    for group in order:
        yield from random.sample(group, len(group))


def _over(table: Table, before: Table) -> bool:
    """Return whether the next coup began, the one that was on ended, or the table is closed."""
    began = table.number > before.number or isinstance(table.phase, Closed)
    was_on = not isinstance(before.phase, Idle) and before.number == table.number
    ended = isinstance(table.phase, Idle) and isinstance(before.phase, Dealing) and was_on
    return began or ended


def goes_on(game: TableDriver, random: Random) -> bool:
    """Return whether somebody finds the way to the next coup; the game is left as it was."""
    return any(_way(game, random) for _ in range(ATTEMPTS))


def _way(game: TableDriver, random: Random) -> bool:
    """Look for the way once; what is tried first is up to chance."""
    mark, before = game.savepoint(), game.table
    if isinstance(before.phase, Closed):
        return True
    titles = known_titles(game.rules.edition)
    try:
        for _ in range(TRIES):
            if _over(game.table, before):
                return True
            for step in _in_some_order(game.rules, game.table, titles, random):
                try:
                    game.carry_out(step[0], step[1])
                except (Malformed, Refused):
                    continue
                break
            else:
                return False
        return _over(game.table, before)
    finally:
        game.restore(mark)


def _in_some_order(
    rules: TableRules, table: Table, titles: frozenset[str], random: Random
) -> Iterator[Step]:
    """Yield what is due first, as a rule, and then whatever else there is."""
    due = due_step(rules, table)
    if due is not None and due.command is not None and due.by is not None and random.random() < 0.8:
        title = due.by if due.by in titles else PATRON
        yield Actor(due.by, title, DEALER.at), due.command
    yield from _mixed(ways(rules, table, random), random)


def contest_goes_on(rehearsal: Rehearsal, random: Random) -> bool:
    """Return whether the usual course of a tournament goes on; it is left as it was."""
    return any(_contest_way(rehearsal, random) for _ in range(ATTEMPTS))


def _contest_way(rehearsal: Rehearsal, random: Random) -> bool:
    """Look for the way once; what is tried first is up to chance."""
    house, driver = rehearsal.house, rehearsal.house.driver
    session = driver.tournament.session
    if session is None or session.begun_at is None:
        # Before a session people come, pay and are seated: no coup is waited for.
        return True
    mark, at_first, seed = driver.savepoint(), house.at, house.seed
    coups = _coups(driver.tournament)
    try:
        for _ in range(TRIES):
            step = rehearsal.due()
            if step is None or _coups(driver.tournament) > coups:
                return True
            if isinstance(step, CommandStep):
                if _tried(rehearsal, step.actor, step.command):
                    return True
                number = random.choice(list(driver.tournament.tables) or [0])
            else:
                number = step.table
                if _dealt(rehearsal, number):
                    return True
            _something(rehearsal, number, random)
            # Whoever plays may bet until the session is over: then its end is the way on.
            if _tried(rehearsal, house.staff(Power.CONDUCT_TOURNAMENT), EndSession()):
                return True
        return _coups(driver.tournament) > coups
    finally:
        driver.restore(mark)
        house.at, house.seed = at_first, seed


def _coups(tournament: Tournament) -> int:
    return sum(table.number + table.count.voids for table in tournament.tables.values())


def _tried(rehearsal: Rehearsal, actor: Actor, command: TournamentCommand) -> bool:
    try:
        rehearsal.house.act(actor, command)
    except (Malformed, Refused):
        return False
    return True


def _dealt(rehearsal: Rehearsal, number: int) -> bool:
    """Play a coup, or the rest of it, as usual; what was done until it stopped stays done."""
    house = rehearsal.house
    idle = isinstance(house.driver.tournament.tables[number].phase, Idle)
    dealer = Dealer(house, number, {} if not idle else rehearsal.off, rehearsal.randbelow)
    try:
        if idle:
            dealer.play()
        else:
            dealer.finish()
    except (Malformed, Refused):
        return False
    return True


def _something(rehearsal: Rehearsal, number: int, random: Random) -> None:
    """Have the first thing done that somebody may do: at a table, or in the tournament."""
    house, tournament = rehearsal.house, rehearsal.house.driver.tournament
    rules = house.driver.rules
    # A break is over when its time is.
    house.at += 60
    rulings = [
        (
            house.staff(Power.SETTLE_TOURNAMENT_DISPUTES),
            SettleDispute(dispute.number, "as written"),
        )
        for dispute in tournament.matters.disputes
    ]
    own = list(_of_entrants(rehearsal, number)) if number in tournament.tables else []
    steps: list[tuple[Actor, TournamentCommand]] = [*rulings, *random.sample(own, len(own))]
    if number in tournament.tables:
        groups = ways(rules, tournament.tables[number], random)
        steps += [(actor, AtTable(number, asked)) for actor, asked in _mixed(groups, random)]
    for actor, command in steps:
        if _tried(rehearsal, Actor(actor.name, actor.title, house.at), command):
            return


def _of_entrants(rehearsal: Rehearsal, number: int) -> Iterator[tuple[Actor, TournamentCommand]]:
    """Yield what those who play at a table, or whoever looks after them, could do."""
    house, tournament = rehearsal.house, rehearsal.house.driver.tournament
    table = tournament.tables[number]
    least = table.limits.minimum or 100
    for patron in table.patrons:
        own, name = house.entrant(patron.name), patron.name
        yield own, TakeSeat(name)
        on_a_hand = any(bet.patron == name and bet.wager in _HANDS for bet in table.wagers)
        for wager in _HANDS:
            if not on_a_hand:
                yield own, AtTable(number, PlaceWager(wager, least))
            yield house.staff(Power.DEAL), MakeUpWager(name, wager)
        yield house.staff(Power.EXAMINE_FORMS), ExamineForm(name)
        yield house.staff(Power.SET_STARTING_MARKER), SetStartingMarker(name)
    for form in forms_of_next_coup(tournament, number):
        for wager in _HANDS:
            yield house.entrant(form.name), PlaceForm(form.name, wager, form.stake_cents or 0)
    yield house.staff(Power.ANNOUNCE_FORMS), AnnounceForms(number)
    yield house.staff(Power.DEAL), AskWager(number)
    yield house.staff(Power.DEAL), AtTable(number, NoMoreBets())
