"""Event to next state: dispatch only. It never refuses and asks no rule, so old logs replay."""

from collections.abc import Iterable
from typing import assert_never

from punto.aggregate.envelope import FORESEEN, Envelope, LogEntry
from punto.tournament import tables
from punto.tournament.birth import TournamentSetUp, born
from punto.tournament.conduct import evolve as conduct
from punto.tournament.conduct.events import OfConduct
from punto.tournament.entry import evolve as entry
from punto.tournament.entry.events import OfEntry
from punto.tournament.events import AnyEvent
from punto.tournament.money import evolve as money
from punto.tournament.money.events import OfMoney
from punto.tournament.placing import evolve as placing
from punto.tournament.placing.events import OfPlacing
from punto.tournament.seating import evolve as seating
from punto.tournament.seating.events import OfSeating
from punto.tournament.secret import evolve as secret
from punto.tournament.secret.events import OfSecret
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament
from punto.tournament.undoing import evolve as undoing
from punto.tournament.undoing.events import OfUndoing
from punto.tournament.wagers import evolve as wagers
from punto.tournament.wagers.events import OfWagers


def evolve(tournament: Tournament, event: AnyEvent, envelope: Envelope) -> Tournament:
    """Return the tournament after one event."""
    # Most of what happens, happens at a table.
    if isinstance(event, TableStepped):
        return tables.evolve(tournament, event, envelope)
    if isinstance(event, OfWagers):
        return wagers.evolve(tournament, event, envelope)
    if isinstance(event, OfSeating):
        return seating.evolve(tournament, event, envelope)
    if isinstance(event, OfSecret):
        return secret.evolve(tournament, event)
    if isinstance(event, OfPlacing):
        return placing.evolve(tournament, event)
    if isinstance(event, OfEntry):
        return entry.evolve(tournament, event, envelope)
    if isinstance(event, OfMoney):
        return money.evolve(tournament, event)
    if isinstance(event, OfConduct):
        return conduct.evolve(tournament, event)
    if isinstance(event, OfUndoing):
        return undoing.evolve(tournament, event)
    assert not isinstance(event, TournamentSetUp), "a tournament is set up once"
    assert_never(event)


def after(
    tournament: Tournament, events: Iterable[AnyEvent], envelope: Envelope = FORESEEN
) -> Tournament:
    """Return a tournament after the events of one command."""
    for event in events:
        tournament = evolve(tournament, event, envelope)
    return tournament


def applied(tournament: Tournament, entries: Iterable[LogEntry[AnyEvent]]) -> Tournament:
    """Return a tournament after further entries of its log."""
    for line in entries:
        tournament = evolve(tournament, line.event, line.envelope)
    return tournament


def replay(log: Iterable[LogEntry[AnyEvent]]) -> Tournament:
    """Return the tournament that a log describes, from the event that set it up."""
    entries = iter(log)
    first = next(entries).event
    assert isinstance(first, TournamentSetUp), "a log begins with the tournament being set up"
    return applied(born(first), entries)
