"""Answers of somebody who lays conditions down, and what is said of those that are none."""

from typing import Any

import pytest

from punto.clause import Malformed
from punto.cli.tournament import answer_parsers

READ: list[tuple[str, str, Any]] = [
    ("amount", "100", 100),
    ("amount", "$1,000", 1_000),
    ("amount", "0.50", "0.50"),
    ("amount", "12.05", "12.05"),
    ("number", "0", 0),
    ("number", "-7", -7),
    ("number", "999999999", 999_999_999),
    ("yes_no", "YES", True),
    ("yes_no", "no", False),
    ("words", " as it is ", " as it is "),
    ("point_in_time", "2024-06-03 19:00", "2024-06-03 19:00"),
    ("length", "20 coups", "20 coups"),
    ("length", "1 shoes", "1 shoes"),
    ("length", "123456 minutes", "123456 minutes"),
    ("rounds", "final", [{"name": "final"}]),
    (
        "rounds",
        "heats 15 tables 2 on;semi finals 1 table; the 3 rest 1234 on",
        [
            {"name": "heats", "advance": 2, "tables": 15},
            {"name": "semi finals", "tables": 1},
            {"name": "the 3 rest", "advance": 1_234},
        ],
    ),
    ("prizes", "62.5%, 37.5%", [{"place": 1, "share": "62.5%"}, {"place": 2, "share": "37.5%"}]),
    ("prizes", "500 20%", [{"place": 1, "dollars": 500}, {"place": 2, "share": "20%"}]),
    ("rises", "100-1000", [{"minimum": 100, "maximum": 1_000}]),
    (
        "rises",
        "11: 100-1000; 123456: 0.50-2000",
        [
            {"minimum": 100, "maximum": 1_000, "from_coup": 11},
            {"minimum": "0.50", "maximum": 2_000, "from_coup": 123_456},
        ],
    ),
    ("buy_back", "none", {"times": 0}),
    ("buy_back", "2 for 110", {"times": 2, "dollars": 110}),
    (
        "buy_back",
        "1234 for 1.10 until session 3",
        {"times": 1_234, "dollars": "1.10", "until_session": 3},
    ),
    ("guarantee", "20000 from 80", {"guarantee": 20_000, "guarantee_entries": 80}),
    ("share", "10%", "10%"),
    ("share", "100.25%", "100.25%"),
]


@pytest.mark.parametrize(("parser", "text", "read"), READ)
def test_an_answer_is_read_as_a_file_holds_it(parser: str, text: str, read: Any) -> None:
    found = getattr(answer_parsers, parser)(text)
    assert (type(found), found) == (type(read), read)


HINTS = {
    "number": "a whole number, such as 100",
    "yes_no": "yes or no",
    "length": "20 coups, 1 shoes or 45 minutes",
    "rounds": "heats 15 tables 2 on; semi-finals 5 tables 1 on; final 1 tables",
    "prizes": "50% 30% 20%, or amounts in dollars",
    "rises": "11: 100-1000; 16: 200-2000",
    "buy_back": "none, or 1 for 110 until session 1",
    "guarantee": "20000 from 80: a pool, and from how many entries",
    "share": "10%",
}


@pytest.mark.parametrize(
    ("parser", "text", "shown"),
    [
        ("number", "ten", "ten"),
        ("number", "1234567890", "1234567890"),
        ("number", "9" * 90, "9" * 60),
        ("yes_no", "perhaps", "perhaps"),
        ("length", "20", "20"),
        ("length", "1234567 coups", "1234567 coups"),
        ("length", "20 hours", "20 hours"),
        ("rounds", "heats;", ""),
        ("prizes", " , ", " , "),
        ("rises", "100", "100"),
        ("rises", "11: 1-2; x: 1-2", " x: 1-2"),
        ("buy_back", "once", "once"),
        ("buy_back", "1 for 110 until 3", "1 for 110 until 3"),
        ("guarantee", "20000", "20000"),
        ("guarantee", "20000 from 1234567890", "20000 from 1234567890"),
        ("share", "10", "10"),
        ("share", "1000%", "1000%"),
        ("share", "1.234%", "1.234%"),
    ],
)
def test_what_is_no_answer_is_told_with_one(parser: str, text: str, shown: str) -> None:
    with pytest.raises(Malformed) as error:
        getattr(answer_parsers, parser)(text)
    assert error.value.message == f"{shown!r} is no answer to that"
    assert (error.value.hint, error.value.code) == (HINTS[parser], "incomplete")


@pytest.mark.parametrize(
    ("parser", "text"),
    [("amount", "x"), ("point_in_time", "noon"), ("prizes", "first"), ("rises", "1: a-b")],
)
def test_amounts_and_times_say_themselves_what_is_wrong(parser: str, text: str) -> None:
    with pytest.raises(Malformed) as error:
        getattr(answer_parsers, parser)(text)
    assert "is no answer to that" not in error.value.message
