"""The last step of whoever leads is taken back with a reason, unless it cannot be unseen."""

from random import Random

import pytest

from punto import codec
from punto.clause import Malformed, NotEntitled
from punto.contest import Contest, new_contest
from punto.rulebook.elections import Elections
from punto.table.authority import Actor
from punto.tournament.entrant import Standing
from punto.tournament.step import replay


def opened(name: str = "nsw-2024") -> Contest:
    contest = new_contest(name, "Autumn", Elections(), randbelow=Random(3).randrange)
    contest.act("dealer", "set_conditions", conditions={"chips": 100, "session": "2 coups"})
    contest.act("dealer", "publish_conditions")
    for name_ in ("ann", "bob"):
        contest.act(name_, "apply")
    return contest


def test_a_step_taken_back_leaves_everything_as_it_was_and_stays_on_record() -> None:
    contest = opened()
    before = contest.tournament
    contest.act("dealer", "accept_entry", name="ann")
    [undone] = contest.act("dealer", "undo_step", reason="the wrong person")
    assert contest.tournament == before
    assert contest.tournament.entrant("ann").standing is Standing.APPLIED  # type: ignore[union-attr]
    assert (undone.step, undone.reason) == ("accept_entry", "the wrong person")  # type: ignore[union-attr]
    assert [event.__struct_config__.tag for event in contest.log][-2:] == [
        "entry_accepted",
        "step_undone",
    ]
    assert replay(contest.log) == before
    assert codec.read_tournament_log(codec.encode(contest.log)) == tuple(contest.log)


def test_a_table_taken_back_takes_its_cards_along() -> None:
    contest = opened()
    before, cards = contest.tournament, contest.cards
    contest.act("dealer", "designate_table", table=1)
    assert contest.cards
    contest.act("dealer", "undo_step", reason="table 2 was meant")
    assert (contest.tournament, contest.cards) == (before, cards)
    contest.act("dealer", "designate_table", table=1)


def test_nothing_is_taken_back_twice_or_without_a_reason_or_by_somebody_else() -> None:
    contest = opened()
    with pytest.raises(Malformed, match="bob has acted since"):
        contest.act("dealer", "undo_step", reason="a slip")
    contest.act("dealer", "accept_entry", name="ann")
    with pytest.raises(Malformed, match="say why"):
        contest.act("dealer", "undo_step", reason=" ")
    with pytest.raises(NotEntitled):
        contest.act(Actor("zoe", "dealer"), "undo_step", reason="a slip")
    with pytest.raises(NotEntitled):
        contest.act("ann", "undo_step", reason="a slip")
    contest.act("dealer", "undo_step", reason="a slip")
    with pytest.raises(Malformed, match="taken back already"):
        contest.act("dealer", "undo_step", reason="a slip")


def test_lots_and_cards_and_money_stay() -> None:
    contest = opened()
    for name in ("ann", "bob"):
        contest.act("dealer", "accept_entry", name=name)
    contest.act("dealer", "designate_table", table=1)
    contest.act("dealer", "draw_ballot", seed="one")
    with pytest.raises(Malformed, match="lots were drawn") as no:
        contest.act("dealer", "undo_step", reason="bad luck")
    assert no.value.code == "cannot_undo"
    drawn = contest.tournament
    contest.act("dealer", "begin_session")
    contest.act("dealer", "undo_step", reason="bob is still outside")
    assert contest.tournament == drawn
    contest.act("dealer", "begin_session")
    contest.act("dealer", "open_betting", table=1)
    with pytest.raises(Malformed, match="cards and wagers stay"):
        contest.act("dealer", "undo_step", reason="too early")
