"""Money of tournaments: whatever people do, every cent is somewhere, and prizes are the pool."""

import random
from fractions import Fraction
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.editions import ALL

from punto.clause import Malformed, Refused
from punto.driver.tournament import TournamentDriver, new_tournament
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import HouseKeeps
from punto.scenario.default_conditions import published
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conditions import Conditions, PlacePrize
from punto.tournament.entry.applications import AcceptEntry, Apply, CheckEligibility, RefuseEntry
from punto.tournament.entry.approvals import FileApproval
from punto.tournament.entry.conditions import PublishConditions, SetConditions
from punto.tournament.entry.withdrawal import CancelTournament, WithdrawEntry
from punto.tournament.money.added_value import AddValue, ValueAdded, ValueTakenBack
from punto.tournament.money.fees import CommissionKept, FeePaid, PayFee
from punto.tournament.money.pool import divide_pool, pool_cents
from punto.tournament.money.refunds import FeeRefunded, RefundFee, refundable_cents
from punto.tournament.money.retained_fees import FeesRetained, RetainFees, RetentionReduced
from punto.tournament.registry import replay
from punto.tournament.rules import tournament_rules, tournament_section
from punto.tournament.tournament import TournamentStage

BOOKS = [name for name in ALL if load(name).tournament is not None]
NAMES = [f"p{number}" for number in range(8)]
DAY = 86_400
START = 40 * DAY


def elections(book: str) -> Elections:
    return Elections(settlement=load(book).settlement.schemes.value[0])


def title(book: str, power: Power) -> str:
    held = load(book).powers.get(power)
    return held.value[0] if held else "dealer"


def opened(book: str, dice: random.Random) -> TournamentDriver:
    """Return a tournament with random conditions, published."""
    keeps = tournament_section(load(book)).money.keeps.value
    fee = dice.choice([0, 10_000, 3_335])
    kept = dice.choice([0, 500]) if keeps is HouseKeeps.APPROVED_COMMISSION and fee else 0
    share = dice.randrange(1, 10_000)
    conditions = Conditions(
        start=START,
        entry_fee_cents=fee,
        commission_cents=kept or None,
        commission_on_top=dice.random() < 0.5,
        prizes=(PlacePrize(1, share=share), PlacePrize(2, share=10_000 - share)),
    )
    made = new_tournament(book, "Autumn", elections(book))
    setting = title(book, Power.SET_TOURNAMENT_CONDITIONS)
    made.act(setting, SetConditions(published(made.rules, conditions)))
    approved_by = load(book).opening.approved_by
    if tournament_section(load(book)).says.conditions_approved and approved_by:
        paper = (approved_by.value, "A 1", "1970-01-01")
        made.act("dealer", FileApproval("conditions", *paper))
        if kept:
            made.act("dealer", FileApproval("commission", *paper, kept))
    made.act(setting, PublishConditions())
    return made


def anything(
    book: str, driver: TournamentDriver, dice: random.Random
) -> tuple[str, TournamentCommand]:
    """Return something that somebody might do, sensible or not."""
    name, fee = dice.choice(NAMES), driver.tournament.conditions.entry_fee_cents or 0
    fee += dice.choice([0, 0, 0, 500, -1])
    choices: list[tuple[str, TournamentCommand]] = [
        (name, Apply(name)),
        (name, PayFee(name, fee)),
        (name, WithdrawEntry(name)),
        (title(book, Power.ADMIT_ENTRANTS), CheckEligibility(name, eligible=True)),
        (title(book, Power.ADMIT_ENTRANTS), AcceptEntry(name)),
        (title(book, Power.REFUSE_APPLICATION), RefuseEntry(name)),
        (
            title(book, Power.RETAIN_FEES),
            RetainFees(dice.choice([1, 500, 5_000, -5]), "administration"),
        ),
        (title(book, Power.ADD_PRIZE_VALUE), AddValue(dice.choice([0, 700, -7]))),
        (title(book, Power.APPROVE_FEE_REFUND), RefundFee(name)),
    ]
    if dice.random() < 0.02:
        return title(book, Power.CANCEL_TOURNAMENT), CancelTournament("flood")
    return dice.choice(choices)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(40))
def test_every_cent_is_somewhere(book: str, seed: int) -> None:
    dice = random.Random(f"{book} {seed}")
    driver = opened(book, dice)
    for turn in range(120):
        by, command = anything(book, driver, dice)
        before = driver.tournament
        try:
            driver.act(by, command, clock=turn * DAY // 3)
        except (Refused, Malformed):
            assert driver.tournament is before
        _balanced(driver)
    assert replay(driver.log) == driver.tournament


def _balanced(driver: TournamentDriver) -> None:
    """Add up everything that the log says about money, and compare it with the purse."""
    tournament = driver.tournament
    purse, people = tournament.purse, tournament.entrants
    moved = {
        kind: sum(one.cents for one in driver.events if isinstance(one, kind))
        for kind in (
            FeePaid,
            FeeRefunded,
            CommissionKept,
            FeesRetained,
            RetentionReduced,
            ValueAdded,
            ValueTakenBack,
        )
    }
    given_up = sum(one.commission_cents for one in driver.events if isinstance(one, FeeRefunded))
    kept = moved[CommissionKept] + moved[FeesRetained]
    assert purse.fees_cents == moved[FeePaid] == sum(one.paid_cents for one in people)
    assert purse.refunded_cents == moved[FeeRefunded]
    assert purse.kept_cents == kept - given_up - moved[RetentionReduced]
    assert purse.added_cents == moved[ValueAdded] - moved[ValueTakenBack]
    assert pool_cents(tournament) >= 0
    held = tournament_section(driver.rules.edition).money.keeps_percent_max
    if held is not None:
        left = purse.fees_cents - purse.refunded_cents
        assert purse.kept_cents * 100 <= held.value * left
    for person in people:
        assert 0 <= refundable_cents(person) <= person.paid_cents
    if tournament.stage is TournamentStage.CANCELLED:
        assert pool_cents(tournament) == purse.kept_cents == 0


@st.composite
def divisions(draw: st.DrawFn, *, shared: bool) -> tuple[list[PlacePrize], dict[str, int]]:
    """Return prizes that give out all of a pool, and who is where, perhaps level with others."""
    cuts = sorted(draw(st.sets(st.integers(1, 9_999), max_size=6)))
    prizes = [
        PlacePrize(place, share=high - low)
        for place, (low, high) in enumerate(pairwise([0, *cuts, 10_000]), start=1)
    ]
    levels = draw(st.lists(st.integers(1, 4 if shared else 1), min_size=1, max_size=4))
    firsts = list(accumulate(levels, initial=1))
    held = [first for first, level in zip(firsts, levels, strict=False) for _ in range(level)]
    return prizes, {f"p{number}": place for number, place in enumerate(held)}


@pytest.mark.parametrize("book", BOOKS)
@given(data=st.data(), pool=st.integers(0, 10**9))
def test_all_of_the_pool_is_paid_whatever_is_shared(
    book: str, data: st.DataObject, pool: int
) -> None:
    rules = tournament_rules(load(book), elections(book))
    shared = bool(tournament_section(rules.edition).money.odd_cents)
    prizes, places = data.draw(divisions(shared=shared))
    shares = divide_pool(rules, pool, prizes, places)
    paid = sum(share.cents * len(share.names) for share in shares)
    assert paid == pool + sum(share.borne_cents for share in shares)
    assert all(share.odd_cents == 0 for share in shares)
    # The house adds no more than it takes to make shares equal.
    assert all(share.borne_cents < len(share.names) for share in shares)
    whole = sum(prize.share or 0 for prize in prizes if prize.place <= len(places))
    for share in shares:
        held = range(share.place, share.place + len(share.names))
        due = Fraction(sum(prize.share or 0 for prize in prizes if prize.place in held), whole)
        assert abs(share.cents - pool * due / len(held)) <= 1


def test_what_no_place_has_of_fixed_prizes_goes_to_the_others() -> None:
    rules = tournament_rules(load("act-2015"), elections("act-2015"))
    prizes = [PlacePrize(1, cents=1_000), PlacePrize(2, cents=500), PlacePrize(3, cents=300)]
    shares = divide_pool(rules, 1_800, prizes, {"ann": 1, "bob": 2})
    assert [share.cents for share in shares] == [1_200, 600]
    assert [share.cents for share in divide_pool(rules, 1_801, prizes, {"ann": 1})] == [1_801]
    with pytest.raises(Refused, match="the prizes are"):
        divide_pool(rules, 1_799, prizes, {"ann": 1, "bob": 2, "cy": 3})
