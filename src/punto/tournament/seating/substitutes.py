"""Substitutes: nominated, approved, and seated with the chips of an entrant."""

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
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import EntrantStatus
from punto.tournament.entrant_lookup import check_name, with_entrant
from punto.tournament.leaving import has_form, return_forms
from punto.tournament.rules import tournament_section
from punto.tournament.seating.start_times import SeatTaken, check_has_seat
from punto.tournament.session import Groups, Session, Turns
from punto.tournament.session_queries import drawn_session
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament, with_session

substitutes: Topic[Tournament, TournamentContext] = Topic("substitutes", changes)

T = TypeVar("T")


class _NameReplacement(Struct, frozen=True):
    """Replaces the name of an entrant by the name of a substitute."""

    name: str
    other: str

    def keyed(self, by_name: dict[str, T]) -> dict[str, T]:
        return {self.other if key == self.name else key: value for key, value in by_name.items()}

    def names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(self.other if current == self.name else current for current in names)

    def groups(self, groups: Groups) -> Groups:
        return tuple(self.names(group) for group in groups)


class NominateSubstitute(TournamentCommand, frozen=True, tag="nominate_substitute"):
    """An entrant nominates a substitute."""

    group = Group.SESSION
    powers = (Power.APPROVE_SUBSTITUTE,)

    substitute: NewcomerName


class ApproveSubstitute(TournamentCommand, frozen=True, tag="approve_substitute"):
    """A substitute is approved to play in the place of an entrant."""

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
    """A substitute plays in the place of an entrant; ``number`` if they are a new entrant."""

    visibility = Visibility.EVERYBODY
    registers = (Register.APPROVALS,)

    name: str
    substitute: str
    number: int | None = None


@substitutes.permits(NominateSubstitute)
def may_nominate_substitute(at: TournamentContext) -> None:
    """Raise an error if this person may not name a substitute now."""
    rules, by = at.rules, at.by
    nomination = tournament_section(rules.edition).seating.nominated
    if nomination is None:
        require(rules, by, Power.APPROVE_SUBSTITUTE, "name a substitute")
        raise Malformed("whoever approves a substitute names them", code=ErrorCode.NOT_NOW)
    if not by.is_patron:
        raise Refused(
            ErrorCode.NOT_IN_PERSON, nomination.clause, "an entrant names a substitute in person"
        )


@substitutes.decides(NominateSubstitute)
def nominate_substitute(at: TournamentContext, command: NominateSubstitute) -> Events:
    """Nominate a substitute. The entrant does it in person."""
    rules, tournament, by = at.rules, at.state, at.by
    may_nominate_substitute(at)
    nomination = tournament_section(rules.edition).seating.nominated
    assert nomination is not None
    session = _session_with_seat(tournament, by.name)
    _check_substitute(rules, tournament, session, command.substitute)
    reason = Reason(f"{by.name} names {command.substitute}", nomination.clause)
    nominated = SubstituteNominated(name=by.name, substitute=command.substitute, reasons=(reason,))
    return (nominated,)


def _session_with_seat(tournament: Tournament, name: str) -> Session:
    """Return the session in which an entrant has a seat. Raise an error if there is none."""
    check_has_seat(tournament, name)
    return drawn_session(tournament)


def _check_substitute(
    rules: TableRules, tournament: Tournament, session: Session, name: str
) -> None:
    """Raise an error if a substitute has an invalid name, plays already, or was eliminated."""
    check_name(rules, name)
    entrant = tournament.entrant(name)
    if entrant is not None and entrant.standing not in (
        EntrantStatus.APPLIED,
        EntrantStatus.REPLACED,
    ):
        raise Malformed(
            f"{name} is {entrant.standing} in this tournament", code=ErrorCode.ALREADY_SO
        )
    if name in session.nominated.values():
        raise Malformed(f"{name} is named already", code=ErrorCode.ALREADY_SO)


@substitutes.permits(ApproveSubstitute)
def may_approve_substitute(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not approve a substitute now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.APPROVE_SUBSTITUTE, "approve a substitute")
    check_director(rules, tournament, by)
    return clause


@substitutes.decides(ApproveSubstitute)
def approve_substitute(at: TournamentContext, command: ApproveSubstitute) -> Events:
    """Let a substitute play in the place of an entrant, with seat and chips and without a fee."""
    rules, tournament = at.rules, at.state
    clause = may_approve_substitute(at)
    session, nomination = (
        _session_with_seat(tournament, command.name),
        tournament_section(rules.edition).seating.nominated,
    )
    if nomination:
        if session.nominated.get(command.name) != command.substitute:
            text = f"{command.name} has not named {command.substitute} in person"
            raise Refused(ErrorCode.NOT_NOMINATED, nomination.clause, text)
    else:
        _check_substitute(rules, tournament, session, command.substitute)
    seated_clause = tournament_section(rules.edition).says.substitute_seated
    text = f"{command.substitute} plays in the place of {command.name}"
    replaced = EntrantReplaced(
        name=command.name,
        substitute=command.substitute,
        number=_new_number(tournament, command.substitute),
        reasons=(Reason(text, merged(clause, seated_clause)),),
    )
    return (replaced, *_hand_over_seat(tournament, command.name, command.substitute))


def _new_number(tournament: Tournament, name: str) -> int | None:
    """Return the number of a new entrant, or ``None`` if the name is known already."""
    return None if tournament.entrant(name) is not None else len(tournament.entrants) + 1


def _hand_over_seat(tournament: Tournament, name: str, substitute: str) -> Events:
    """Return the events that hand over the seat and chips of an entrant, between coups."""
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
    table_events = (
        PatronLeft(name=name, chips_cents=patron.chips_cents),
        PatronJoined(name=substitute, seat=patron.seat),
        ChipsBought(name=substitute, cents=patron.chips_cents),
    )
    events: list[TournamentEvent] = [
        TableStepped(table=number, event=event) for event in table_events
    ]
    seated = SeatTaken(name=substitute)
    return (*return_forms(tournament, number, name), seated, *events)


@substitutes.applies(EntrantReplaced)
def entrant_replaced(
    tournament: Tournament, event: EntrantReplaced, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    replacement = _NameReplacement(event.name, event.substitute)
    replaced = tournament.entrant(event.name)
    assert replaced is not None
    if event.number is not None:
        # The substitute takes over disclosure, signature and buy-ins, but not fees.
        substitute = replace(
            replaced, name=event.substitute, number=event.number, paid_cents=0, refunded_cents=0
        )
        substitute = replace(substitute, commission_cents=0, bought_cents=0)
        tournament = replace(tournament, entrants=(*tournament.entrants, substitute))
    tournament = with_entrant(tournament, event.substitute, standing=replaced.standing)
    tournament = with_entrant(tournament, event.name, standing=EntrantStatus.REPLACED)
    progress = tournament.progress
    return replace(
        tournament,
        session=_session_with_substitute(session, replacement),
        progress=replace(progress, played=replacement.names(progress.played)),
        counted=replacement.keyed(tournament.counted),
    )


@substitutes.applies(SubstituteNominated)
def substitute_nominated(
    tournament: Tournament, event: SubstituteNominated, envelope: Envelope
) -> Tournament:
    session = tournament.session
    assert session is not None
    nominated = {**session.nominated, event.name: event.substitute}
    return with_session(tournament, nominated=nominated)


def _session_with_substitute(session: Session, replacement: _NameReplacement) -> Session:
    """Return the session with a substitute in the seat, and in any play-off."""
    name = replacement.name
    return replace(
        session,
        seats=replacement.keyed(session.seats),
        seated=replacement.keyed(session.seated),
        missed=replacement.keyed(session.missed),
        passes=replacement.keyed(session.passes),
        forms=replacement.keyed(session.forms),
        counts=replacement.keyed(session.counts),
        level=replacement.names(session.level),
        turns={
            number: _turns_with_substitute(turns, replacement)
            for number, turns in session.turns.items()
        },
        away=tuple(other for other in session.away if other != name),
        nominated={key: value for key, value in session.nominated.items() if key != name},
        ranked={number: replacement.groups(groups) for number, groups in session.ranked.items()},
        play_offs={
            number: replace(play_off, groups=replacement.groups(play_off.groups))
            for number, play_off in session.play_offs.items()
        },
    )


def _turns_with_substitute(turns: Turns, replacement: _NameReplacement) -> Turns:
    """Return the turns with a substitute. Acts of the seat count; advice is personal and stays."""
    return replace(
        turns,
        asked=replacement.names(turns.asked),
        early=replacement.names(turns.early),
        late=replacement.names(turns.late),
        slowed=replacement.names(turns.slowed),
        passed=replacement.names(turns.passed),
        void=replacement.names(turns.void),
    )
