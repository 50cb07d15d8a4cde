"""Entrants of a tournament, looked up and changed by name."""

from typing import Any

from msgspec.structs import replace

from punto.clause import Malformed
from punto.tournament.entrant import Entrant
from punto.tournament.tournament import Tournament


def known(tournament: Tournament, name: str) -> Entrant:
    """Return somebody who applied."""
    entrant = tournament.entrant(name)
    if entrant is None:
        raise Malformed(f"{name} has not applied", code="unknown_entrant")
    return entrant


def changed(tournament: Tournament, name: str, **values: Any) -> Tournament:
    """Return the tournament with what is said about one entrant changed."""
    entrants = tuple(
        replace(entrant, **values) if entrant.name == name else entrant
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
