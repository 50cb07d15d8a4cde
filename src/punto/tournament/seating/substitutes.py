"""Substitutes: named by whom, approved by whom, in the seat and with the chips of an entrant."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.guards import has_wager
from punto.table.seats.events import ChipsBought, PatronJoined, PatronLeft
from punto.tournament.entrant import Standing
from punto.tournament.events import AnyEvent, Events
from punto.tournament.leaving import forms_back, has_form
from punto.tournament.people import check_name
from punto.tournament.rules import law
from punto.tournament.running import session_drawn
from punto.tournament.seating import commands as do
from punto.tournament.seating import events as happened
from punto.tournament.seating.leading import check_lead
from punto.tournament.seating.starting import check_seat
from punto.tournament.session import Session
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament


def nominate_substitute(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.NominateSubstitute
) -> Events:
    """Let an entrant name, in person, somebody to play in their place."""
    how = law(rules.edition).seating.nominated
    if how is None:
        require(rules, by, Power.APPROVE_SUBSTITUTE, "name a substitute")
        raise Malformed("whoever approves a substitute names them", code=ErrorCode.NOT_NOW)
    if not by.is_patron:
        raise Refused(
            ErrorCode.NOT_IN_PERSON, how.clause, "an entrant names a substitute in person"
        )
    session = _playing(tournament, by.name)
    _may_take_over(rules, tournament, session, command.substitute)
    reason = Reason(f"{by.name} names {command.substitute}", how.clause)
    named = happened.SubstituteNominated(
        name=by.name, substitute=command.substitute, reasons=(reason,)
    )
    return (named,)


def _playing(tournament: Tournament, name: str) -> Session:
    """Return the session in which somebody has a seat."""
    check_seat(tournament, name)
    return session_drawn(tournament)


def _may_take_over(rules: TableRules, tournament: Tournament, session: Session, name: str) -> None:
    """Say that somebody cannot take over who is nobody, plays already or was put out."""
    check_name(rules, name)
    entrant = tournament.entrant(name)
    if entrant is not None and entrant.standing not in (Standing.APPLIED, Standing.REPLACED):
        raise Malformed(
            f"{name} is {entrant.standing} in this tournament", code=ErrorCode.ALREADY_SO
        )
    if name in session.nominated.values():
        raise Malformed(f"{name} is named already", code=ErrorCode.ALREADY_SO)


def approve_substitute(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.ApproveSubstitute
) -> Events:
    """Let somebody play in the place of an entrant: seat and chips are theirs, no fee is due."""
    clause = require(rules, by, Power.APPROVE_SUBSTITUTE, "approve a substitute")
    check_lead(rules, tournament, by)
    session, how = _playing(tournament, command.name), law(rules.edition).seating.nominated
    if how:
        if session.nominated.get(command.name) != command.substitute:
            text = f"{command.name} has not named {command.substitute} in person"
            raise Refused(ErrorCode.NOT_NOMINATED, how.clause, text)
    else:
        _may_take_over(rules, tournament, session, command.substitute)
    seated = law(rules.edition).says.substitute_seated
    text = f"{command.substitute} plays in the place of {command.name}"
    replaced = happened.EntrantReplaced(
        name=command.name,
        substitute=command.substitute,
        number=_number(tournament, command.substitute),
        reasons=(Reason(text, merged(clause, seated)),),
    )
    return (replaced, *_in_the_seat(tournament, command.name, command.substitute))


def _number(tournament: Tournament, name: str) -> int | None:
    """Return the number of somebody who is new in the tournament."""
    return None if tournament.entrant(name) is not None else len(tournament.entrants) + 1


def _in_the_seat(tournament: Tournament, name: str, substitute: str) -> Events:
    """Return seat and chips of an entrant handed over, between coups."""
    session = tournament.session
    assert session is not None
    if session.begun_at is None:
        return ()
    number = session.seats[name].table
    table = tournament.tables[number]
    patron = table.patron(name)
    if patron is None:
        raise Malformed(f"{name} no longer plays", code=ErrorCode.UNKNOWN_ENTRANT)
    if has_wager(table, name) or has_form(tournament, number, name):
        raise Malformed(f"{name} has a wager on the coup", code=ErrorCode.NOT_NOW)
    handed = (
        PatronLeft(name=name, chips_cents=patron.chips_cents),
        PatronJoined(name=substitute, seat=patron.seat),
        ChipsBought(name=substitute, cents=patron.chips_cents),
    )
    events: list[AnyEvent] = [TableStepped(table=number, event=event) for event in handed]
    seated = happened.SeatTaken(name=substitute)
    return (*forms_back(tournament, number, name), seated, *events)
