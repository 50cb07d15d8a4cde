"""Turns, the marker, pass cards, the pace and the indicator, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.tournament.people import changed
from punto.tournament.session import Indicator, Session, Turns
from punto.tournament.tournament import Tournament
from punto.tournament.wagers import events as happened

_OfTurns = (
    happened.MarkerMoved
    | happened.WagerAsked
    | happened.TurnBegan
    | happened.TurnsEnded
    | happened.TurnPassed
    | happened.WageredEarly
    | happened.EarlyWagerRemoved
    | happened.WagerUnnoticed
    | happened.WagersStand
    | happened.WagerAltered
    | happened.PassCardPlayed
    | happened.PassCardsReturned
    | happened.WageredLate
    | happened.HeldToMinimum
)


def evolve(tournament: Tournament, event: happened.WagersEvent, envelope: Envelope) -> Tournament:
    """Return the tournament after something about wagering."""
    session = tournament.session
    assert session is not None
    if isinstance(event, _OfTurns):
        every = {**session.turns, event.table: _turns(session, event, envelope)}
        if isinstance(event, happened.WageredEarly) and event.advised:
            tournament = changed(tournament, event.name, advised=True)
        return replace(tournament, session=replace(session, turns=every))
    return replace(tournament, session=_session(session, event))


def _turns(session: Session, event: _OfTurns, envelope: Envelope) -> Turns:
    """Return the turns at a table after one of them, or after the coup."""
    turns = session.turns.get(event.table, Turns())
    match event:
        case happened.MarkerMoved():
            return replace(turns, marker=event.seat)
        case happened.WagerAsked():
            return replace(turns, asked=(*turns.asked, event.name), since=envelope.at)
        case happened.TurnBegan():
            return replace(turns, since=envelope.at, seconds=event.seconds)
        case happened.TurnsEnded():
            return Turns(marker=turns.marker)
        case happened.TurnPassed():
            return replace(turns, done=(*turns.done, event.name))
        case happened.WageredEarly():
            told = (*turns.told, event.name) if event.advised else turns.told
            return replace(turns, early=(*turns.early, event.name), told=told)
        case happened.EarlyWagerRemoved():
            early = tuple(name for name in turns.early if name != event.name)
            void = (*turns.void, event.name) if event.void else turns.void
            return replace(turns, early=early, void=void)
        case happened.WagerUnnoticed():
            return replace(turns, unnoticed=(*turns.unnoticed, event.number))
        case happened.WagersStand():
            return replace(turns, standing=event.numbers)
        case happened.WagerAltered():
            left = {name: number for name, number in turns.standing.items() if name != event.name}
            return replace(turns, standing=left)
        case happened.PassCardPlayed():
            return replace(turns, passed=(*turns.passed, event.name))
        case happened.PassCardsReturned():
            return replace(turns, passed=())
        case happened.WageredLate():
            return replace(turns, late=(*turns.late, event.name))
        case happened.HeldToMinimum():
            return replace(turns, slowed=(*turns.slowed, event.name))


def _session(session: Session, event: happened.WagersEvent) -> Session:
    """Return the session after something that is not of one table's turns."""
    pace, passes = session.pace, session.passes
    match event:
        case happened.PassCardsGiven():
            return replace(session, passes=dict.fromkeys(event.names, event.number))
        case happened.PassCardsCollected():
            left = {name: passes[name] - 1 for name in event.names}
            return replace(session, passes={**passes, **left})
        case happened.TimeLimitAnnounced():
            announced = (*pace.announced, event.seconds)
            return replace(session, pace=replace(pace, announced=announced))
        case happened.TimeLimitSet():
            return replace(session, pace=replace(pace, seconds=event.seconds))
        case happened.IndicatorPlaced():
            placed = {**session.indicators, event.table: Indicator(event.in_front)}
            return replace(session, indicators=placed)
        case happened.IndicatorShown():
            before = session.indicators.get(event.table, Indicator())
            shown = {**session.indicators, event.table: replace(before, coup=event.coup)}
            return replace(session, indicators=shown)
        case _:
            return session
