"""Tournaments under every command there is, sensible and absurd, in any order, by anybody."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.editions import DEALING
from support.fair_play import fair_in_a_tournament
from support.random_tournament import KINDS, AnyDirection, begun
from support.tournament_balances import Pennies
from support.way_on import contest_goes_on

from punto import codec
from punto.aggregate.actor import Actor
from punto.clause import Malformed, NotEntitled, Refused
from punto.driver.tournament import TournamentDriver
from punto.log_file import read_lines, written
from punto.rehearsal.coup import RehearsalCoup
from punto.rehearsal.rehearse import Rehearsal
from punto.rehearsal.step import CommandStep
from punto.table.phase import Idle
from punto.tournament.audience import TournamentAudience
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.money.pool import pool_cents
from punto.tournament.registry import may, may_at_table, registry, replay
from punto.tournament.tables import AtTable
from punto.tournament.tournament import (
    Tournament,
    TournamentStage,
    forms_of_current_coup,
    forms_of_next_coup,
)

EVENTS = registry.events


def chips_stay(tournament: Tournament) -> None:
    """Assert that no chip of any table came from nowhere or went there."""
    for number, table in tournament.tables.items():
        held = sum(patron.chips_cents for patron in table.patrons)
        total = held + table.layout_cents + table.ledger.float_cents
        assert total == table.ledger.issued_cents, f"table {number}"
        for patron in table.patrons:
            assert patron.chips_cents >= 0, patron.name


def places_fit(tournament: Tournament) -> None:
    """Assert that everybody who is placed has one place, and that shared places leave a gap."""
    places = sorted(entrant.place for entrant in tournament.entrants if entrant.place is not None)
    for index, place in enumerate(places):
        assert place == places.index(place) + 1, places
        assert place <= index + 1, places


def forms_fit(tournament: Tournament) -> None:
    """Assert that whoever has a secret wager on a coup to come, or that is on, sits there."""
    for number, table in tournament.tables.items():
        for form in forms_of_next_coup(tournament, number):
            assert table.patron(form.name) is not None, form
        for form in forms_of_current_coup(tournament, number):
            assert form.done or table.patron(form.name) is not None, form


def prizes_fit(tournament: Tournament) -> None:
    """Assert that the prizes are the pool, to the cent, with what the house bears or reports."""
    purse = tournament.purse
    if not purse.awarded:
        return
    prizes = sum(entrant.prize_cents for entrant in tournament.entrants)
    assert prizes == pool_cents(tournament) + purse.borne_cents - purse.odd_cents
    if tournament.stage is TournamentStage.FINISHED:
        assert purse.paid_cents == prizes


def sound(driver: TournamentDriver, pennies: Pennies) -> None:
    tournament = driver.tournament
    chips_stay(tournament)
    places_fit(tournament)
    forms_fit(tournament)
    prizes_fit(tournament)
    pennies.agree(tournament)


def tried(
    rehearsal: Rehearsal, actor: Actor, command: TournamentCommand
) -> Malformed | Refused | None:
    """Give a command, and return why not; then nothing has changed."""
    driver = rehearsal.house.driver
    before, length = driver.tournament, len(driver.log)
    if isinstance(command, AtTable):
        inner = type(command.command)
        allowed = may_at_table(driver.elected, before, command.table, actor, inner)
    else:
        allowed = may(driver.elected, before, actor, type(command))
    try:
        events = driver.carry_out(actor, command)
    except (Malformed, Refused) as no:
        assert driver.tournament is before, command
        assert len(driver.log) == length, command
        return no
    assert events, command
    assert allowed, f"{command} was decided, and {actor.title} might not give it: {allowed.error}"
    return None


def usual(rehearsal: Rehearsal) -> Malformed | Refused | None:
    """Do what is usual; what happened before may stand in its way."""
    step = rehearsal.due()
    if step is None:
        return None
    if isinstance(step, CommandStep):
        return tried(rehearsal, step.actor, step.command)
    house = rehearsal.house
    idle = isinstance(house.driver.tournament.tables[step.table].phase, Idle)
    try:
        if idle:
            rehearsal.coup(step)
        else:
            RehearsalCoup(house, step.table, {}, rehearsal.randbelow).finish()
    except (Malformed, Refused) as no:
        return no
    return None


def something(
    rehearsal: Rehearsal, anything: AnyDirection
) -> tuple[Malformed | Refused | None, str]:
    """Do what is usual, what is trouble or what is nonsense; return why not, and what it was."""
    chance = anything.random.random()
    # Once people sit at tables a coup is one usual step: leave room for trouble in between.
    busy = any(table.patrons for table in rehearsal.house.driver.tournament.tables.values())
    if chance < (0.15 if busy else 0.6):
        return usual(rehearsal), "what is usual"
    if chance < 0.95:
        slow = chance < (0.6 if busy else 0.8)
        actor, command = anything.at_some_table() if slow else anything.likely()
    else:
        actor, command = anything.actor(), anything.command()
    return tried(rehearsal, actor, command), f"{actor.title} {command}"


def some_play(rehearsal: Rehearsal, random: Random, turns: int) -> None:
    """Play at random for so many turns; what is refused changes nothing."""
    anything = AnyDirection(rehearsal, random)
    for _ in range(turns):
        something(rehearsal, anything)


@given(st.integers(0, 10**9), st.sampled_from(DEALING))
@settings(max_examples=30)
def test_no_command_loses_a_chip_a_cent_or_a_place(seed: int, name: str) -> None:
    random = Random(seed)
    rehearsal = begun(name, random)
    driver, anything, pennies = rehearsal.house.driver, AnyDirection(rehearsal, random), Pennies()
    refused: list[tuple[Malformed | Refused, str]] = []
    read = 0
    for turn in range(300):
        before = driver.tournament
        no, done = something(rehearsal, anything)
        where = f"seed {seed}, {name}, turn {turn}: {done}"
        if no is not None:
            refused.append((no, where))
        try:
            new = driver.events[read:]
            for event in new:
                pennies.book(event)
                for reason in event.reasons:
                    assert all(clause.startswith(f"{name}/") for clause in reason.clause), reason
            read = len(driver.log)
            sound(driver, pennies)
            fair_in_a_tournament(driver.rules, before, driver.tournament, new)
            if turn % 60 == 0:
                assert contest_goes_on(rehearsal, Random(turn)), "no coup can come"
        except AssertionError as error:
            raise AssertionError(f"{where}: {error}") from error
        if turn % 50 == 0:
            for audience in TournamentAudience:
                if audience is not TournamentAudience.ENTRANT:
                    driver.view(audience)
    kept(driver, f"seed {seed}, {name}")
    for said, where in refused:
        assert said.message, where
        assert said.code, where
        if isinstance(said, Refused):
            assert said.clause or isinstance(said, NotEntitled), f"{where}: {said.code}"
            assert all(clause.startswith(f"{name}/") for clause in said.clause), where


def kept(driver: TournamentDriver, where: str) -> None:
    """Assert that a log says what the tournament is, and that nothing is lost on the way."""
    assert replay(driver.log) == driver.tournament, where
    assert read_lines(written(driver.log)).entries == tuple(driver.log), where
    snapshot = codec.encode(driver.tournament)
    assert codec.read_tournament_snapshot(snapshot) == driver.tournament, where


@pytest.mark.parametrize("name", DEALING)
@pytest.mark.parametrize("seed", range(4))
def test_what_is_usual_leads_from_conditions_to_prizes(name: str, seed: int) -> None:
    rehearsal = begun(name, Random(seed))
    driver, pennies, read = rehearsal.house.driver, Pennies(), 0
    while (step := rehearsal.due()) is not None:
        rehearsal.take(step)
        for event in driver.events[read:]:
            pennies.book(event)
        read = len(driver.log)
        sound(driver, pennies)
    tournament = driver.tournament
    assert tournament.stage is TournamentStage.FINISHED
    assert all(entrant.place is not None for entrant in tournament.entrants)
    assert tournament.purse.paid_cents == sum(one.prize_cents for one in tournament.entrants)
    kept(driver, f"seed {seed}, {name}")


def test_every_event_and_command_has_a_tag_of_its_own() -> None:
    for kinds in (EVENTS, KINDS):
        tags = [kind.__struct_config__.tag for kind in kinds]
        assert len(set(tags)) == len(tags)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__struct_config__.tag))
def test_commands_are_read_back_as_they_were_written(kind: type) -> None:
    random = Random(7)
    anything = AnyDirection(begun("nsw-2024", random), random)
    for _ in range(20):
        command = anything.anything.of(kind) if kind is not AtTable else anything.command()
        assert codec.read_tournament_command(codec.encode(command)) == command
