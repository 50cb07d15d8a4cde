"""Conditions and entries, to the next state."""

from msgspec.structs import replace

from punto.tournament.entrant import Entrant, Standing
from punto.tournament.entry import events as happened
from punto.tournament.people import changed
from punto.tournament.tournament import Stage, Tournament


def evolve(tournament: Tournament, event: happened.EntryEvent) -> Tournament:
    """Return the tournament after something about conditions and entries."""
    match event:
        case happened.ConditionsSet():
            return replace(tournament, conditions=event.conditions)
        case happened.ConditionsPublished():
            floor = replace(tournament.floor, published=True)
            return replace(tournament, floor=floor, stage=Stage.OPEN)
        case happened.ApplicationMade():
            entrant = Entrant(event.name, event.number)
            return replace(tournament, entrants=(*tournament.entrants, entrant))
        case happened.EntryAccepted():
            return changed(tournament, event.name, standing=Standing.ENTERED)
