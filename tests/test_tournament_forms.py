"""Amounts in words on a form, read as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.tournament.secret.amount_in_words import parse_amount, spell_amount


@given(st.integers(min_value=1, max_value=99_999_999_999))
def test_what_is_spelled_is_read_again(cents: int) -> None:
    assert parse_amount(spell_amount(cents)) == cents


@pytest.mark.parametrize(
    ("words", "dollars"),
    [
        ("five hundred", 500),
        ("Five Hundred dollars only", 500),
        ("FIFTY", 50),
        ("twelve hundred and fifty", 1250),
        ("one thousand two hundred and fifty", 1250),
        ("a thousand", 1000),
        ("hundred", 100),
        ("twenty-five", 25),
        ("two million three hundred thousand and one", 2_300_001),
    ],
)
def test_amounts_are_read_as_people_write_them(words: str, dollars: int) -> None:
    assert parse_amount(words) == dollars * 100


@pytest.mark.parametrize("words", ["", "  ", "some", "5 hundred chips less", "and", "dollars"])
def test_words_that_name_no_amount_are_none(words: str) -> None:
    assert parse_amount(words) is None


def test_cents_are_read_where_there_are_any() -> None:
    assert spell_amount(1250) == "twelve dollars fifty cents"
    assert parse_amount("twelve dollars and fifty cents") == 1250
    assert parse_amount("ninety cents") == 90
    assert parse_amount("two hundred cents") is None
