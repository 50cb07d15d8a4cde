"""Breaches by entrants: recorded, then ruled on by a person who may disqualify."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.roles import Attestation, BreachKind, EntrantName, GivenReason, Number, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.power import Power
from punto.table.authority import require, require_staff
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.disqualification import cause_of, disqualification_events
from punto.tournament.conduct.lead import check_director
from punto.tournament.conduct_issues import ReportedBreach
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant_lookup import entrant_named
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament

breaches: Topic[Tournament, TournamentContext] = Topic("breaches", changes)


class ReportBreach(TournamentCommand, frozen=True, tag="report_breach"):
    """An alleged breach by an entrant is recorded."""

    group = Group.CONDUCT
    powers = ()

    kind: Attestation[BreachKind]
    name: EntrantName
    text: GivenReason[Text]


class RuleOnBreach(TournamentCommand, frozen=True, tag="rule_on_breach"):
    """A breach is found to have happened or not; ``disqualify`` also disqualifies the entrant."""

    group = Group.CONDUCT
    powers = (Power.DISQUALIFY_ENTRANT,)

    number: Number
    found: Attestation[bool]
    disqualify: bool = False


class BreachReported(TournamentEvent, frozen=True, gc=False, tag="breach_reported"):
    """An alleged breach by an entrant was recorded."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)
    alert = Alert.INCIDENT

    number: int
    kind: str
    name: str
    text: str


class BreachRuled(TournamentEvent, frozen=True, gc=False, tag="breach_ruled"):
    """A breach was ruled on: it happened or not."""

    visibility = Visibility.WATCH
    registers = (Register.INCIDENTS,)

    number: int
    found: bool


@breaches.permits(ReportBreach)
def may_report_breach(at: TournamentContext) -> None:
    """Raise an error if this person may not record a breach now."""
    rules, by = at.rules, at.by
    require_staff(rules, by, "put a breach on record")


@breaches.decides(ReportBreach)
def report_breach(at: TournamentContext, command: ReportBreach) -> Events:
    """Record an alleged breach by an entrant."""
    rules, tournament = at.rules, at.state
    may_report_breach(at)
    kinds = tournament_section(rules.edition).conduct.breaches
    kind = kinds.get(command.kind)
    if kind is None:
        kind_list = ", ".join(kinds) or "none"
        raise Malformed(
            f"{command.kind!r} is nothing that is recorded",
            f"kinds: {kind_list}",
            code=ErrorCode.NO_SUCH_THING,
        )
    entrant_named(tournament, command.name)
    if not command.text.strip():
        raise Malformed("say what happened", code=ErrorCode.INCOMPLETE)
    reported = BreachReported(
        number=len(tournament.matters.breaches) + 1,
        kind=command.kind,
        name=command.name,
        text=command.text,
        reasons=(Reason(f"{command.name}: {kind.title}", kind.clause),),
    )
    return (reported,)


@breaches.permits(RuleOnBreach)
def may_rule_on_breach(at: TournamentContext) -> None:
    """Raise an error if this person may not rule on a breach now."""
    rules, tournament, by = at.rules, at.state, at.by
    require(rules, by, Power.DISQUALIFY_ENTRANT, "rule on a breach")
    check_director(rules, tournament, by)


@breaches.decides(RuleOnBreach)
def rule_on_breach(at: TournamentContext, command: RuleOnBreach) -> Events:
    """Rule on a breach. Disqualify if asked; refuse a ruling that must disqualify and does not."""
    rules, tournament = at.rules, at.state
    may_rule_on_breach(at)
    breaches = tournament.matters.breaches
    breach = next((candidate for candidate in breaches if candidate.number == command.number), None)
    if breach is None:
        raise Malformed(f"there is no breach {command.number}", code=ErrorCode.NO_SUCH_THING)
    if breach.found is not None:
        raise Malformed(f"breach {command.number} is ruled on", code=ErrorCode.ALREADY_SO)
    cause_name = tournament_section(rules.edition).conduct.breaches[breach.kind].cause
    if command.disqualify and (not command.found or cause_name is None):
        raise Malformed("nobody is disqualified for nothing", code=ErrorCode.INCOMPLETE)
    cause = cause_of(rules, cause_name) if cause_name is not None else None
    if command.found and cause and cause.compulsory and not command.disqualify:
        text = f"{cause.title}: {breach.name} has to be disqualified"
        raise Refused(ErrorCode.DISQUALIFICATION_DUE, cause.clause, text)
    ruled = BreachRuled(number=command.number, found=command.found)
    if not command.disqualify or cause_name is None:
        return (ruled,)
    return (ruled, *disqualification_events(rules, tournament, breach.name, cause_name))


@breaches.applies(BreachReported)
def breach_reported(
    tournament: Tournament, event: BreachReported, envelope: Envelope
) -> Tournament:
    breach = ReportedBreach(event.number, event.kind, event.name, event.text)
    matters = tournament.matters
    return replace(tournament, matters=replace(matters, breaches=(*matters.breaches, breach)))


@breaches.applies(BreachRuled)
def breach_ruled(tournament: Tournament, event: BreachRuled, envelope: Envelope) -> Tournament:
    breaches = tuple(
        replace(breach, found=event.found) if breach.number == event.number else breach
        for breach in tournament.matters.breaches
    )
    return replace(tournament, matters=replace(tournament.matters, breaches=breaches))
