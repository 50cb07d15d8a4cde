"""One table of a live tournament, used as a table by itself is."""

from collections.abc import Sequence
from contextlib import AbstractContextManager

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry
from punto.cards import Card
from punto.driver.tournament import TournamentDriver
from punto.rulebook.elect import TableRules
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.table import Table
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.undo_step import table_entries
from punto.virtual_cards import Sealed


class TournamentTableDriver:
    """A table of a tournament: what happens at it goes through the tournament."""

    def __init__(self, driver: TournamentDriver, number: int) -> None:
        self.driver, self.number = driver, number

    @property
    def rules(self) -> TableRules:
        return self.driver.rules

    @property
    def table(self) -> Table:
        return self.driver.state.tables[self.number]

    @property
    def cards(self) -> Sealed | None:
        return self.driver.cards(self.number)

    @property
    def log(self) -> list[LogEntry[TableEvent]]:
        """Return everything that happened at it and stands, from its setting up on."""
        return table_entries(self.driver.log, self.number)

    def events_since(self, version: int) -> list[TableEvent]:
        """Return what happened at it and was not undone, after the first so many events."""
        return [entry.event for entry in self.log[version:]]

    def carry_out(
        self, actor: Actor, command: TableCommand, order: Sequence[Card] | None = None
    ) -> Events:
        """Carry out a command at the table, and what the tournament makes of it."""
        events = self.driver.carry_out(actor, AtTable(self.number, command), order)
        return tuple(
            event.event
            for event in events
            if isinstance(event, TableStepped) and event.table == self.number
        )

    def together(self) -> AbstractContextManager[None]:
        return self.driver.together()
