"""Money of tournaments: whatever people do, every cent is somewhere, and prizes are the pool."""

import random
from itertools import pairwise

import pytest
from support.editions import ALL

from punto.clause import Malformed, Refused
from punto.contest import Contest, new_contest
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.rulebook.tournament_policies import HouseKeeps, OddCents
from punto.scenario.published import published
from punto.tournament import commands as do
from punto.tournament import events as happened
from punto.tournament.conditions import Conditions, Prize
from punto.tournament.money.dividing import divided
from punto.tournament.money.pool import pool_cents
from punto.tournament.money.refunds import owed_cents
from punto.tournament.rules import law, tournament_rules
from punto.tournament.step import replay
from punto.tournament.tournament import Stage

BOOKS = [name for name in ALL if load(name).tournament is not None]
NAMES = [f"p{number}" for number in range(8)]
DAY = 86_400
START = 40 * DAY


def elections(book: str) -> Elections:
    return Elections(settlement=load(book).settlement.schemes.value[0])


def title(book: str, power: str) -> str:
    held = load(book).powers.get(power)
    return held.value[0] if held else "dealer"


def opened(book: str, dice: random.Random) -> Contest:
    """Return a tournament with random conditions, published."""
    keeps = law(load(book)).money.keeps.value
    fee = dice.choice([0, 10_000, 3_335])
    kept = dice.choice([0, 500]) if keeps is HouseKeeps.APPROVED_COMMISSION and fee else 0
    share = dice.randrange(1, 10_000)
    conditions = Conditions(
        start=START,
        entry_fee_cents=fee,
        commission_cents=kept or None,
        commission_on_top=dice.random() < 0.5,
        prizes=(Prize(1, share=share), Prize(2, share=10_000 - share)),
    )
    made = new_contest(book, "Autumn", elections(book))
    setting = title(book, "set_tournament_conditions")
    made.act(setting, do.SetConditions(published(made.rules, conditions)))
    approved_by = load(book).opening.approved_by
    if law(load(book)).says.conditions_approved and approved_by:
        paper = (approved_by.value, "A 1", "1970-01-01")
        made.act("dealer", do.FileApproval("conditions", *paper))
        if kept:
            made.act("dealer", do.FileApproval("commission", *paper, kept))
    made.act(setting, do.PublishConditions())
    return made


def anything(book: str, contest: Contest, dice: random.Random) -> tuple[str, do.AnyCommand]:
    """Return something that somebody might do, sensible or not."""
    name, fee = dice.choice(NAMES), contest.tournament.conditions.entry_fee_cents or 0
    fee += dice.choice([0, 0, 0, 500, -1])
    choices: list[tuple[str, do.AnyCommand]] = [
        (name, do.Apply(name)),
        (name, do.PayFee(name, fee)),
        (name, do.WithdrawEntry(name)),
        (title(book, "admit_entrants"), do.CheckEligibility(name, eligible=True)),
        (title(book, "admit_entrants"), do.AcceptEntry(name)),
        (title(book, "refuse_application"), do.RefuseEntry(name)),
        (
            title(book, "retain_fees"),
            do.RetainFees(dice.choice([1, 500, 5_000, -5]), "administration"),
        ),
        (title(book, "add_prize_value"), do.AddValue(dice.choice([0, 700, -7]))),
        (title(book, "approve_fee_refund"), do.RefundFee(name)),
    ]
    if dice.random() < 0.02:
        return title(book, "cancel_tournament"), do.CancelTournament("flood")
    return dice.choice(choices)


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("seed", range(40))
def test_every_cent_is_somewhere(book: str, seed: int) -> None:
    dice = random.Random(f"{book} {seed}")
    contest = opened(book, dice)
    for turn in range(120):
        by, command = anything(book, contest, dice)
        before = contest.tournament
        try:
            contest.act(by, command, clock=turn * DAY // 3)
        except (Refused, Malformed):
            assert contest.tournament is before
        _balanced(contest)
    assert replay(contest.log) == contest.tournament


def _balanced(contest: Contest) -> None:
    """Add up everything that the log says about money, and compare it with the purse."""
    tournament = contest.tournament
    purse, people = tournament.purse, tournament.entrants
    moved = {
        kind: sum(one.cents for one in contest.log if isinstance(one, kind))
        for kind in (
            happened.FeePaid,
            happened.FeeRefunded,
            happened.CommissionKept,
            happened.FeesRetained,
            happened.RetentionReduced,
            happened.ValueAdded,
            happened.ValueTakenBack,
        )
    }
    given_up = sum(
        one.commission_cents for one in contest.log if isinstance(one, happened.FeeRefunded)
    )
    kept = moved[happened.CommissionKept] + moved[happened.FeesRetained]
    assert purse.fees_cents == moved[happened.FeePaid] == sum(one.paid_cents for one in people)
    assert purse.refunded_cents == moved[happened.FeeRefunded]
    assert purse.kept_cents == kept - given_up - moved[happened.RetentionReduced]
    assert purse.added_cents == moved[happened.ValueAdded] - moved[happened.ValueTakenBack]
    assert pool_cents(tournament) >= 0
    held = law(contest.rules.edition).money.keeps_percent_max
    if held is not None:
        left = purse.fees_cents - purse.refunded_cents
        assert purse.kept_cents * 100 <= held.value * left
    for person in people:
        assert 0 <= owed_cents(person) <= person.paid_cents
    if tournament.stage is Stage.CANCELLED:
        assert pool_cents(tournament) == purse.kept_cents == 0


@pytest.mark.parametrize("book", BOOKS)
def test_prizes_are_the_pool_to_the_cent(book: str) -> None:
    rules = tournament_rules(load(book), elections(book))
    rounding = law(rules.edition).money.odd_cents
    dice = random.Random(book)
    for _ in range(2_000):
        shared = bool(rounding) and dice.random() < 0.5
        prizes = _prizes(dice)
        places = _places(dice, shared=shared)
        pool = dice.choice([0, 1, 2, 99, 10_005, dice.randrange(10**9)])
        shares = divided(rules, pool, prizes, places)
        paid = sum(share.cents * len(share.names) for share in shares)
        borne = sum(share.borne_cents for share in shares)
        odd = sum(share.odd_cents for share in shares)
        assert paid == pool + borne - odd
        assert all(share.borne_cents < len(share.names) for share in shares)
        assert all(share.odd_cents < len(share.names) for share in shares)
        if rounding:
            up = rounding.value is OddCents.EACH_SHARE_UP
            assert odd == 0 if up else borne == 0
        else:
            assert borne == odd == 0


def _prizes(dice: random.Random) -> list[Prize]:
    """Return a list that gives out all of a pool."""
    cuts = sorted(dice.sample(range(1, 10_000), dice.randrange(4)))
    ends = [0, *cuts, 10_000]
    return [
        Prize(place, share=high - low) for place, (low, high) in enumerate(pairwise(ends), start=1)
    ]


def _places(dice: random.Random, *, shared: bool) -> dict[str, int]:
    """Return places of some people, perhaps with some of them level."""
    names, places = list(NAMES[: dice.randrange(1, len(NAMES))]), {}
    place = 1
    while names:
        level = dice.randrange(1, len(names) + 1) if shared else 1
        for name in names[:level]:
            places[name] = place
        names, place = names[level:], place + level
    return places
