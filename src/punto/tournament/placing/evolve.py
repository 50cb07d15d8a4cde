"""Placings, to the next state."""

from msgspec.structs import replace

from punto.tournament.entrant import Standing
from punto.tournament.people import changed
from punto.tournament.placing import events as happened
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.PlacingEvent) -> Tournament:
    """Return the tournament after somebody went out, or placings were confirmed."""
    match event:
        case happened.EntrantEliminated():
            return changed(tournament, event.name, standing=Standing.ELIMINATED)
        case happened.PlacingsConfirmed():
            entrants = tuple(
                replace(entrant, place=event.places.get(entrant.name))
                for entrant in tournament.entrants
            )
            return replace(tournament, entrants=entrants)
