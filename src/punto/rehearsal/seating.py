"""A session made ready: lots committed to and drawn, seats taken, the session begun."""

from punto.rehearsal.step import CommandStep
from punto.rehearsal.title_resolution import RehearsalDriver
from punto.rulebook.power import Power
from punto.shoe import RandBelow
from punto.tournament.entrant import ACTIVE
from punto.tournament.money.buy_ins import PayBuyIn
from punto.tournament.seating.ballot import CommitBallot, DrawBallot
from punto.tournament.seating.sessions import BeginSession
from punto.tournament.seating.start_times import TakeSeat
from punto.tournament.session import Session
from punto.tournament.session_queries import starts_at
from punto.verifiable_draw import commitment

MINUTE = 60


def draw_due(house: RehearsalDriver, randbelow: RandBelow) -> CommandStep:
    """Return that a seed is committed to, or that seats are drawn by the one that is."""
    committed = house.driver.tournament.progress.committed
    if committed is not None and commitment(house.seed) == committed:
        return CommandStep(house.staff(Power.ALLOCATE_SEATS), DrawBallot(house.seed))
    house.seed = f"{randbelow(2**64):016x}"
    return CommandStep(house.staff(Power.ALLOCATE_SEATS), CommitBallot(commitment(house.seed)))


def seat_due(house: RehearsalDriver, session: Session) -> CommandStep:
    """Return who takes a seat or buys chips next, or that the session begins, each in time."""
    tournament = house.driver.tournament
    start, price = starts_at(tournament), tournament.conditions.buy_in_cents
    if start is not None:
        house.at = max(house.at, start - MINUTE)
    people = {entrant.name: entrant for entrant in tournament.entrants}
    for name in session.seats:
        entrant = people[name]
        if entrant.standing not in ACTIVE:
            continue
        if price is not None and not entrant.bought_in:
            return CommandStep(house.entrant(name), PayBuyIn(name, price))
        if name not in session.seated:
            return CommandStep(house.entrant(name), TakeSeat(name))
    house.at = max(house.at, start or 0)
    return CommandStep(house.staff(Power.CONDUCT_TOURNAMENT), BeginSession())
