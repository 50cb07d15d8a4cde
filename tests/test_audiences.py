"""Every event says who may learn of it and where it is recorded, and each audience is held to it.

``golden/declarations.txt`` holds what the events declare, for a reviewer to read when it changes:
``cd tests && python -m support.declarations`` writes it anew.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any

import pytest
from msgspec import Struct
from support import declarations
from support.golden import files, logs

from punto.aggregate.event import Event, Unregistered, Visibility
from punto.house.registry import registry as house_registry
from punto.house.views.audience import Audience as AtHouse
from punto.house.views.feed import hears as hears_house
from punto.table.audience import Audience as AtTable
from punto.table.opening.creation import RulebookAdopted
from punto.table.register import IncidentRecorded, RegisterEntry
from punto.table.registry import registry as table_registry
from punto.table.seats.buying import ChipsBought, ChipsTaken
from punto.table.views.feed import hears as hears_table
from punto.tournament.audience import TournamentAudience as AtTournament
from punto.tournament.registry import registry as tournament_registry
from punto.tournament.tables import TableStepped
from punto.tournament.views.feed import hears as hears_tournament

PERSON, OTHER = "the person", "another"


def tag(kind: type[Any]) -> str:
    """Return the name under which a type of event is kept."""
    return str(kind.__struct_config__.tag)


class Aggregate(Struct, frozen=True):
    """A table, a tournament or a house: its events, and whom each of them is for."""

    events: tuple[type[Any], ...]
    hears: Callable[..., Any]
    folder: str
    everybody: frozenset[str]
    staff: frozenset[str]
    watch: frozenset[str]
    officials: frozenset[str] = frozenset()

    @property
    def kinds(self) -> dict[str, type[Any]]:
        return {tag(kind): kind for kind in self.events}

    def hearing(self, who: Visibility) -> frozenset[str]:
        """Return the audiences that hear what is meant for somebody."""
        return {
            Visibility.EVERYBODY: self.everybody | {PERSON, OTHER},
            Visibility.PERSON_AND_STAFF: self.staff | {PERSON},
            Visibility.PERSON: self.watch | {PERSON},
            Visibility.FORM_MAKER: self.officials | {PERSON},
            Visibility.FORM_MARKED: self.staff | {PERSON},
            Visibility.STAFF: self.staff,
            Visibility.WATCH: self.watch,
            Visibility.NOBODY: frozenset[str](),
        }[who]


AGGREGATES = {
    "table": Aggregate(
        table_registry.events,
        hears_table,
        "tables",
        frozenset({"public", "dealer", "supervisor", "surveillance"}),
        frozenset({"dealer", "supervisor", "surveillance"}),
        frozenset({"supervisor", "surveillance"}),
    ),
    "tournament": Aggregate(
        tournament_registry.events,
        hears_tournament,
        "tournaments",
        frozenset({"public", "dealer", "supervisor", "director", "surveillance"}),
        frozenset({"dealer", "supervisor", "director", "surveillance"}),
        frozenset({"supervisor", "director", "surveillance"}),
        frozenset({"supervisor"}),
    ),
    "house": Aggregate(
        house_registry.events,
        hears_house,
        "houses",
        frozenset({"public", "staff", "operator", "inspector"}),
        frozenset({"staff", "operator", "inspector"}),
        frozenset({"operator", "inspector"}),
    ),
}
EVERY = [(name, kind) for name, made in AGGREGATES.items() for kind in made.kinds]
BY_HAND = [
    RulebookAdopted(digest="d"),
    ChipsTaken(name="ann", cents=5_000),
    *(
        kind(number=1, person="ann")
        for kind in table_registry.events
        if issubclass(kind, RegisterEntry) and kind is not IncidentRecorded
    ),
]


@cache
def specimens(name: str) -> dict[str, Any]:
    """Return one event of every type of an aggregate, as one happened once."""
    made, found = AGGREGATES[name], {tag(type(event)): event for event in BY_HAND}
    for path in files(made.folder):
        for log in logs(path):
            found |= {tag(type(entry.event)): entry.event for entry in log.entries}
    return found


def heard_by(name: str, event: Any) -> frozenset[str]:
    """Return who hears of an event: audiences, the person it is about, another patron."""
    made = AGGREGATES[name]
    person = event.concerned
    patron = {"table": AtTable.PATRON, "tournament": AtTournament.ENTRANT, "house": AtHouse.PATRON}
    asks: dict[str, tuple[StrEnum, str | None]] = {
        who: (type(patron[name])(who), None) for who in made.everybody
    }
    asks[PERSON], asks[OTHER] = (patron[name], person or "ann"), (patron[name], "nobody else")
    return frozenset(
        who for who, (audience, viewer) in asks.items() if made.hears(event, audience, viewer)
    )


def test_what_events_declare_is_as_somebody_last_read_it() -> None:
    assert declarations.written() == declarations.FILE.read_text("utf-8")


@pytest.mark.parametrize(("name", "kind"), EVERY)
def test_an_event_is_heard_by_those_it_is_for_and_by_nobody_else(name: str, kind: str) -> None:
    event = specimens(name)[kind]
    if isinstance(event, TableStepped):
        return
    marked = event.visibility is Visibility.FORM_MARKED and event.marks
    declared = Visibility.EVERYBODY if marked else event.visibility
    assert heard_by(name, event) == AGGREGATES[name].hearing(declared)


@pytest.mark.parametrize("kind", sorted(AGGREGATES["table"].kinds))
def test_what_happens_at_a_table_of_a_tournament_is_heard_as_at_a_table(kind: str) -> None:
    event = specimens("table")[kind]
    inside = heard_by("tournament", TableStepped(table=1, event=event))
    # Whoever leads a tournament hears what a supervisor hears.
    director = {"director"} if "supervisor" in inside else set()
    alone = heard_by("table", event)
    if PERSON in alone and OTHER not in alone:
        alone, inside = alone - {PERSON}, inside - {PERSON}
    assert inside == alone | director


def test_an_event_that_does_not_say_who_learns_of_it_cannot_be_defined() -> None:
    with pytest.raises(TypeError, match="Hushed does not declare its visibility and registers"):

        class Hushed(Event, frozen=True, gc=False, tag="hushed"):
            name: str


def test_an_event_does_not_inherit_what_it_has_to_declare() -> None:
    with pytest.raises(TypeError, match="Later does not declare its visibility"):

        class Later(ChipsBought, frozen=True, gc=False, tag="later"):
            registers = Unregistered.MONEY


def test_an_event_for_one_person_names_that_person() -> None:
    with pytest.raises(TypeError, match="Lonely is for one person: `concerns` must name a field"):

        class Lonely(Event, frozen=True, gc=False, tag="lonely"):
            visibility = Visibility.PERSON
            registers = Unregistered.PLAY

            patron: str


def test_events_that_no_register_records_say_why() -> None:
    for made in AGGREGATES.values():
        for kind in made.kinds.values():
            assert isinstance(kind.registers, Unregistered) or kind.registers
