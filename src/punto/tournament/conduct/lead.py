"""The tournament director: appointment and presence."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Attestation, StaffName, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require, titles_with_articles
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament

lead: Topic[Tournament, TournamentContext] = Topic("lead", changes)


class AppointLead(TournamentCommand, frozen=True, tag="appoint_lead"):
    """A person is appointed to lead the tournament; ``rank`` is their position in the house."""

    group = Group.SESSION
    powers = (Power.APPOINT_LEAD,)

    name: StaffName
    rank: Attestation[Text | None] = None


class Attend(TournamentCommand, frozen=True, tag="attend"):
    """The tournament director is present from now on."""

    group = Group.SESSION
    powers = ()


class StepAway(TournamentCommand, frozen=True, tag="step_away"):
    """The tournament director leaves."""

    group = Group.SESSION
    powers = ()


class LeadAppointed(TournamentEvent, frozen=True, gc=False, tag="lead_appointed"):
    """A person was appointed to lead the tournament."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str
    rank: str | None = None


class LeadArrived(TournamentEvent, frozen=True, gc=False, tag="lead_arrived"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


class LeadLeft(TournamentEvent, frozen=True, gc=False, tag="lead_left"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.ARRANGEMENT

    name: str


@lead.permits(AppointLead)
def may_appoint_lead(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not name who leads a tournament now."""
    rules, by = at.rules, at.by
    return require(rules, by, Power.APPOINT_LEAD, "name who leads a tournament")


@lead.decides(AppointLead)
def appoint_lead(at: TournamentContext, command: AppointLead) -> Events:
    """Appoint a person to lead the tournament."""
    rules, tournament = at.rules, at.state
    clause = may_appoint_lead(at)
    if not command.name.strip():
        raise Malformed("say who leads the tournament", code=ErrorCode.INCOMPLETE)
    if command.name in tournament.floor.leaders:
        raise Malformed(f"{command.name} leads the tournament", code=ErrorCode.ALREADY_SO)
    seating = tournament_section(rules.edition).seating
    ranks = seating.lead_ranks
    if ranks and command.rank not in ranks.value:
        text = f"{command.name} cannot lead: that is for {titles_with_articles(ranks.value)}"
        raise Refused(ErrorCode.NOT_QUALIFIED, ranks.clause, text)
    clause = merged(clause, ranks.clause if ranks else ())
    reason = Reason(f"{command.name} leads the tournament", clause)
    return (LeadAppointed(name=command.name, rank=command.rank, reasons=(reason,)),)


@lead.permits(Attend)
def may_attend(at: TournamentContext) -> None:
    """Raise an error if this person may not attend now."""
    rules, tournament, by = at.rules, at.state, at.by
    _check_appointed(rules, tournament, by)
    if by.name in tournament.floor.present:
        raise Malformed(f"{by.name} is there", code=ErrorCode.ALREADY_SO)


@lead.decides(Attend)
def attend(at: TournamentContext, command: Attend) -> Events:
    """Record that the tournament director is present."""
    rules, by = at.rules, at.by
    may_attend(at)
    present = tournament_section(rules.edition).seating.lead_present
    reason = Reason(f"{by.name} is there", present.clause if present else ())
    return (LeadArrived(name=by.name, reasons=(reason,)),)


@lead.permits(StepAway)
def may_step_away(at: TournamentContext) -> None:
    """Raise an error if this person may not step away now."""
    rules, tournament, by = at.rules, at.state, at.by
    _check_appointed(rules, tournament, by)
    if by.name not in tournament.floor.present:
        raise Malformed(f"{by.name} is not there", code=ErrorCode.ALREADY_SO)


@lead.decides(StepAway)
def step_away(at: TournamentContext, command: StepAway) -> Events:
    """Record that the director leaves. Play waits if the rulebook requires their presence."""
    by = at.by
    may_step_away(at)
    return (LeadLeft(name=by.name),)


def _check_appointed(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    if by.name not in tournament.floor.leaders:
        clause = tournament_section(rules.edition).seating.led_by.clause
        raise Refused(ErrorCode.NOT_APPOINTED, clause, f"{by.name} does not lead this tournament")


def check_director(rules: TableRules, tournament: Tournament, by: Actor) -> None:
    """Refuse a person who acts as director and was not appointed for this tournament."""
    if by.title == tournament_section(rules.edition).seating.led_by.value:
        _check_appointed(rules, tournament, by)


def check_director_present(rules: TableRules, tournament: Tournament) -> None:
    """Refuse play while no director is present, if the rulebook requires one."""
    needed = tournament_section(rules.edition).seating.lead_present
    if needed and not tournament.floor.present:
        raise Refused(
            ErrorCode.LEAD_ABSENT, needed.clause, "whoever leads the tournament is not there"
        )


@lead.applies(LeadAppointed)
def lead_appointed(tournament: Tournament, event: LeadAppointed, envelope: Envelope) -> Tournament:
    floor = tournament.floor
    return replace(tournament, floor=replace(floor, leaders=(*floor.leaders, event.name)))


@lead.applies(LeadArrived)
def lead_arrived(tournament: Tournament, event: LeadArrived, envelope: Envelope) -> Tournament:
    floor = tournament.floor
    return replace(tournament, floor=replace(floor, present=(*floor.present, event.name)))


@lead.applies(LeadLeft)
def lead_left(tournament: Tournament, event: LeadLeft, envelope: Envelope) -> Tournament:
    present = tuple(name for name in tournament.floor.present if name != event.name)
    return replace(tournament, floor=replace(tournament.floor, present=present))
