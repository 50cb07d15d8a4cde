"""Everything that is arranged before the first session: a lead, tables, chips, what is kept."""

from punto.aggregate.actor import Actor
from punto.notation.conditions_file import Plan
from punto.rehearsal.step import CommandStep
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.tournament.conduct.lead import AppointLead, Attend
from punto.tournament.money.retained_fees import RetainFees
from punto.tournament.money.stock import ReturnChips, StockChips
from punto.tournament.rules import tournament_section
from punto.tournament.seating.table_designation import DesignateTable

WHOLE = 10_000


def lead_due(house: RehearsalDriver) -> CommandStep | None:
    """Return that somebody is named who leads, or comes, where nobody does or is there."""
    floor, seating = (
        house.driver.tournament.floor,
        tournament_section(house.driver.rules.edition).seating,
    )
    title, ranks = seating.led_by.value, seating.lead_ranks
    if not floor.leaders:
        rank = ranks.value[0] if ranks else None
        return CommandStep(house.staff(Power.APPOINT_LEAD), AppointLead(title, rank))
    if not floor.present:
        return CommandStep(Actor(floor.leaders[0], title, house.at), Attend())
    return None


def arrangement_due(house: RehearsalDriver, plan: Plan) -> CommandStep | None:
    """Return what is next before seats can be drawn: what is kept, tables, chips."""
    tournament = house.driver.tournament
    kept = tournament.purse.fees_cents * plan.retention // WHOLE
    if kept and not tournament.purse.kept_cents:
        return CommandStep(house.staff(Power.RETAIN_FEES), RetainFees(kept, "administration"))
    tables = len(tournament.floor.tables)
    if tables < _tables(house, plan):
        return CommandStep(house.staff(Power.DESIGNATE_TABLES), DesignateTable(tables + 1))
    says, stock = tournament_section(house.driver.rules.edition).says, tournament.stock
    if says.stock_returned and not stock.pieces:
        return CommandStep(house.staff(Power.RETURN_TOURNAMENT_CHIPS), StockChips(_pieces(house)))
    return None


def _tables(house: RehearsalDriver, plan: Plan) -> int:
    """Return how many tables a field needs: as many as the plan says, or fewer if they suffice."""
    if plan.rehearsal.tables is not None:
        return plan.rehearsal.tables
    needed = -(-len(house.driver.tournament.active) // house.driver.rules.seats)
    planned = max((one.tables or 0 for one in plan.conditions.rounds), default=0)
    return min(planned, needed) if planned else needed


def chips_due(house: RehearsalDriver) -> CommandStep | None:
    """Return that the chips of a session are counted back into stock: in a rehearsal all are."""
    stock = house.driver.tournament.stock
    if not (stock.pieces and stock.out):
        return None
    return CommandStep(house.staff(Power.RETURN_TOURNAMENT_CHIPS), ReturnChips(dict(stock.pieces)))


def _pieces(house: RehearsalDriver) -> dict[int, int]:
    """Return the chips of a tournament: enough of the smallest for everybody."""
    conditions = house.driver.tournament.conditions
    worth, each = conditions.minimum_cents or 1, conditions.chips_cents or 0
    return {worth: -(-each // worth) * max(1, len(house.driver.tournament.entrants))}
