"""Disputes about rules and conditions: the game waits until whoever leads has settled them."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.tournament.conduct import commands as do
from punto.tournament.conduct import events as happened
from punto.tournament.events import Events
from punto.tournament.rules import law
from punto.tournament.running import table_of
from punto.tournament.seating.leading import check_lead
from punto.tournament.tournament import Tournament


def dispute_rules(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.DisputeRules
) -> Events:
    """Take up what somebody disputes about the rules or the conditions."""
    clause = law(rules.edition).says.dispute
    if not clause:
        raise not_held(rules.edition, "who settles disputes in a tournament")
    table_of(tournament, command.table)
    if not command.facts.strip():
        raise Malformed("say what is disputed", code=ErrorCode.INCOMPLETE)
    number = len(tournament.matters.disputes) + 1
    raised = happened.RulesDisputed(
        number=number,
        table=command.table,
        name=by.name,
        facts=command.facts,
        reasons=(Reason(f"dispute {number} of {by.name}", clause),),
    )
    return (raised,)


def settle_dispute(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.SettleDispute
) -> Events:
    """Settle a dispute, once and for all."""
    clause = require(rules, by, Power.SETTLE_TOURNAMENT_DISPUTES, "settle a dispute")
    check_lead(rules, tournament, by)
    disputes = tournament.matters.disputes
    dispute = next((held for held in disputes if held.number == command.number), None)
    if dispute is None:
        raise Malformed(f"there is no dispute {command.number}", code=ErrorCode.NO_SUCH_THING)
    final = law(rules.edition).conduct.ruling_final
    if dispute.decision is not None and final:
        raise Refused(ErrorCode.DECISION_FINAL, final.clause, "what was decided is final")
    if not command.decision.strip():
        raise Malformed("say how it is settled", code=ErrorCode.INCOMPLETE)
    reason = Reason(f"dispute {command.number} is settled", clause)
    settled = happened.DisputeSettled(
        number=command.number, decision=command.decision, reasons=(reason,)
    )
    return (settled,)


def check_disputes(rules: TableRules, tournament: Tournament, number: int) -> None:
    """Refuse a coup at a table where a dispute is open."""
    waits = law(rules.edition).conduct.dispute_waits
    open_here = [
        dispute
        for dispute in tournament.matters.disputes
        if dispute.table == number and dispute.decision is None
    ]
    if waits and open_here:
        text = f"dispute {open_here[0].number} is settled before the game goes on"
        raise Refused(ErrorCode.DISPUTE_OPEN, waits.clause, text)
