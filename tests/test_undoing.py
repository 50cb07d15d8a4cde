"""The last step of whoever leads is taken back with a reason, unless it cannot be unseen."""

from random import Random

import pytest
from support.random_tournament import begun

from punto.aggregate.actor import Actor
from punto.aggregate.topic import Fold, UndoneEarlierError
from punto.clause import Malformed, NotEntitled
from punto.driver.tournament import TournamentDriver, resumed
from punto.log_file import read_lines, written
from punto.rehearsal.rehearse import Rehearsal
from punto.tournament.context import changes
from punto.tournament.creation import TournamentSetUp, tournament_from
from punto.tournament.entry.applications import AcceptEntry
from punto.tournament.money.prizes import PayPrizes
from punto.tournament.registry import replay
from punto.tournament.seating.ballot import DrawBallot
from punto.tournament.seating.sessions import BeginSession, EndSession
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.undo_step import StepUndone, effective_entries

LEAD = "tournament_manager"


def brought(to: type, name: str = "nsw-2024") -> Rehearsal:
    """Return a tournament in which a command of a kind is next."""
    rehearsal = begun(name, Random(3))
    while True:
        step = rehearsal.due()
        assert step is not None
        command = getattr(step, "command", step)
        if isinstance(command, to):
            return rehearsal
        rehearsal.take(step)


def taken(rehearsal: Rehearsal) -> TournamentDriver:
    """Return the tournament after what is next."""
    step = rehearsal.due()
    assert step is not None
    rehearsal.take(step)
    return rehearsal.house.driver


def test_a_step_taken_back_leaves_everything_as_it_was_and_stays_on_record() -> None:
    rehearsal = brought(AcceptEntry)
    before = rehearsal.house.driver.tournament
    driver = taken(rehearsal)
    assert driver.tournament != before
    [undone] = driver.act(LEAD, "undo_step", reason="the wrong person")
    assert driver.tournament == before
    assert isinstance(undone, StepUndone)
    assert (undone.step, undone.reason) == ("accept_entry", "the wrong person")
    assert undone.back_to == len(driver.log) - 2
    tags = [event.__struct_config__.tag for event in driver.events]
    assert tags[-2:] == ["entry_accepted", "step_undone"]
    assert replay(driver.log) == before
    assert read_lines(written(driver.log)).entries == tuple(driver.log)


def test_a_table_taken_back_takes_its_cards_along() -> None:
    rehearsal = brought(DesignateTable)
    before, shoes = rehearsal.house.driver.tournament, rehearsal.house.driver.shoes
    driver = taken(rehearsal)
    assert driver.shoes != shoes
    driver.act(LEAD, "undo_step", reason="table 2 was meant")
    assert (driver.tournament, driver.shoes) == (before, shoes)
    driver.act(LEAD, "designate_table", table=1)


def test_nothing_is_taken_back_twice_or_without_a_reason_or_by_somebody_else() -> None:
    rehearsal = brought(AcceptEntry)
    driver = rehearsal.house.driver
    driver.act("zed", "apply")
    with pytest.raises(Malformed, match="zed has acted since"):
        driver.act(LEAD, "undo_step", reason="a slip")
    driver.act(LEAD, "accept_entry", name=driver.tournament.entrants[-2].name)
    with pytest.raises(Malformed, match="say why"):
        driver.act(LEAD, "undo_step", reason=" ")
    with pytest.raises(NotEntitled):
        driver.act(Actor("zoe", LEAD), "undo_step", reason="a slip")
    with pytest.raises(NotEntitled):
        driver.act("zed", "undo_step", reason="a slip")
    driver.act(LEAD, "undo_step", reason="a slip")
    with pytest.raises(Malformed, match="taken back already"):
        driver.act(LEAD, "undo_step", reason="a slip")


def test_a_session_begun_too_early_is_taken_back_but_lots_and_cards_stay() -> None:
    driver = taken(brought(DrawBallot))
    with pytest.raises(Malformed, match="lots were drawn") as no:
        driver.act(LEAD, "undo_step", reason="bad luck")
    assert no.value.code == "cannot_undo"
    rehearsal = brought(BeginSession)
    drawn = rehearsal.house.driver.tournament
    driver = taken(rehearsal)
    driver.act(LEAD, "undo_step", reason="bob is still outside")
    assert driver.tournament == drawn
    taken(rehearsal)
    driver.act("dealer", "open_betting", table=1)
    with pytest.raises(Malformed, match="cards and wagers stay"):
        driver.act("dealer", "undo_step", reason="too early")


def test_a_session_ended_too_early_is_taken_back_with_everybody_in_their_seats() -> None:
    rehearsal = brought(EndSession)
    before = rehearsal.house.driver.tournament
    driver = taken(rehearsal)
    driver.act(LEAD, "undo_step", reason="one table still plays")
    assert driver.tournament == before
    while (step := rehearsal.due()) is not None:
        rehearsal.take(step)
    assert replay(driver.log) == driver.tournament


def test_money_in_hand_stays() -> None:
    driver = taken(brought(PayPrizes))
    with pytest.raises(Malformed, match="money has changed hands"):
        driver.act("casino_operator", "undo_step", reason="a slip")


def test_a_log_with_steps_taken_back_is_folded_entry_by_entry() -> None:
    rehearsal = brought(EndSession)
    states = {len(rehearsal.house.driver.log): rehearsal.house.driver.tournament}
    driver = taken(rehearsal)
    assert len(driver.log) > len(states) + 1, "the step has several events"
    states[len(driver.log)] = driver.tournament
    driver.act(LEAD, "undo_step", reason="too early")
    states[len(driver.log)] = driver.tournament
    taken(rehearsal)
    states[len(driver.log)] = driver.tournament
    first = driver.log[0].event
    assert isinstance(first, TournamentSetUp)
    fold = Fold(changes, tournament_from(first))
    for version, entry in enumerate(driver.log[1:], start=2):
        fold.add(entry)
        assert version not in states or fold.state == states[version], version
    assert fold.last_start == (list(states)[-2], list(states.values())[-2])
    # Whoever has only the entries after the step cannot tell what stood before it.
    undone = list(states)[2]
    later = Fold(changes, states[list(states)[1]])
    with pytest.raises(UndoneEarlierError):
        later.add(driver.log[undone - 1])


def test_a_tournament_that_is_read_again_takes_its_last_step_back() -> None:
    rehearsal = brought(EndSession)
    before = rehearsal.house.driver.tournament
    driver = taken(rehearsal)
    again = resumed(driver.log)
    assert (again.tournament, again.position.version) == (driver.tournament, len(driver.log))
    # A log does not say what a command was called: its first event stands for it.
    [undone] = again.act(LEAD, "undo_step", reason="too early")
    assert isinstance(undone, StepUndone)
    assert undone.back_to == effective_entries(again.log)[-1].envelope.version
    assert undone.step == driver.log[undone.back_to].event.tag()
    assert again.tournament == before
    third = resumed(again.log)
    assert third.tournament == before
    with pytest.raises(Malformed, match="taken back already"):
        third.act(LEAD, "undo_step", reason="again")
