"""What a rehearsal arranges before a session: who leads, what is kept, tables, chips."""

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from support.random_tournament import plan_for

from punto.aggregate.actor import DEALER, Actor
from punto.notation.conditions_file import Plan, plan_of
from punto.rehearsal.conditions import opened
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.session_setup import arrangement_due, chips_due, lead_due
from punto.rehearsal.simulated_entrants import field
from punto.rehearsal.step import CommandStep
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.load import load
from punto.rulebook.power import Power
from punto.tournament.conduct.lead import AppointLead, Attend
from punto.tournament.money.retained_fees import RetainFees
from punto.tournament.money.stock import ReturnChips, StockChips
from punto.tournament.rules import tournament_section
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.tournament import Stock

# Who names the leader, who leads, and with which rank.
LEADS = {
    "act-2015": ("gaming_shift_manager", "tournament_director", None),
    "nsw-2024": ("casino_operator", "tournament_manager", "licensed_person"),
    "tas-2018": ("casino_operator", "competition_director", "table_gaming_supervisor"),
}


@cache
def planned(name: str, entrants: int = 16) -> Plan:
    """Return a plan with chips of $1,050 for everybody and two rounds."""
    units = tournament_section(load(name)).seating.session_units.value
    conditions = {
        "entry_fee": 100,
        "entrants_min": 2,
        "entrants_max": 40,
        "chips": 1_050,
        "minimum": 100,
        "maximum": 500,
        "session": "4 coups" if "coups" in units else "8 minutes",
        "rounds": [{"name": "heats", "advance": 2, "tables": 2}, {"name": "final", "tables": 1}],
        "secret_wagers": 2,
        "pass_cards": 0,
        "wagering_order": True,
        "compulsory": True,
        "buy_back": {"times": 0},
        "prizes": [{"place": 1, "share": "100%"}],
        "texts": dict(plan_for(name, Random(1)).conditions.texts),
    }
    rehearsal = {"entrants": entrants}
    return plan_of(
        {"name": "cup", "rulebook": name, "conditions": conditions, "rehearsal": rehearsal}
    )


def before(kind: type, name: str, entrants: int = 16) -> RehearsalDriver:
    """Return a tournament that has come as far as the first command of a kind."""
    plan, random = planned(name, entrants), Random(5)
    house = opened(plan, random.randrange)
    directed = Rehearsal(house, plan, field(plan.rehearsal), random.randrange)
    while (step := directed.due()) is not None:
        if isinstance(step, CommandStep) and isinstance(step.command, kind):
            return house
        directed.take(step)
    raise AssertionError(kind)


def changed(house: RehearsalDriver, **fields: Any) -> RehearsalDriver:
    """Return the house with its tournament changed."""
    position = house.driver.position
    house.driver.position = replace(position, state=replace(position.state, **fields))
    return house


@pytest.mark.parametrize("name", LEADS)
def test_a_lead_is_named_and_comes(name: str) -> None:
    house = before(AppointLead, name)
    names, leads, rank = LEADS[name]
    first = lead_due(house)
    assert first == CommandStep(Actor(names, names, house.at), AppointLead(leads, rank))
    house.act(first.actor, first.command)
    second = lead_due(house)
    assert second == CommandStep(Actor(leads, leads, house.at), Attend())
    house.act(second.actor, second.command)
    assert lead_due(house) is None
    floor = replace(house.driver.tournament.floor, leaders=("olga", "pat"), present=())
    changed(house, floor=floor)
    assert lead_due(house) == CommandStep(Actor("olga", leads, house.at), Attend())


def test_the_share_of_the_fees_is_kept_once_and_rounded_down() -> None:
    house, plan = before(DesignateTable, "tas-2018"), planned("tas-2018")
    purse = replace(house.driver.tournament.purse, fees_cents=160_001)
    changed(house, purse=purse)
    due = arrangement_due(house, replace(plan, retention=1_250))
    operator = Actor("casino_operator", "casino_operator", house.at)
    assert due == CommandStep(operator, RetainFees(20_000, "administration"))
    tables = arrangement_due(house, replace(plan, retention=0))
    assert tables is not None
    assert tables.command == DesignateTable(1)
    changed(house, purse=replace(purse, kept_cents=1))
    assert arrangement_due(house, replace(plan, retention=1_250)) == tables


@pytest.mark.parametrize(
    ("entrants", "asked", "rounds", "tables"),
    [
        (14, None, (None,), 2),
        (15, None, (None,), 3),
        (15, None, (2, 1), 2),
        (15, None, (1, 2), 2),
        (15, None, (2, None), 2),
        (15, None, (9, 1), 3),
        (15, None, (), 3),
        (15, 1, (2, 1), 1),
        (15, 4, (2, 1), 4),
    ],
)
def test_as_many_tables_are_designated_as_a_field_needs(
    entrants: int, asked: int | None, rounds: tuple[int | None, ...], tables: int
) -> None:
    house, plan = before(DesignateTable, "tas-2018", entrants), planned("tas-2018", entrants)
    [first, *_] = plan.conditions.rounds
    held = tuple(replace(first, tables=number) for number in rounds)
    plan = replace(
        plan,
        conditions=replace(plan.conditions, rounds=held),
        rehearsal=replace(plan.rehearsal, tables=asked),
    )
    leads = LEADS["tas-2018"][1]
    for number in range(1, tables + 1):
        due = arrangement_due(house, plan)
        assert due == CommandStep(Actor(leads, leads, house.at), DesignateTable(number))
        house.act(due.actor, due.command)
    assert arrangement_due(house, plan) is None


def test_chips_of_the_smallest_wager_are_stocked_and_come_back(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    house, plan = before(StockChips, "nsw-2024"), planned("nsw-2024")
    due = arrangement_due(house, plan)
    # Eleven of $100 are the least that make $1,050.
    assert due == CommandStep(Actor(DEALER, DEALER, house.at), StockChips({10_000: 11 * 16}))
    conditions = house.driver.tournament.conditions
    for changes, pieces in (
        ({"chips_cents": 100_000}, {10_000: 160}),
        ({"chips_cents": 100_001}, {10_000: 176}),
        ({"chips_cents": None}, {10_000: 0}),
        ({"minimum_cents": None}, {1: 105_000 * 16}),
    ):
        changed(house, conditions=replace(conditions, **changes))
        asked = arrangement_due(house, plan)
        assert asked is not None
        assert asked.command == StockChips(pieces)
    changed(house, conditions=conditions)
    assert chips_due(house) is None
    house.act(due.actor, due.command)
    assert arrangement_due(house, plan) is None
    assert chips_due(house) is None
    changed(house, entrants=())
    changed(house, stock=Stock({10_000: 176}, out=True))
    back = chips_due(house)
    assert back == CommandStep(Actor(DEALER, DEALER, house.at), ReturnChips({10_000: 176}))
    changed(house, stock=Stock({}, out=True))
    assert chips_due(house) is None
    empty = arrangement_due(house, plan)
    assert empty is not None
    assert empty.command == StockChips({10_000: 11})
    # Both are for whoever may return chips.
    monkeypatch.setattr(
        RehearsalDriver, "staff", lambda house, power: Actor(power, power, house.at)
    )
    for act in (
        arrangement_due(house, plan),
        chips_due(changed(house, stock=Stock({1: 1}, out=True))),
    ):
        assert act is not None
        assert act.actor.name == Power.RETURN_TOURNAMENT_CHIPS
