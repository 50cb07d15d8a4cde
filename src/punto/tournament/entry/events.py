"""Conditions were laid down and published; people applied, entered, withdrew."""

from punto.table.event import Event
from punto.tournament.conditions import Conditions


class OfEntry(Event, frozen=True, gc=False):
    """An event about conditions and entries."""


class ConditionsSet(OfEntry, frozen=True, gc=False, tag="conditions_set"):
    """The conditions as they were laid down: a document, not a state."""

    conditions: Conditions


class ConditionsPublished(OfEntry, frozen=True, gc=False, tag="conditions_published"):
    """People may apply."""


class ApplicationMade(OfEntry, frozen=True, gc=False, tag="application_made"):
    name: str
    number: int


class EntryAccepted(OfEntry, frozen=True, gc=False, tag="entry_accepted"):
    name: str


EntryEvent = ConditionsSet | ConditionsPublished | ApplicationMade | EntryAccepted
