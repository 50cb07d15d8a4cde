"""The order of wagering in each coup of a session."""

from collections.abc import Iterator, Sequence
from typing import Any

from punto.rulebook.schema.tournament.wagers import Order
from punto.rulebook.tournament_policies import LengthUnit
from punto.sheets.session_records import Record, SessionSeats, by_table, heading, round_name
from punto.tournament.conditions import SessionLength
from punto.tournament.entry.overrides import rules_of
from punto.tournament.session import Turns
from punto.tournament.wagers.order import is_ascending, order_rules, seats_from

# The number of coups on each line if the length of the session is not known.
_COUPS_SHOWN = 3


def wagering_order(found: Record, seated: SessionSeats) -> dict[str, Any] | None:
    """Return the values of the order of a session, or ``None`` without an order of wagering."""
    tournament = seated.tournament
    rules = rules_of(found.edition, found.tournament)
    order, session = order_rules(rules, tournament), tournament.session
    if order is None:
        return None
    assert session is not None
    onward = is_ascending(rules, order.direction.value)
    marker_onward = is_ascending(rules, order.marker_direction.value)
    tables = []
    for table, rows in by_table(seated.seats).items():
        names = dict(rows)
        marker = session.turns.get(table, Turns()).marker
        firsts = _first_seats(order, list(names), marker or 1, onward=marker_onward)
        lines = []
        for coups, first in zip(_coup_lists(session.length, len(names)), firsts, strict=True):
            around = seats_from(list(names), first, upwards=onward)
            lines.append({"coup": coups, "names": [names[seat] for seat in around]})
        tables.append({"table": table, "width": len(names), "rows": lines})
    return {**heading(found), "session": round_name(tournament), "tables": tables}


def _first_seats(order: Order, seats: Sequence[int], marker: int, *, onward: bool) -> list[int]:
    """Return the seat of the marker in each coup, for one round of the table."""
    around = seats_from(seats, marker, upwards=onward)
    step = order.marker_step.value
    return [around[index * step % len(around)] for index in range(len(around))]


def _coup_lists(length: SessionLength, people: int) -> Iterator[str]:
    """Yield the coups of each line: those in which the same seat is first."""
    is_known = length.unit is LengthUnit.COUPS
    for first in range(1, people + 1):
        end = length.number + 1 if is_known else first + _COUPS_SHOWN * people
        coups = ", ".join(map(str, range(first, max(end, first + 1), people)))
        yield coups if is_known else f"{coups} ..."
