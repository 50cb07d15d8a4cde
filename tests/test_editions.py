"""In force, not in force, or unknown with the evidence."""

from datetime import date

import pytest

from punto.clause import Malformed, short
from punto.rulebook.editions import Answer, in_force
from punto.rulebook.load import ids, load

HELD = [load(name) for name in ids()]


@pytest.mark.parametrize(
    ("jurisdiction", "day", "answer"),
    [
        ("act", "1999-01-01", Answer.UNKNOWN),
        ("act", "2000-11-02", Answer.UNKNOWN),
        ("act", "2015-02-11", Answer.UNKNOWN),
        ("act", "2020-01-01", Answer.UNKNOWN),
        ("nsw", "2024-05-15", Answer.NOT_IN_FORCE),
        ("nsw", "2024-05-16", Answer.IN_FORCE),
        ("tas", "2018-07-01", Answer.UNKNOWN),
    ],
)
def test_the_answer_for_a_jurisdiction(jurisdiction: str, day: str, answer: Answer) -> None:
    assert in_force(HELD, jurisdiction, date.fromisoformat(day)).answer is answer


def test_the_2015_rules_are_certainly_not_in_force_on_the_day_they_were_signed() -> None:
    found = in_force(HELD, "act", date(2015, 2, 11)).editions
    assert {one.rulebook: one.answer for one in found}["act-2015"] is Answer.NOT_IN_FORCE


def test_an_entered_notification_settles_it_from_the_next_day() -> None:
    notified = {"act-2015": date(2015, 2, 12)}
    assert in_force(HELD, "act", date(2015, 2, 12), notified).answer is Answer.UNKNOWN
    assert in_force(HELD, "act", date(2015, 2, 13), notified).answer is Answer.IN_FORCE


@pytest.mark.parametrize(
    "notified",
    [{"act-2015": date(2015, 2, 10)}, {"act-2000": date(2015, 2, 12)}, {"x": date(2015, 2, 12)}],
)
def test_a_notification_that_cannot_be_is_told(notified: dict[str, date]) -> None:
    with pytest.raises(Malformed):
        in_force(HELD, "act", date(2016, 1, 1), notified)


def test_a_jurisdiction_without_rulebooks_is_told() -> None:
    with pytest.raises(Malformed):
        in_force(HELD, "vic", date(2016, 1, 1))


@pytest.mark.parametrize(
    ("rulebook", "day", "notified", "clauses"),
    [
        ("act-2000", date(2000, 11, 1), None, "AL-date"),
        ("act-2000", date(2000, 11, 2), None, "AL-date"),
        ("act-2015", date(2012, 4, 4), None, "NI-sign NI-2"),
        ("act-2015", date(2012, 4, 5), None, "NI-sign NI-3 NI-2"),
        ("act-2015", date(2015, 2, 12), None, "NI-2 NI-3 NI-sign"),
        ("act-2015", date(2015, 2, 12), date(2015, 2, 12), "NI-2 NI-3 NI-sign"),
        ("act-2015", date(2015, 2, 13), date(2015, 2, 12), "NI-2 NI-sign"),
        ("nsw-2024", date(2024, 5, 15), None, "Order(1)#2"),
        ("nsw-2024", date(2024, 5, 16), None, "Order(1)#2"),
        ("tas-2018", date(2018, 7, 1), None, "cover"),
    ],
)
def test_an_answer_cites_what_it_follows_from_and_nothing_else(
    rulebook: str, day: date, notified: date | None, clauses: str
) -> None:
    entered = {} if notified is None else {rulebook: notified}
    found = in_force(HELD, load(rulebook).instrument.jurisdiction, day, entered).editions
    [one] = [one for one in found if one.rulebook == rulebook]
    assert " ".join(map(short, one.clause)) == clauses


def test_every_answer_says_why_and_by_which_clause() -> None:
    for day in (date(1990, 1, 1), date(2012, 4, 5), date(2030, 1, 1)):
        for jurisdiction in {one.instrument.jurisdiction for one in HELD}:
            for one in in_force(HELD, jurisdiction, day).editions:
                assert one.why
                assert one.clause
