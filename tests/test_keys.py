"""Every key of a rulebook is explained, and the page says what the schema says."""

import json
from pathlib import Path

import pytest

from punto.cli.main import run
from punto.rulebook.keys import page, parts

Capture = pytest.CaptureFixture[str]
PAGE = Path(__file__).parent.parent / "docs" / "rulebooks.md"


def test_the_page_is_the_one_that_is_generated() -> None:
    """Run ``make keys`` after a change of the schema."""
    head, marker, tables = PAGE.read_text(encoding="utf-8").partition("<!-- keys")
    assert head
    assert marker
    assert tables.partition("\n")[2] == page()


def test_every_key_has_a_meaning_of_its_own_in_a_sentence() -> None:
    for part in parts():
        assert part.title.endswith("."), part.place
        for key in part.keys:
            where = f"{part.place}.{key.name}"
            assert key.takes, where
            assert key.meaning[0].isupper() or key.meaning.startswith("`"), where
            assert key.meaning.endswith("."), where
            assert "|" not in key.takes + key.meaning, where


def test_sections_are_told_once_and_with_their_place() -> None:
    places = [part.place for part in parts()]
    assert len(places) == len(set(places))
    for place in ("shoe.burn.procedures.NAME", "wagers.NAME.outcomes[].when", "shown[]", "says"):
        assert place in places


@pytest.mark.parametrize(
    ("section", "key", "takes", "needed"),
    [
        ("cards", "decks", "list of numbers from 1 to 12, at least one, cited", "yes"),
        ("cards", "jokers", "number, cited, only shown", "yes"),
        ("errors", "too_few_cards", "`void`, cited", "when asked for"),
        ("says", "nominee", "clauses", ""),
        ("powers", "deal", "list of titles, at least one, cited", ""),
        ("shoe", "shuffle_first", "true or false, cited", "yes"),
        ("shown[]", "value", "true or false, number, words, list of numbers, words", "yes"),
        ("instrument", "made", "day, cited", ""),
        ("", "wagers", "names, each with keys", "yes"),
    ],
)
def test_what_a_key_takes_is_told_in_words(section: str, key: str, takes: str, needed: str) -> None:
    [part] = [one for one in parts() if one.place == section]
    [found] = [one for one in part.keys if one.name == key]
    assert (found.takes, found.needed) == (takes, needed)


def test_the_command_explains_one_section_or_all(capsys: Capture) -> None:
    assert run(["rules", "keys", "shoe"]) == 0
    out = capsys.readouterr().out
    assert "[shoe.cutting]" in out
    assert "[wagers.NAME]" not in out
    assert run(["rules", "keys", "shoe", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["place"] == "shoe"
    assert run(["rules", "keys", "--markdown"]) == 0
    assert capsys.readouterr().out == page()
    assert run(["rules", "keys", "sheo"]) == 2
    assert "shoe" in capsys.readouterr().err
    assert run(["rules", "keys", "--markdown", "--json"]) == 2
