"""Conduct, to the next state."""

from punto.tournament.conduct import events as happened
from punto.tournament.entrant import Standing
from punto.tournament.people import changed
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.ConductEvent) -> Tournament:
    """Return the tournament after somebody was put out."""
    return changed(tournament, event.name, standing=Standing.DISQUALIFIED)
