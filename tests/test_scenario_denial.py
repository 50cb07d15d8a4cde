"""The no that a step or a scenario expects: refused or malformed, and what it says."""

from pathlib import Path

import pytest
from scenario_text import ANN, HEAD, cases, problems, steps, wrong

from punto.clause import Malformed, Refused
from punto.error_codes import ErrorCode
from punto.rulebook import load
from punto.scenario import expected_errors
from punto.scenario.case import ScenarioStep
from punto.scenario.run import run_all


@pytest.mark.parametrize(
    "step",
    [
        '{ do = "approve_both_hands", patron = "zoe", malformed = "unknown_patron" }',
        '{ do = "approve_both_hands", patron = "zoe", refused = "unknown_patron" }',
        '{ do = "approve_both_hands", patron = "zoe", malformed = "unknown_patron", says = "zoe" }',
        '{ by = "ann", do = "buy_chips", dollars = "0.005", malformed = "part_of_a_cent" }',
        '{ by = "ann", do = "place_wager", wager = "tie", malformed = "incomplete" }',
        '{ by = "ann", do = "place_wager", wager = "tie", refused = "incomplete" }',
        '{ by = "ann", do = "join", seat = "one", malformed = "incomplete" }',
        '{ do = "draw", card = "1X", malformed = "no_such_card" }',
        '{ do = "pay_winners", paid = { "ann tie" = 1 }, malformed = "not_now" }',
    ],
)  # fmt: skip
def test_malformed_input_is_expected_by_its_code(tmp_path: Path, step: str) -> None:
    assert problems(tmp_path, steps(ANN, step)) == []


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ('{ do = "approve_both_hands", patron = "zoe" }',
         "step 2: expected approve_both_hands, got"),
        ('{ do = "approve_both_hands", patron = "zoe", malformed = "no_coup" }',
         "step 2: expected malformed no_coup, got"),
        ('{ do = "approve_both_hands", patron = "zoe", malformed = "unknown_patron", says = "cy" }',
         "step 2: expected malformed unknown_patron that says 'cy', got"),
        ('{ do = "approve_both_hands", patron = "ann", malformed = "not_entitled" }',
         "expected malformed not_entitled, got refused: not_entitled"),
        ('{ do = "deal", malformed = "not_now" }', "step 2: expected malformed not_now, got deal"),
        ('{ by = "ann", do = "place_wager", wager = "tie" }',
         "expected place_wager, got malformed: incomplete place_wager needs stake"),
        ('{ by = "ann", do = "place_wager", wager = "tie", stake = -5, refused = "5.8" }',
         "expected a refusal by 5.8, got malformed: stake_worth_nothing"),
        ('{ do = "deal", refused = "4.9", says = "over" }',
         "expected a refusal by 4.9 that says 'over', got deal"),
        ('{ by = "ann", do = "place_wager", wager = "tei", stake = 5 }',
         "no wager 'tei' (on offer here: player, banker, tie)"),
        ('{ by = "gaming_supervisor", do = "invalidate_result", ground = "boredom" }',
         "'boredom' is no ground (grounds: civil_commotion, fire, riot"),
    ],
)  # fmt: skip
def test_a_no_that_was_not_expected_is_a_difference_and_the_run_goes_on(
    tmp_path: Path, step: str, expected: str
) -> None:
    found = problems(tmp_path, steps(ANN, step, "{ expect = { voids = 7 } }"))
    assert expected in found[0]
    assert "step 3: voids: expected 7, got 0" in found[-1]


def test_the_words_of_a_refusal_are_compared_as_far_as_they_are_given(tmp_path: Path) -> None:
    void = '{ by = "ann", do = "void_coup", ground = "x", refused = "not_entitled", says = "%s" }'
    assert problems(tmp_path, steps(ANN, void % "ann may not")) == []
    [found] = problems(tmp_path, steps(ANN, void % "bob may not"))
    assert "expected a refusal by not_entitled that says 'bob may not', got refused" in found


def test_a_refusal_made_of_malformed_input_and_malformed_input_itself_both_fit() -> None:
    def step(**said: str) -> ScenarioStep:
        whole = {"refused": None, "malformed": None, **said}
        return ScenarioStep(None, "deal", {}, whole["refused"], None, None, whole["malformed"])

    plain = Malformed("no", code=ErrorCode.NO_COUP)
    made: Refused | None = None
    try:
        try:
            raise plain
        except Malformed:
            raise Refused(ErrorCode.NO_COUP, ("nsw-2024/4.1",), "no") from None
    except Refused as refusal:
        made = refusal
    forbidden = Refused(ErrorCode.NO_COUP, ("nsw-2024/4.1",), "no")
    assert expected_errors.fits(step(malformed="no_coup"), plain)
    assert expected_errors.fits(step(malformed="no_coup"), made)
    assert not expected_errors.fits(step(malformed="no_coup"), forbidden)
    assert expected_errors.fits(step(refused="no_coup"), plain)
    assert expected_errors.fits(step(refused="no_coup 4.1"), forbidden)
    # No clause made malformed input what it is.
    assert not expected_errors.fits(step(refused="no_coup 4.1"), plain)
    assert not expected_errors.fits(step(refused="4.1"), plain)


def test_a_short_scenario_may_end_in_malformed_input(tmp_path: Path) -> None:
    text = (
        HEAD
        + 'malformed = "stake_worth_nothing"\nsays = "more than nothing"\nwagers = ["ann banker 0"]'
    )
    assert problems(tmp_path, text) == []
    [found] = problems(tmp_path, text.replace("stake_worth_nothing", "no_coup"))
    assert found.startswith("expected malformed no_coup that says 'more than nothing', got malf")
    [found] = problems(tmp_path, text.replace("banker 0", "banker 5"))
    assert found == "expected malformed stake_worth_nothing that says 'more than nothing', got none"


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ('{ do = "deal", refused = "4.9", malformed = "not_now" }', "refused or malformed, not"),
        ('{ do = "deal", malformed = "" }', "malformed names a code"),
        ('{ do = "deal", malformed = "not_nov" }', "no code 'not_nov'; did you mean not_now?"),
        ('{ do = "deal", refused = "shoe_ovr 4.9" }', "'shoe_ovr'; did you mean shoe_over?"),
        ('{ do = "deal", says = "over" }', "says stands beside refused or malformed"),
        ('{ do = "deal", refused = "4.9", says = " " }', "says is a part of what is said"),
        ('{ expect = { voids = 0 }, malformed = "not_now" }', "does nothing else"),
        ("{ expect = { voids = 0 }, repeat = 2 }", "does nothing else"),
        ('{ do = "dael", malformed = "not_now" }', "no command 'dael'; did you mean deal?"),
        ('{ do = "deal", malformd = "not_now" }', "takes no malformd: unknown field `malformd`"),
        ('{ do = "deal", clock = "25:00", malformed = "not_now" }', "step 1: '25:00' is no time"),
        ('{ expect = { next = "1X" } }', "step 1: '1X' is not a card"),
    ],
)  # fmt: skip
def test_what_is_miswritten_is_never_taken_for_malformed_input(
    tmp_path: Path, step: str, expected: str
) -> None:
    assert expected in wrong(tmp_path, steps(step)).message


def test_citations_are_still_claims_where_steps_are_malformed(tmp_path: Path) -> None:
    text = steps('{ do = "approve_both_hands", patron = "zoe", malformed = "unknown_patron" }')
    [report] = run_all(cases(tmp_path, text), {"nsw-2024": load.load("nsw-2024")})
    assert report.problems == ["cites 11.1.3, but nothing here applied it"]
