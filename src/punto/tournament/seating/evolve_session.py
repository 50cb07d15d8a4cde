"""A session from the first seat taken to its end, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.tournament.entrant import Standing
from punto.tournament.people import changed
from punto.tournament.seating import events as happened
from punto.tournament.seating.evolve_substitute import replaced
from punto.tournament.session import Missed, Session
from punto.tournament.tournament import Stage, Tournament


def evolve(tournament: Tournament, event: happened.InSession, envelope: Envelope) -> Tournament:
    """Return the tournament after something in the course of a session."""
    session = tournament.session
    assert session is not None
    match event:
        case happened.SessionBegun():
            return _begun(tournament, session, event, envelope)
        case happened.SessionEnded():
            ended = replace(session, ended=True, ranked=event.ranked)
            return replace(tournament, session=ended, counted=event.chips, forms=())
        case happened.EntrantForfeited():
            tournament = changed(tournament, event.name, standing=Standing.FORFEITED)
        case happened.EntrantReplaced():
            return replaced(tournament, session, event)
        case (
            happened.SeatTaken()
            | happened.EntrantAway()
            | happened.CoupMissed()
            | happened.DeductionOrdered()
            | happened.SubstituteNominated()
        ):
            session = _about_somebody(session, event, envelope)
        case (
            happened.BreakCalled()
            | happened.CoupCounted()
            | happened.ShoeCounted()
            | happened.TableFinished()
        ):
            session = _played(session, event)
    return replace(tournament, session=session)


def _begun(
    tournament: Tournament, session: Session, event: happened.SessionBegun, envelope: Envelope
) -> Tournament:
    """Let everybody play who has a seat and has not lost it."""
    playing = [name for name in session.seats if _plays(tournament, name)]
    for name in playing:
        tournament = changed(tournament, name, standing=Standing.PLAYING)
    begun = replace(session, begun_at=envelope.at, ends_at=event.ends_at)
    progress = tournament.progress
    progress = replace(
        progress,
        sessions=session.number,
        played=(*progress.played, *session.seats),
        starts_at=None,
    )
    return replace(tournament, session=begun, stage=Stage.RUNNING, progress=progress)


def _plays(tournament: Tournament, name: str) -> bool:
    entrant = tournament.entrant(name)
    return entrant is not None and entrant.standing is not Standing.FORFEITED


def _about_somebody(
    session: Session,
    event: happened.SeatTaken
    | happened.EntrantAway
    | happened.CoupMissed
    | happened.DeductionOrdered
    | happened.SubstituteNominated,
    envelope: Envelope,
) -> Session:
    """Return the session after somebody came, went, missed a coup or named a substitute."""
    name = event.name
    match event:
        case happened.SeatTaken():
            seated = {**session.seated, name: session.seated.get(name, envelope.at)}
            away = tuple(other for other in session.away if other != name)
            return replace(session, seated=seated, away=away)
        case happened.EntrantAway():
            return replace(session, away=(*session.away, name))
        case happened.SubstituteNominated():
            return replace(session, nominated={**session.nominated, name: event.substitute})
        case happened.CoupMissed():
            missed = session.missed.get(name, Missed())
            minimums = (*missed.minimums, event.minimum_cents)
            missed = replace(missed, minimums=minimums, taken=missed.taken + event.taken)
        case happened.DeductionOrdered():
            missed = session.missed.get(name, Missed())
            missed = replace(missed, taken=missed.taken + event.coups, ordered=True)
    return replace(session, missed={**session.missed, name: missed})


def _played(
    session: Session,
    event: happened.BreakCalled
    | happened.CoupCounted
    | happened.ShoeCounted
    | happened.TableFinished,
) -> Session:
    """Return the session after a break was called, or something was played to its end."""
    match event:
        case happened.BreakCalled():
            return replace(session, resumes_at=event.until)
        case happened.CoupCounted():
            coups = {**session.coups, event.table: session.coups.get(event.table, 0) + 1}
            numbers = {**session.numbers, event.table: event.coup}
            counts = {
                name: cents
                for name, cents in session.counts.items()
                if session.seats[name].table != event.table
            }
            return replace(session, coups=coups, numbers=numbers, counts=counts)
        case happened.ShoeCounted():
            shoes = {**session.shoes, event.table: session.shoes.get(event.table, 0) + 1}
            return replace(session, shoes=shoes)
        case happened.TableFinished():
            return replace(session, over=(*session.over, event.table))
