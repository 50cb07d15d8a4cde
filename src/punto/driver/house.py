"""A live house: its rules, its state, its log, and the book of people beside it."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from punto.aggregate.actor import Actor
from punto.aggregate.envelope import NO_ACTOR, LogEntry, in_envelopes
from punto.aggregate.topic import Changes
from punto.cards import Card
from punto.clause import Malformed
from punto.driver.driver import Decided, Driver, Position
from punto.error_codes import ErrorCode
from punto.house.base_classes import HouseCommand, HouseEvent
from punto.house.context import changes
from punto.house.creation import set_up
from punto.house.duty import Duty, by_due_time, earliest_by_key
from punto.house.house import House
from punto.house.lookups import HouseLookups, WagerRecord
from punto.house.promotion import QualifyingWager
from punto.house.promotion_duties import open_promotion_duties
from punto.house.promotion_rules import house_rules
from punto.house.registry import decide, replay
from punto.house.table_duties import open_table_duties
from punto.house.views.audience import Audience
from punto.house.views.view import View, view
from punto.notation.house_commands import meant
from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.table.base_classes import TableEvent

# What is kept about people, apart from every log.
FACTS = ("name", "address", "contact")


class HouseDriver(Driver[House, HouseCommand, HouseEvent]):
    """One house. What it cannot know by itself is looked up elsewhere, by a subclass."""

    kind: ClassVar[str] = "house"
    changes: ClassVar[Changes[House]] = changes

    @property
    def house(self) -> House:
        """Return the house as it is."""
        return self.state

    def parse(
        self, name: str, words: Mapping[str, Any], by: str
    ) -> tuple[HouseCommand, Sequence[Card] | None]:
        return meant(name, words, by), None

    def decide(
        self, actor: Actor, command: HouseCommand, order: Sequence[Card] | None = None
    ) -> Decided[House, HouseEvent]:
        del order
        events = decide(self.rules, self.state, actor, command, self.lookups(command))
        return self.decided(actor, command, events)

    @abstractmethod
    def lookups(self, command: HouseCommand | None = None) -> HouseLookups:
        """Return what the house has to know from elsewhere, for a command or for none."""


class Premises(HouseDriver):
    """A house with everything it has to know in memory: people, tables, wagers."""

    def __init__(
        self,
        rules: TableRules,
        position: Position[House],
        log: Iterable[LogEntry[HouseEvent]] | None = None,
    ) -> None:
        super().__init__(rules, position, log)
        # Facts about people never stand in an event: they can be erased, and the log stays whole.
        self.people: dict[str, dict[str, str]] = {}
        self.wagers: dict[QualifyingWager, WagerRecord] = {}
        self.tables: dict[str, Sequence[LogEntry[TableEvent]]] = {}

    def take(self, decided: Decided[House, HouseEvent]) -> None:
        super().take(decided)
        for gone in set(self.people) - set(self.state.people):
            del self.people[gone]

    def lookups(self, command: HouseCommand | None = None) -> HouseLookups:
        del command
        people = {key: frozenset(facts) for key, facts in self.people.items()}
        return HouseLookups(self.wagers, people, {duty.key: duty for duty in self._at_tables()})

    def write_down(self, person: str, facts: Mapping[str, str]) -> None:
        """Keep facts about somebody who is known by a key."""
        if person not in self.state.people:
            raise Malformed(f"{person} is not known", code=ErrorCode.NO_SUCH_THING)
        for fact, text in facts.items():
            if fact not in FACTS:
                raise Malformed(f"nobody keeps the {fact} of a person", f"facts: {FACTS}")
            if text.strip():
                self.people.setdefault(person, {})[fact] = text

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Return everything that is owed: by the house itself, and by its tables."""
        own = open_promotion_duties(self.rules, self.state)
        return by_due_time((*own, *self._at_tables()))

    def _at_tables(self) -> list[Duty]:
        """Return what is owed because of what happened at tables, each thing once."""
        found = earliest_by_key(
            duty
            for stream, log in self.tables.items()
            for duty in open_table_duties(self.rules, self.state, stream, log)
        )
        return list(found.values())

    def view(self, audience: Audience | str = Audience.PUBLIC, viewer: str | None = None) -> View:
        """Return what an audience may see of the house."""
        return view(self.rules, self.state, Audience(audience), viewer)


def new_premises(rulebook: str | Edition, name: str, zone: str) -> Premises:
    """Return a house set up, with nothing on its hands."""
    edition = load(rulebook) if isinstance(rulebook, str) else rulebook
    rules = house_rules(edition)
    log = in_envelopes("house", "house", 0, NO_ACTOR, (set_up(rules, name, zone),))
    return Premises(rules, Position(replay(log), 1), log)
