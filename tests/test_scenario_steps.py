"""Repeated steps, defaults, and what may be expected after a step."""

from pathlib import Path

import pytest
from scenario_text import ANN, HEAD, cases, problems, steps, write, wrong

from punto.rulebook import load
from punto.scenario.loader import REPEAT_MAX, read
from punto.scenario.run import run


def test_a_step_is_repeated(tmp_path: Path) -> None:
    left = "{ expect = { left = 412, cards_left = 412 } }"
    assert problems(tmp_path, steps(ANN, '{ do = "draw", repeat = 4 }', left)) == []
    found = problems(
        tmp_path, steps(ANN, '{ do = "draw", repeat = 9 }', "{ expect = { voids = 0 } }")
    )
    assert len(found) == 1
    assert found[0].startswith("step 2, turn ")
    assert "expected draw, got refused" in found[0]


def test_earlier_coups_are_one_step(tmp_path: Path) -> None:
    shoe = HEAD + 'shoe = "' + "9S 3D KH 4C " * 8 + '..."\n'
    coups = '{ do = "deal", wagers = ["ann player 100", "bob tie 10"], repeat = 8 }'
    after = (
        '{ expect = { results = "player player player player player player player player", '
        'chips = { ann = "10000000800", bob = "9999999920" }, ann = "+100", cards_left = 384 } }'
    )
    assert problems(tmp_path, steps(coups, after, head=shoe)) == []


def test_each_turn_must_get_the_no_that_is_expected(tmp_path: Path) -> None:
    step = '{ by = "ann", do = "join", seat = 1, repeat = 3, refused = "already_here" }'
    [found] = problems(tmp_path, steps(step))
    assert found == "step 1, turn 1: expected a refusal by already_here, got join"
    assert problems(tmp_path, steps('{ by = "ann", do = "join", seat = 1 }', step)) == []


@pytest.mark.parametrize("turns", [0, -1, REPEAT_MAX + 1, 10**18])
def test_turns_have_bounds(tmp_path: Path, turns: int) -> None:
    error = wrong(tmp_path, steps(f'{{ do = "draw", repeat = {turns}, refused = "5.8" }}'))
    assert f"step 1: repeat is a number from 1 to 1000, not {turns}" in error.message


@pytest.mark.parametrize("turns", ['"3"', "true", "2.5", str(10**30)])
def test_turns_are_a_number(tmp_path: Path, turns: str) -> None:
    text = steps(f'{{ do = "draw", repeat = {turns}, refused = "5.8" }}')
    assert "repeat" in wrong(tmp_path, text).message


@pytest.mark.parametrize("wagers", ['"ann tie 5"', "[5]", "{ ann = 5 }"])
def test_wagers_of_a_coup_are_lines(tmp_path: Path, wagers: str) -> None:
    text = steps(f'{{ do = "deal", wagers = {wagers}, refused = "5.8" }}')
    assert "wagers are a list such as ['ann banker 100']" in wrong(tmp_path, text).message


def limits(folder: Path, elect: str, sign: str) -> list[str]:
    text = (
        "[defaults]\nelect = { minimum = 10, maximum = 500, step = 5 }\n"
        f"{HEAD}elect = {elect}\n" + "each = [{ least = 10 }]\n"
    )
    step = f"{{ expect = {{ seen = {{ sign = {sign} }} }} }}"
    [case] = cases(folder, text + steps(step, head=""))
    return [f"{key} {value}" for key, value in case.scenario.elect.items()]


@pytest.mark.parametrize(
    ("elect", "expected"),
    [
        ("{ minimum = 25 }", ["minimum 25", "maximum 500", "step 5"]),
        ("{ decks = 6 }", ["minimum 10", "maximum 500", "step 5", "decks 6"]),
        ("{}", []),
        ("{ minimum = 10 }", ["minimum 10"]),
        ("{ minimum = 10, maximum = 500 }", ["minimum 10", "maximum 500"]),
        # A value out of a row adds to the defaults, whatever it is.
        ('{ minimum = "{least}" }', ["minimum 10", "maximum 500", "step 5"]),
    ],
)  # fmt: skip
def test_elections_are_added_to_the_defaults(
    tmp_path: Path, elect: str, expected: list[str]
) -> None:
    assert limits(tmp_path, elect, "[]") == expected


def test_a_scenario_goes_without_a_default(tmp_path: Path) -> None:
    text = "[defaults]\nelect = { minimum = 10, maximum = 500 }\n" + HEAD
    wager = '{ by = "ann", do = "place_wager", wager = "tie", stake = 1000 }'
    over = wager.replace(" }", ', refused = "outside_limits" }')
    under = over.replace("1000", "5").replace("ann", "bob")
    assert problems(tmp_path, steps(over, under, head=text)) == []
    text += 'elect = { maximum = "none", decks = 6 }\n'
    assert problems(tmp_path, steps(wager, under, head=text)) == []


def test_people_are_added_to_the_defaults(tmp_path: Path) -> None:
    text = '[defaults]\npeople = { zoe = "patron" }\n' + HEAD + 'people = { sue = "dealer" }\n'
    [case] = cases(tmp_path, steps('{ by = "zoe", do = "deal", refused = "4.1" }', head=text))
    assert case.scenario.people == {"zoe": "patron", "sue": "dealer"}


WON = HEAD + 'elect = { offer = ["pairs"] }\nshoe = "9S 3D KH 4C ..."\n'


def test_returned_stakes_and_single_wagers_in_the_long_form(tmp_path: Path) -> None:
    wagers = 'wagers = ["ann player 100", "ann tie 10", "bob banker 50"]'
    deal = f'{{ do = "deal", {wagers} }}'
    right = (
        '{ expect = { ann = "+90", "ann player" = "+100", "ann tie" = -10, bob = -50, '
        'returned = { ann = 100, "ann player" = 100, "ann tie" = 0, bob = 0 } } }'
    )
    assert problems(tmp_path, steps(deal, right, head=WON)) == []
    found = problems(tmp_path, steps(deal, right.replace("= 100", "= 99"), head=WON))
    assert found == [
        "step 2: ann returned: expected 99, got $100",
        "step 2: ann player returned: expected 99, got $100",
    ]
    found = problems(tmp_path, steps(deal, right.replace("-10", "-9"), head=WON))
    assert "step 2: ann tie: expected -9, got -$10" in found[0]
    none = '{ expect = { "bob tie" = 0 } }'
    assert "got no settled wager" in problems(tmp_path, steps(deal, none, head=WON))[0]


def test_what_was_announced_since_the_last_expectation(tmp_path: Path) -> None:
    shoe = HEAD + 'shoe = "CUT 9S 3D KH 4C ..."\n'
    draws = ['{ do = "draw" }'] * 4
    called = '{ expect = { announced = ["last coup"] } }'
    silent = "{ expect = { announced = [] } }"
    all_of_it = problems(tmp_path, steps(ANN, *draws, called, head=shoe))
    assert all_of_it == []
    # Two expectations in a row see the same; what is older than the last is not told again.
    again = steps(ANN, draws[0], called, called, *draws[1:], silent, head=shoe)
    assert problems(tmp_path, again) == []
    assert problems(tmp_path, steps(ANN, *draws, silent, head=shoe)) == [
        "step 6: announced: expected [], got ['last coup']"
    ]


def test_a_void_wager_counts_for_nothing(tmp_path: Path) -> None:
    wagers = [
        f'{{ by = "{name}", do = "place_wager", wager = "player", stake = 100 }}'
        for name in ("ann", "ben")
    ]
    found = (
        '{ by = "gaming_supervisor", do = "report_incident", kind = "prohibited_device", '
        'person = "ann", text = "a phone" }'
    )
    void = '{ by = "gaming_supervisor", do = "void_wagers", patron = "ann", incident = 1 }'
    before = '{ expect = { ann = "+100", ben = "+100" } }'
    after = '{ expect = { ann = 0, ben = "+100", settled = ["ben player +100"] } }'
    draws = ['{ do = "draw" }'] * 4
    whole = steps(*wagers, *draws, before, found, void, after, head=WON)
    assert problems(tmp_path, whole) == []
    stale = steps(*wagers, *draws, found, void, '{ expect = { ann = "+100" } }', head=WON)
    assert problems(tmp_path, stale) == ["step 9: ann: expected +100, got no settled wager"]


def test_void_pairs_count_for_nothing_too(tmp_path: Path) -> None:
    head = (
        '[[scenario]]\nname = "x"\ncites = ["8.3#1"]\n'
        'elect = { settlement = "method_a", offer = ["perfect_pairs"] }\n'
        'shoe = "2S 3D 2S 4C 9S KS ..."\n'
    )
    found = (
        '{ by = "casino_operator", do = "report_incident", kind = "rule_broken", '
        'person = "ann", text = "x" }'
    )
    lines = [
        '{ by = "ann", do = "place_wager", wager = "player_pair", stake = 10 }',
        '{ by = "ann", do = "place_wager", wager = "player", stake = 10 }',
        '{ by = "ben", do = "place_wager", wager = "player", stake = 10 }',
        '{ do = "no_more_bets" }', '{ do = "draw", repeat = 4 }', '{ do = "settle_pairs" }',
        '{ expect = { "ann player_pair" = "+250" } }',
        found,
        '{ by = "casino_operator", do = "void_wagers", patron = "ann", incident = 1 }',
        "{ expect = { ann = 0, settled = [] } }",
    ]  # fmt: skip
    [case] = read(write(tmp_path, steps(*lines, head=head), rulebook="act-2015"))
    assert run(case, load.load("act-2015")).problems == []


@pytest.mark.parametrize("key", ["markers", "chips", "stakes"])
@pytest.mark.parametrize("by", ['by = "public", ', ""])
def test_what_the_public_is_never_shown_cannot_be_expected(
    tmp_path: Path, key: str, by: str
) -> None:
    for value in ("[]", '["ann: limits up to $500"]'):
        step = f"{{ expect = {{ seen = {{ {by}{key} = {value} }} }} }}"
        error = wrong(tmp_path, steps(ANN, step))
        assert f"the public is never shown {key}" in error.message
        assert error.hint == "look as dealer, supervisor, surveillance or a patron"
    step = f'{{ expect = {{ seen = {{ by = "dealer", {key} = 5 }} }} }}'
    assert "step 2: seen: expected 5" in problems(tmp_path, steps(ANN, step))[0]


@pytest.mark.parametrize(
    "expected", ["chips = {}", "returned = {}", 'seen = { by = "ann" }', "seen = {}", "kept = {}"]
)
def test_an_expectation_that_cannot_fail_is_refused(tmp_path: Path, expected: str) -> None:
    error = wrong(tmp_path, steps(ANN, f"{{ expect = {{ {expected} }} }}"))
    assert "prove nothing" in error.message


def test_cards_left_are_seen_by_everybody(tmp_path: Path) -> None:
    seen = "{ expect = { seen = { cards_left = 416 }, cards_left = 415 } }"
    assert problems(tmp_path, steps(ANN, seen)) == ["step 2: cards_left: expected 415, got 416"]


SHOWN_TO_ALL = {
    'result = "x"': "x, got none",
    'held = "x"': "x, got nothing",
    'points = "x"': "x, got []",
    'phase = "x"': "x, got idle",
    'results = "x"': "x, got ",
    'hands = "x"': "x, got P   B ",
    'float = "x"': "x, got ?",
    "cards_left = 1": "1, got 416",
    'mispaid = ["x"]': "['x'], got []",
    'notices = ["x"]': "['x'], got []",
    'blocks = ["x"]': "['x'], got []",
    'disputes = ["x"]': "['x'], got []",
    'decisions = ["x"]': "['x'], got []",
}


@pytest.mark.parametrize(("shown", "told"), SHOWN_TO_ALL.items())
def test_what_is_seen_of_a_table_before_anything_happens(
    tmp_path: Path, shown: str, told: str
) -> None:
    found = problems(tmp_path, steps(f"{{ expect = {{ seen = {{ {shown} }} }} }}"))
    assert found == [f"step 1: seen: expected {told}"]


@pytest.mark.parametrize(
    ("by", "shown", "told"),
    [
        ("dealer", 'chips = { ann = "x" }', "{'ann': 'x'}, got {'ann': '9999999900'}"),
        ("dealer", 'stakes = ["x"]', "['x'], got ['ann player 100']"),
        ("dealer", 'float = "x"', "x, got 9990000000000"),
        ("ann", 'chips = { ann = "x" }', "{'ann': 'x'}, got {'ann': '9999999900'}"),
        ("ann", 'float = "x"', "x, got ?"),
    ],
)
def test_what_is_seen_once_a_wager_lies_there(
    tmp_path: Path, by: str, shown: str, told: str
) -> None:
    step = f'{{ expect = {{ seen = {{ by = "{by}", {shown} }} }} }}'
    assert problems(tmp_path, steps(ANN, step)) == [f"step 2: seen: expected {told}"]
