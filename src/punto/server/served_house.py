"""A house that is served. It reads what it needs of other streams from the log."""

import logging
from collections.abc import Iterable, Mapping
from typing import ClassVar

from msgspec.structs import replace
from sqlalchemy.exc import SQLAlchemyError

from punto import codec
from punto.aggregate.actor import Actor
from punto.aggregate.command import Command
from punto.driver.driver import Decided, Position
from punto.driver.house import HouseDriver
from punto.house.base_classes import HouseCommand, HouseEvent
from punto.house.duty import by_due_time
from punto.house.guards import is_responsible
from punto.house.house import House
from punto.house.lookups import HouseLookups
from punto.house.promotion_rules import house_rules
from punto.house.registry import decide
from punto.house.views.audience import WATCH, Audience
from punto.house.views.feed import hears
from punto.house.views.legal import KINDS, options
from punto.house.views.view import View, view
from punto.options import Option
from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.server.aggregate import Aggregate, by_name
from punto.server.house_lookups import HouseReader
from punto.server.people.person import Person
from punto.store.errors import StoreError
from punto.store.log import Log
from punto.store.stream_kinds import HOUSE
from punto.table.authority import known_titles

_BY_NAME = by_name(KINDS)
logger = logging.getLogger("punto.server")


class StoredHouse(HouseDriver):
    """A house that reads its lookups from the store."""

    def __init__(self, rules: TableRules, position: Position[House], beside: HouseReader) -> None:
        super().__init__(rules, position)
        self.beside = beside

    def lookups(self, command: HouseCommand | None = None) -> HouseLookups:
        """Return the lookups of the house; a qualifying wager is read from its own stream."""
        duties = self.beside.duties(self.rules, self.state)
        return HouseLookups(self.beside.wagers(command), self.beside.people(), duties)


class ServedHouse(Aggregate):
    """The house. Personal data is stored outside the log and is not part of its state."""

    kind: ClassVar[str] = HOUSE
    kinds: ClassVar[Mapping[str, type[Command]]] = _BY_NAME
    driver: StoredHouse

    def __init__(self, driver: StoredHouse) -> None:
        self.driver = driver
        # Whether personal data of an erased person may still be stored.
        self._erasure_due = False

    @classmethod
    def of(cls, state: House, version: int, log: Log) -> "ServedHouse":
        """Return a house in a stored state, and delete the personal data of erased people."""
        beside = HouseReader(log)
        beside.forget(state.people)
        rules = house_rules(load(state.setup.rulebook))
        return cls(StoredHouse(rules, Position(state, version), beside))

    def read_command(self, text: bytes) -> HouseCommand:
        """Return the command that a client sends."""
        return codec.read_house_command(text)

    def take(self, decided: Decided[House, HouseEvent]) -> None:
        """Apply a stored command; delete the personal data of people it erased."""
        before = set(self.driver.state.people)
        super().take(decided)
        self._erase_personal_data(erased=bool(before - set(self.driver.state.people)))

    def follow(self, actor: Actor, events: tuple[HouseEvent, ...]) -> None:
        """Apply a command of another process; delete the personal data of people it erased."""
        before = set(self.driver.state.people)
        super().follow(actor, events)
        self._erase_personal_data(erased=bool(before - set(self.driver.state.people)))

    def _erase_personal_data(self, *, erased: bool) -> None:
        """Delete the personal data of erased people; after an error, try again the next time."""
        self._erasure_due = self._erasure_due or erased
        if not self._erasure_due:
            return
        try:
            self.driver.beside.forget(self.driver.state.people)
        except (StoreError, SQLAlchemyError):
            # The erasure itself is already in the log.
            logger.exception("facts about somebody who was erased are still there")
        else:
            self._erasure_due = False

    def view(self, audience: str, viewer: str | None) -> View:
        """Return the view of an audience, with the duties that events at tables cause."""
        house_view = view(self.rules, self.state, Audience(audience), viewer)
        if audience not in WATCH:
            return house_view
        at_tables = self.driver.beside.duties(self.rules, self.state).values()
        return replace(house_view, duties=by_due_time((*house_view.duties, *at_tables)))

    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return the audience of a person at the house. It follows from their responsibility."""
        del stream
        if person.patron:
            return Audience.PATRON, person.key
        edition = self.rules.edition
        if not person.staff or not any(title in known_titles(edition) for title in person.titles):
            return Audience.PUBLIC, None
        if any(title == str(Audience.INSPECTOR) for title in person.titles):
            return Audience.INSPECTOR, None
        return (Audience.OPERATOR if _is_operator(self.rules, person) else Audience.STAFF), None

    def options(self, actors: tuple[Actor, ...]) -> tuple[Option, ...]:
        """Return the commands that are possible now, and why the others are not."""
        lookups = self.driver.lookups()

        def events_of(by: Actor, command: HouseCommand) -> Iterable[HouseEvent]:
            return decide(self.rules, self.state, by, command, lookups)

        return tuple(options(self.rules, self.state, actors, events_of))

    def hears(self, event: HouseEvent, audience: str, viewer: str | None) -> HouseEvent | None:
        """Return an event as an audience receives it, or None."""
        return hears(event, Audience(audience), viewer)


def _is_operator(rules: TableRules, person: Person) -> bool:
    """Return whether a person is responsible for the house or for its tables."""
    return any(is_responsible(rules, title) for title in person.titles)
