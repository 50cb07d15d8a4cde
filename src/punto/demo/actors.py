"""Carry out commands for the simulated people of a table; errors are logged."""

import logging

from punto import codec
from punto.aggregate.actor import PATRON, Actor
from punto.clause import Malformed, Refused
from punto.demo.people import Member, People
from punto.rulebook.elect import TableRules
from punto.server.command_service import CommandService
from punto.server.open_stream import OpenStream
from punto.store.errors import StoreError
from punto.table.authority import known_titles
from punto.table.base_classes import TableCommand
from punto.table.table import Table
from punto.table.views.due_shoe import accepted

logger = logging.getLogger("punto.demo")


class Actors:
    """The simulated people of one table."""

    def __init__(self, desk: CommandService, people: People, live: OpenStream) -> None:
        self.desk, self.people, self._live = desk, people, live
        self.stream, self.name = live.stream, live.stream.partition("/")[2]
        self.titles = known_titles(self.rules.edition)

    @property
    def rules(self) -> TableRules:
        """Return the rules of the table."""
        return self._live.aggregate.rules

    @property
    def table(self) -> Table:
        """Return the table as it is now."""
        table: Table = self._live.aggregate.state
        return table

    @property
    def version(self) -> int:
        return self._live.version

    @property
    def now(self) -> int:
        """Return the time in seconds."""
        return self.desk.clock_ms() // 1000

    def member(self, by: str) -> Member | None:
        """Return the member with a title or a name; ``None`` for a patron from outside the demo."""
        if by in self.titles:
            return self.people.staff(self.name, self.rules.edition.id, by)
        return self.people.patron(self.stream, by)

    def is_visitor(self, by: str) -> bool:
        """Return whether a real person acts under a title or a name."""
        member = self.member(by)
        return member is None or self.people.is_visitor(member)

    def willing(self, command: TableCommand) -> str | None:
        """Return the title of a simulated member who may give a command now."""
        for title in sorted(self.titles):
            if self._may_give(title, command) and not self.is_visitor(title):
                return title
        return None

    def _may_give(self, by: str, command: TableCommand) -> bool:
        return accepted(self.rules, self.table, by, command)

    async def act(self, by: str, command: TableCommand) -> bool:
        """Carry out a command, and return whether it was accepted."""
        member = self.member(by)
        name = member.name if member else by
        actor = Actor(name, by if by in self.titles else PATRON)
        try:
            await self.desk.act(self.stream, actor, codec.encode(command))
        except (Refused, Malformed) as error:
            logger.debug("%s: %s %r: %s %s", self.name, by, command, error.code, error.message)
            return False
        except StoreError as error:
            logger.warning("%s: %s", self.name, error)
            return False
        return True

    async def anybody(self, command: TableCommand) -> bool:
        """Carry out a command under any title that may give it."""
        by = self.willing(command)
        return by is not None and await self.act(by, command)
