"""A table that somebody plays at: by itself, or in a tournament."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from typing import Protocol

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry
from punto.cards import Card
from punto.rulebook.elect import TableRules
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.table import Table
from punto.virtual_cards import Sealed


class LiveTable(Protocol):
    """What can be done with a table, wherever it stands."""

    @property
    def rules(self) -> TableRules:
        """Return the rules that hold now."""
        ...

    @property
    def table(self) -> Table:
        """Return the table as it is."""
        ...

    @property
    def cards(self) -> Sealed | None:
        """Return the order of its cards, where they are virtual."""
        ...

    @property
    def log(self) -> list[LogEntry[TableEvent]]:
        """Return everything that happened at it, from its setting up on."""
        ...

    def events_since(self, version: int) -> list[TableEvent]:
        """Return what happened at it after the first so many events."""
        ...

    def carry_out(
        self, actor: Actor, command: TableCommand, order: Sequence[Card] | None = None
    ) -> Events:
        """Carry out a command, or raise the error that forbids it."""
        ...

    def together(self) -> AbstractContextManager[None]:
        """Carry out several commands or none."""
        ...
