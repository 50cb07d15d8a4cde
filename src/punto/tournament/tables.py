"""The tables of a tournament: ordinary tables, stepped by it."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.aggregate.command import Command
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Event, Unregistered, Visibility
from punto.table.commands import AnyCommand
from punto.table.events import AnyEvent
from punto.table.evolve import evolve as evolve_table
from punto.table.opening.events import TableSetUp
from punto.table.opening.evolve import set_up
from punto.tournament.tournament import Tournament


class AtTable(Command, frozen=True, tag="at_table"):
    """Somebody does something at a table of the tournament, as they would at any table."""

    table: int
    command: AnyCommand


class TableStepped(Event, frozen=True, gc=False, tag="table_stepped"):
    """Something happened at a table of the tournament."""

    visibility = Visibility.WATCH
    registers = Unregistered.PLAY

    table: int
    event: AnyEvent


def stepped(table: int, events: Iterable[AnyEvent]) -> tuple[TableStepped, ...]:
    """Return what happened at a table as events of the tournament."""
    return tuple(TableStepped(table=table, event=event) for event in events)


def evolve(tournament: Tournament, stepped: TableStepped, envelope: Envelope) -> Tournament:
    """Return the tournament after something happened at one of its tables."""
    if isinstance(stepped.event, TableSetUp):
        table = set_up(stepped.event)
    else:
        table = evolve_table(tournament.tables[stepped.table], stepped.event, envelope)
    return replace(tournament, tables={**tournament.tables, stepped.table: table})
