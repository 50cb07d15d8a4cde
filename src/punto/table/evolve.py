"""Event to next state: dispatch only. It never refuses and asks no rule, so old logs replay."""

from collections.abc import Iterable
from typing import assert_never

from punto.aggregate.envelope import FORESEEN, Envelope, LogEntry
from punto.table import register
from punto.table.cards import evolve as cards
from punto.table.cards.events import OfCards
from punto.table.conduct import evolve as conduct
from punto.table.conduct.events import ConductEvent, OfConduct
from punto.table.deal import evolve as deal
from punto.table.deal.events import OfDeal
from punto.table.errors import evolve as errors
from punto.table.errors.events import ErrorsEvent, OfErrors
from punto.table.events import AnyEvent
from punto.table.float import evolve as of_float
from punto.table.float.events import FloatEvent, OfFloat
from punto.table.limits import evolve as limits
from punto.table.limits.events import LimitsEvent, OfLimits
from punto.table.opening import evolve as opening
from punto.table.opening.events import OfOpening, OpeningEvent, TableSetUp
from punto.table.register import OfRegister
from punto.table.seats import evolve as seats
from punto.table.seats.events import OfSeats
from punto.table.table import Table
from punto.table.wagers import evolve as wagers
from punto.table.wagers.events import OfWagers


def evolve(table: Table, event: AnyEvent, envelope: Envelope) -> Table:
    """Return the table after one event."""
    # The commonest families first: a coup is mostly wagers and cards.
    if isinstance(event, OfWagers):
        return wagers.evolve(table, event)
    if isinstance(event, OfDeal):
        return deal.evolve(table, event, envelope)
    if isinstance(event, OfSeats):
        return seats.evolve(table, event)
    if isinstance(event, OfRegister):
        return register.evolve(table, event)
    if isinstance(event, OfCards):
        return cards.evolve(table, event)
    return _seldom(table, event, envelope)


def _seldom(
    table: Table,
    event: LimitsEvent | ErrorsEvent | OpeningEvent | ConductEvent | FloatEvent,
    envelope: Envelope,
) -> Table:
    """Return the table after an event of a family that most coups go without."""
    if isinstance(event, OfLimits):
        return limits.evolve(table, event, envelope)
    if isinstance(event, OfErrors):
        return errors.evolve(table, event, envelope)
    if isinstance(event, OfOpening):
        return opening.evolve(table, event)
    if isinstance(event, OfConduct):
        return conduct.evolve(table, event, envelope)
    if isinstance(event, OfFloat):
        return of_float.evolve(table, event)
    assert_never(event)


def after(table: Table, events: Iterable[AnyEvent], envelope: Envelope = FORESEEN) -> Table:
    """Return a table after the events of one command."""
    for event in events:
        table = evolve(table, event, envelope)
    return table


def applied(table: Table, entries: Iterable[LogEntry[AnyEvent]]) -> Table:
    """Return a table after further entries of its log."""
    for entry in entries:
        table = evolve(table, entry.event, entry.envelope)
    return table


def replay(log: Iterable[LogEntry[AnyEvent]]) -> Table:
    """Return the table that a log describes, from the event that set it up."""
    entries = iter(log)
    first = next(entries).event
    assert isinstance(first, TableSetUp), "a log begins with the table being set up"
    return applied(opening.set_up(first), entries)
