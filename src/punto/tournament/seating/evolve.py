"""Who leads, tables and seats, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.tournament.seating import events as happened
from punto.tournament.seating.evolve_session import evolve as in_session
from punto.tournament.session import Drawn, Session
from punto.tournament.tournament import Tournament


def evolve(tournament: Tournament, event: happened.SeatingEvent, envelope: Envelope) -> Tournament:
    """Return the tournament after something about tables, seats and sessions."""
    if not isinstance(event, happened.OfArrangement):
        return in_session(tournament, event, envelope)
    if isinstance(event, happened.BallotDrawn | happened.SeatsAllocated):
        return _drawn(tournament, event)
    floor, progress = tournament.floor, tournament.progress
    match event:
        case happened.LeadAppointed():
            floor = replace(floor, leaders=(*floor.leaders, event.name))
        case happened.LeadArrived():
            floor = replace(floor, present=(*floor.present, event.name))
        case happened.LeadLeft():
            there = tuple(name for name in floor.present if name != event.name)
            floor = replace(floor, present=there)
        case happened.TableDesignated():
            floor = replace(floor, tables=(*floor.tables, event.table))
        case happened.TableSizeSet():
            floor = replace(floor, sizes={**floor.sizes, event.table: event.entrants})
        case happened.BallotCommitted():
            progress = replace(progress, committed=event.commitment)
        case happened.StartMoved():
            progress = replace(progress, starts_at=event.to)
        case happened.SeatingTimeSet():
            assert tournament.session is not None
            session = replace(tournament.session, seated_by=event.at)
            return replace(tournament, session=session)
    return replace(tournament, floor=floor, progress=progress)


def _drawn(
    tournament: Tournament, event: happened.BallotDrawn | happened.SeatsAllocated
) -> Tournament:
    """Return the tournament with the seats of its next session."""
    lots = None
    if isinstance(event, happened.BallotDrawn) and event.commitment is not None:
        lots = Drawn(event.commitment, event.seed, event.waiting)
    drawn = Session(event.session, event.round, event.length, seats=event.seats, drawn=lots)
    progress = replace(tournament.progress, committed=None)
    floor = replace(tournament.floor, sizes={})
    return replace(tournament, session=drawn, progress=progress, floor=floor)
