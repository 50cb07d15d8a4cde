"""What is usually done next in a tournament, by how far it has come."""

from collections.abc import Iterable

from punto.aggregate.actor import DEALER, Actor
from punto.notation.conditions_file import Plan
from punto.rehearsal.conditions import approvals
from punto.rehearsal.entries import entry_due
from punto.rehearsal.placings import placing_due, play_due
from punto.rehearsal.seating import draw_due, seat_due
from punto.rehearsal.session_setup import arrangement_due, chips_due, lead_due
from punto.rehearsal.step import CommandStep, Step
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.shoe import RandBelow
from punto.tournament.conditions import Conditions
from punto.tournament.entry.conditions import PublishConditions, SetConditions
from punto.tournament.money.prizes import CloseTournament, PayPrizes
from punto.tournament.tournament import TournamentStage


def usual_step(
    house: RehearsalDriver, plan: Plan, names: Iterable[str], randbelow: RandBelow
) -> Step | None:
    """Return what is next: conditions, entries, seats, coups, placings, prizes; then nothing."""
    tournament = house.driver.tournament
    session = tournament.session
    match tournament.stage:
        case TournamentStage.DRAFT:
            return _announced(house, plan)
        case TournamentStage.FINISHED | TournamentStage.CANCELLED:
            return None
        case _ if session is None:
            return _between(house, plan, names, randbelow)
        case _:
            return lead_due(house) or (
                seat_due(house, session)
                if session.begun_at is None
                else placing_due(house, session, randbelow)
                if session.ended
                else play_due(house, session)
            )


def _announced(house: RehearsalDriver, plan: Plan) -> CommandStep:
    """Return what is next before the conditions are published."""
    tournament = house.driver.tournament
    if tournament.conditions == Conditions():
        return CommandStep(
            house.staff(Power.SET_TOURNAMENT_CONDITIONS), SetConditions(plan.conditions)
        )
    filed = {approved.item for approved in tournament.floor.approved}
    for approval in approvals(house.driver, plan, stand_in=True):
        if approval.item not in filed:
            return CommandStep(Actor(DEALER, DEALER, house.at), approval)
    return CommandStep(house.staff(Power.SET_TOURNAMENT_CONDITIONS), PublishConditions())


def _between(
    house: RehearsalDriver, plan: Plan, names: Iterable[str], randbelow: RandBelow
) -> Step:
    """Return what is next while no session is on: entries, seats, or prizes in the end."""
    tournament = house.driver.tournament
    due = chips_due(house)
    if due is not None:
        return due
    if any(entrant.place for entrant in tournament.entrants):
        owed = any(one.prize_cents and not one.prize_paid for one in tournament.entrants)
        paid = tournament.purse.awarded and not owed
        command = CloseTournament() if paid else PayPrizes()
        return CommandStep(house.staff(Power.PAY_PRIZES), command)
    found: CommandStep | None = lead_due(house)
    if found is None and tournament.stage is TournamentStage.OPEN:
        found = entry_due(house, names) or arrangement_due(house, plan)
    return found or draw_due(house, randbelow)
