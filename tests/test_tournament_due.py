"""What is due in a tournament is taken from whoever it names; nothing else is ever due."""

from random import Random
from typing import Any

import pytest
from support.editions import DEALING
from support.random_tournament import AnyDirection, begun
from support.random_tournament_table import begun as one_table

from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, Refused
from punto.driver.tournament import TournamentDriver
from punto.rehearsal.conditions import approvals
from punto.rehearsal.placings import placing_due
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.step import CommandStep
from punto.rulebook.power import Power
from punto.table.phase import Settling
from punto.table.wagers.placing import PlaceWager
from punto.tournament.audience import STAFF, TournamentAudience
from punto.tournament.entry.applications import Apply
from punto.tournament.entry.conditions import SetConditions
from punto.tournament.entry.withdrawal import CancelTournament
from punto.tournament.registry import decide
from punto.tournament.seating.ballot import CommitBallot, DrawBallot
from punto.tournament.seating.breaks import CallBreak
from punto.tournament.secret.examination import ExamineForm
from punto.tournament.secret.hand_in import HandInForm
from punto.tournament.tables import AtTable
from punto.tournament.tournament import TournamentStage
from punto.tournament.views.asking import Due
from punto.tournament.views.due import due_now
from punto.tournament.views.view import table_view, view
from punto.tournament.views.view_types import due_seen
from punto.verifiable_draw import commitment

SEED = "a seed of the test"
# So many steps end every tournament of these plans.
STEPS = 3_000


def moment(due: Due, now: int) -> int | None:
    """Return when something due is done: now, or once its time has come; nothing if it is over."""
    at = max(now, due.opens_at or 0)
    return None if due.until is not None and at >= due.until else at


def filled(rehearsal: Rehearsal, due: Due) -> Any:
    """Return the command that is due, with values of our own where it has none."""
    driver, tournament = rehearsal.house.driver, rehearsal.house.driver.tournament
    if due.command is not None:
        return due.command
    match due.does:
        case "set_conditions":
            return SetConditions(rehearsal.plan.conditions)
        case "file_approval":
            filed = {one.item for one in tournament.floor.approved}
            papers = approvals(driver, rehearsal.plan, stand_in=True)
            return next(paper for paper in papers if paper.item not in filed)
        case "commit_ballot":
            return CommitBallot(commitment(SEED))
        case "draw_ballot":
            return DrawBallot(SEED)
        case "confirm_placings":
            assert tournament.session is not None
            step = placing_due(rehearsal.house, tournament.session, rehearsal.randbelow)
            assert isinstance(step, CommandStep)
            return step.command
        case "place_wager":
            assert isinstance(due.example, AtTable)
            return another_hand(rehearsal, due, due.example)
        case _:
            assert due.example is not None, due
            return due.example


def another_hand(rehearsal: Rehearsal, due: Due, example: AtTable) -> AtTable:
    """Return a wager that is due on either hand: if all wagered alike, no tie would ever end."""
    assert isinstance(example.command, PlaceWager)
    hand = ("player", "banker")[rehearsal.randbelow(2)]
    wager = PlaceWager(hand, example.command.stake_cents)
    driver, other = rehearsal.house.driver, AtTable(example.table, wager)
    try:
        decide(driver.elected, driver.tournament, Actor(due.by or "", PATRON), other)
    except (Malformed, Refused):
        return example
    return other


def done(rehearsal: Rehearsal, due: Due) -> bool:
    """Do what is due; return whether its time is not over."""
    assert due.by is not None
    assert due.title is not None
    at = moment(due, rehearsal.house.at)
    if at is None:
        return False
    command = filled(rehearsal, due)
    rehearsal.house.at = at
    rehearsal.house.driver.carry_out(Actor(due.by, due.title, at), command)
    return True


def good(rehearsal: Rehearsal, where: str) -> tuple[Due, ...]:
    """Return what is due now, once each of it was taken from whoever it names."""
    driver, house = rehearsal.house.driver, rehearsal.house
    found = due_now(driver.elected, driver.tournament)
    for due in found:
        mark, at = driver.savepoint(), house.at
        if due.does is None:
            assert due.text
            continue
        try:
            done(rehearsal, due)
        except (Malformed, Refused) as no:
            raise AssertionError(f"{where}: {due} is refused: {no}") from no
        finally:
            driver.restore(mark)
            house.at = at
    return found


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("seed", range(6))
def test_whoever_does_what_is_due_comes_from_conditions_to_prizes(name: str, seed: int) -> None:
    random = Random(f"{name} {seed}")
    rehearsal = begun(name, random)
    driver = rehearsal.house.driver
    entering = list(rehearsal.field)
    for _ in range(STEPS):
        stage = driver.tournament.stage
        if stage is TournamentStage.FINISHED:
            break
        if stage is TournamentStage.OPEN and entering:
            rehearsal.house.act(rehearsal.house.entrant(entering[0]), Apply(entering.pop(0)))
            continue
        found = [due for due in due_now(driver.elected, driver.tournament) if due.does]
        assert found, f"{stage}: nothing is due"
        random.shuffle(found)
        assert any(done(rehearsal, due) for due in found), found
    assert driver.tournament.stage is TournamentStage.FINISHED


@pytest.mark.parametrize("name", DEALING)
def test_what_is_due_is_never_refused_whatever_went_before(name: str) -> None:
    doing: set[str] = set()
    for seed in range(6):
        doing |= troubled(name, seed)
    assert {"place_wager", "draw", "end_session", "confirm_placings", "pay_prizes"} <= doing


def troubled(name: str, seed: int) -> set[str]:
    """Play a tournament in which much goes wrong; return what was due in it."""
    random = Random(f"anything {name} {seed}")
    rehearsal = begun(name, random)
    driver, anything = rehearsal.house.driver, AnyDirection(rehearsal, random)
    entering, doing = list(rehearsal.field), set[str]()
    for turn in range(300):
        where = f"{name} {seed} {turn}"
        found = good(rehearsal, where)
        doing |= {due.does for due in found if due.does is not None}
        if entering and driver.tournament.stage is TournamentStage.OPEN:
            rehearsal.house.act(rehearsal.house.entrant(entering[0]), Apply(entering.pop(0)))
            continue
        chance = random.random()
        may = [due for due in found if due.does]
        session = driver.tournament.session
        busy = session is not None and session.begun_at is not None
        if may and chance < (0.6 if busy else 0.9):
            done(rehearsal, random.choice(may))
            continue
        actor, command = anything.at_some_table() if chance < 0.8 else anything.likely()
        if isinstance(command, CancelTournament | CommitBallot):
            continue
        try:
            driver.carry_out(actor, command)
        except (Malformed, Refused):
            continue
    return doing


def shown_at_tables(
    driver: TournamentDriver, audience: TournamentAudience, due: tuple[Due, ...]
) -> None:
    """Assert that staff see at each table what is due there, with its words and clauses."""
    for number in driver.tournament.tables:
        found = table_view(driver.rules, driver.tournament, number, audience, None, due=due).due
        here = next((one for one in due if one.table == number), None)
        if here is None:
            assert found is None
            continue
        assert found is not None
        assert (found.text, found.clause, found.by) == (here.text, here.clause, here.by)
        own = isinstance(here.command, AtTable)
        assert (found.command is not None, found.faces) == (own, here.faces)


@pytest.mark.parametrize("name", DEALING)
def test_staff_are_told_of_everything_and_an_entrant_of_their_own(name: str) -> None:
    random = Random(3)
    rehearsal = begun(name, random)
    driver, told, own = rehearsal.house.driver, 0, 0
    for _ in range(120):
        step = rehearsal.due()
        if step is None:
            break
        rehearsal.take(step)
        due = due_now(driver.elected, driver.tournament)
        shown = tuple(due_seen(one) for one in due)
        for audience in STAFF:
            assert view(driver.rules, driver.tournament, audience).due == shown
            shown_at_tables(driver, audience, due)
        assert view(driver.rules, driver.tournament, TournamentAudience.PUBLIC).due == ()
        for entrant in driver.tournament.entrants:
            mine = driver.view(entrant.name).due
            assert mine == tuple(
                one for one in shown if (one.by, one.title) == (entrant.name, PATRON)
            )
            own += len(mine)
        told += len(due)
    assert told > own > 0


def here(driver: TournamentDriver) -> list[tuple[str | None, str | None]]:
    """Return who does what at the only table of a tournament."""
    return [(due.by, due.does) for due in due_now(driver.elected, driver.tournament)]


def test_the_first_card_waits_for_wagers_and_forms_and_chips_for_the_announcement() -> None:
    driver = one_table("tas-2018", 1)
    seen = [here(driver)]
    driver.act("dealer", "open_betting", table=1)
    seen.append(here(driver))
    seat = driver.tournament.session.seats["ann"].seat  # type: ignore[union-attr]
    form = HandInForm("ann", "banker", 30_000, "three hundred", seat, signed=True)
    driver.act("ann", form)
    seen.append(here(driver))
    driver.act("inspector", ExamineForm("ann"))
    for name in ("ben", "cy"):
        driver.act(name, AtTable(1, PlaceWager("player", 10_000)))
    seen.append(here(driver))
    while not isinstance(driver.tournament.tables[1].phase, Settling):
        [due] = due_now(driver.elected, driver.tournament)
        driver.act(Actor(due.by or "", due.title or ""), due.command or due.example)  # type: ignore[arg-type]
    seen.append(here(driver))
    table = driver.view(TournamentAudience.DEALER).tables[0].table
    assert table.due is not None
    assert (table.due.by, table.due.command) == ("inspector", None), "no chip moves before"
    assert seen == [
        [("dealer", "open_betting")],
        [("ann", "place_wager"), ("ben", "place_wager"), ("cy", "place_wager")],
        [("inspector", "examine_form"), ("ben", "place_wager"), ("cy", "place_wager")],
        [("dealer", "draw")],
        [("inspector", "announce_forms")],
    ]


def test_betting_opens_when_the_break_is_over() -> None:
    rehearsal = begun("act-2015", Random(1))
    house = rehearsal.house
    while (session := house.driver.tournament.session) is None or session.begun_at is None:
        step = rehearsal.due()
        assert step is not None
        rehearsal.take(step)
    house.acts(Power.ALLOW_BREAK, CallBreak(10))
    due = due_now(house.driver.elected, house.driver.tournament)
    assert {(one.does, one.opens_at) for one in due} == {("open_betting", house.at + 600)}
    too_soon = Actor(due[0].by or "", due[0].title or "", house.at)
    with pytest.raises(Refused, match="a break"):
        house.act(too_soon, due[0].command)  # type: ignore[arg-type]
