"""A tournament in the month: entries, counts, places, prizes and money of each day."""

from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest
from support.expected_registers import BOOK, Cells, plain_rows
from support.sydney_times import local, midnight
from support.tournament_example import BEGUN, Cup

from punto.registers.catalogue import REGISTERS
from punto.reports import time_spans
from punto.reports.as_json import json_values
from punto.reports.catalogue import REPORTS, make_report
from punto.rulebook.load import load

ZONE = "Australia/Sydney"


@cache
def cup() -> Cup:
    return Cup()


def parts(name: str, day: int = 0) -> dict[str, list[Cells]]:
    span = (
        time_spans.day(ZONE, date(2024, 10, 1) + timedelta(days=day - 1))
        if day
        else time_spans.month(ZONE, 2024, 10)
    )
    found: dict[str, Any] = json_values(
        make_report(REPORTS[name], load(BOOK), cup().lines(), span)
    )["parts"]
    return found


@pytest.mark.parametrize("book", sorted(REGISTERS))
def test_a_register_has_the_very_rows_of_each_day_and_of_the_month(book: str) -> None:
    name, kept, daily = book.replace("_", "-"), cup().kept, []
    for day in range(9, 15):
        rows = parts(name, day)["rows"]
        assert plain_rows(rows) == kept.expected(book, midnight(day), midnight(day + 1)), day
        daily += rows
    whole = plain_rows(parts(name)["rows"])
    assert whole == plain_rows(daily) == kept.expected(book, midnight(1), midnight(32))


def sums(*named: tuple[str, str]) -> list[Cells]:
    return [{"stream": "cup", "name": name, "amount": amount} for name, amount in named]


ADDED = ("Added by the house", "$50")
MONEY = {
    9: [],
    10: sums(("Entry fees", "$100"), ADDED, ("Pool", "$150")),
    11: sums(("Entry fees", "$300"), ADDED, ("Pool", "$350")),
    12: sums(("Entry fees", "$300"), ADDED, ("Pool", "$350"), ("Paid", "$350")),
    13: sums(("Entry fees", "$300"), ADDED, ("Pool", "$350"), ("Paid", "$350")),
    14: [],
}
PLACES = [
    # Seven tenths and three of what came in.
    {"place": 1, "name": "bob", "chips": "1,400", "prize_cents": 24_500, "paid": True},
    {"place": 2, "name": "ann", "chips": "1,200", "prize_cents": 10_500, "paid": True},
    {"place": 3, "name": "cy", "chips": "0", "prize_cents": None, "paid": None},
]


@pytest.mark.parametrize("day", MONEY)
def test_results_are_those_of_the_day(day: int) -> None:
    got = parts("tournament-results", day)
    assert got["money"] == MONEY[day]
    rows = [{"stream": "cup", "title": "Harbour Cup", "goods": [], **row} for row in PLACES]
    assert got["places"] == (rows if day in (12, 13) else [])


def test_the_tables_of_a_tournament_have_coups_and_no_drop() -> None:
    seen = []
    for day in range(9, 15):
        for row in parts("shift", day)["tables"]:
            seen.append((day, row["stream"], row["coups"], row["drop_cents"], row["win_cents"]))
            if day == 11:
                assert row["first_at"] == local(BEGUN)
    assert [one for one in seen if one[2]] == [
        (11, "cup/1", 1, None, None),
        (12, "cup/1", 1, None, None),
    ]
    [whole] = parts("shift")["tables"]
    assert whole["coups"] == 2
