"""From a plan to conditions that are laid down, approved and published, through the engine."""

from punto.clause import Clauses, Malformed
from punto.driver.tournament import TournamentDriver, new_tournament
from punto.error_codes import ErrorCode
from punto.notation.conditions_file import Plan
from punto.notation.time_parser import moment
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.shoe import RandBelow
from punto.tournament.entry.approvals import FileApproval
from punto.tournament.entry.conditions import SetConditions
from punto.tournament.entry.topics import check_complete
from punto.tournament.rules import tournament_section

# How long before its start a tournament is announced, and when one that names no start is.
AHEAD_SECONDS = 28 * 24 * 3600
NOON = "12:00"
# What stands in for an approval that nobody has asked for yet.
STAND_IN = ("as rehearsed", "2000-01-01")


def announced_at(plan: Plan) -> int:
    """Return the point in time at which a plan becomes a tournament."""
    start = plan.conditions.start
    return moment(NOON) if start is None else max(0, start - AHEAD_SECONDS)


def opened(plan: Plan, randbelow: RandBelow | None = None) -> RehearsalDriver:
    """Return a tournament of which nothing is laid down yet, on the day it is announced."""
    driver = new_tournament(plan.rulebook, plan.name, plan.elect, randbelow=randbelow)
    return RehearsalDriver(driver, announced_at(plan), plan.rehearsal.coup_seconds)


def draft(plan: Plan, randbelow: RandBelow | None = None) -> RehearsalDriver:
    """Return a tournament with its conditions laid down, or refuse what they may not lay down."""
    house = opened(plan, randbelow)
    driver = house.driver
    house.acts(Power.SET_TOURNAMENT_CONDITIONS, SetConditions(plan.conditions))
    entry = tournament_section(driver.rules.edition).entry
    if entry.due is not None:
        check_complete(entry, plan.conditions)
    return house


def approvals(driver: TournamentDriver, plan: Plan, *, stand_in: bool) -> list[FileApproval]:
    """Return the approvals to put on file: those of the plan, or what stands in for them."""
    edition, says = driver.rules.edition, tournament_section(driver.rules.edition).says
    by, kept = edition.opening.approved_by, plan.conditions.commission_cents
    found = []
    for item, clause in (
        ("conditions", says.conditions_approved),
        ("commission", says.commission_approved if kept else ()),
    ):
        paper = plan.approvals.get(item)
        if paper is not None:
            found.append(_filed(item, paper.authority, paper.reference, paper.given, paper.cents))
        elif clause and by is not None and stand_in:
            cents = kept if item == "commission" else None
            found.append(_filed(item, by.value, *STAND_IN, cents))
    return found


def unapproved(driver: TournamentDriver, plan: Plan) -> dict[str, Clauses]:
    """Return what wants an approval that the plan has not on file, with the clauses."""
    says = tournament_section(driver.rules.edition).says
    wanted = {"conditions": says.conditions_approved}
    if plan.conditions.commission_cents:
        wanted["commission"] = says.commission_approved
    return {item: by for item, by in wanted.items() if by and item not in plan.approvals}


def _filed(
    item: str, authority: str, reference: str, given: str, cents: int | None
) -> FileApproval:
    if item == "conditions":
        return FileApproval("conditions", authority, reference, given, cents)
    if item == "commission":
        return FileApproval("commission", authority, reference, given, cents)
    raise Malformed(f"{item} are not approved by anybody", code=ErrorCode.NO_SUCH_THING)
