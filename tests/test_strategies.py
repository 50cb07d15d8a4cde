"""Strategies: what each wagers by what is seen, and that it may always be wagered."""

from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from punto.clause import Malformed
from punto.notation.conditions_file import Rehearsal
from punto.rehearsal.seen import EntrantView, PlannedWager
from punto.rehearsal.simulated_entrants import SCRIPT, field, made_up
from punto.rehearsal.strategies import STRATEGIES, scripted

NONE = Random(1).randrange


def seen(own: int = 10_000, rival: int = 10_000, **changed: Any) -> EntrantView:
    """Return what ann sees with bob at her table."""
    plain: dict[str, Any] = {
        "name": "ann",
        "minimum_cents": 100,
        "maximum_cents": 5_000,
        "unit_cents": 100,
        "coup": 1,
        "coups_left": 20,
        "advance": 1,
        "chips": {"ann": own, "bob": rival},
        "laid": {},
    }
    return EntrantView(**{**plain, **changed})


def wagers(name: str, what: EntrantView) -> PlannedWager:
    return STRATEGIES[name](what, NONE)


def test_flat_is_the_minimum_and_proportional_a_tenth() -> None:
    assert wagers("flat", seen()) == PlannedWager("banker", 100)
    assert wagers("proportional", seen(own=12_350)) == PlannedWager("banker", 1_200)
    assert wagers("proportional", seen(own=500)) == PlannedWager("banker", 100)


def test_follow_does_as_the_leader_and_oppose_the_opposite() -> None:
    led: dict[str, Any] = {"laid": {"bob": PlannedWager("player", 700)}}
    assert wagers("follow", seen(rival=20_000, **led)) == PlannedWager("player", 700)
    assert wagers("oppose", seen(rival=10_500, **led)).wager == "banker"
    # 500 behind, and 700 of it if bob loses: the minimum is enough.
    assert wagers("oppose", seen(rival=10_500, **led)).stake_cents == 100
    # 3,000 behind: 2,300 and a unit more than that.
    assert wagers("oppose", seen(rival=13_000, **led)).stake_cents == 2_400
    assert wagers("follow", seen()) == wagers("proportional", seen())


def test_late_waits_for_the_last_quarter_and_then_stakes_everything_while_behind() -> None:
    early = {"coup": 14, "coups_left": 7}
    last = {"coup": 16, "coups_left": 5}
    assert wagers("late", seen(rival=20_000, **early)).stake_cents == 100
    assert wagers("late", seen(rival=20_000, **last)).stake_cents == 5_000
    assert wagers("late", seen(own=3_250, rival=20_000, **last)).stake_cents == 3_200
    assert wagers("late", seen(own=20_000, **last)).stake_cents == 100


def test_behind_is_behind_the_last_place_that_goes_on() -> None:
    chips = {"ann": 5_000, "bob": 9_000, "cy": 6_000}
    assert seen(chips=chips, advance=1).behind_cents == 4_000
    assert seen(chips=chips, advance=2).behind_cents == 1_000
    assert seen(chips=chips, advance=3).behind_cents == 0


def test_a_script_is_followed_and_its_last_wager_stays() -> None:
    strategy = scripted([PlannedWager("player", 300), PlannedWager("banker", 900)])
    assert strategy(seen(coup=1), NONE) == PlannedWager("player", 300)
    assert strategy(seen(coup=2), NONE) == PlannedWager("banker", 900)
    assert strategy(seen(coup=9), NONE) == PlannedWager("banker", 900)


@given(
    st.sampled_from(sorted(STRATEGIES)),
    st.tuples(st.integers(100, 40_000), st.integers(0, 40_000)),
    st.integers(1, 20),
    st.integers(0, 10**9),
    st.sampled_from(
        [{}, {"bob": PlannedWager("banker", 2_000)}, {"bob": PlannedWager("tie", 100)}]
    ),
)
def test_every_strategy_wagers_what_may_be_wagered(
    name: str, chips: tuple[int, int], coup: int, number: int, laid: dict[str, PlannedWager]
) -> None:
    own, rival = chips
    what = seen(own, rival, coup=coup, coups_left=21 - coup, laid=laid)
    bet = STRATEGIES[name](what, Random(number).randrange)
    assert bet.wager in ("player", "banker")
    assert 100 <= bet.stake_cents <= min(5_000, max(own, 100))
    assert bet.stake_cents % 100 == 0
    assert bet == STRATEGIES[name](what, Random(number).randrange)


def test_a_field_has_the_people_it_is_asked_for() -> None:
    people = field(Rehearsal(entrants=100))
    assert len(people) == 100
    kinds = [player.strategy for player in people.values()]
    assert kinds[: len(STRATEGIES)] == list(STRATEGIES)
    assert len(set(made_up(1000))) == 1000
    own = field(Rehearsal(names=("max", "ann"), strategies=("late",)), 3)
    assert list(own) == ["max", "ann", "bob"]
    assert {player.strategy for player in own.values()} == {"late"}
    script = field(Rehearsal(scripted={"max": ("banker 100",)}, entrants=2))
    assert script["max"].strategy == SCRIPT


@pytest.mark.parametrize(
    ("plan", "entrants", "says"),
    [
        (Rehearsal(strategies=("flatt",)), None, "did you mean flat"),
        (Rehearsal(scripted={"max": ("banker",)}), None, "no wager"),
        (Rehearsal(scripted={"max": ()}), None, "wagers nothing"),
        (Rehearsal(), 0, "somebody plays"),
    ],
)
def test_a_field_that_makes_no_sense_is_told(
    plan: Rehearsal, entrants: int | None, says: str
) -> None:
    with pytest.raises(Malformed, match=says):
        field(plan, entrants)
