"""The list of what is owed: from the logs of tables and house together, as it stood on a day."""

from datetime import date
from random import Random
from typing import Any

import pytest
from support.editions import ALL
from support.log_envelopes import journal_lines

import punto
from punto.aggregate.actor import Actor
from punto.driver.house import Premises, new_premises
from punto.house.calendar import point_in_time
from punto.journal import JournalLine
from punto.reports.catalogue import make_report, may_read, report_named
from punto.reports.time_spans import day
from punto.rulebook.load import load

ZONE = "Australia/Sydney"
SUE = "casino_supervisor"


def at(text: str) -> int:
    return point_in_time(ZONE, *text.split(" "))


def mispaid(extra: int) -> punto.Game:
    """Return a table at which a patron was paid too much on 10 June."""
    game = punto.open_table("nsw-2024", randbelow=Random(5).randrange)
    clock = at("2024-06-10 12:00")
    game.act("ann", "join", patron="ann", seat=1, clock=clock)
    game.act("ann", "buy_chips", patron="ann", dollars=100_000, clock=clock)
    while True:
        game.act("dealer", "open_betting", clock=clock)
        game.act("ann", "place_wager", wager="player", stake=5000, clock=clock)
        while game.view().phase != "settling":
            game.act("dealer", "draw", clock=clock)
        game.act("dealer", "collect_losers", clock=clock)
        phase: Any = game.table.phase
        if phase.coup.result == "player":
            paid = {"ann player": 5000 + extra}
            game.act("dealer", "pay_winners", paid=paid, clock=clock)
            return game
        game.act("dealer", "pay_winners", clock=clock)
        game.act("dealer", "discard", clock=clock)


def listed(lines: list[JournalLine], of: date) -> list[tuple[Any, ...]]:
    """Return what is owed at the end of a day: overdue or not, by whom, what."""
    made = make_report(report_named("duties"), load("nsw-2024"), lines, day(ZONE, of))
    keys = [column.key for column in made.parts[0].columns]
    rows = [dict(zip(keys, row, strict=True)) for row in made.parts[0].rows]
    return [(row["overdue"], row["owner"], row["text"]) for row in rows]


def house() -> Premises:
    return new_premises("nsw-2024", "Harbour", ZONE)


def test_what_is_owed_is_overdue_after_its_time_and_gone_once_it_is_done() -> None:
    game, premises = mispaid(1001), house()
    lines = journal_lines("t1", game.log)
    tell = "tell the regulator of the wrong payments of 2024-06"
    june = listed(lines, date(2024, 6, 30))
    assert (False, "casino_operator", tell) in june
    assert len(june) == 3, "to enquire, to put right, to tell"
    assert (True, "casino_operator", tell) in listed(lines, date(2024, 7, 2))
    words = {"report": "monthly_mispayments", "period": "2024-06"}
    premises.act("casino_operator", "file_report", clock=at("2024-07-03 09:00"), **words)
    both = [*lines, *journal_lines("house", premises.log)]
    assert (True, "casino_operator", tell) in listed(both, date(2024, 7, 2)), "nobody knew more"
    assert all(text != tell for _, _, text in listed(both, date(2024, 7, 3)))


@pytest.mark.parametrize(("extra", "told"), [(999, False), (1000, False), (1001, True)])
def test_a_thousand_dollars_is_not_more_than_a_thousand(extra: int, told: bool) -> None:
    lines = journal_lines("t1", mispaid(extra).log)
    texts = [text for _, _, text in listed(lines, date(2024, 6, 30))]
    assert any("regulator of the wrong" in text for text in texts) is told


def test_promotions_and_tables_stand_in_one_list() -> None:
    premises = house()
    clock = at("2024-06-10 09:00")
    premises.act("casino_operator", "draft_promotion", name="Winter", clock=clock)
    lines = [
        *journal_lines("t1", mispaid(10).log),
        *journal_lines("house", premises.log),
    ]
    assert [text.split(":")[0] for _, _, text in listed(lines, date(2024, 6, 10))] == [
        "enquire into the payment",
        "put the payment right, try to, or tell the regulator",
    ]


@pytest.mark.parametrize("name", ALL)
def test_an_empty_floor_owes_nothing_and_patrons_do_not_read_the_list(name: str) -> None:
    report = report_named("duties")
    made = make_report(report, load(name), [], day("UTC", date(2024, 6, 10)))
    assert made.parts[0].rows == ()
    rules = new_premises(name, "x", "UTC").rules
    assert not may_read(rules, Actor("ann", "patron").title, report)
    assert not may_read(rules, "dealer", report)
