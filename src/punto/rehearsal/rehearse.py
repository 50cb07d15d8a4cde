"""A whole tournament, from its conditions to its prize sheet, with people who are made up."""

from collections.abc import Iterator
from enum import StrEnum

from msgspec import Struct

from punto.notation.conditions_file import Plan
from punto.rehearsal.coup import RehearsalCoup
from punto.rehearsal.next_step import usual_step
from punto.rehearsal.simulated_entrants import Field, at_random
from punto.rehearsal.step import CommandStep, Coup, Step
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.shoe import RandBelow
from punto.tournament.money.prizes import CloseTournament
from punto.tournament.placing.confirmation import ConfirmPlacings
from punto.tournament.seating.ballot import CommitBallot, DrawBallot
from punto.tournament.seating.sessions import EndSession
from punto.tournament.tournament import Tournament


class Point(StrEnum):
    """A point of a rehearsal at which there is something to see."""

    STEP = "step"
    ENTERED = "entered"
    DRAWN = "drawn"
    COUP = "coup"
    ENDED = "ended"
    PLAYED_OFF = "played_off"
    CONFIRMED = "confirmed"
    FINISHED = "finished"


class Moment(Struct, frozen=True):
    """Where a rehearsal has come to: at a point, by which step."""

    point: Point
    step: Step

    @property
    def coups(self) -> int:
        """Return how many coups were played."""
        return int(isinstance(self.step, Coup))


# After which commands there is something to see.
_POINTS: dict[type, Point] = {
    DrawBallot: Point.DRAWN,
    EndSession: Point.ENDED,
    ConfirmPlacings: Point.CONFIRMED,
    CloseTournament: Point.FINISHED,
}


class Rehearsal:
    """A tournament, those who play in it, and where chance comes from."""

    def __init__(
        self, house: RehearsalDriver, plan: Plan, field: Field, randbelow: RandBelow
    ) -> None:
        self.house, self.plan, self.field, self.randbelow = house, plan, field, randbelow
        # People who wager alike would never be told apart: in a play-off all wager at random.
        self.off = at_random(field)
        self._due: tuple[Tournament, Step | None] | None = None

    def due(self) -> Step | None:
        """Return what is usually done next, nothing at the end; asked again it is the same."""
        tournament = self.house.driver.tournament
        if self._due is None or self._due[0] is not tournament:
            step = usual_step(self.house, self.plan, self._names(), self.randbelow)
            self._due = (tournament, step)
        return self._due[1]

    def _names(self) -> list[str]:
        """Return who is to enter: whoever entered besides takes the place of somebody made up."""
        entrants = self.house.driver.tournament.entrants
        besides = sum(entrant.name not in self.field for entrant in entrants)
        return list(self.field)[: max(0, len(self.field) - besides)]

    def take(self, step: Step) -> Moment:
        """Take a step, and return where that leads."""
        if isinstance(step, Coup):
            self.coup(step)
            return Moment(Point.COUP, step)
        tournament = self.house.driver.tournament
        first = isinstance(step.command, CommitBallot) and not tournament.progress.sessions
        self.house.act(step.actor, step.command)
        if first:
            return Moment(Point.ENTERED, step)
        return Moment(_POINTS.get(type(step.command), Point.STEP), step)

    def coup(self, step: Coup) -> None:
        """Play a coup; the clock goes on once every table has played as many."""
        house, field = self.house, self.off if step.off else self.field
        RehearsalCoup(house, step.table, field, self.randbelow).play()
        if step.off or not self._behind():
            house.at += house.coup_seconds

    def _behind(self) -> bool:
        """Return whether some tables have played fewer coups than others."""
        session = self.house.driver.tournament.session
        assert session is not None
        played = {
            seat.table: session.coups.get(seat.table, 0)
            for seat in session.seats.values()
            if seat.table not in session.over
        }
        return len(set(played.values())) > 1


def rehearse(
    house: RehearsalDriver, plan: Plan, field: Field, randbelow: RandBelow
) -> Iterator[Moment]:
    """Play a tournament to its end, moment by moment."""
    rehearsal = Rehearsal(house, plan, field, randbelow)
    ended = False
    while True:
        step = rehearsal.due()
        if step is None:
            return
        if ended and isinstance(step, CommandStep) and isinstance(step.command, ConfirmPlacings):
            ended = False
            yield Moment(Point.PLAYED_OFF, step)
        moment = rehearsal.take(step)
        ended = ended or moment.point is Point.ENDED
        yield moment
