"""What goes without saying before a tournament is played, in the order in which it is done.

A scenario that gives conditions has them laid down, and those with topics ``left_out`` have all
others that the rulebook wants; one that names entrants has them filled up as the rulebook wants,
approved and published, and has the entrants apply, pay, sign and be accepted; one that says how
lots fall has tables, seats and a session begun. Somebody leads the tournament and is there, unless
``lead`` says that nobody does.
"""

from collections.abc import Iterator

from punto.aggregate.actor import DEALER, PATRON, Actor
from punto.rulebook.power import Power
from punto.rulebook.schema.tournament import Tournament as TournamentLaw
from punto.rulebook.tournament_policies import FirstHolder
from punto.scenario.case import Scenario
from punto.scenario.default_conditions import published
from punto.scenario.tournament import ScenarioTournament
from punto.tournament.base_classes import TournamentCommand
from punto.tournament.conditions import Conditions
from punto.tournament.conduct.lead import AppointLead, Attend
from punto.tournament.entry.applications import AcceptEntry, Apply, CheckEligibility
from punto.tournament.entry.approvals import FileApproval
from punto.tournament.entry.conditions import PublishConditions, SetConditions
from punto.tournament.entry.disclosure import ExplainConditions, GiveConditions, SignApplication
from punto.tournament.entry.topics import topic_text
from punto.tournament.money.buy_ins import PayBuyIn
from punto.tournament.money.fees import PayFee, entry_price_cents
from punto.tournament.rules import tournament_section
from punto.tournament.seating.ballot import CommitBallot, DrawBallot
from punto.tournament.seating.sessions import BeginSession
from punto.tournament.seating.start_times import TakeSeat
from punto.tournament.seating.table_designation import DesignateTable
from punto.tournament.wagers.turns import SetStartingMarker
from punto.verifiable_draw import commitment

# Said of a tournament that nobody leads.
NOBODY = "nobody"

Steps = Iterator[tuple[Actor, TournamentCommand]]


def usual_steps(
    arena: ScenarioTournament, scenario: Scenario, conditions: Conditions | None
) -> Steps:
    """Yield who does what until the steps of a scenario begin."""
    if scenario.lead != NOBODY:
        yield from _led(arena, scenario.lead)
    if conditions is not None:
        house = _staff(arena, Power.SET_TOURNAMENT_CONDITIONS)
        if scenario.entrants or scenario.drawn:
            conditions = published(arena.rules, conditions)
            yield house, SetConditions(conditions)
            yield from _approved(arena, conditions)
            yield house, PublishConditions()
            yield from _entered(arena, scenario, conditions)
        elif scenario.left_out:
            yield house, SetConditions(published(arena.rules, conditions, scenario.left_out))
        else:
            yield house, SetConditions(conditions)
        if scenario.drawn:
            yield from _drawn(arena, scenario)


def _staff(arena: ScenarioTournament, power: Power | None = None) -> Actor:
    """Return somebody of the house who has a power, a dealer if none is asked for."""
    held = arena.rules.edition.powers.get(power) if power else None
    title = held.value[0] if held else DEALER
    return Actor(title, title, arena.at)


def _approved(arena: ScenarioTournament, conditions: Conditions) -> Steps:
    """Yield the approvals that the rulebook wants, on file since the day before."""
    says, approved_by = (
        tournament_section(arena.rules.edition).says,
        arena.rules.edition.opening.approved_by,
    )
    if approved_by is None:
        return
    paper = (approved_by.value, "as filed", "2000-01-01")
    if says.conditions_approved:
        yield _staff(arena), FileApproval("conditions", *paper)
    if says.commission_approved and conditions.commission_cents:
        yield _staff(arena), FileApproval("commission", *paper, conditions.commission_cents)


def entitled(arena: ScenarioTournament, power: Power, lead: str | None = None) -> Actor:
    """Return somebody who has a power; whoever leads goes by the name that the scenario gives."""
    title = arena.rules.edition.powers[power].value[0]
    name = lead if lead is not None and title == _law(arena).seating.led_by.value else title
    return Actor(name, title, arena.at)


def _law(arena: ScenarioTournament) -> TournamentLaw:
    return tournament_section(arena.rules.edition)


def _led(arena: ScenarioTournament, name: str | None) -> Steps:
    """Have somebody named who leads, and be there."""
    seating = _law(arena).seating
    title, ranks = seating.led_by.value, seating.lead_ranks
    lead = name or title
    rank = ranks.value[0] if ranks else None
    yield entitled(arena, Power.APPOINT_LEAD), AppointLead(lead, rank)
    yield Actor(lead, title, arena.at), Attend()


def _entered(arena: ScenarioTournament, scenario: Scenario, conditions: Conditions) -> Steps:
    house, says = _staff(arena, Power.ADMIT_ENTRANTS), tournament_section(arena.rules.edition).says
    looked_at = any(topic_text(conditions, name) for name in ("eligibility", "selection_criteria"))
    for name in scenario.entrants:
        entrant = Actor(name, PATRON, arena.at)
        yield entrant, Apply(name)
        if entry_price_cents(conditions):
            yield entrant, PayFee(name, entry_price_cents(conditions))
        if looked_at:
            yield house, CheckEligibility(name, eligible=True)
        if says.application_signed:
            yield entrant, SignApplication(name)
        yield house, AcceptEntry(name)
    if says.conditions_given:
        yield _staff(arena, Power.GIVE_CONDITIONS), GiveConditions()
    if says.conditions_explained:
        yield _staff(arena, Power.EXPLAIN_CONDITIONS), ExplainConditions()


def _drawn(arena: ScenarioTournament, scenario: Scenario) -> Steps:
    lead = scenario.lead
    designating = entitled(arena, Power.DESIGNATE_TABLES, lead)
    allocating = entitled(arena, Power.ALLOCATE_SEATS, lead)
    for number in range(1, scenario.tables + 1):
        yield designating, DesignateTable(number)
    seed = arena.seed_for(list(scenario.drawn))
    yield allocating, CommitBallot(commitment(seed))
    yield allocating, DrawBallot(seed)
    if not scenario.begun:
        return
    price = arena.tournament.conditions.buy_in_cents
    for name in scenario.drawn:
        if price is not None:
            yield Actor(name, PATRON, arena.at), PayBuyIn(name, price)
        if name not in scenario.absent:
            yield Actor(name, PATRON, arena.at), TakeSeat(name)
    yield entitled(arena, Power.CONDUCT_TOURNAMENT, lead), BeginSession()
    order = tournament_section(arena.rules.edition).wagers.order
    if order is not None and order.first.value is FirstHolder.SET_BY_LEAD:
        title = arena.rules.edition.powers[Power.SET_STARTING_MARKER].value[0]
        for number in range(1, scenario.tables + 1):
            seats = arena.tournament.tables[number].patrons
            if seats:
                name = min(seats, key=lambda patron: patron.seat).name
                yield Actor(title, title, arena.at), SetStartingMarker(name)
