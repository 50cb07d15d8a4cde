"""A house in the month: what it sent, denied, told and filed, and what it owed on every day."""

from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest
from support.expected_registers import BOOK, Cells, plain_rows
from support.promotion_example import CLOSES, SENT, SENT_AGAIN, STARTS, Harbour
from support.sydney_times import local, midnight

from punto.journal import JournalLine
from punto.reports import time_spans
from punto.reports.as_json import json_values
from punto.reports.catalogue import REPORTS, make_report
from punto.rulebook.load import load

ZONE = "Australia/Sydney"
DAYS = range(1, 65)
MONTHS = {10: (midnight(1), midnight(32)), 11: (midnight(32), midnight(62))}


@cache
def harbour() -> Harbour:
    return Harbour()


@cache
def lines() -> tuple[JournalLine, ...]:
    return tuple(harbour().lines())


@cache
def parts(name: str, day: int = 0, month: int = 0) -> dict[str, list[Cells]]:
    span = (
        time_spans.day(ZONE, date(2024, 10, 1) + timedelta(days=day - 1))
        if day
        else time_spans.month(ZONE, 2024, month)
    )
    found: dict[str, Any] = json_values(make_report(REPORTS[name], load(BOOK), lines(), span))[
        "parts"
    ]
    return found


@pytest.mark.parametrize("day", DAYS)
def test_what_is_owed_is_what_was_written_down(day: int) -> None:
    got = parts("duties", day=day)["duties"]
    assert plain_rows(got) == plain_rows(harbour().expected(midnight(day + 1)))
    due = [row["due"] for row in got]
    timed = [one for one in due if one is not None]
    assert due == [*sorted(timed), *[None] * (len(due) - len(timed))], "the most urgent first"


@pytest.mark.parametrize("month", MONTHS)
def test_what_is_owed_at_the_end_of_a_month_is_owed_on_its_last_day(month: int) -> None:
    last = {10: 31, 11: 61}[month]
    assert parts("duties", month=month) == parts("duties", day=last)


def test_something_was_late_and_something_in_time() -> None:
    late = {
        row["key"]: day
        for day in reversed(DAYS)
        for row in parts("duties", day=day)["duties"]
        if row["overdue"]
    }
    assert late == {
        # Due at the end of 1 November and of 1 December: late a second after that.
        "monthly_mispayments 2024-10": 33,
        "monthly_mispayments 2024-11": 63,
        "promotion 1 doubt 2": 21,
    }


@pytest.mark.parametrize("book", ["denied_claims", "notices", "odd_cards"])
def test_a_register_has_the_very_rows_of_each_day_and_of_the_month(book: str) -> None:
    house, name = harbour(), book.replace("_", "-")

    def expected(since: int, until: int) -> list[Cells]:
        both = [*house.kept.expected(book, since, until)]
        return plain_rows([*both, *house.floor.kept.expected(book, since, until)])

    for day in range(1, 45):
        got = parts(name, day=day)["rows"]
        assert plain_rows(got) == expected(midnight(day), midnight(day + 1)), day
    for month, span in MONTHS.items():
        assert plain_rows(parts(name, month=month)["rows"]) == expected(*span)


@pytest.mark.parametrize(
    ("name", "on", "channel"),
    [("daily-summary", 20, "daily_summary"), ("breach-notification", 23, "breach_report")],
)
def test_an_inspector_reads_it_on_its_day_alone(name: str, on: int, channel: str) -> None:
    for day in range(1, 45):
        found = [(row["kind"], row["to"]) for row in parts(name, day=day)["matters"]]
        to = ["surveillance", f"inspector by {channel}"]
        assert found == ([("missing_card", to)] if day == on else []), day


# On each day at which something was done to them: stage, version, when these were sent.
TERMS = {
    1: ("draft", 0, None),
    2: ("draft", 4, None),
    3: ("published", 4, None),
    9: ("published", 4, SENT),
    10: ("started", 4, SENT),
    11: ("started", 5, None),
    13: ("started", 5, SENT_AGAIN),
}


@pytest.mark.parametrize("day", range(1, 35))
def test_terms_are_shown_as_they_stood(day: int) -> None:
    got = parts("promotion-terms", day=day)
    if day not in TERMS:
        assert got == {"promotions": [], "terms": []}
        return
    stage, version, sent = TERMS[day]
    known = stage != "draft"
    assert got["promotions"] == [
        {
            "stream": "house",
            "promotion": 1,
            "name": "Spring",
            "stage": stage,
            "version": version,
            "starts_at": local(STARTS) if known else None,
            "closes_at": local(CLOSES) if known else None,
            "due_at": local(SENT) if known else None,
            "sent_at": local(sent),
            "in_time": True if day >= 9 else None,
        }
    ]
    said = {row["topic"]: row["text"] for row in got["terms"]}
    place = {"main floor"} if 1 < day < 11 else {"upper floor"} if day > 1 else {None}
    assert {said.get("place")} == place
    assert len(said) == (18 if day > 1 else 0)
    if day > 1:
        assert said["prize 3"] == "cap (money), worth $100.01; none"
