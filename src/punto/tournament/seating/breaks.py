"""Breaks, and tables that finish early."""

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Consent, EntrantName, GivenReason, Number, TableNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.guards import coup_is_on
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.session_length import MINUTE, is_table_finished, session_tables
from punto.tournament.session_queries import current_round, current_session, is_final, table_of
from punto.tournament.tournament import Tournament, with_session

breaks: Topic[Tournament, TournamentContext] = Topic("breaks", changes)


class CallBreak(TournamentCommand, frozen=True, tag="call_break"):
    """Entrants have a break, in minutes."""

    group = Group.SESSION
    powers = (Power.ALLOW_BREAK,)

    minutes: Number | None = None


class FinishEarly(TournamentCommand, frozen=True, tag="finish_early"):
    """A table finishes early; ``reason`` why nobody can catch up, if that is the cause."""

    group = Group.SESSION
    powers = (Power.END_SESSION_EARLY,)

    table: TableNumber
    reason: GivenReason[Text | None] = None
    agreed: Consent[tuple[EntrantName, ...]] = ()


class BreakCalled(TournamentEvent, frozen=True, gc=False, tag="break_called"):
    """A break was called. Nobody plays until its end."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    until: int


class TableFinished(TournamentEvent, frozen=True, gc=False, tag="table_finished"):
    """No further coup of the session is dealt at a table."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    table: int


@breaks.permits(CallBreak)
def may_call_break(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not give entrants a break now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.ALLOW_BREAK, "give entrants a break")
    check_director(rules, tournament, by)
    session = current_session(tournament)
    if session.ended:
        raise Malformed("the session is over", code=ErrorCode.NOT_NOW)
    return clause


@breaks.decides(CallBreak)
def call_break(at: TournamentContext, command: CallBreak) -> Events:
    """Give entrants a break of a stated length."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_call_break(at)
    session = current_session(tournament)
    stated = tournament_section(rules.edition).seating.break_length
    if command.minutes is None and stated:
        raise Refused(ErrorCode.LENGTH_NOT_STATED, stated.clause, "say how long the break is")
    if command.minutes is None or command.minutes < 1:
        raise Malformed("a break lasts for some time", code=ErrorCode.NO_SUCH_AMOUNT)
    if session.resumes_at is not None and by.at < session.resumes_at:
        raise Malformed("there is a break already", code=ErrorCode.ALREADY_SO)
    text = f"a break of {command.minutes} minutes"
    reason = Reason(text, merged(clause, stated.clause if stated else ()))
    until = by.at + command.minutes * MINUTE
    return (BreakCalled(until=until, reasons=(reason,)),)


def check_break(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    """Refuse play during a break."""
    session = tournament.session
    if session is None or session.resumes_at is None or by.at >= session.resumes_at:
        return
    clause = rules.edition.powers[Power.ALLOW_BREAK].clause
    raise Refused(ErrorCode.BREAK_ON, clause, "nobody plays while there is a break")


@breaks.permits(FinishEarly)
def may_finish_early(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not let a table stop before its time now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.END_SESSION_EARLY, "let a table stop before its time")
    check_director(rules, tournament, by)
    return clause


@breaks.decides(FinishEarly)
def finish_early(at: TournamentContext, command: FinishEarly) -> Events:
    """Let a table finish early, after it is certain who advances from it."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = may_finish_early(at)
    table, session = table_of(tournament, command.table), current_session(tournament)
    if session.ended or command.table not in session_tables(tournament):
        raise Malformed(f"nobody plays at table {command.table}", code=ErrorCode.NOT_NOW)
    if is_table_finished(tournament, command.table, by.at):
        raise Malformed(f"table {command.table} is done", code=ErrorCode.ALREADY_SO)
    if coup_is_on(table) or table.wagers:
        raise Malformed("a coup is on", code=ErrorCode.NOT_NOW)
    decided_reason = _decided_reason(rules, tournament, command)
    agreement = _agreement_reasons(rules, tournament, command)
    text = f"table {command.table} stops before its time"
    reasons = (Reason(text, clause), decided_reason, *agreement)
    return (TableFinished(table=command.table, reasons=reasons),)


def _decided_reason(rules: TableRules, tournament: Tournament, command: FinishEarly) -> Reason:
    """Return the reason why the result of a table is decided. Refuse if it is not."""
    seating = tournament_section(rules.edition).seating
    decided, declared = seating.finished_early, seating.declared_decided
    clause = decided.clause if decided else ()
    entrants = len(tournament.tables[command.table].patrons)
    round_ = current_round(tournament)
    places = 1 if is_final(tournament) or round_ is None else round_.advance or 1
    if entrants <= places:
        return Reason(f"{entrants} left for {places} places", clause)
    if command.reason and command.reason.strip() and declared:
        return Reason(f"nobody can make it up: {command.reason}", declared.clause)
    text = f"{entrants} entrants are left for {places} places"
    raise Refused(ErrorCode.NOT_DECIDED, clause, text)


def _agreement_reasons(
    rules: TableRules, tournament: Tournament, command: FinishEarly
) -> tuple[Reason, ...]:
    """Return the reason that all entrants of a table agreed. Refuse if a consent is missing."""
    needed = tournament_section(rules.edition).seating.agreed_if_cash
    if needed is None or not tournament.conditions.chips_to_cash:
        return ()
    present = {patron.name for patron in tournament.tables[command.table].patrons}
    missing = ", ".join(sorted(present - set(command.agreed)))
    if missing:
        text = f"chips are turned into cash, and not everybody agreed: {missing}"
        raise Refused(ErrorCode.NOT_AGREED, needed.clause, text)
    return (Reason("everybody at the table agreed", needed.clause),)


@breaks.applies(BreakCalled)
def break_called(tournament: Tournament, event: BreakCalled, envelope: Envelope) -> Tournament:
    return with_session(tournament, resumes_at=event.until)


@breaks.applies(TableFinished)
def table_finished(tournament: Tournament, event: TableFinished, envelope: Envelope) -> Tournament:
    session = tournament.session
    assert session is not None
    return with_session(tournament, over=(*session.over, event.table))
