"""Data of a rulebook that conditions put others in the place of, each named by its key."""

import re

import pytest
from support.editions import ALL

from punto.clause import Malformed
from punto.driver.tournament import TournamentDriver, new_tournament
from punto.rulebook.altered import altered, place_of, places, unsound, value_of
from punto.rulebook.elections import Elections
from punto.rulebook.load import load
from punto.scenario.mutate import mutants
from punto.sheets.conditions import conditions as sheet
from punto.sheets.session_records import record
from punto.tournament.conditions import Conditions, Override
from punto.tournament.entry.approvals import FileApproval
from punto.tournament.entry.conditions import PublishConditions, SetConditions

BOOK = "act-2015"
WHY = (f"{BOOK}/15.5#1",)


@pytest.mark.parametrize("name", ALL)
def test_every_datum_that_code_acts_on_has_the_key_that_the_file_has(name: str) -> None:
    keys = set(places(load(name)))
    for mutant in mutants(name):
        top, _, _ = mutant.key.partition(".")
        if top not in ("instrument", "titles", "says", "shown") and ".says." not in mutant.key:
            # A list is named as a whole, and so are the items of one.
            key = re.sub(r"\.is(\[\d+\])?$", "", mutant.key)
            assert {key, re.sub(r"\[\d+\]$", "", key)} & keys, mutant.key


@pytest.mark.parametrize("name", ALL)
def test_a_value_that_is_there_already_changes_nothing(name: str) -> None:
    edition = load(name)
    for place in places(edition).values():
        assert value_of(place, place.value) == place.value
        assert altered(edition, {place.key: place.value}, WHY) is edition


def test_a_changed_datum_cites_its_own_clause_and_the_one_that_changes_it() -> None:
    before = load(BOOK)
    for key, place in places(before).items():
        if not isinstance(place.value, bool):
            continue
        after = altered(before, {key: not place.value}, WHY)
        now = places(after)[key]
        assert now.value is not place.value
        assert set(now.clause) == {*place.clause, *WHY}
        was = {name: held.value for name, held in places(before).items()}
        assert {name for name, held in places(after).items() if held.value != was[name]} == {key}


@pytest.mark.parametrize(
    ("key", "nearest"),
    [
        ("wagers.tie.outcome[0].odd", "wagers.tie.outcomes[0].odds"),
        ("card.decks", "cards.decks"),
        ("settlement.roundings", "settlement.rounding"),
    ],
)
def test_an_unknown_key_is_told_with_the_nearest_one(key: str, nearest: str) -> None:
    with pytest.raises(Malformed) as told:
        place_of(places(load(BOOK)), key)
    assert told.value.code == "no_such_thing"
    assert told.value.hint == f"nearest: {nearest}"


def test_a_value_that_is_none_is_told_with_those_that_are() -> None:
    place = places(load(BOOK))["settlement.rounding"]
    with pytest.raises(Malformed) as told:
        value_of(place, "down")
    assert told.value.hint is not None
    assert "up_to_next_chip" in told.value.hint


def test_what_would_not_fit_together_is_found() -> None:
    edition = load(BOOK)
    for key, value in (
        ("wagers.tie.outcomes[0].then", "lose"),
        ("tableau.banker[0].total", 7),
        ("powers.void_coup", ("croupier",)),
        ("deal.order", ("player", "player", "player", "banker")),
    ):
        assert unsound(altered(edition, {key: value}, WHY), edition) is not None, key
    assert unsound(altered(edition, {"cards.decks": (6,)}, WHY), edition) is None


def published(overrides: dict[str, Override]) -> TournamentDriver:
    """Return a tournament whose conditions are approved and published."""
    driver = new_tournament(BOOK, "Autumn", Elections(settlement="method_a"))
    laid = Conditions(chips_cents=100_000, overrides=overrides)
    driver.act("casino_operator", SetConditions(laid))
    paper = ("ACT Gambling and Racing Commission", "A 1", "1970-01-01")
    driver.act("dealer", FileApproval("conditions", *paper))
    driver.act("casino_operator", PublishConditions())
    return driver


def test_rules_under_conditions_are_made_once_and_printed() -> None:
    driver = published({"cards.decks": (6,), "wagers.tie.outcomes[0].odds": "9:1"})
    assert driver.rules.decks == 6
    assert driver.rules is driver.rules
    rows = {row["text"]: row["clause"] for row in sheet(record(driver.log))["rows"]}
    assert rows["cards.decks: 6"] == "2.1#1, 15.5#1"
    assert rows["wagers.tie.outcomes[0].odds: 9:1"] == "8.6(a), 8.8(c), 15.5#1"


def test_a_rule_that_conditions_take_away_is_gone() -> None:
    assert published({"settlement.over_maximum": "none"}).rules.edition.settlement.over_maximum is (
        None
    )
