"""Conditions and entries, to the next state."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.tournament.entrant import Entrant, Standing
from punto.tournament.entry import events as happened
from punto.tournament.people import back_in, changed
from punto.tournament.session import Seat
from punto.tournament.tournament import Approved, Stage, Tournament


def evolve(tournament: Tournament, event: happened.EntryEvent, envelope: Envelope) -> Tournament:
    """Return the tournament after something about conditions and entries."""
    if isinstance(event, happened.OfConditions):
        return _laid_down(tournament, event)
    match event:
        case happened.ApplicationMade():
            entrant = Entrant(event.name, event.number, reserve=event.reserve)
            return replace(tournament, entrants=(*tournament.entrants, entrant))
        case happened.ApplicationSigned():
            return changed(tournament, event.name, signed=True)
        case happened.EligibilityChecked():
            return changed(tournament, event.name, eligible=event.eligible)
        case happened.EntryAccepted():
            return changed(tournament, event.name, standing=Standing.ENTERED)
        case happened.EntryRefused():
            return changed(tournament, event.name, standing=Standing.REFUSED)
        case happened.EntryWithdrawn():
            return changed(tournament, event.name, standing=Standing.WITHDRAWN)
        case happened.TournamentCancelled():
            return replace(tournament, stage=Stage.CANCELLED, session=None)
        case happened.ReserveSeated():
            return _seated(tournament, event, envelope)
        case happened.DeviceLetIn():
            forms = tuple(
                replace(form, sealed=True) if form.name == event.name else form
                for form in tournament.forms
            )
            return replace(tournament, forms=forms)
        case happened.SecondaryOpened():
            return changed(tournament, event.name, secondary=True)
        case happened.SecondaryWinnerAdvanced():
            return changed(back_in(tournament, event.name), event.name, came_back=True)


def _laid_down(tournament: Tournament, event: happened.ConditionsEvent) -> Tournament:
    """Return the tournament after something about its conditions."""
    floor = tournament.floor
    match event:
        case happened.ConditionsSet():
            floor = replace(floor, approved=())
            return replace(tournament, conditions=event.conditions, floor=floor)
        case happened.ConditionsSupplemented():
            everybody = [entrant.name for entrant in tournament.entrants]
            anew = {"given_conditions": False, "told_conditions": False, "signed": False}
            tournament = _each(tournament, everybody, **anew)
            floor = replace(floor, approved=())
            return replace(tournament, conditions=event.conditions, floor=floor)
        case happened.ConditionsApproved():
            held = Approved(event.item, event.reference, event.given, event.cents)
            return replace(tournament, floor=replace(floor, approved=(*floor.approved, held)))
        case happened.ConditionsPublished():
            return replace(tournament, floor=replace(floor, published=True), stage=Stage.OPEN)
        case happened.AgreementRequired():
            return replace(tournament, floor=replace(floor, agreement=True))
        case happened.ConditionsGiven():
            return _each(tournament, event.names, given_conditions=True)
        case happened.ConditionsExplained():
            return _each(tournament, event.names, told_conditions=True)


def _each(tournament: Tournament, names: Iterable[str], **values: Any) -> Tournament:
    for name in names:
        tournament = changed(tournament, name, **values)
    return tournament


def _seated(
    tournament: Tournament, event: happened.ReserveSeated, envelope: Envelope
) -> Tournament:
    """Return the tournament with a reserve in the seat of somebody who is not there."""
    session = tournament.session
    assert session is not None
    seats = {name: seat for name, seat in session.seats.items() if name != event.place_of}
    seats[event.name] = Seat(event.table, event.seat)
    session = replace(session, seats=seats, seated={**session.seated, event.name: envelope.at})
    played = (*tournament.progress.played, event.name)
    progress = replace(tournament.progress, played=played)
    tournament = replace(tournament, session=session, progress=progress)
    return changed(tournament, event.name, standing=Standing.PLAYING)
