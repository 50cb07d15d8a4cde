"""Disputes about rules and conditions: the game waits until the director settles them."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Alert, Register, Visibility
from punto.aggregate.roles import Attestation, DisputeNumber, GivenReason, TableNumber, Text
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.conduct.lead import check_director
from punto.tournament.conduct_issues import TournamentDispute
from punto.tournament.context import TournamentContext, changes
from punto.tournament.rules import tournament_section
from punto.tournament.session_queries import table_of
from punto.tournament.tournament import Tournament

disputes: Topic[Tournament, TournamentContext] = Topic("disputes", changes)


class DisputeRules(TournamentCommand, frozen=True, tag="dispute_rules"):
    """A person raises a dispute about the rules or the conditions."""

    group = Group.CONDUCT
    powers = ()

    facts: Attestation[Text]
    table: TableNumber


class SettleDispute(TournamentCommand, frozen=True, tag="settle_dispute"):
    """A dispute about rules or conditions is settled."""

    group = Group.CONDUCT
    powers = (Power.SETTLE_TOURNAMENT_DISPUTES,)

    number: DisputeNumber
    decision: GivenReason[Text]


class RulesDisputed(TournamentEvent, frozen=True, gc=False, tag="rules_disputed"):
    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)
    alert = Alert.DISPUTE

    number: int
    table: int
    name: str
    facts: str


class DisputeSettled(TournamentEvent, frozen=True, gc=False, tag="dispute_settled"):
    visibility = Visibility.WATCH
    registers = (Register.DISPUTES,)

    number: int
    decision: str


@disputes.permits(DisputeRules)
def may_dispute_rules(at: TournamentContext) -> None:
    """Raise an error if this person may not dispute what was done now."""
    rules = at.rules
    clause = tournament_section(rules.edition).says.dispute
    if not clause:
        raise not_held(rules.edition, "who settles disputes in a tournament")


@disputes.decides(DisputeRules)
def dispute_rules(at: TournamentContext, command: DisputeRules) -> Events:
    """Record a dispute about the rules or the conditions."""
    rules, tournament, by = at.rules, at.state, at.by
    may_dispute_rules(at)
    clause = tournament_section(rules.edition).says.dispute
    table_of(tournament, command.table)
    if not command.facts.strip():
        raise Malformed("say what is disputed", code=ErrorCode.INCOMPLETE)
    number = len(tournament.matters.disputes) + 1
    raised = RulesDisputed(
        number=number,
        table=command.table,
        name=by.name,
        facts=command.facts,
        reasons=(Reason(f"dispute {number} of {by.name}", clause),),
    )
    return (raised,)


@disputes.permits(SettleDispute)
def may_settle_dispute(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not settle a dispute now."""
    rules, tournament, by = at.rules, at.state, at.by
    clause = require(rules, by, Power.SETTLE_TOURNAMENT_DISPUTES, "settle a dispute")
    check_director(rules, tournament, by)
    return clause


@disputes.decides(SettleDispute)
def settle_dispute(at: TournamentContext, command: SettleDispute) -> Events:
    """Settle a dispute. If decisions are final, it cannot be settled again."""
    rules, tournament = at.rules, at.state
    clause = may_settle_dispute(at)
    disputes = tournament.matters.disputes
    dispute = next(
        (candidate for candidate in disputes if candidate.number == command.number), None
    )
    if dispute is None:
        raise Malformed(f"there is no dispute {command.number}", code=ErrorCode.NO_SUCH_THING)
    final = tournament_section(rules.edition).conduct.ruling_final
    if dispute.decision is not None and final:
        raise Refused(ErrorCode.DECISION_FINAL, final.clause, "what was decided is final")
    if not command.decision.strip():
        raise Malformed("say how it is settled", code=ErrorCode.INCOMPLETE)
    reason = Reason(f"dispute {command.number} is settled", clause)
    settled = DisputeSettled(number=command.number, decision=command.decision, reasons=(reason,))
    return (settled,)


def check_disputes(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse a coup at a table where a dispute is open."""
    waits = tournament_section(rules.edition).conduct.dispute_waits
    open_disputes = [
        dispute
        for dispute in tournament.matters.disputes
        if dispute.table == number and dispute.decision is None
    ]
    if waits and open_disputes:
        text = f"dispute {open_disputes[0].number} is settled before the game goes on"
        raise Refused(ErrorCode.DISPUTE_OPEN, waits.clause, text)


@disputes.applies(RulesDisputed)
def rules_disputed(tournament: Tournament, event: RulesDisputed, envelope: Envelope) -> Tournament:
    dispute = TournamentDispute(event.number, event.table, event.name, event.facts)
    matters = tournament.matters
    return replace(tournament, matters=replace(matters, disputes=(*matters.disputes, dispute)))


@disputes.applies(DisputeSettled)
def dispute_settled(
    tournament: Tournament, event: DisputeSettled, envelope: Envelope
) -> Tournament:
    disputes = tuple(
        replace(dispute, decision=event.decision) if dispute.number == event.number else dispute
        for dispute in tournament.matters.disputes
    )
    return replace(tournament, matters=replace(tournament.matters, disputes=disputes))
