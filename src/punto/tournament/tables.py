"""The tables of a tournament: ordinary tables, whose events it stores in its own events."""

from collections.abc import Iterable

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import TableNumber
from punto.aggregate.topic import Topic
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.power import Power
from punto.table.base_classes import Events as TableEvents
from punto.table.deal.wager_results import settle_wagers
from punto.table.layout_wager import outcomes_of
from punto.table.opening.creation import TableSetUp, initial_table
from punto.table.phase import Settling
from punto.table.registry import AnyCommand, AnyEvent
from punto.table.registry import evolve as evolve_table
from punto.table.table import Table
from punto.table.wagers.removal_effects import WagersResettled
from punto.tournament.base_classes import TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.tournament import Tournament

tables: Topic[Tournament, TournamentContext] = Topic("tables", changes)


class AtTable(TournamentCommand, frozen=True, tag="at_table"):
    """A command at a table of the tournament, as at any other table.

    ``table_commands`` decides it, because its effects come from many other topics.
    """

    group = Group.PLAY
    powers = (Power.DEAL,)

    table: TableNumber
    command: AnyCommand


class TableStepped(TournamentEvent, frozen=True, gc=False, tag="table_stepped"):
    """An event at a table of the tournament."""

    visibility = Visibility.WATCH
    registers = Unregistered.PLAY

    table: int
    event: AnyEvent


def events_of_table(table: int, events: Iterable[AnyEvent]) -> tuple[TableStepped, ...]:
    """Return events of a table as events of the tournament."""
    return tuple(TableStepped(table=table, event=event) for event in events)


def resettlement_events(rules: TableRules, table: Table) -> TableEvents:
    """Return the new results of the wagers, if the result is known and nothing was paid yet."""
    phase = table.phase
    if not isinstance(phase, Settling):
        return ()
    if phase.settlement is not None:
        rules = settling_by(rules, phase.settlement)
    outcomes = settle_wagers(rules, table, table.wagers, phase.coup)
    reasons = tuple(outcome.reason for outcome in outcomes)
    return (WagersResettled(results=outcomes_of(outcomes), reasons=reasons),)


@tables.applies(TableStepped)
def table_stepped(tournament: Tournament, event: TableStepped, envelope: Envelope) -> Tournament:
    if isinstance(event.event, TableSetUp):
        table = initial_table(event.event)
    else:
        table = evolve_table(tournament.tables[event.table], event.event, envelope)
    return replace(tournament, tables={**tournament.tables, event.table: table})
