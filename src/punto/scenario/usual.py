"""What goes without saying before a tournament is played, in the order in which it is done.

A scenario that gives conditions has them laid down and published; one that names entrants has them
apply, pay and be accepted; one that says how lots fall has tables, seats and a session begun.
Somebody leads the tournament and is there, unless ``lead`` says that nobody does.
"""

from collections.abc import Iterator

from punto.rulebook.schema.tournament import Tournament as TournamentLaw
from punto.scenario.arena import Arena
from punto.scenario.case import Scenario
from punto.table.authority import PATRON, Actor
from punto.tournament import commands as do
from punto.tournament.conditions import Conditions
from punto.tournament.rules import law
from punto.tournament.seating.ballot import commitment

# Said of a tournament that nobody leads.
NOBODY = "nobody"

Steps = Iterator[tuple[Actor, do.AnyCommand]]


def usual_steps(arena: Arena, scenario: Scenario, conditions: Conditions | None) -> Steps:
    """Yield who does what until the steps of a scenario begin."""
    if scenario.lead != NOBODY:
        yield from _led(arena, scenario.lead)
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


def entitled(arena: Arena, power: str, lead: str | None = None) -> Actor:
    """Return somebody who has a power; whoever leads goes by the name that the scenario gives."""
    title = arena.rules.edition.powers[power].value[0]
    name = lead if lead is not None and title == _law(arena).seating.led_by.value else title
    return Actor(name, title, arena.at)


def _law(arena: Arena) -> TournamentLaw:
    return law(arena.rules.edition)


def _led(arena: Arena, name: str | None) -> Steps:
    """Have somebody named who leads, and be there."""
    seating = _law(arena).seating
    title, ranks = seating.led_by.value, seating.lead_ranks
    lead = name or title
    rank = ranks.value[0] if ranks else None
    yield entitled(arena, "appoint_lead"), do.AppointLead(lead, rank)
    yield Actor(lead, title, arena.at), do.Attend()


def _entered(arena: Arena, scenario: Scenario, conditions: Conditions) -> Steps:
    house = _staff(arena)
    for name in scenario.entrants:
        entrant = Actor(name, PATRON, arena.at)
        yield entrant, do.Apply(name)
        if conditions.entry_fee_cents:
            yield entrant, do.PayFee(name, conditions.entry_fee_cents)
        yield house, do.AcceptEntry(name)


def _drawn(arena: Arena, scenario: Scenario) -> Steps:
    lead = scenario.lead
    designating = entitled(arena, "designate_tables", lead)
    allocating = entitled(arena, "allocate_seats", lead)
    for number in range(1, scenario.tables + 1):
        yield designating, do.DesignateTable(number)
    seed = arena.seed_for(list(scenario.drawn))
    yield allocating, do.CommitBallot(commitment(seed))
    yield allocating, do.DrawBallot(seed)
    if not scenario.begun:
        return
    for name in scenario.drawn:
        if name not in scenario.absent:
            yield Actor(name, PATRON, arena.at), do.TakeSeat(name)
    yield entitled(arena, "conduct_tournament", lead), do.BeginSession()
