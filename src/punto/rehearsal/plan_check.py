"""What can be seen of a tournament before anybody has entered."""

from punto.notation.conditions_file import Plan
from punto.rehearsal.next_step import usual_step
from punto.rehearsal.step import CommandStep
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.tournament.money.stock import StockChips
from punto.tournament.seating.ballot import CommitBallot
from punto.tournament.seating.table_designation import DesignateTable

# Steps that come when everything about conditions and entries has been tried.
_FAR_ENOUGH = DesignateTable | StockChips | CommitBallot


def finalists(plan: Plan, entrants: int, seats: int) -> int:
    """Return how many come into the last round of the structure."""
    left = entrants
    for stage in plan.conditions.rounds[:-1]:
        tables = -(-left // seats)
        tables = min(stage.tables or tables, tables)
        left = min(left, tables * (stage.advance or left))
    return left


def unplaced_prizes(plan: Plan, entrants: int, seats: int) -> str | None:
    """Return that prizes are for places which nothing decides, nothing where there are none."""
    last, prizes = finalists(plan, entrants, seats), len(plan.conditions.prizes)
    if prizes <= last:
        return None
    return (
        f"{prizes} places win something and {last} of {entrants} come into the final: those who "
        f"do not are ranked by round and by rank at their table, and share places"
    )


def try_entering(house: RehearsalDriver, plan: Plan, name: str = "ann") -> None:
    """Bring a tournament to the point at which one person has entered, or refuse what may not be.

    So everything about conditions, fees and what is kept of them has been asked of the engine.
    """

    def first(_: int) -> int:
        return 0

    while True:
        step = usual_step(house, plan, [name], first)
        if not isinstance(step, CommandStep) or isinstance(step.command, _FAR_ENOUGH):
            return
        house.act(step.actor, step.command)
