"""Entrants were put out; matters were raised and settled."""

from punto.table.event import Event


class OfConduct(Event, frozen=True, gc=False):
    """An event about conduct in a tournament."""


class EntrantDisqualified(OfConduct, frozen=True, gc=False, tag="entrant_disqualified"):
    name: str
    cause: str
    chips_cents: int = 0


ConductEvent = EntrantDisqualified
