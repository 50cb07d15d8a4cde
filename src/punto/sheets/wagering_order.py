"""The order of wagering: who is first in each coup of a session, and who follows."""

from collections.abc import Iterator, Sequence
from typing import Any

from punto.rulebook.schema.tournament.wagers import Order
from punto.rulebook.tournament_policies import LengthUnit
from punto.sheets.session_records import Record, SessionSeats, by_table, heading, round_name
from punto.tournament.conditions import SessionLength
from punto.tournament.entry.overrides import rules_of
from punto.tournament.session import Turns
from punto.tournament.wagers.order import is_ascending, order_rules, seats_from

# So many coups are named beside each line where nobody knows how many there will be.
_SHOWN = 3


def wagering_order(found: Record, seated: SessionSeats) -> dict[str, Any] | None:
    """Return the words of the order of a session, nothing where entrants wager in no order."""
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
        firsts = _firsts(order, list(names), marker or 1, onward=marker_onward)
        lines = []
        for coups, first in zip(_coups(session.length, len(names)), firsts, strict=True):
            around = seats_from(list(names), first, upwards=onward)
            lines.append({"coup": coups, "names": [names[seat] for seat in around]})
        tables.append({"table": table, "width": len(names), "rows": lines})
    return {**heading(found), "session": round_name(tournament), "tables": tables}


def _firsts(order: Order, seats: Sequence[int], marker: int, *, onward: bool) -> list[int]:
    """Return before which seat the marker lies in coup after coup, once round the table."""
    around = seats_from(seats, marker, upwards=onward)
    step = order.marker_step.value
    return [around[place * step % len(around)] for place in range(len(around))]


def _coups(length: SessionLength, people: int) -> Iterator[str]:
    """Yield for each line the coups that it is about: every so many it comes round again."""
    known = length.unit is LengthUnit.COUPS
    for first in range(1, people + 1):
        end = length.number + 1 if known else first + _SHOWN * people
        coups = ", ".join(map(str, range(first, max(end, first + 1), people)))
        yield coups if known else f"{coups} ..."
