"""A month of play with injected errors gives the very reports that a count by hand expects."""

from collections import Counter
from datetime import date, timedelta
from functools import cache
from typing import Any

import pytest
from support.expected_registers import plain_rows
from support.month_of_errors import BOOK, Count, Pit, played
from support.sydney_times import day_of, midnight

from punto.journal import JournalLine, known_before
from punto.registers.catalogue import REGISTERS
from punto.reports import time_spans
from punto.reports.as_csv import as_csv
from punto.reports.as_json import as_json, json_values
from punto.reports.catalogue import REPORTS, make_report
from punto.rulebook.load import load

ZONE = "Australia/Sydney"
SEEDS = (1, 2, 3)
DAYS = range(1, 37)
OVER = 100_000
MONTHS = {"2024-10": (midnight(1), midnight(32)), "2024-11": (midnight(32), midnight(62))}


@cache
def pit_of(seed: int) -> Pit:
    return played(seed)


@cache
def lines_of(pit: Pit) -> tuple[JournalLine, ...]:
    return tuple(pit.lines())


def report(pit: Pit, name: str, span: time_spans.TimeSpan) -> dict[str, Any]:
    found: dict[str, Any] = json_values(
        make_report(REPORTS[name], load(BOOK), lines_of(pit), span)
    )["parts"]
    return found


def day_span(day: int) -> time_spans.TimeSpan:
    return time_spans.day(ZONE, date(2024, 10, 1) + timedelta(days=day - 1))


def month_span(label: str) -> time_spans.TimeSpan:
    year, month = map(int, label.split("-"))
    return time_spans.month(ZONE, year, month)


def test_the_days_of_the_count_are_those_of_the_zone() -> None:
    for day in DAYS:
        span = day_span(day)
        assert (span.since, span.until) == (midnight(day), midnight(day + 1))
        assert day_of(span.since) == day_of(span.until - 1) == span.label
    hours = {(midnight(day + 1) - midnight(day)) // 3600 for day in DAYS}
    assert hours == {23, 24}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("label", MONTHS)
def test_each_wrong_payment_is_reported_in_the_month_it_became_known(seed: int, label: str) -> None:
    pit = pit_of(seed)
    since, until = MONTHS[label]

    def expected(*, news: bool) -> list[tuple[Any, ...]]:
        return sorted(
            (
                *(wrong.stream, wrong.number, wrong.patron, abs(wrong.cents)),
                *("over" if wrong.cents > 0 else "under", wrong.state(until), wrong.breach(until)),
            )
            for wrong in pit.count.wrong
            if abs(wrong.cents) > OVER
            and (
                wrong.known_at < since <= wrong.touched(until) < until
                if news
                else since <= wrong.known_at < until
            )
        )

    parts = report(pit, "monthly-mispayments", month_span(label))
    for key, news in (("mispayments", False), ("news", True)):
        got = sorted(
            (
                *(row["stream"], row["number"], row["patron"], row["cents"]),
                *(row["over"], row["state"], row["breach"]),
            )
            for row in parts[key]
        )
        assert got == expected(news=news), (seed, label, key)
    assert parts["mispayments"]
    for row in parts["mispayments"]:
        assert "nsw-2024/12.20.2#2" in row["clause"]
        late = row["paid_at"] < row["known_at"]
        assert ("nsw-2024/12.20.2#4" in row["clause"]) == late


@pytest.mark.parametrize("seed", SEEDS)
def test_every_edge_of_the_threshold_was_tried(seed: int) -> None:
    tried = {abs(wrong.cents) for wrong in pit_of(seed).count.wrong}
    assert {99_999, 100_000, 100_001} <= tried


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize(
    ("name", "channel"),
    [("daily-summary", "daily_summary"), ("breach-notification", "breach_report")],
)
def test_an_inspector_is_told_by_the_channel_that_was_chosen(
    seed: int, name: str, channel: str
) -> None:
    pit = pit_of(seed)
    told = 0
    for day in DAYS:
        span = day_span(day)
        got = Counter((row["stream"], row["kind"]) for row in report(pit, name, span)["matters"])
        expected = Counter(
            (stream, kind)
            for at, stream, kind, by in pit.count.told
            if by == channel and day_of(at) == span.label
        )
        assert got == expected, (seed, span.label)
        told += got.total()
    assert told == sum(by == channel for _, _, _, by in pit.count.told) > 0


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_payments_are_a_breach_as_far_as_was_known(seed: int) -> None:
    pit = pit_of(seed)
    for day in DAYS:
        span, until = day_span(day), midnight(day + 1)
        got = sorted(
            (row["stream"], row["number"])
            for row in report(pit, "breach-notification", span)["mispayments"]
        )
        expected = sorted(
            (wrong.stream, wrong.number)
            for wrong in pit.count.wrong
            if wrong.known_at < until
            and wrong.breach(until)
            and midnight(day) <= wrong.touched(until)
        )
        assert got == expected, (seed, span.label)


def win_of(count: Count, stream: str, since: int, until: int) -> int:
    """Return what the house won, by the cards and what was paid wrongly."""
    return sum(cents for at, where, cents in count.won if where == stream and since <= at < until)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_shift_report_counts_coups_voids_errors_drop_and_win(seed: int) -> None:
    pit = pit_of(seed)
    count = pit.count
    errors = {"irregularities", "mispayments", "odd_cards", "devices"}
    seen = 0
    for day in DAYS:
        span, since, until = day_span(day), midnight(day), midnight(day + 1)
        for row in report(pit, "shift", span)["tables"]:
            stream = row["stream"]

            def here(found: list[tuple[int, str]], stream: str = stream, day: int = day) -> int:
                return sum(
                    where == stream and midnight(day) <= at < midnight(day + 1)
                    for at, where in found
                )

            noted = [(at, where) for at, where, book, _ in count.noted if book in errors]
            bought = [
                cents
                for at, where, cents in count.bought
                if where == stream and since <= at < until
            ]
            assert row["coups"] == here(count.coups), (seed, span.label, stream)
            assert row["void"] == here(count.voids), (seed, span.label, stream)
            assert row["errors"] == here(noted), (seed, span.label, stream)
            assert row["drop_cents"] == sum(bought)
            assert row["win_cents"] == win_of(count, stream, since, until), (span.label, stream)
            seen += row["coups"]
    assert seen == len(count.coups)


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", sorted(REGISTERS))
def test_a_register_has_a_line_for_everything_that_happened(seed: int, book: str) -> None:
    pit = pit_of(seed)
    rows = REGISTERS[book](lines_of(pit))
    names = {"mispayments": "mispaid", "disputes": "dispute_raised"}
    got = Counter((row.at, row.stream, names.get(book) or getattr(row, "kind", "")) for row in rows)
    expected = Counter((at, where, kind) for at, where, of, kind in pit.count.noted if of == book)
    assert got == expected


# Registers whose rows never change once they stand there.
SETTLED = sorted(set(REGISTERS) - {"mispayments", "disputes", "denied_claims"})


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("book", SETTLED)
def test_a_register_has_the_very_rows_of_each_day_and_of_the_month(seed: int, book: str) -> None:
    pit, name = pit_of(seed), book.replace("_", "-")
    kept, daily = pit.count.kept, list[dict[str, Any]]()
    for day in DAYS:
        rows = report(pit, name, day_span(day))["rows"]
        assert plain_rows(rows) == kept.expected(book, midnight(day), midnight(day + 1)), day
        daily += rows if day < 32 else []
    for label, span in MONTHS.items():
        whole = plain_rows(report(pit, name, month_span(label))["rows"])
        assert whole == kept.expected(book, *span)
        assert label != "2024-10" or whole == plain_rows(daily), "the days make the month"


@pytest.mark.parametrize("name", REPORTS)
def test_a_past_report_is_the_same_whatever_came_later(name: str) -> None:
    pit = pit_of(1)
    edition, lines = load(BOOK), pit.lines()
    asked = (
        [month_span(label) for label in MONTHS]
        if REPORTS[name].of == "month"
        else [day_span(day) for day in (1, 5, 6, 30, 31, 32)]
    )
    for span in asked:
        cut = known_before(lines, span.until)
        assert len(cut) < len(lines)
        whole, then = (make_report(REPORTS[name], edition, known, span) for known in (lines, cut))
        assert as_json(whole) == as_json(then)
        assert as_csv(whole) == as_csv(then)
        mixed = make_report(REPORTS[name], edition, reversed(lines), span)
        assert as_json(mixed) == as_json(whole), "the order of logs makes no difference"
