"""Refunds of fees, and the reasons to refuse one."""

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Cited, Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import DisqualifiedRefund, Refunds
from punto.table.authority import require
from punto.tournament.base_classes import MONEY_MOVED, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import Entrant, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.money.pool import check_pool_open, with_purse
from punto.tournament.money.retained_fees import reduce_retained_fees
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

refunds: Topic[Tournament, TournamentContext] = Topic("refunds", changes)

_DAY_SECONDS = 86_400


class RefundFee(TournamentCommand, frozen=True, tag="refund_fee"):
    """An entry fee is refunded that is not refunded automatically."""

    group = Group.ENTRY
    powers = (Power.APPROVE_FEE_REFUND,)

    name: EntrantName


class FeeRefunded(TournamentEvent, frozen=True, gc=False, tag="fee_refunded"):
    """Money was refunded: ``commission_cents`` of it by the house, the rest from the pool."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int
    commission_cents: int = 0


def refundable_cents(entrant: Entrant) -> int:
    """Return what an entrant paid and was not refunded, in cents."""
    return entrant.paid_cents + entrant.bought_cents - entrant.refunded_cents


def refund_in_full(
    rules: TableRules, tournament: Tournament, entrant: Entrant, text: str, clause: Clauses
) -> Events:
    """Return the events that refund an entrant in full, and that reduce the retained fees."""
    cents = refundable_cents(entrant)
    if not cents:
        return ()
    refund = FeeRefunded(
        name=entrant.name,
        cents=cents,
        commission_cents=entrant.commission_cents,
        reasons=(Reason(f"{entrant.name} gets {dollars(cents)} back: {text}", clause),),
    )
    return (refund, *reduce_retained_fees(rules, tournament, cents))


def refund_on_withdrawal(
    rules: TableRules, tournament: Tournament, entrant: Entrant, at: int
) -> Events:
    """Return the refund of an entrant who withdraws in time."""
    in_time, clause = _refund_on_withdrawal(rules, tournament, at)
    return (
        refund_in_full(rules, tournament, entrant, "withdrawn in time", clause) if in_time else ()
    )


def _refund_on_withdrawal(
    rules: TableRules, tournament: Tournament, at: int
) -> tuple[bool, Clauses]:
    """Return whether an entrant who withdraws now is refunded, and by which clauses."""
    money, conditions = tournament_section(rules.edition).money, tournament.conditions
    match money.refunds.value:
        case Refunds.NEVER:
            return False, money.refunds.clause
        case Refunds.IF_CONDITIONS_ALLOW:
            until = conditions.withdraw_until
            return until is not None and at <= until, money.refunds.clause
        case Refunds.IN_TIME:
            days = money.withdrawal_days
            assert days is not None
            if tournament.stage is not TournamentStage.OPEN:
                return False, days.clause
            # Without a published start, no withdrawal is late.
            start = conditions.start
            return start is None or at <= start - days.value * _DAY_SECONDS, days.clause


@refunds.permits(RefundFee)
def may_refund_fee(at: TournamentContext) -> None:
    """Raise an error if this person may not give a fee back now."""
    tournament = at.state
    check_pool_open(tournament)


@refunds.decides(RefundFee)
def refund_fee(at: TournamentContext, command: RefundFee) -> Events:
    """Refund a fee that is not refunded automatically, or refuse with the clause."""
    rules, tournament, by = at.rules, at.state, at.by
    entrant = entrant_named(tournament, command.name)
    check_pool_open(tournament)
    if not refundable_cents(entrant):
        raise Malformed(f"{entrant.name} has nothing to get back", code=ErrorCode.ALREADY_SO)
    if entrant.standing is EntrantStatus.DISQUALIFIED:
        refund_rule = _refund_rule_for_cause(rules, entrant)
        if refund_rule is not None and refund_rule.value is DisqualifiedRefund.IF_APPROVED:
            clause = require(rules, by, Power.APPROVE_FEE_REFUND, "approve that a fee goes back")
            text = f"approved by {by.name}"
            return refund_in_full(
                rules, tournament, entrant, text, merged(clause, refund_rule.clause)
            )
    text = f"the fee of {entrant.name}, who is {entrant.standing}, is not given back"
    raise Refused(ErrorCode.NO_REFUND, _no_refund_clause(rules, entrant), text)


def _refund_rule_for_cause(rules: TableRules, entrant: Entrant) -> Cited[DisqualifiedRefund] | None:
    """Return whether the fee of an entrant disqualified for this cause is refunded."""
    money = tournament_section(rules.edition).money
    return money.disqualified_for.get(entrant.cause or "") or money.disqualified


def _no_refund_clause(rules: TableRules, entrant: Entrant) -> Clauses:
    """Return the clauses by which the fee of an entrant is not refunded."""
    tournament_law = tournament_section(rules.edition)
    says, money = tournament_law.says, tournament_law.money
    if entrant.standing is EntrantStatus.DISQUALIFIED and (
        refund_rule := _refund_rule_for_cause(rules, entrant)
    ):
        return refund_rule.clause
    if entrant.standing is EntrantStatus.FORFEITED and says.forfeited_fee:
        return says.forfeited_fee
    if entrant.missed_buy_in:
        return says.no_buy_in_fee
    return money.withdrawal_days.clause if money.withdrawal_days else money.refunds.clause


@refunds.applies(FeeRefunded)
def fee_refunded(tournament: Tournament, event: FeeRefunded, envelope: Envelope) -> Tournament:
    entrant = entrant_named(tournament, event.name)
    refunded_cents = entrant.refunded_cents + event.cents
    commission_cents = entrant.commission_cents - event.commission_cents
    tournament = with_entrant(
        tournament, event.name, refunded_cents=refunded_cents, commission_cents=commission_cents
    )
    return with_purse(tournament, refunded_cents=event.cents, kept_cents=-event.commission_cents)
