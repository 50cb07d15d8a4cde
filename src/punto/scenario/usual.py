"""What goes without saying before a tournament is played, in the order in which it is done.

A scenario that gives conditions has them laid down and published; one that names entrants has them
apply, pay and be accepted; one that says how lots fall has tables, seats and a session begun.
"""

from collections.abc import Iterator

from punto.rulebook.tournament_policies import FirstHolder
from punto.scenario.arena import Arena
from punto.scenario.case import Scenario
from punto.table.authority import PATRON, Actor
from punto.tournament import commands as do
from punto.tournament.conditions import Conditions
from punto.tournament.rules import law


def usual_steps(
    arena: Arena, scenario: Scenario, conditions: Conditions | None
) -> Iterator[tuple[Actor, do.AnyCommand]]:
    """Yield who does what until the steps of a scenario begin."""
    if conditions is not None:
        house = _staff(arena)
        yield house, do.SetConditions(conditions)
        if scenario.entrants or scenario.drawn:
            yield house, do.PublishConditions()
            yield from _entered(arena, scenario, conditions)
        if scenario.drawn:
            yield from _drawn(arena, scenario)


def _staff(arena: Arena) -> Actor:
    """Return somebody of the house who may do everything that goes without saying."""
    return Actor("dealer", "dealer", arena.at)


def _entered(
    arena: Arena, scenario: Scenario, conditions: Conditions
) -> Iterator[tuple[Actor, do.AnyCommand]]:
    house = _staff(arena)
    for name in scenario.entrants:
        entrant = Actor(name, PATRON, arena.at)
        yield entrant, do.Apply(name)
        if conditions.entry_fee_cents:
            yield entrant, do.PayFee(name, conditions.entry_fee_cents)
        yield house, do.AcceptEntry(name)


def _drawn(arena: Arena, scenario: Scenario) -> Iterator[tuple[Actor, do.AnyCommand]]:
    house = _staff(arena)
    for number in range(1, scenario.tables + 1):
        yield house, do.DesignateTable(number)
    yield house, do.DrawBallot(arena.seed_for(list(scenario.drawn)))
    yield house, do.BeginSession()
    order = law(arena.rules.edition).wagers.order
    if order is not None and order.first.value is FirstHolder.SET_BY_LEAD:
        title = arena.rules.edition.powers["set_starting_marker"].value[0]
        for number in range(1, scenario.tables + 1):
            seats = arena.tournament.tables[number].patrons
            if seats:
                name = min(seats, key=lambda patron: patron.seat).name
                yield Actor(title, title, arena.at), do.SetStartingMarker(name)
