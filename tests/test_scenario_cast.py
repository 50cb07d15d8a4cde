"""Who acts in a scenario, and who sits where when it begins."""

from pathlib import Path

import pytest
from scenario_text import ANN, HEAD, cases, problems, steps, wrong

from punto.scenario.loader import collect, shipped


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("gaming_supervizor", "gaming_supervisor"),
        ("supervisor", "gaming_supervisor"),
        ("Dealer", "dealer"),
        ("gaming manager", "gaming_manager"),
        ("an", "ann"),
    ],
)
def test_somebody_nobody_knows_is_an_error_that_names_who_may_be_meant(
    tmp_path: Path, name: str, meant: str
) -> None:
    step = f'{{ by = "{name}", do = "void_coup", ground = "x", refused = "not_entitled" }}'
    error = wrong(tmp_path, steps(ANN, step))
    assert f"step 2: {name!r} is no title here and no patron of this file" in error.message
    assert meant in error.message.partition("did you mean")[2]
    assert error.hint is not None
    assert "titles: assistant_gaming_manager" in error.hint
    assert "patrons: ann" in error.hint


def test_a_stranger_is_introduced(tmp_path: Path) -> None:
    step = '{ by = "zoe", do = "void_coup", ground = "x", refused = "not_entitled" }'
    assert "'zoe' is no title" in wrong(tmp_path, steps(step)).message
    stranger = HEAD + 'people = { zoe = "patron" }\n'
    assert problems(tmp_path, steps(step, head=stranger)) == []
    wager = '{ by = "zoe", do = "place_wager", wager = "tie", stake = 5 }'
    present = '{ expect = { present = ["zoe"] } }'
    assert problems(tmp_path, steps(wager, present, head=stranger)) == []


@pytest.mark.parametrize(
    "come",
    [
        ANN,
        '{ by = "ann", do = "join", seat = 1 }',
        '{ do = "join", patron = "ann", seat = 1 }',
        '{ do = "place_wager", patron = "ann", wager = "tie", stake = 5 }',
        '{ do = "deal", wagers = ["ann tie 5"] }',
    ],
)
def test_a_patron_is_known_in_the_whole_file(tmp_path: Path, come: str) -> None:
    step = '{ by = "ann", do = "void_coup", ground = "x", refused = "not_entitled" }'
    other = steps(come, "{ expect = { voids = 0 } }").replace('"x"', '"y"', 1)
    assert [case.name for case in cases(tmp_path, steps(step) + other)] == ["x", "y"]


@pytest.mark.parametrize("name", ["gaming_manger", "management_representative", "dealers"])
def test_no_patron_has_the_name_of_a_title(tmp_path: Path, name: str) -> None:
    step = f'{{ by = "{name}", do = "place_wager", wager = "tie", stake = 5, refused = "5.8" }}'
    assert f"{name!r} is no title here" in wrong(tmp_path, steps(step)).message


def test_those_without_a_power_and_people_with_titles_act(tmp_path: Path) -> None:
    text = HEAD + 'people = { sue = "gaming_supervisor", "Zoë" = "patron" }\n'
    looks = [
        f'{{ by = "{name}", do = "show_rules" }}'
        for name in ("surveillance", "onlooker", "sue", "Zoë")
    ]
    assert problems(tmp_path, steps(*looks, "{ expect = { voids = 0 } }", head=text)) == []


def test_nobody_is_introduced_under_a_title_that_is_none(tmp_path: Path) -> None:
    text = HEAD + 'people = { sue = "gaming_supervisr" }\nrefused = "5.8"'
    error = wrong(tmp_path, text)
    assert "sue is no 'gaming_supervisr'; did you mean gaming_supervisor?" in error.message


def test_nobody_looks_on_who_is_no_audience_and_no_patron(tmp_path: Path) -> None:
    for by in ("pubic", "gaming_supervisor", "bob"):
        step = f'{{ expect = {{ seen = {{ by = "{by}", phase = "betting" }} }} }}'
        error = wrong(tmp_path, steps(ANN, step))
        assert f"nobody looks on as {by!r}" in error.message
        assert error.hint == "audiences: public, dealer, supervisor, surveillance, ann"


def test_every_shipped_scenario_names_only_people_it_knows() -> None:
    assert len(collect([shipped()])) > 1000


def test_people_have_seats_and_chips_when_a_scenario_begins(tmp_path: Path) -> None:
    text = HEAD + 'seats = { ann = "1 500", bob = "2 standing $1,000", cy = 3, "Zoë" = "4 0" }\n'
    expected = (
        '{ expect = { present = ["ann", "bob", "cy", "Zoë"], '
        'chips = { ann = 500, bob = 1000, cy = "10000000000", "Zoë" = 0 } } }'
    )
    too_much = ANN.replace("100 }", '505, refused = "not_enough_chips" }')
    taken = '{ by = "dan", do = "join", seat = 1, refused = "seat_taken" }'
    stands = '{ by = "dan", do = "join", seat = 2 }'
    assert problems(tmp_path, steps(expected, too_much, taken, stands, head=text)) == []


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        ('{ ann = "one" }', "'one' is no place for ann"),
        ('{ ann = "" }', "'' is no place for ann"),
        ("{ ann = -1 }", "'-1' is no place for ann"),
        ('{ ann = "1 sitting 100" }', "is no place for ann"),
        ('{ ann = "1 -5" }', "ann cannot have less than nothing"),
        ('{ ann = "1 5.005" }', "fraction of a cent"),
        ('{ ann = "1 lots" }', "'lots' is not an amount"),
        ('{ ann = "0" }', "ann cannot have '0': there is no seat 0"),
        ('{ ann = "99" }', "there is no seat 99"),
        ('{ ann = "1", bob = "1" }', "bob cannot have '1': ann sits at seat 1"),
        ('{ dealer = "1" }', "dealer cannot have '1'"),
        ('{ gaming_manger = "1" }', "'gaming_manger' is no title here"),
        ("{ ann = 1.5 }", "'1.5' is no place for ann"),
        ("{ ann = [1] }", "expected `int | str`"),
        ('"ann"', "expected `object`"),
    ],
)  # fmt: skip
def test_a_place_that_is_none_is_told(tmp_path: Path, seats: str, expected: str) -> None:
    text = HEAD + f"seats = {seats}\n"
    assert expected in wrong(tmp_path, steps("{ expect = { voids = 0 } }", head=text)).message


def test_nobody_sits_at_a_closed_table(tmp_path: Path) -> None:
    text = HEAD + 'opened = false\nseats = { ann = "1" }\n'
    error = wrong(tmp_path, steps("{ expect = { voids = 0 } }", head=text))
    assert "seats: ann cannot have '1': the table is not open" in error.message
