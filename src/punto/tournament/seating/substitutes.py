"""Substitutes: named by whom, approved by whom, in the seat and with the chips of an entrant."""

from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import EntrantName, NewcomerName
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.guards import has_wager
from punto.table.seats.buying import ChipsBought
from punto.table.seats.joining import PatronJoined, PatronLeft
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_lead
from punto.tournament.context import At, changes
from punto.tournament.entrant import Standing
from punto.tournament.entrant_lookup import changed, check_name
from punto.tournament.leaving import forms_back, has_form
from punto.tournament.rules import law
from punto.tournament.seating.start_times import SeatTaken, check_seat
from punto.tournament.session import Groups, Session, Turns
from punto.tournament.session_queries import session_drawn
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, with_session

substitutes: Topic[Tournament, At] = Topic("substitutes", changes)

T = TypeVar("T")


class _Instead(Struct, frozen=True):
    """Whose name goes, and whose comes."""

    name: str
    other: str

    def keyed(self, by_name: dict[str, T]) -> dict[str, T]:
        return {self.other if key == self.name else key: value for key, value in by_name.items()}

    def names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.other if each == self.name else each for each in names)

    def groups(self, groups: Groups) -> Groups:
        return tuple(self.names(group) for group in groups)


class NominateSubstitute(TournamentCommand, frozen=True, tag="nominate_substitute"):
    """An entrant names somebody to play in their place."""

    group = Group.SESSION
    powers = (Power.APPROVE_SUBSTITUTE,)

    substitute: NewcomerName


class ApproveSubstitute(TournamentCommand, frozen=True, tag="approve_substitute"):
    """Somebody may play in the place of an entrant."""

    group = Group.SESSION
    powers = (Power.APPROVE_SUBSTITUTE,)

    name: EntrantName
    substitute: NewcomerName


class SubstituteNominated(TournamentEvent, frozen=True, gc=False, tag="substitute_nominated"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.ARRANGEMENT
    concerns = "name"

    name: str
    substitute: str


class EntrantReplaced(TournamentEvent, frozen=True, gc=False, tag="entrant_replaced"):
    """Somebody plays in the place of an entrant from now on; ``number`` if they are new here."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str
    substitute: str
    number: int | None = None


@substitutes.permits(NominateSubstitute)
def may_nominate_substitute(at: At) -> None:
    """Raise an error if this person may not name a substitute now."""
    rules, by = at.rules, at.by
    how = law(rules.edition).seating.nominated
    if how is None:
        require(rules, by, Power.APPROVE_SUBSTITUTE, "name a substitute")
        raise Malformed("whoever approves a substitute names them", code=ErrorCode.NOT_NOW)
    if not by.is_patron:
        raise Refused(
            ErrorCode.NOT_IN_PERSON, how.clause, "an entrant names a substitute in person"
        )


@substitutes.decides(NominateSubstitute)
def nominate_substitute(at: At, command: NominateSubstitute) -> Events:
    """Let an entrant name, in person, somebody to play in their place."""
    rules, tournament, by = at.rules, at.state, at.by
    may_nominate_substitute(at)
    how = law(rules.edition).seating.nominated
    assert how is not None
    session = _playing(tournament, by.name)
    _may_take_over(rules, tournament, session, command.substitute)
    reason = Reason(f"{by.name} names {command.substitute}", how.clause)
    named = SubstituteNominated(name=by.name, substitute=command.substitute, reasons=(reason,))
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


@substitutes.permits(ApproveSubstitute)
def may_approve_substitute(at: At) -> Clauses:
    """Raise an error if this person may not approve a substitute now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.APPROVE_SUBSTITUTE, "approve a substitute")
    check_lead(rules, tournament, by)
    return clause


@substitutes.decides(ApproveSubstitute)
def approve_substitute(at: At, command: ApproveSubstitute) -> Events:
    """Let somebody play in the place of an entrant: seat and chips are theirs, no fee is due."""
    rules, tournament = at.rules, at.state
    clause = may_approve_substitute(at)
    session, how = _playing(tournament, command.name), law(rules.edition).seating.nominated
    if how:
        if session.nominated.get(command.name) != command.substitute:
            text = f"{command.name} has not named {command.substitute} in person"
            raise Refused(ErrorCode.NOT_NOMINATED, how.clause, text)
    else:
        _may_take_over(rules, tournament, session, command.substitute)
    seated = law(rules.edition).says.substitute_seated
    text = f"{command.substitute} plays in the place of {command.name}"
    replaced = EntrantReplaced(
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
    events: list[TournamentEvent] = [TableStepped(table=number, event=event) for event in handed]
    seated = SeatTaken(name=substitute)
    return (*forms_back(tournament, number, name), seated, *events)


@substitutes.applies(EntrantReplaced)
def entrant_replaced(
    tournament: Tournament, event: EntrantReplaced, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    instead = _Instead(event.name, event.substitute)
    gone = tournament.entrant(event.name)
    assert gone is not None
    if event.number is not None:
        # What the entrant knew, signed and bought goes for whoever plays instead; no fee does.
        entry = replace(
            gone, name=event.substitute, number=event.number, paid_cents=0, refunded_cents=0
        )
        entry = replace(entry, commission_cents=0, bought_cents=0)
        tournament = replace(tournament, entrants=(*tournament.entrants, entry))
    tournament = changed(tournament, event.substitute, standing=gone.standing)
    tournament = changed(tournament, event.name, standing=Standing.REPLACED)
    progress = tournament.progress
    return replace(
        tournament,
        session=_seated(session, instead),
        progress=replace(progress, played=instead.names(progress.played)),
        counted=instead.keyed(tournament.counted),
    )


@substitutes.applies(SubstituteNominated)
def substitute_nominated(
    tournament: Tournament, event: SubstituteNominated, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    nominated = {**session.nominated, event.name: event.substitute}
    return with_session(tournament, nominated=nominated)


def _seated(session: Session, instead: _Instead) -> Session:
    """Return the session with a substitute in the seat, and in any tie that is played off."""
    name = instead.name
    return replace(
        session,
        seats=instead.keyed(session.seats),
        seated=instead.keyed(session.seated),
        missed=instead.keyed(session.missed),
        passes=instead.keyed(session.passes),
        forms=instead.keyed(session.forms),
        counts=instead.keyed(session.counts),
        level=instead.names(session.level),
        turns={number: _asked(turns, instead) for number, turns in session.turns.items()},
        away=tuple(each for each in session.away if each != name),
        nominated={key: value for key, value in session.nominated.items() if key != name},
        ranked={number: instead.groups(groups) for number, groups in session.ranked.items()},
        play_offs={
            number: replace(play_off, groups=instead.groups(play_off.groups))
            for number, play_off in session.play_offs.items()
        },
    )


def _asked(turns: Turns, instead: _Instead) -> Turns:
    """Return the turns of a coup: what the seat has done is done, who was told is a person."""
    return replace(
        turns,
        asked=instead.names(turns.asked),
        early=instead.names(turns.early),
        late=instead.names(turns.late),
        slowed=instead.names(turns.slowed),
        passed=instead.names(turns.passed),
        void=instead.names(turns.void),
    )
