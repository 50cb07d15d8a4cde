"""Tables, seats and sessions, to the next state."""

from msgspec.structs import replace

from punto.tournament.entrant import Standing
from punto.tournament.people import changed
from punto.tournament.seating import events as happened
from punto.tournament.session import Session
from punto.tournament.tournament import Stage, Tournament


def evolve(tournament: Tournament, event: happened.SeatingEvent) -> Tournament:
    """Return the tournament after something about tables, seats and sessions."""
    session = tournament.session
    match event:
        case happened.TableDesignated():
            floor = tournament.floor
            tables = tuple(dict.fromkeys((*floor.tables, event.table)))
            return replace(tournament, floor=replace(floor, tables=tables))
        case happened.BallotDrawn():
            drawn = Session(event.session, event.round, event.length, seats=event.seats)
            return replace(tournament, session=drawn)
        case happened.SessionBegun():
            assert session is not None
            for name in session.seats:
                tournament = changed(tournament, name, standing=Standing.PLAYING)
            begun = replace(session, begun_at=event.at)
            return replace(tournament, session=begun, stage=Stage.RUNNING)
        case happened.CoupCounted():
            assert session is not None
            coups = {**session.coups, event.table: session.coups.get(event.table, 0) + 1}
            return replace(tournament, session=replace(session, coups=coups))
        case happened.SessionEnded():
            return replace(tournament, session=None, counted=event.chips)
