"""What the house keeps of the fees."""

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
from punto.tournament.context import At, changes
from punto.tournament.money.pool import check_open, with_purse
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament

retained_fees: Topic[Tournament, At] = Topic("retained_fees", changes)


class RetainFees(TournamentCommand, frozen=True, tag="retain_fees"):
    """The house keeps a part of the fees, and says what for.

    The author of a scenario may leave out that it is for administration.
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
    """Of what the house kept, this goes back into the pool."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: int


@retained_fees.permits(RetainFees)
def may_retain_fees(at: At) -> Clauses:
    """Raise an error if this person may not keep a part of the fees now."""
    rules, tournament, by = at.rules, at.state, at.by
    money = law(rules.edition).money
    if money.keeps.value is not HouseKeeps.SHARE_OF_FEES:
        text = "no part of the entry fees is kept back here"
        raise Refused(ErrorCode.NOTHING_IS_KEPT, money.keeps.clause, text)
    power = require(rules, by, Power.RETAIN_FEES, "keep a part of the fees")
    check_open(tournament)
    return power


@retained_fees.decides(RetainFees)
def retain_fees(at: At, command: RetainFees) -> Events:
    """Keep a part of the fees, up to what the rulebook lets a house keep."""
    rules, tournament = at.rules, at.state
    power = may_retain_fees(at)
    money = law(rules.edition).money
    if command.cents <= 0:
        raise Malformed("keep something or nothing", code=ErrorCode.NO_SUCH_AMOUNT)
    if command.purpose is None:
        hint = "purpose=administration, or purpose=related_pool"
        raise Malformed("say what a part of the fees is kept for", hint, code=ErrorCode.INCOMPLETE)
    most = _most_cents(rules, tournament, 0)
    assert money.keeps_percent_max is not None
    if tournament.purse.kept_cents + command.cents > most:
        text = f"at most {dollars(most)} of the fees may be kept"
        raise Refused(ErrorCode.TOO_MUCH_KEPT, money.keeps_percent_max.clause, text)
    text = f"{dollars(command.cents)} kept: {command.purpose.replace('_', ' ')}"
    reasons = (Reason(text, power), Reason("the rest of the fees is the pool", _pool(rules)))
    kept = FeesRetained(cents=command.cents, purpose=command.purpose, reasons=reasons)
    return (kept,)


def _pool(rules: TableRules) -> tuple[str, ...]:
    return law(rules.edition).says.pool


def _most_cents(rules: TableRules, tournament: Tournament, less_cents: int) -> int:
    """Return the most that may be kept of the fees that are left when some go back."""
    share = law(rules.edition).money.keeps_percent_max
    assert share is not None
    purse = tournament.purse
    return (purse.fees_cents - purse.refunded_cents - less_cents) * share.value // 100


def reduced(rules: TableRules, tournament: Tournament, refunded_cents: int) -> Events:
    """Return what the house gives back to the pool when a refund leaves it with too much."""
    money = law(rules.edition).money
    if money.keeps.value is not HouseKeeps.SHARE_OF_FEES:
        return ()
    assert money.keeps_percent_max is not None
    over = tournament.purse.kept_cents - _most_cents(rules, tournament, refunded_cents)
    if over <= 0:
        return ()
    text = f"{dollars(over)} less is kept: it is a share of the fees that stay"
    reasons = (Reason(text, money.keeps_percent_max.clause),)
    return (RetentionReduced(cents=over, reasons=reasons),)


@retained_fees.applies(FeesRetained)
def fees_retained(tournament: Tournament, event: FeesRetained, envelope: Envelope) -> Tournament:
    return with_purse(tournament, kept_cents=event.cents)


@retained_fees.applies(RetentionReduced)
def retention_reduced(
    tournament: Tournament, event: RetentionReduced, envelope: Envelope
) -> Tournament:
    return with_purse(tournament, kept_cents=-event.cents)
