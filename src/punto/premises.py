"""A house in memory: its rules, its state, its log, and the book of people beside it."""

from collections.abc import Mapping, Sequence
from typing import Any

from punto.aggregate.actor import PATRON, Actor
from punto.aggregate.envelope import NOBODY, LogEntry, enveloped
from punto.clause import Malformed
from punto.error_codes import ErrorCode
from punto.house.base_classes import Events, HouseCommand, HouseEvent
from punto.house.creation import HouseSetUp, set_up
from punto.house.duty import Duty, each_once, in_order
from punto.house.house import House
from punto.house.lookups import Known, Wagered
from punto.house.promotion import Qualified
from punto.house.promotion_duties import owed
from punto.house.promotion_rules import house_rules
from punto.house.registry import applied, decide, replay
from punto.house.table_duties import owed_by_table
from punto.house.views.audience import Audience
from punto.house.views.view import View, view
from punto.notation.house_commands import meant
from punto.rulebook.elect import TableRules
from punto.rulebook.load import load
from punto.rulebook.schema import Edition
from punto.table.authority import known_titles
from punto.table.base_classes import TableEvent

# What is kept about people, apart from every log.
FACTS = ("name", "address", "contact")


class Premises:
    """One house and everything that happened in it. A command is carried out, or nothing."""

    def __init__(self, rules: TableRules, first: HouseSetUp) -> None:
        self.rules = rules
        self.log: list[LogEntry[HouseEvent]] = [*enveloped("house", "house", 0, NOBODY, (first,))]
        self.house: House = replay(self.log)
        self.titles = known_titles(rules.edition)
        # Facts about people never stand in an event: they can be erased, and the log stays whole.
        self.people: dict[str, dict[str, str]] = {}
        self.wagers: dict[Qualified, Wagered] = {}
        self.tables: dict[str, Sequence[LogEntry[TableEvent]]] = {}

    def act(
        self, by: str | Actor, command: HouseCommand | str, /, *, clock: int = 0, **words: Any
    ) -> Events:
        """Carry out a command, given as such or by its name and words; return what happened."""
        actor = by if isinstance(by, Actor) else self.actor(by, clock)
        asked = meant(command, words, actor.name) if isinstance(command, str) else command
        events = decide(self.rules, self.house, actor, asked, self.known())
        new = enveloped("house", "house", len(self.log), actor, events)
        self.house = applied(self.house, new)
        self.log += new
        for gone in set(self.people) - set(self.house.people):
            del self.people[gone]
        return events

    @property
    def events(self) -> list[HouseEvent]:
        """Return every event of the house, without the envelopes."""
        return [entry.event for entry in self.log]

    def actor(self, by: str, clock: int = 0) -> Actor:
        """Return who acts under a name: a title is its own, anybody else is a patron."""
        return Actor(by, by if by in self.titles else PATRON, clock)

    def known(self) -> Known:
        """Return what is known outside the house's own log."""
        people = {key: frozenset(facts) for key, facts in self.people.items()}
        return Known(self.wagers, people, {duty.key: duty for duty in self._at_tables()})

    def write_down(self, person: str, facts: Mapping[str, str]) -> None:
        """Keep facts about somebody who is known by a key."""
        if person not in self.house.people:
            raise Malformed(f"{person} is not known", code=ErrorCode.NO_SUCH_THING)
        for fact, text in facts.items():
            if fact not in FACTS:
                raise Malformed(f"nobody keeps the {fact} of a person", f"facts: {FACTS}")
            if text.strip():
                self.people.setdefault(person, {})[fact] = text

    @property
    def duties(self) -> tuple[Duty, ...]:
        """Return everything that is owed: by the house itself, and by its tables."""
        own = owed(self.rules, self.house)
        return in_order((*own, *self._at_tables()))

    def _at_tables(self) -> list[Duty]:
        """Return what is owed because of what happened at tables, each thing once."""
        found = each_once(
            duty
            for stream, log in self.tables.items()
            for duty in owed_by_table(self.rules, self.house, stream, log)
        )
        return list(found.values())

    def view(self, audience: Audience | str = Audience.PUBLIC, viewer: str | None = None) -> View:
        """Return what an audience may see of the house."""
        return view(self.rules, self.house, Audience(audience), viewer)


def new_premises(rulebook: str | Edition, name: str, zone: str) -> Premises:
    """Return a house set up, with nothing on its hands."""
    edition = load(rulebook) if isinstance(rulebook, str) else rulebook
    rules = house_rules(edition)
    return Premises(rules, set_up(rules, name, zone))
