"""The ballot: seats drawn by lot from a seed, so that anybody can draw them again."""

import hashlib
from collections.abc import Sequence

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.tournament.events import Events
from punto.tournament.seating import commands as do
from punto.tournament.seating import events as happened
from punto.tournament.session import Seat
from punto.tournament.tournament import Stage, Tournament


def lots(seed: str, names: Sequence[str]) -> tuple[str, ...]:
    """Return names in the order that a seed gives: each is hashed with it, the least goes first."""
    return tuple(
        sorted(names, key=lambda name: hashlib.sha256(f"{seed}\n{name}".encode()).digest())
    )


def spread(people: int, tables: Sequence[int], seats: int) -> dict[int, int]:
    """Return how many sit at each table, as evenly as can be."""
    if people > len(tables) * seats:
        raise Malformed(f"{people} people do not fit at {len(tables)} tables", code="not_now")
    each, more = divmod(people, len(tables))
    return {table: each + (place < more) for place, table in enumerate(tables)}


def draw_ballot(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.DrawBallot
) -> Events:
    """Draw tables and seats of the next session."""
    require_staff(rules, by, "draw the ballot")
    if tournament.session is not None:
        raise Malformed("seats are drawn already", code="already_so")
    if tournament.stage not in (Stage.OPEN, Stage.RUNNING):
        raise Malformed(f"the tournament is {tournament.stage}", code="not_now")
    length = tournament.conditions.session
    names = [entrant.name for entrant in tournament.active]
    if not names or not tournament.floor.tables or length is None:
        raise Malformed("there are no entrants, tables or sessions to draw for", code="not_now")
    sizes = spread(len(names), tournament.floor.tables, rules.seats)
    places = [Seat(table, seat + 1) for table, size in sizes.items() for seat in range(size)]
    seats = dict(zip(lots(command.seed, names), places, strict=True))
    drawn = happened.BallotDrawn(session=1, round=0, length=length, seed=command.seed, seats=seats)
    return (drawn,)
