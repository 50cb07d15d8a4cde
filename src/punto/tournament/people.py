"""Entrants of a tournament, looked up and changed by name."""

from typing import Any

from msgspec.structs import replace

from punto.clause import Malformed
from punto.tournament.entrant import Entrant, Standing
from punto.tournament.tournament import Tournament


def known(tournament: Tournament, name: str) -> Entrant:
    """Return somebody who applied."""
    entrant = tournament.entrant(name)
    if entrant is None:
        raise Malformed(f"{name} has not applied", code="unknown_entrant")
    return entrant


def check_placed(tournament: Tournament, name: str) -> None:
    """Say that the session is not confirmed yet in which somebody went out."""
    session = tournament.session
    if session is not None and name in session.seats:
        text = f"the session in which {name} went out is not confirmed yet"
        raise Malformed(text, code="not_now")


def back_in(tournament: Tournament, name: str) -> Tournament:
    """Return the tournament with somebody in it again who was out."""
    return changed(tournament, name, standing=Standing.ENTERED, out_round=None, out_rank=None)


def changed(tournament: Tournament, name: str, **values: Any) -> Tournament:
    """Return the tournament with what is said about one entrant changed."""
    entrants = tuple(
        replace(entrant, **values) if entrant.name == name else entrant
        for entrant in tournament.entrants
    )
    return replace(tournament, entrants=entrants)
