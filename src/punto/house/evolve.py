"""Event to next state: dispatch only. It never refuses and asks no rule, so old logs replay."""

from collections.abc import Iterable
from typing import assert_never

from punto.aggregate.envelope import Envelope, LogEntry
from punto.house.award import evolve as award
from punto.house.award.events import OfAward
from punto.house.birth import HouseSetUp, born
from punto.house.draw import evolve as draw
from punto.house.draw.events import OfDraw
from punto.house.events import AnyEvent
from punto.house.house import House
from punto.house.matters import evolve as matters
from punto.house.matters.events import OfMatters
from punto.house.terms import evolve as terms
from punto.house.terms.events import OfTerms


def evolve(house: House, event: AnyEvent, envelope: Envelope) -> House:
    """Return the house after one event."""
    if isinstance(event, OfTerms):
        return terms.evolve(house, event, envelope)
    if isinstance(event, OfDraw):
        return draw.evolve(house, event, envelope)
    if isinstance(event, OfAward):
        return award.evolve(house, event, envelope)
    if isinstance(event, OfMatters):
        return matters.evolve(house, event, envelope)
    assert not isinstance(event, HouseSetUp), "a house is set up once"
    assert_never(event)


def after(house: House, events: Iterable[AnyEvent], envelope: Envelope) -> House:
    """Return a house after the events of one command."""
    for event in events:
        house = evolve(house, event, envelope)
    return house


def applied(house: House, entries: Iterable[LogEntry[AnyEvent]]) -> House:
    """Return a house after further entries of its log."""
    for entry in entries:
        house = evolve(house, entry.event, entry.envelope)
    return house


def replay(log: Iterable[LogEntry[AnyEvent]]) -> House:
    """Return the house that a log describes, from the event that set it up."""
    entries = iter(log)
    first = next(entries).event
    assert isinstance(first, HouseSetUp), "a log begins with the house being set up"
    return applied(born(first), entries)
