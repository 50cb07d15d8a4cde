"""The part of the fees that the house retains."""

from typing import Literal

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Cents, GivenReason
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.rulebook.tournament_policies import HouseKeeps
from punto.table.authority import require
from punto.tournament.base_classes import Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.money.pool import check_pool_open, with_purse
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament

retained_fees: Topic[Tournament, TournamentContext] = Topic("retained_fees", changes)


class RetainFees(TournamentCommand, frozen=True, tag="retain_fees"):
    """The house retains a part of the fees for a purpose.

    A scenario may omit the purpose if it is administration.
    """

    group = Group.PLACING
    powers = (Power.RETAIN_FEES,)

    cents: Cents
    purpose: GivenReason[Literal["administration", "related_pool"] | None] = None


class FeesRetained(TournamentEvent, frozen=True, gc=False, tag="fees_retained"):
    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int
    purpose: str


class RetentionReduced(TournamentEvent, frozen=True, gc=False, tag="retention_reduced"):
    """The house returns a part of the retained fees to the pool."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int


@retained_fees.permits(RetainFees)
def may_retain_fees(at: TournamentContext) -> Clauses:
    """Raise an error if this person may not keep a part of the fees now."""
    rules, tournament, by = at.rules, at.state, at.by
    money = tournament_section(rules.edition).money
    if money.keeps.value is not HouseKeeps.SHARE_OF_FEES:
        text = "no part of the entry fees is kept back here"
        raise Refused(ErrorCode.NOTHING_IS_KEPT, money.keeps.clause, text)
    power = require(rules, by, Power.RETAIN_FEES, "keep a part of the fees")
    check_pool_open(tournament)
    return power


@retained_fees.decides(RetainFees)
def retain_fees(at: TournamentContext, command: RetainFees) -> Events:
    """Retain a part of the fees, up to the maximum of the rulebook."""
    rules, tournament = at.rules, at.state
    power = may_retain_fees(at)
    money = tournament_section(rules.edition).money
    if command.cents <= 0:
        raise Malformed("keep something or nothing", code=ErrorCode.NO_SUCH_AMOUNT)
    if command.purpose is None:
        hint = "purpose=administration, or purpose=related_pool"
        raise Malformed("say what a part of the fees is kept for", hint, code=ErrorCode.INCOMPLETE)
    max_cents = _max_retained_cents(rules, tournament, 0)
    assert money.keeps_percent_max is not None
    if tournament.purse.kept_cents + command.cents > max_cents:
        text = f"at most {dollars(max_cents)} of the fees may be kept"
        raise Refused(ErrorCode.TOO_MUCH_KEPT, money.keeps_percent_max.clause, text)
    text = f"{dollars(command.cents)} kept: {command.purpose.replace('_', ' ')}"
    reasons = (Reason(text, power), Reason("the rest of the fees is the pool", _pool_clause(rules)))
    retained = FeesRetained(cents=command.cents, purpose=command.purpose, reasons=reasons)
    return (retained,)


def _pool_clause(rules: TableRules) -> tuple[str, ...]:
    return tournament_section(rules.edition).says.pool


def _max_retained_cents(rules: TableRules, tournament: Tournament, less_cents: int) -> int:
    """Return the most that may be retained of the fees that remain after a refund."""
    percent = tournament_section(rules.edition).money.keeps_percent_max
    assert percent is not None
    purse = tournament.purse
    return (purse.fees_cents - purse.refunded_cents - less_cents) * percent.value // 100


def reduce_retained_fees(rules: TableRules, tournament: Tournament, refunded_cents: int) -> Events:
    """Return the event that reduces retained fees if a refund puts them over the maximum."""
    money = tournament_section(rules.edition).money
    if money.keeps.value is not HouseKeeps.SHARE_OF_FEES:
        return ()
    assert money.keeps_percent_max is not None
    excess = tournament.purse.kept_cents - _max_retained_cents(rules, tournament, refunded_cents)
    if excess <= 0:
        return ()
    text = f"{dollars(excess)} less is kept: it is a share of the fees that stay"
    reasons = (Reason(text, money.keeps_percent_max.clause),)
    return (RetentionReduced(cents=excess, reasons=reasons),)


@retained_fees.applies(FeesRetained)
def fees_retained(tournament: Tournament, event: FeesRetained, envelope: Envelope) -> Tournament:
    return with_purse(tournament, kept_cents=event.cents)


@retained_fees.applies(RetentionReduced)
def retention_reduced(
    tournament: Tournament, event: RetentionReduced, envelope: Envelope
) -> Tournament:
    return with_purse(tournament, kept_cents=-event.cents)
