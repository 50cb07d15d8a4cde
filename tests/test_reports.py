"""Reports: days as the venue has them, thresholds to the cent, who may read, every paper."""

import csv
import io
import json
from datetime import UTC, date, datetime, time
from functools import cache
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from support.editions import ALL, DEALING
from support.log_envelopes import journal_lines, lines_of, said
from support.month_of_errors import Pit
from support.random_tournament import plan_for

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.house.award.notification import ClaimDenied, DeniedTold
from punto.house.base_classes import HouseEvent
from punto.house.compliance.disputes import (
    ComplaintAdvised,
    TermsDecided,
    TermsDisputeClosed,
    TermsDisputed,
)
from punto.house.compliance.records import GapDecided
from punto.house.creation import HouseSetUp
from punto.house.promotion import PromotionPrize, PromotionTerms
from punto.house.required_reports import reports_by_name
from punto.house.terms.prizes import PrizeOffered
from punto.house.terms.publishing import (
    PromotionDrafted,
    PromotionStarted,
    TermsPublished,
    TermsSent,
    TermsWritten,
)
from punto.journal import JournalLine
from punto.library import open_table
from punto.rehearsal.conditions import opened
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.simulated_entrants import field
from punto.reports import time_spans
from punto.reports.as_csv import as_csv
from punto.reports.as_json import as_json, json_values
from punto.reports.as_pdf import as_pdf, as_pictures, template_data
from punto.reports.catalogue import (
    REPORTS,
    check_reader,
    is_offered,
    make_report,
    may_read,
    readers,
    report_named,
)
from punto.reports.document import Document
from punto.rulebook.load import ids, load
from punto.rulebook.promotion_policies import PrizeKind
from punto.table.authority import known_titles
from punto.table.base_classes import TableEvent
from punto.table.entries import MissingCardRecorded
from punto.table.mispayments import Mispaid, MispaymentCured
from punto.table.opening.creation import TableSetUp
from punto.tournament.base_classes import TournamentEvent
from punto.tournament.tables import TableStepped

ZONES = {
    "nsw-2024": "Australia/Sydney",
    "act-2015": "Australia/Canberra",
    "act-2000": "Australia/Canberra",
    "tas-2018": "Australia/Hobart",
}
NOON = 1_717_380_000
JUNE = (2024, 6)


def at(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp())


def wrong(number: int, cents: int, known: int, patron: str = "ann") -> LogEntry[Any]:
    return said(
        Mispaid(
            number=number,
            coup=number,
            patron=patron,
            wager="player",
            difference_cents=cents,
            paid_at=known,
        ),
        at=known,
    )


def born(name: str = "nsw-2024") -> TableEvent:
    event = open_table(name, randbelow=Random(1).randrange).events[0]
    assert isinstance(event, TableSetUp)
    return event


def journal(*events: TableEvent | LogEntry[Any], stream: str = "t1") -> list[JournalLine]:
    return lines_of(stream, "table", [born(), *events])


def monthly(lines: list[JournalLine], year: int = 2024, month: int = 6) -> dict[str, Any]:
    span = time_spans.month("Australia/Sydney", year, month)
    return json_values(make_report(REPORTS["monthly-mispayments"], load("nsw-2024"), lines, span))


def test_every_rulebook_names_the_zone_of_its_venues() -> None:
    assert {name: load(name).instrument.zone for name in ids()} == ZONES


@pytest.mark.parametrize("zone", sorted(set(ZONES.values())))
@pytest.mark.parametrize(
    ("wanted", "hours"),
    [
        (date(2024, 4, 6), 24),
        (date(2024, 4, 7), 25),
        (date(2024, 4, 8), 24),
        (date(2024, 10, 5), 24),
        (date(2024, 10, 6), 23),
        (date(2024, 10, 7), 24),
        (date(2024, 2, 29), 24),
        (date(2024, 12, 31), 24),
    ],
)
def test_a_day_is_as_long_as_the_venue_has_it(zone: str, wanted: date, hours: int) -> None:
    span = time_spans.day(zone, wanted)
    assert span.until - span.since == hours * 3600
    assert span.holds(span.since)
    assert not span.holds(span.until)
    assert span.first.startswith(f"{wanted}T00:00:00")


@pytest.mark.parametrize("zone", sorted(set(ZONES.values())))
def test_an_hour_that_comes_twice_is_told_apart(zone: str) -> None:
    # 02:30 on 7 April 2024: first by summer time, an hour later by standard time.
    first, second = at("2024-04-07T02:30:00+11:00"), at("2024-04-07T02:30:00+10:00")
    assert second - first == 3600
    span = time_spans.day(zone, date(2024, 4, 7))
    assert span.holds(first)
    assert span.holds(second)
    assert time_spans.local_time(zone, first) == "2024-04-07T02:30:00+11:00"
    assert time_spans.local_time(zone, second) == "2024-04-07T02:30:00+10:00"
    assert time_spans.clock_text(zone, first) != time_spans.clock_text(zone, second)


@pytest.mark.parametrize(
    ("month", "days", "change"),
    [(4, 30, 3600), (10, 31, -3600), (2, 29, 0), (12, 31, 0)],
)
def test_a_month_ends_where_the_next_begins(month: int, days: int, change: int) -> None:
    span = time_spans.month("Australia/Hobart", 2024, month)
    assert span.until - span.since == days * 86_400 + change
    after = time_spans.month("Australia/Hobart", 2024 + month // 12, month % 12 + 1)
    assert span.until == after.since


def test_hours_of_a_shift_may_pass_midnight_and_the_change_of_clocks() -> None:
    night = time_spans.hours("Australia/Sydney", date(2024, 10, 5), time(22), time(6))
    assert night.until - night.since == 7 * 3600
    assert night.label == "2024-10-05 22:00-06:00"
    day = time_spans.hours("Australia/Sydney", date(2024, 10, 5), time(6), time(14))
    assert day.until - day.since == 8 * 3600
    whole = time_spans.hours("Australia/Sydney", date(2024, 4, 7), time(0), time(0))
    assert whole.until - whole.since == 25 * 3600


@pytest.mark.parametrize("zone", ["Australia/Nowhere", "", "../etc/passwd", "/etc/passwd", "\0"])
def test_a_zone_that_does_not_exist_is_said_to(zone: str) -> None:
    with pytest.raises(Malformed) as caught:
        time_spans.day(zone, date(2024, 6, 3))
    assert caught.value.code == "no_such_zone"


@pytest.mark.parametrize("day", [date(1, 1, 1), date(1970, 1, 1), date(9999, 12, 31)])
def test_a_day_without_a_calendar_is_said_to_be_none(day: date) -> None:
    with pytest.raises(Malformed):
        time_spans.day("Australia/Sydney", day)


@pytest.mark.parametrize(
    ("cents", "reported"),
    [
        (99_999, False),
        (100_000, False),
        (100_001, True),
        (-99_999, False),
        (-100_000, False),
        (-100_001, True),
    ],
)
def test_more_than_a_thousand_dollars_is_reported(cents: int, *, reported: bool) -> None:
    rows = monthly(journal(wrong(1, cents, NOON)))["parts"]["mispayments"]
    assert bool(rows) == reported
    for row in rows:
        assert (row["cents"], row["over"]) == (abs(cents), "over" if cents > 0 else "under")


def test_each_is_taken_alone_and_in_the_month_it_became_known() -> None:
    last = at("2024-06-30T23:59:59+10:00")
    lines = journal(
        wrong(1, 60_000, NOON),
        wrong(2, 60_000, NOON),
        wrong(3, 200_000, last),
        wrong(4, 300_000, last + 1),
    )
    assert [row["number"] for row in monthly(lines)["parts"]["mispayments"]] == [3]
    assert [row["number"] for row in monthly(lines, month=7)["parts"]["mispayments"]] == [4]


def test_a_cure_that_comes_later_is_news_of_a_later_month() -> None:
    july = at("2024-07-02T12:00:00+10:00")
    lines = journal(
        wrong(1, 200_000, NOON),
        wrong(2, -200_000, NOON),
        said(MispaymentCured(number=2, how="rectified"), at=NOON + 60),
        said(MispaymentCured(number=1, how="stands"), at=july),
    )
    june = monthly(lines)["parts"]
    assert [(row["number"], row["state"]) for row in june["mispayments"]] == [
        (1, "open"),
        (2, "rectified"),
    ]
    assert june["news"] == []
    then = monthly(lines, month=7)["parts"]
    assert then["mispayments"] == []
    assert [(row["number"], row["state"]) for row in then["news"]] == [(1, "was_none")]
    # Found to be none in the same month, it is not reported at all.
    same = journal(
        wrong(1, 200_000, NOON),
        said(MispaymentCured(number=1, how="stands"), at=NOON + 60),
    )
    assert monthly(same)["parts"]["mispayments"] == []


def test_the_report_says_to_whom_and_by_which_clause() -> None:
    found = monthly(journal(wrong(1, 200_000, NOON)))
    assert found["notes"] == ["to the commission"]
    assert found["clause"] == ["nsw-2024/12.20.2#2"]
    assert found["readers"] == ["commission", "casino_operator"]
    assert (found["since"], found["until"]) == (
        "2024-06-01T00:00:00+10:00",
        "2024-07-01T00:00:00+10:00",
    )


@pytest.mark.parametrize("name", ["daily-summary", "breach-notification", "monthly-mispayments"])
@pytest.mark.parametrize("book", [one for one in ALL if not load(one).conduct.inspector_told_by])
def test_a_duty_that_a_rulebook_has_not_gives_no_report(name: str, book: str) -> None:
    report, edition = REPORTS[name], load(book)
    assert not is_offered(edition, report)
    with pytest.raises(Refused) as caught:
        make_report(report, edition, [], time_spans.day("Australia/Hobart", date(2024, 6, 3)))
    assert caught.value.code == "rule_not_held"


@pytest.mark.parametrize("name", REPORTS)
def test_an_empty_day_is_a_report_too(name: str) -> None:
    report, edition = REPORTS[name], load("nsw-2024")
    made = make_report(
        report, edition, journal(), time_spans.day("Australia/Sydney", date(2024, 6, 3))
    )
    assert all(not part.rows for part in made.parts)
    assert len(as_csv(made).splitlines()) == 1
    assert all(rows == [] for rows in json.loads(as_json(made))["parts"].values())
    assert as_pdf(made).startswith(b"%PDF")


def titles_of(book: str) -> set[str]:
    return {*known_titles(load(book)), "patron", "commission", "inspector", "nobody"}


def expected_readers(book: str, name: str) -> set[str]:
    """Return who reads what, written down once more by hand."""
    floor = {
        "nsw-2024": {"casino_supervisor", "gaming_supervisor", "assistant_gaming_manager"}
        | {"gaming_manager", "casino_operator"},
        "act-2015": {"casino_operator"},
        "act-2000": set[str](),
        "tas-2018": {"inspector", "management_representative"},
    }[book]
    lead = {
        "nsw-2024": {"tournament_manager", "casino_operator"},
        "act-2015": {"tournament_director", "casino_operator"},
        "act-2000": set[str](),
        "tas-2018": {"competition_director", "casino_operator"},
    }[book]
    if name in ("tournament-results", "entries", "chip-counts"):
        return lead
    if name in ("daily-summary", "breach-notification"):
        told = {"nsw-2024": floor | {"inspector"}, "act-2015": {"casino_operator"}}
        return told.get(book, set())
    if name in ("promotion-terms", "denied-claims"):
        return {"casino_operator"} if book in ("nsw-2024", "act-2015") else set()
    if name == "monthly-mispayments":
        told = {"nsw-2024": {"commission", "casino_operator"}, "act-2015": {"casino_operator"}}
        return told.get(book, set())
    return floor


@pytest.mark.parametrize("book", ZONES)
@pytest.mark.parametrize("name", REPORTS)
def test_who_has_not_the_title_cannot_read_it(book: str, name: str) -> None:
    rules = open_table("tas-2018").rules if book == "act-2000" else open_table(book).rules
    if book == "act-2000":
        # Rule 8 alone opens no table: it gives its powers to nobody who reads.
        assert not set(readers(load(book), REPORTS[name])) & titles_of("act-2015") - {"inspector"}
        return
    report = REPORTS[name]
    allowed = {title for title in titles_of(book) if may_read(rules, title, report)}
    assert allowed == expected_readers(book, name)
    assert set(readers(rules.edition, report)) <= allowed
    for title in titles_of(book):
        actor = Actor("sam", title)
        if title in allowed:
            check_reader(rules, actor, report)
        else:
            with pytest.raises(NotEntitled, match="sam may not read"):
                check_reader(rules, actor, report)


def test_a_report_that_is_none_is_said_to_be() -> None:
    assert report_named("daily_summary") is REPORTS["daily-summary"]
    assert report_named("breach_report") is REPORTS["breach-notification"]
    # What a house says that it has filed is a report that there is.
    for name in reports_by_name(open_table("nsw-2024").rules):
        assert report_named(name)
    with pytest.raises(Malformed) as caught:
        report_named("dayly")
    assert caught.value.hint is not None
    assert "daily-summary" in caught.value.hint


NAMES = [
    "=1+1",
    "@SUM(A1)",
    "+61 2 9777",
    "-5",
    "\tx",
    "Đặng 王小明 ✨",
    'a "b", c\nd',
    " =x",
    "＝x",
]


def named(name: str) -> Document:
    lines = journal(wrong(1, 200_000, NOON, name))
    span = time_spans.month("Australia/Sydney", *JUNE)
    return make_report(REPORTS["mispayments"], load("nsw-2024"), lines, span)


@pytest.mark.parametrize("name", NAMES)
def test_no_name_is_a_formula_in_a_spreadsheet(name: str) -> None:
    [row] = csv.DictReader(io.StringIO(as_csv(named(name)).decode("utf-8"), newline=""))
    formula = name[0] in "=+-@\t＝" or name.startswith(" =")
    assert row["patron"] == (f"'{name}" if formula else name)
    assert row["cents"] == "2000.00"
    [shown] = json.loads(as_json(named(name)))["parts"]["rows"]
    assert shown["patron"] == name


def test_an_amount_below_nought_is_a_number_in_a_spreadsheet() -> None:
    lines = journal(
        wrong(1, 200_005, NOON),
        said(MispaymentCured(number=1, how="rectified", paid_cents=-200_005), at=NOON),
    )
    span = time_spans.month("Australia/Sydney", *JUNE)
    made = make_report(REPORTS["mispayments"], load("nsw-2024"), lines, span)
    [row] = csv.DictReader(io.StringIO(as_csv(made).decode(), newline=""))
    assert row["back_cents"] == "-2000.05"


@pytest.mark.parametrize("name", NAMES)
def test_any_name_can_be_printed(name: str) -> None:
    made = named(name)
    assert as_pdf(made) == as_pdf(named(name))
    assert all(page.startswith(b"\x89PNG") for page in as_pictures(made))
    [part] = template_data(made)["parts"]
    assert name in part["rows"][0]["cells"]


def test_the_same_moment_reads_by_the_clock_of_the_venue() -> None:
    moment = at("2024-04-07T02:30:00+10:00")
    lines = journal(wrong(1, 200_000, moment))
    span = time_spans.day("Australia/Sydney", date(2024, 4, 7))
    made = make_report(REPORTS["mispayments"], load("nsw-2024"), lines, span)
    [row] = json_values(made)["parts"]["rows"]
    assert row["known_at"] == "2024-04-07T02:30:00+10:00"
    assert "2024-04-07 02:30:00 AEST" in template_data(made)["parts"][0]["rows"][0]["cells"]
    assert datetime.fromisoformat(row["known_at"]) == datetime.fromtimestamp(moment, UTC)


@cache
def contest(name: str) -> tuple[LogEntry[TournamentEvent], ...]:
    """Return the log of a tournament with prizes; where some are level it may end before them."""
    for seed in range(20):
        log, ended = rehearsed(name, seed)
        if ended == "paid":
            return tuple(log)
    raise AssertionError("no seed gives a tournament with prizes")


def rehearsed(
    name: str, seed: int, played: int | None = None
) -> tuple[list[LogEntry[TournamentEvent]], str]:
    """Return the log of a tournament and how it ended: paid, without any money, or refused."""
    plan = plan_for(name, Random(seed))
    random = Random(seed if played is None else played)
    house = opened(plan, random.randrange)
    directed = Rehearsal(house, plan, field(plan.rehearsal), random.randrange)
    try:
        while (step := directed.due()) is not None:
            directed.take(step)
    except Refused:
        return house.driver.log, "refused"
    paid = house.driver.tournament.purse.paid_cents
    return house.driver.log, "paid" if paid else "free"


@pytest.mark.parametrize("name", DEALING)
def test_a_tournament_has_results_and_its_tables_count(name: str) -> None:
    lines = journal_lines("autumn", contest(name))
    edition = load(name)
    zone = time_spans.zone_for(edition)
    last = datetime.fromtimestamp(max(line.envelope.at for line in lines), ZoneInfo(zone))
    span = time_spans.month(zone, last.year, last.month)
    made = json_values(make_report(REPORTS["tournament-results"], edition, lines, span))
    places = made["parts"]["places"]
    assert [row["place"] for row in places] == sorted(row["place"] for row in places)
    assert places[0]["place"] == 1
    assert sum(row["prize_cents"] or 0 for row in places) > 0
    assert all(row["paid"] for row in places if row["prize_cents"])
    assert {row["name"] for row in made["parts"]["money"]} >= {"Entry fees", "Pool", "Paid"}
    tables = json_values(make_report(REPORTS["shift"], edition, lines, span))["parts"]["tables"]
    assert tables
    assert all(row["stream"].startswith("autumn/") for row in tables)
    assert all(row["drop_cents"] is None for row in tables), "its chips are no money"
    entered = json_values(make_report(REPORTS["entries"], edition, lines, span))["parts"]["rows"]
    assert {row["name"] for row in places} <= {row["person"] for row in entered}
    assert as_pdf(make_report(REPORTS["tournament-results"], edition, lines, span)).startswith(
        b"%PDF"
    )


def test_the_pace_is_counted_in_coups_an_hour() -> None:
    pit = Pit(1)
    pit.open("t1", NOON, device=False, names=("ann",))
    for minute in range(4):
        pit.coup("t1", NOON + 200 * minute)
    span = time_spans.month("Australia/Sydney", *JUNE)
    [row] = json_values(make_report(REPORTS["shift"], load("nsw-2024"), pit.lines(), span))[
        "parts"
    ]["tables"]
    # Ten minutes from the first card to the last payment.
    assert (row["coups"], row["pace"], row["patrons"], row["unbet"]) == (4, 24, 1, 0)


def test_a_few_minutes_of_play_have_no_pace() -> None:
    pit = Pit(1)
    pit.open("t1", NOON, device=False, names=("ann",))
    pit.coup("t1", NOON)
    pit.coup("t1", NOON + 599)
    span = time_spans.month("Australia/Sydney", *JUNE)
    [row] = json_values(make_report(REPORTS["shift"], load("nsw-2024"), pit.lines(), span))[
        "parts"
    ]["tables"]
    assert (row["coups"], row["pace"]) == (2, None)


def test_a_table_without_a_clock_has_no_pace() -> None:
    pit = Pit(1)
    pit.open("t1", NOON, device=False, names=("ann",))
    pit.coup("t1", NOON)
    span = time_spans.month("Australia/Sydney", *JUNE)
    [row] = json_values(make_report(REPORTS["shift"], load("nsw-2024"), pit.lines(), span))[
        "parts"
    ]["tables"]
    assert (row["coups"], row["pace"]) == (1, None)


def test_level_entrants_without_a_rule_about_prizes_are_shown_without() -> None:
    """Where a text does not say how level entrants share, the report says that and goes on."""
    log, ended = rehearsed("nsw-2024", 4, 7)
    assert ended == "refused"
    lines = journal_lines("autumn", log)
    last = datetime.fromtimestamp(
        max(line.envelope.at for line in lines), ZoneInfo("Australia/Sydney")
    )
    span = time_spans.month("Australia/Sydney", last.year, last.month)
    made = json_values(make_report(REPORTS["tournament-results"], load("nsw-2024"), lines, span))
    assert made["parts"]["places"]
    assert any("level" in note for note in made["notes"])


def test_a_matter_at_a_table_of_a_tournament_is_told_too() -> None:
    told = MissingCardRecorded(
        number=1,
        to=("surveillance", "inspector by daily_summary"),
        reasons=(Reason("recorded: missing card: a king", ("nsw-2024/12.11#1",)),),
    )
    stepped = said(TableStepped(table=2, event=told), NOON, "dee", "dealer")
    lines = lines_of("autumn", "tournament", [stepped])
    span = time_spans.month("Australia/Sydney", *JUNE)
    [row] = json_values(make_report(REPORTS["daily-summary"], load("nsw-2024"), lines, span))[
        "parts"
    ]["matters"]
    assert (row["stream"], row["kind"], row["text"]) == (
        "autumn/2",
        "missing_card",
        "missing card: a king",
    )
    breach = make_report(REPORTS["breach-notification"], load("nsw-2024"), lines, span)
    assert not any(part.rows for part in breach.parts), "one channel was chosen"


def harbour() -> list[JournalLine]:
    """Return the log of a house with a promotion, a denied claim and a dispute."""
    start = at("2024-08-01T12:00:00+10:00")
    terms = PromotionTerms(award_method="a draw", wager_needed=True, qualifying_cents=5_000)
    prize = PromotionPrize(
        title="a car", kind=PrizeKind.VEHICLE, value_cents=3_000_000, conditions="none"
    )
    log: list[HouseEvent | LogEntry[Any]] = [
        HouseSetUp(name="Harbour", rulebook="nsw-2024", digest="", zone="Australia/Perth"),
        PromotionDrafted(promotion=1, name="Winter"),
        said(TermsWritten(promotion=1, version=1, terms=terms), at=start - 7 * 86_400),
        said(
            PrizeOffered(promotion=1, version=2, number=1, prize=prize),
            at=start - 7 * 86_400,
        ),
        TermsPublished(promotion=1, starts_at=start, closes_at=start + 86_400),
        said(TermsSent(promotion=1, version=2), at=start - 24 * 3600, by="olga"),
        said(PromotionStarted(promotion=1), at=start),
        said(
            TermsDisputed(promotion=1, number=1, person="k7", facts="no car"),
            at=start + 60,
        ),
        said(
            TermsDecided(promotion=1, number=1, decision="a car", satisfied=False),
            at=start + 120,
            by="olga",
        ),
        said(ComplaintAdvised(promotion=1, number=1), at=start + 130, by="olga"),
        said(TermsDisputeClosed(promotion=1, number=1), at=start + 140),
        said(
            GapDecided(number=1, gap="14.3", decision="cash", reason="asked"),
            at=start,
            by="olga",
            title="casino_operator",
        ),
    ]
    return lines_of("harbour", "house", log)


def test_the_terms_of_a_promotion_and_when_they_were_sent() -> None:
    lines, edition = harbour(), load("nsw-2024")
    assert time_spans.zone_in(lines) == "Australia/Perth"
    july = make_report(
        REPORTS["promotion-terms"], edition, lines, time_spans.month("Australia/Sydney", 2024, 7)
    )
    [row] = json_values(july)["parts"]["promotions"]
    assert (row["name"], row["version"], row["in_time"]) == ("Winter", 2, True)
    assert row["sent_at"] == row["due_at"] == "2024-07-31T12:00:00+10:00"
    topics = {row["topic"]: row["text"] for row in json_values(july)["parts"]["terms"]}
    assert topics["qualifying"] == "$50"
    assert topics["prize 1"].startswith("a car (vehicle), worth $30,000")
    empty = make_report(
        REPORTS["promotion-terms"], edition, lines, time_spans.month("Australia/Sydney", 2024, 6)
    )
    assert not any(part.rows for part in empty.parts)
    assert as_pdf(july).startswith(b"%PDF")


def test_registers_hold_what_happened_in_the_house() -> None:
    lines, edition = harbour(), load("nsw-2024")
    span = time_spans.month("Australia/Sydney", 2024, 8)

    def rows(name: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = json_values(make_report(REPORTS[name], edition, lines, span))[
            "parts"
        ]["rows"]
        return found

    [dispute] = rows("disputes")
    assert (dispute["person"], dispute["state"], dispute["advised"]) == ("k7", "closed", True)
    assert dispute["rulings"] == ["olga: a car"]
    [decided] = rows("approvals")
    assert decided["text"] == "14.3: cash, because asked"
    assert (decided["by"], decided["title"]) == ("olga", "casino_operator")
    span = time_spans.month("Australia/Sydney", 2024, 7)
    [sent] = rows("notices")
    assert (sent["to"], sent["text"]) == (["regulator"], "terms of promotion 1, version 2")


def test_a_denied_claim_is_kept_with_a_key_and_no_name() -> None:
    log: list[HouseEvent | LogEntry[Any]] = [
        said(
            ClaimDenied(promotion=1, number=1, prize=2, person="k7", text="not there", kept=True),
            at=NOON,
            by="olga",
        ),
        said(DeniedTold(promotion=1, number=1), at=NOON + 86_400, by="olga"),
    ]
    lines = lines_of("harbour", "house", log)
    first = time_spans.day("Australia/Sydney", date(2024, 6, 3))
    for span, told in (
        (first, None),
        (time_spans.day("Australia/Sydney", date(2024, 6, 4)), "2024-06-04"),
    ):
        made = json_values(make_report(REPORTS["denied-claims"], load("nsw-2024"), lines, span))
        [row] = made["parts"]["rows"]
        assert (row["person"], row["text"], row["kept"]) == ("k7", "not there", True)
        assert (row["told_at"] or "")[:10] == (told or "")
    assert not is_offered(load("tas-2018"), REPORTS["denied-claims"])
