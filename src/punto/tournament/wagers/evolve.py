"""Turns and the marker, to the next state."""

from msgspec.structs import replace

from punto.tournament.session import Turns
from punto.tournament.tournament import Tournament
from punto.tournament.wagers import events as happened


def evolve(tournament: Tournament, event: happened.WagersEvent) -> Tournament:
    """Return the tournament after a turn, or after the marker was moved."""
    session = tournament.session
    assert session is not None
    turns = session.turns.get(event.table, Turns())
    match event:
        case happened.WagerAsked():
            turns = replace(turns, asked=(*turns.asked, event.name))
        case happened.MarkerMoved():
            turns = Turns(marker=event.seat, advised=turns.advised)
    every = {**session.turns, event.table: turns}
    return replace(tournament, session=replace(session, turns=every))
