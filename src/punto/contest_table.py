"""One table of a tournament, driven as a table by itself is."""

from collections.abc import Mapping

from msgspec import Struct

from punto.contest import Contest
from punto.notation.commands import Understood
from punto.notation.tournament import Meant
from punto.rulebook.elect import TableRules
from punto.sealed import Sealed
from punto.table.authority import Actor
from punto.table.events import AnyEvent, Events
from punto.table.table import Table
from punto.tournament.tables import AtTable, TableStepped
from punto.tournament.tournament import Tournament


class ContestMark(Struct, frozen=True):
    """Where a tournament stood, and one of its tables."""

    table: Table
    tournament: Tournament
    cards: Mapping[int, Sealed]
    whole: int
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
    def log(self) -> list[AnyEvent]:
        """Return everything that happened at it, from its setting up on."""
        return [
            event.event
            for event in self.contest.log
            if isinstance(event, TableStepped) and event.table == self.number
        ]

    def carry_out(self, actor: Actor, asked: Understood) -> Events:
        """Carry out a command at the table, and what the tournament makes of it."""
        meant = Meant(AtTable(self.number, asked.command), asked.order)
        events = self.contest.carry_out(actor, meant)
        return tuple(
            event.event
            for event in events
            if isinstance(event, TableStepped) and event.table == self.number
        )

    def mark(self) -> ContestMark:
        """Return where the tournament stands, so that several commands can be undone together."""
        contest = self.contest
        return ContestMark(
            self.table,
            contest.tournament,
            dict(contest.cards),
            len(contest.log),
            len(self.log),
        )

    def back_to(self, mark: ContestMark) -> None:
        """Forget what happened since a mark: it was only tried."""
        contest = self.contest
        contest.tournament, contest.cards = mark.tournament, dict(mark.cards)
        del contest.log[mark.whole :]
