"""Random tournaments: mostly what is usual, sometimes trouble, sometimes nonsense."""

from random import Random
from typing import Any

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.notation.conditions_file import Plan, plan_of
from punto.rehearsal.conditions import opened
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.simulated_entrants import field
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.table.deal.dealing_methods import Hand
from punto.table.deal.drawing import Draw
from punto.table.deal.passed_cards import PassCards, ReturnCards, TurnCards
from punto.table.deal.settling import CollectLosers, Discard, PayWinners
from punto.table.deal.void_coup import VoidCoup
from punto.table.errors.late_errors import ReportError
from punto.table.limits.caps import ReduceWagers
from punto.table.wagers.betting import NoMoreBets, OpenBetting, WithdrawWager
from punto.table.wagers.placing import PlaceWager
from punto.tournament.conduct.disqualification import Disqualify
from punto.tournament.coups.under_minimum import MakeUpWager
from punto.tournament.entry.applications import Apply, RefuseEntry
from punto.tournament.entry.reserves import SeatReserve
from punto.tournament.entry.withdrawal import CancelTournament, WithdrawEntry
from punto.tournament.money.added_value import AddValue
from punto.tournament.money.prizes import AwardPrizes
from punto.tournament.money.refunds import RefundFee
from punto.tournament.placing.chip_counts import CountChips, OrderChipCount
from punto.tournament.placing.confirmation import ConfirmPlacings
from punto.tournament.registry import registry
from punto.tournament.rules import tournament_section
from punto.tournament.seating.absence import MarkAbsent, OrderDeduction
from punto.tournament.seating.breaks import CallBreak, FinishEarly
from punto.tournament.seating.start_times import TakeSeat
from punto.tournament.seating.substitutes import ApproveSubstitute, NominateSubstitute
from punto.tournament.secret.announcement import AnnounceForms
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.form_requests import AskForm
from punto.tournament.secret.hand_in import HandInForm
from punto.tournament.secret.placed_forms import PlaceForm
from punto.tournament.session_queries import value_cents
from punto.tournament.tables import AtTable
from punto.tournament.undo_step import UndoStep
from punto.tournament.wagers.pass_cards import PlayPassCard
from punto.tournament.wagers.time_limit import HoldToMinimum, SetTimeLimit
from punto.tournament.wagers.turns import AskWager, RemoveEarlyWager, SetStartingMarker
from punto.tournament.wagers.wagers_after_tie import AlterWager
from support.random_commands import STRANGE, Anything

KINDS: tuple[type[Struct], ...] = registry.commands
PEOPLE = ["ann", "bob", "cleo", "dan", "eve", "finn", "gia", "hal", "max"]


def plan_for(name: str, random: Random) -> Plan:
    """Return conditions of any kind that a rulebook lets a house lay down."""
    edition = load(name)
    units = tournament_section(edition).seating.session_units.value
    length = f"{random.choice([1, 2, 3])} coups" if "coups" in units else "6 minutes"
    entrants = random.randint(2, 8)
    rounds, finalists = random.choice(
        [
            ([{"name": "final", "tables": 2}], min(entrants, 7)),
            ([{"name": "heats", "advance": 1, "tables": 2}, {"name": "final", "tables": 1}], 1),
            ([{"name": "heats", "advance": 2, "tables": 3}, {"name": "final", "tables": 1}], 2),
        ]
    )
    # Nothing ranks those who did not come into the final, so no prize is for them.
    every = [[10_000], [6_665, 3_335], [5_000, 3_000, 2_000], [3_334, 3_333, 3_333]]
    prizes = random.choice([shares for shares in every if len(shares) <= finalists])
    conditions: dict[str, Any] = {
        "entry_fee": random.choice([0, 100, "33.33"]),
        "entrants_min": 1,
        "entrants_max": random.choice([6, 8, 20]),
        "chips": random.choice([300, 1_000]),
        "minimum": 50,
        "maximum": random.choice([200, 1_000]),
        "session": length,
        "rounds": rounds,
        "secret_wagers": random.choice([0, 1, 2]),
        "pass_cards": random.choice([0, 1]),
        "wagering_order": random.random() < 0.7,
        "compulsory": True,
        "buy_back": {"times": 0},
        "prizes": [{"place": n, "share": share} for n, share in enumerate(prizes, start=1)],
        "texts": {},
    }
    for topic, held in tournament_section(edition).entry.topics.items():
        if held.value == "must" and topic in _TEXTS:
            conditions["texts"][topic] = "as on the entry form"
    keeps = tournament_section(edition).money.keeps_percent_max
    retention = random.choice([0, 333, keeps.value * 100]) if keeps else 0
    words = {"name": "Random", "rulebook": name, "conditions": conditions, "retention": retention}
    return plan_of(
        {**words, "rehearsal": {"entrants": entrants, "tables": random.choice([1, 2, 3])}}
    )


_TEXTS = frozenset(
    {"dealing_method", "progression", "repechage", "table_allocation", "eligibility"}
    | {"terms_of_entry", "withdrawal_period", "application_form", "prize_allocation"}
    | {"prize_payment", "precedence"}
)


def begun(name: str, random: Random) -> Rehearsal:
    """Return a tournament of which nothing is laid down yet."""
    plan = plan_for(name, random)
    house = opened(plan, random.randrange)
    return Rehearsal(house, plan, field(plan.rehearsal), random.randrange)


class AnyDirection:
    """A source of commands of a tournament that fit their types and little else."""

    def __init__(self, rehearsal: Rehearsal, random: Random) -> None:
        self.rehearsal, self.random = rehearsal, random
        rules = rehearsal.house.driver.rules
        self.titles = sorted(rehearsal.house.driver.titles)
        self.anything = Anything(rules, random, PEOPLE)

    def actor(self) -> Actor:
        """Return anybody, about now."""
        at = max(0, self.rehearsal.house.at + self.random.choice([0, 0, 0, 60, 5, -60, 86_400]))
        if self.random.random() < 0.5:
            title = self.random.choice(self.titles)
            return Actor(title, title, at)
        return Actor(self.random.choice([*PEOPLE, *STRANGE]), "patron", at)

    def command(self) -> Any:
        """Return a command of any kind, at a table or of the tournament."""
        driver = self.rehearsal.house.driver
        tables = driver.tournament.tables
        if tables and self.random.random() < 0.4:
            number = self.random.choice(list(tables))
            return AtTable(number, self.anything.command())
        return self.anything.of(self.random.choice([kind for kind in KINDS if kind is not AtTable]))

    def likely(self) -> tuple[Actor, Any]:
        """Return something that people do in a tournament when things do not go as usual."""
        random, driver = self.random, self.rehearsal.house.driver
        house, tournament = self.rehearsal.house, driver.tournament
        seated = [one.name for table in tournament.tables.values() for one in table.patrons]
        if seated and random.random() < 0.6:
            return self.in_session(random.choice(seated))
        name = random.choice(PEOPLE)
        held = {
            patron.name: value_cents(table, patron.name)
            for table in tournament.tables.values()
            for patron in table.patrons
        }
        own = house.entrant(name)
        steps: list[tuple[Actor, Any]] = [
            (own, WithdrawEntry(name)),
            (own, Apply(name, reserve=random.random() < 0.5)),
            (own, TakeSeat(name)),
            (own, PlayPassCard(name)),
            (own, HandInForm(name, "banker", 10_000, "one hundred", 1, signed=True)),
            (
                house.staff(Power.EXAMINE_FORMS),
                ExamineForm(name, overlooked=random.random() < 0.5),
            ),
            (house.staff(Power.ANNOUNCE_FORMS), AnnounceForms(random.choice([1, 2]))),
            (house.staff(Power.ALLOW_BREAK), CallBreak(2)),
            (
                house.staff(Power.DISQUALIFY_ENTRANT),
                Disqualify(name, random.choice(self.anything.words)),
            ),
            (house.staff(Power.ADMIT_ENTRANTS), MarkAbsent(name)),
            (house.staff(Power.DEAL), MarkAbsent(name)),
            (house.staff(Power.ORDER_DEDUCTION), OrderDeduction(name)),
            (own, NominateSubstitute("max")),
            (house.staff(Power.APPROVE_SUBSTITUTE), ApproveSubstitute(name, "max")),
            (house.staff(Power.OFFER_RESERVE_SEAT), SeatReserve("max", name, 10_000)),
            *(
                [(house.staff(Power.CANCEL_TOURNAMENT), CancelTournament("a storm"))]
                * (random.random() < 0.1)
            ),
            (house.staff(Power.ADD_PRIZE_VALUE), AddValue(random.choice([1, 5_000]))),
            (house.staff(Power.REFUSE_APPLICATION), RefuseEntry(name)),
            (house.staff(Power.APPROVE_FEE_REFUND), RefundFee(name)),
            (
                house.staff(Power.END_SESSION_EARLY),
                FinishEarly(random.choice([1, 2]), "no hope"),
            ),
            (house.staff(Power.COUNT_TOURNAMENT_CHIPS), CountChips(name, held.get(name, 0))),
            (house.staff(Power.ORDER_CHIP_COUNT), OrderChipCount()),
            (house.staff(Power.AWARD_PLACES), ConfirmPlacings()),
            (house.staff(Power.PAY_PRIZES), AwardPrizes()),
            (house.staff(Power.CONDUCT_TOURNAMENT), UndoStep("a slip")),
            (house.staff(Power.ALLOCATE_SEATS), UndoStep("a slip")),
        ]
        return random.choice(steps)

    def in_session(self, name: str) -> tuple[Actor, Any]:
        """Return trouble with somebody who sits at a table: away, replaced, put out, secretive."""
        random, house = self.random, self.rehearsal.house
        rules, tournament = house.driver.rules, house.driver.tournament
        own = house.entrant(name)
        causes = [*tournament_section(rules.edition).conduct.causes, "a whim"]
        nominated = tournament.session.nominated if tournament.session else {}
        form = HandInForm(name, "banker", 10_000, "one hundred", 1, signed=True)
        late = random.random() < 0.5
        steps: list[tuple[Actor, Any]] = [
            *[(own, form)] * 6,
            *[(house.staff(Power.EXAMINE_FORMS), ExamineForm(name, overlooked=late))] * 3,
            (house.staff(Power.ANNOUNCE_FORMS), AnnounceForms(1)),
            (house.staff(Power.DISQUALIFY_ENTRANT), Disqualify(name, random.choice(causes))),
            *[(house.staff(Power.DEAL), MarkAbsent(name))] * 2,
            (house.staff(Power.ORDER_DEDUCTION), OrderDeduction(name)),
            *[(own, TakeSeat(name))] * 2,
            (own, NominateSubstitute(random.choice(PEOPLE))),
            (
                house.staff(Power.APPROVE_SUBSTITUTE),
                ApproveSubstitute(name, nominated.get(name, "max")),
            ),
            (house.staff(Power.CONDUCT_TOURNAMENT), UndoStep("a slip")),
        ]
        return random.choice(steps)

    def at_some_table(self) -> tuple[Actor, Any]:
        """Return a step of a coup at any table, by somebody who could take it."""
        random, house = self.random, self.rehearsal.house
        tournament, rules = house.driver.tournament, house.driver.rules
        number = random.choice(list(tournament.tables) or [1])
        table = tournament.tables.get(number)
        names = [patron.name for patron in table.patrons] if table else []
        name = random.choice(names or PEOPLE)
        dealer, own = house.staff(Power.DEAL), house.entrant(name)
        hand: Hand = random.choice(["player", "banker"])
        boss, wager = house.staff(Power.VOID_COUP), random.choice(list(rules.outcomes))
        stake = random.choice([5_000, 5_000, 10_000, 4_900, 7_550, 200_000])
        steps: list[tuple[Actor, Any]] = [
            *[(dealer, OpenBetting())] * 2,
            *[(own, PlaceWager(random.choice(["player", "banker"]), stake))] * 4,
            (own, PlaceWager(wager, stake, unnoticed=random.random() < 0.3)),
            (own, WithdrawWager("banker")),
            (dealer, NoMoreBets()),
            *[(dealer, Draw())] * 6,
            *[(dealer, PassCards(hand, name))] * 2,
            *[(own, TurnCards(hand)), (dealer, TurnCards(hand))] * 2,
            (own, ReturnCards(hand)),
            *[(dealer, CollectLosers()), (dealer, PayWinners()), (dealer, Discard())] * 2,
            (boss, VoidCoup("x")),
            (boss, ReportError("misdeal", "x", table.number if table else 1)),
            (dealer, ReduceWagers()),
        ]
        actor, command = random.choice(steps)
        asked = [
            (dealer, AskWager(number)),
            (house.staff(Power.SET_STARTING_MARKER), SetStartingMarker(name)),
            (dealer, RemoveEarlyWager(name)),
            (dealer, MakeUpWager(name, "banker")),
            (own, AlterWager(name, "player", stake)),
            (house.staff(Power.HOLD_TO_MINIMUM), HoldToMinimum(name)),
            (house.staff(Power.SET_TIME_LIMIT), SetTimeLimit(30)),
            (own, PlaceForm(name, "banker", 10_000)),
            (own, AskForm(random.choice(PEOPLE))),
        ]
        if random.random() < 0.3:
            return random.choice(asked)
        return actor, AtTable(number, command)
