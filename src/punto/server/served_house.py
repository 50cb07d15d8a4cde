"""The house that is served: what it has to know from other streams is read from the log."""

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
    """A house that reads what it has to know from the store."""

    def __init__(self, rules: TableRules, position: Position[House], beside: HouseReader) -> None:
        super().__init__(rules, position)
        self.beside = beside

    def lookups(self, command: HouseCommand | None = None) -> HouseLookups:
        """Return what the house has to know; a qualifying wager is read from its own stream."""
        duties = self.beside.duties(self.rules, self.state)
        return HouseLookups(self.beside.wagers(command), self.beside.people(), duties)


class ServedHouse(Aggregate):
    """The house; facts about people stand beside the log, and here are only those it was told."""

    kind: ClassVar[str] = HOUSE
    kinds: ClassVar[Mapping[str, type[Command]]] = _BY_NAME
    driver: StoredHouse

    def __init__(self, driver: StoredHouse) -> None:
        self.driver = driver
        # Whether facts about somebody who was erased may still be there.
        self._erasure_due = False

    @classmethod
    def of(cls, state: House, version: int, log: Log) -> "ServedHouse":
        """Return a house that stands as its log says; who was erased is forgotten beside it too."""
        beside = HouseReader(log)
        beside.forget(state.people)
        rules = house_rules(load(state.setup.rulebook))
        return cls(StoredHouse(rules, Position(state, version), beside))

    def read_command(self, text: bytes) -> HouseCommand:
        """Return the command that a client sends."""
        return codec.read_house_command(text)

    def take(self, decided: Decided[House, HouseEvent]) -> None:
        """Take over what was kept; facts about whoever was erased go with them."""
        before = set(self.driver.state.people)
        super().take(decided)
        self._erase_personal_data(erased=bool(before - set(self.driver.state.people)))

    def follow(self, actor: Actor, events: tuple[HouseEvent, ...]) -> None:
        """Take over what another process has kept; it may have erased somebody."""
        before = set(self.driver.state.people)
        super().follow(actor, events)
        self._erase_personal_data(erased=bool(before - set(self.driver.state.people)))

    def _erase_personal_data(self, *, erased: bool) -> None:
        """Forget facts about whoever was erased; what cannot be done now is done the next time."""
        self._erasure_due = self._erasure_due or erased
        if not self._erasure_due:
            return
        try:
            self.driver.beside.forget(self.driver.state.people)
        except (StoreError, SQLAlchemyError):
            # The erasure itself stands in the log.
            logger.exception("facts about somebody who was erased are still there")
        else:
            self._erasure_due = False

    def view(self, audience: str, viewer: str | None) -> View:
        """Return what an audience may see of the house, with what it owes because of tables."""
        house_view = view(self.rules, self.state, Audience(audience), viewer)
        if audience not in WATCH:
            return house_view
        at_tables = self.driver.beside.duties(self.rules, self.state).values()
        return replace(house_view, duties=by_due_time((*house_view.duties, *at_tables)))

    def looking(self, person: Person, stream: str) -> tuple[str, str | None]:
        """Return as whom somebody looks at the house: by what they answer for in it."""
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
        """Return what somebody may do for the house now, and why not the rest."""
        lookups = self.driver.lookups()

        def events_of(by: Actor, command: HouseCommand) -> Iterable[HouseEvent]:
            return decide(self.rules, self.state, by, command, lookups)

        return tuple(options(self.rules, self.state, actors, events_of))

    def hears(self, event: HouseEvent, audience: str, viewer: str | None) -> HouseEvent | None:
        """Return what an audience hears of an event."""
        return hears(event, Audience(audience), viewer)


def _is_operator(rules: TableRules, person: Person) -> bool:
    """Return whether somebody answers for the house, or for its tables."""
    return any(is_responsible(rules, title) for title in person.titles)
