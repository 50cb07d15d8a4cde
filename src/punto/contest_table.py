"""One table of a tournament, driven as a table by itself is."""

from msgspec import Struct

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import LogEntry
from punto.contest import Contest, ContestMark
from punto.notation.table_commands import Understood
from punto.notation.tournament_commands import Meant
from punto.rulebook.elect import TableRules
from punto.table.base_classes import Events, TableEvent
from punto.table.table import Table
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.undo.undo_step import at_one_table
from punto.virtual_cards import Sealed


class TableMark(Struct, frozen=True):
    """Where a tournament stood, and one of its tables."""

    table: Table
    whole: ContestMark
    length: int


class ContestTable:
    """A table of a tournament: what happens at it goes through the tournament."""

    def __init__(self, contest: Contest, number: int) -> None:
        self.contest, self.number = contest, number

    @property
    def rules(self) -> TableRules:
        return self.contest.rules

    @property
    def table(self) -> Table:
        """Return the table as it is."""
        return self.contest.tournament.tables[self.number]

    @property
    def cards(self) -> Sealed | None:
        """Return the order of its cards, where they are virtual."""
        return self.contest.cards.get(self.number)

    @property
    def log(self) -> list[LogEntry[TableEvent]]:
        """Return everything that happened at it and stands, from its setting up on."""
        return at_one_table(self.contest.log, self.number)

    def events_since(self, length: int) -> list[TableEvent]:
        """Return what happened at it and was not undone, after the first so many events."""
        return [entry.event for entry in self.log[length:]]

    def carry_out(self, actor: Actor, asked: Understood) -> Events:
        """Carry out a command at the table, and what the tournament makes of it."""
        meant = Meant(AtTable(self.number, asked.command), asked.order)
        events = self.contest.carry_out(actor, meant)
        return tuple(
            event.event
            for event in events
            if isinstance(event, TableStepped) and event.table == self.number
        )

    def mark(self) -> TableMark:
        """Return where the tournament stands, so that several commands can be undone together."""
        return TableMark(self.table, self.contest.mark(), len(self.log))

    def back_to(self, mark: TableMark) -> None:
        """Forget what happened since a mark: it was only tried."""
        self.contest.back_to(mark.whole)
