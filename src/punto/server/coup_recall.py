"""An earlier coup, step by step: the events, and the view after each step."""

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from punto.aggregate.envelope import envelope_of
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.http_api.responses import CoupStep
from punto.server.feeds import noted
from punto.server.open_stream import commands
from punto.server.resource import Resource, Seat
from punto.table.audience import Audience
from punto.table.opening.creation import initial_table
from punto.table.phase import Dealing, Settling
from punto.table.registry import evolve
from punto.table.table import Table
from punto.table.views.view import view


def steps_of(facet: Resource, seat: Seat, number: int) -> tuple[CoupStep[Any, Any], ...]:
    """Return the steps of a coup as a seat could see them; raise an error if it was not dealt."""
    now = facet.table()
    if not 1 <= number <= now.number:
        text = f"coup {number} was not dealt here"
        hint = f"1 to {now.number}" if now.number else None
        raise Malformed(text, hint, code=ErrorCode.NO_SUCH_THING)
    return tuple(_iter_steps(facet, seat, number))


def _iter_steps(facet: Resource, seat: Seat, number: int) -> Iterator[CoupStep[Any, Any]]:
    """Yield the steps of a coup, command by command, from its first card until all are removed.

    A table was visible only between commands, so each command is one step.
    """
    audience, viewer = Audience(facet.table_audience(seat)), seat[1]
    table: Table | None = None
    live = facet.live
    for done in commands(live.aggregate.kind, live.log.read(live.stream, 0, live.version)):
        before = table
        for event in filter(None, map(facet.at_table, done.events)):
            table = (
                initial_table(event)
                if table is None
                else evolve(table, event, envelope_of(done.by))
            )
        if table is None or before is None or table is before:
            continue
        if table.number > number:
            return
        if table.number == number and (_has_cards_out(before) or _has_cards_out(table)):
            events = facet.heard(seat, noted(done.first, done.events, done.time_ms))
            table_view = replace(view(facet.rules, table, audience, viewer), due=None)
            yield CoupStep(done.last, done.time_ms, events, table_view)


def _has_cards_out(table: Table) -> bool:
    """Return whether cards of a coup are on the table."""
    return isinstance(table.phase, Dealing | Settling)
