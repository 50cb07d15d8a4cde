"""Everything that can go wrong at a table, at every kind of moment: each row, exactly."""

from datetime import date, datetime, timedelta
from functools import cache
from typing import Any

import pytest
from support.error_examples import INJECTED, MOMENTS, Floor, a_month
from support.expected_registers import BOOK, Cells, plain_rows
from support.sydney_times import midnight

from punto.registers.catalogue import REGISTERS
from punto.reports import time_spans
from punto.reports.as_json import json_values
from punto.reports.catalogue import REPORTS, make_report
from punto.rulebook.load import load

ZONE = "Australia/Sydney"
DAYS = range(1, 45)
MONTHS = {10: (midnight(1), midnight(32)), 11: (midnight(32), midnight(62))}


@cache
def floor() -> Floor:
    return a_month()


@cache
def parts(name: str, day: int = 0, month: int = 0) -> dict[str, list[Cells]]:
    """Return the parts of a report of a day or a month."""
    span = (
        time_spans.day(ZONE, date(2024, 10, 1) + timedelta(days=day - 1))
        if day
        else time_spans.month(ZONE, 2024, month)
    )
    found: dict[str, Any] = json_values(make_report(REPORTS[name], load(BOOK), _lines(), span))[
        "parts"
    ]
    return found


@cache
def _lines() -> tuple[Any, ...]:
    return tuple(floor().lines())


def test_everything_was_injected_at_every_kind_of_moment() -> None:
    assert len(floor().games) == len(INJECTED) * len(MOMENTS) == 13 * 7


@pytest.mark.parametrize("book", sorted(REGISTERS))
def test_a_register_has_the_very_rows_of_each_day_and_of_the_month(book: str) -> None:
    name = book.replace("_", "-")
    kept = floor().kept
    for day in DAYS:
        rows = parts(name, day=day)["rows"]
        expected = kept.expected(book, midnight(day), midnight(day + 1))
        assert plain_rows(rows) == expected, (book, day)
        in_order(rows)
    for month, (since, until) in MONTHS.items():
        rows = parts(name, month=month)["rows"]
        assert plain_rows(rows) == kept.expected(book, since, until), (book, month)
        in_order(rows)


def in_order(rows: list[Cells]) -> None:
    """Assert that rows stand as they happened."""
    when = [datetime.fromisoformat(row.get("known_at") or row["at"]) for row in rows]
    assert when == sorted(when)


# Registers whose rows never change once they stand there.
SETTLED = sorted(set(REGISTERS) - {"mispayments", "disputes", "denied_claims"})


@pytest.mark.parametrize("book", SETTLED)
def test_the_days_of_a_month_make_the_month(book: str) -> None:
    name = book.replace("_", "-")
    for month, days in ((10, range(1, 32)), (11, range(32, 62))):
        daily = [row for day in days for row in parts(name, day=day)["rows"]]
        assert plain_rows(daily) == plain_rows(parts(name, month=month)["rows"]), (book, month)


def test_a_wrong_payment_of_a_day_is_in_the_month_as_it_ended() -> None:
    for month, days in ((10, range(1, 32)), (11, range(32, 62))):
        last = {
            (row["stream"], row["number"]): row
            for day in days
            for row in parts("mispayments", day=day)["rows"]
        }
        assert plain_rows([*last.values()]) == plain_rows(parts("mispayments", month=month)["rows"])


def wrong(since: int, until: int) -> list[tuple[int, int, Cells]]:
    """Return every wrong payment known before a moment: when known, when touched, its row."""
    kept = floor().kept
    return [
        (story.at, story.touched(until), kept.shown(story, row))
        for story in kept.stories
        if story.book == "mispayments"
        if (row := story.row(until)) is not None and story.touched(until) >= since
    ]


@pytest.mark.parametrize("month", MONTHS)
def test_the_report_of_the_month_has_each_wrong_payment_over_a_thousand_dollars(month: int) -> None:
    since, until = MONTHS[month]
    new: list[Cells] = []
    news: list[Cells] = []
    for known, _, row in wrong(since, until):
        if row["cents"] <= 100_000:
            continue
        paid = datetime.fromisoformat(row["paid_at"]) < datetime.fromisoformat(row["known_at"])
        clause = ["12.20.2#2", *(["12.20.2#4"] if paid else [])]
        clause += ["12.20.2#5"] if row["state"] != "open" else []
        # Each is reported by itself where the same table paid the same patron wrongly twice.
        clause += ["12.20.2#3"] if row["stream"].startswith("wrong_scale") else []
        asked = row["intentional"] is not None
        # Money paid over by mistake is no credit: said where somebody looked into it.
        told = asked and row["over"] == "over" and not row["intentional"]
        assert not told or "nsw-2024/12.20.2#1" in row["clause"]
        cells = {**row, "clause": [*row["clause"], *(f"{BOOK}/{one}" for one in clause)]}
        (new if known >= since else news).append(cells)
    got = parts("monthly-mispayments", month=month)
    assert plain_rows(got["mispayments"]) == plain_rows(new)
    assert plain_rows(got["news"]) == plain_rows(news)
    assert len(new) > 3
    assert (month == 10) == (not news)


def test_the_notification_of_a_day_has_what_is_a_breach_so_far() -> None:
    seen = 0
    for day in DAYS:
        rows = parts("breach-notification", day=day)["mispayments"]
        expected = [row for _, _, row in wrong(midnight(day), midnight(day + 1)) if row["breach"]]
        assert plain_rows(rows) == plain_rows(expected), day
        seen += len(rows)
        assert parts("daily-summary", day=day)["matters"] == []
    assert seen > 50


ERRORS = ("irregularities", "mispayments", "odd_cards")


def shift_of(stream: str, since: int, until: int) -> dict[str, int]:
    """Return what a table did in a span, by hand."""
    kept = floor().kept

    def there(moments: list[int]) -> int:
        return sum(since <= at < until for at in moments)

    def rows(*books: str) -> list[Any]:
        return [one for one in kept.stories if one.stream == stream and one.book in books]

    void = [one.at for one in rows("voids") if one.then[0][1]["kind"] == "coup_voided"]
    faults = [one.at for one in rows("devices") if one.then[0][1]["kind"] == "device_fault"]
    return {
        "coups": there([at for at, where in kept.coups if where == stream]),
        "void": there(void),
        "faults": there(faults),
        "errors": there([*faults, *(one.at for one in rows(*ERRORS))]),
        **{book: there([one.at for one in rows(book)]) for book in ERRORS},
        "drop_cents": sum(
            cents for at, where, cents in kept.bought if where == stream and since <= at < until
        ),
        "win_cents": sum(
            cents for at, where, cents in kept.house_won if where == stream and since <= at < until
        ),
    }


def test_the_shift_report_counts_what_was_counted_by_hand() -> None:
    for day in DAYS:
        for row in parts("shift", day=day)["tables"]:
            expected = shift_of(row["stream"], midnight(day), midnight(day + 1))
            assert {name: row[name] for name in expected} == expected, (day, row["stream"])


def test_the_shifts_of_a_month_make_the_month() -> None:
    for month, days in ((10, range(1, 32)), (11, range(32, 62))):
        whole = {row["stream"]: row for row in parts("shift", month=month)["tables"]}
        daily = [row for day in days for row in parts("shift", day=day)["tables"]]
        assert {row["stream"] for row in daily} == whole.keys()
        for stream, row in whole.items():
            expected = shift_of(stream, *MONTHS[month])
            assert {name: row[name] for name in expected} == expected, (month, stream)
            for name in expected:
                total = sum(one[name] for one in daily if one["stream"] == stream)
                assert total == row[name], (month, stream, name)
