"""Betting opened and closed, and wagers taken back."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import LaidWager, StakeCents
from punto.aggregate.topic import Topic
from punto.clause import Malformed, NotEntitled, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.power import Power
from punto.table.authority import require, satisfies
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, after, changes
from punto.table.guards import (
    betting_window_clauses,
    check_hours,
    coup_running_error,
    locked_clause,
    require_patron,
    table_closed_error,
)
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import check as check_limits
from punto.table.limits.offers import return_restricted_wagers
from punto.table.limits.sign_requirements import check_method_chosen, check_sign
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.returned_stakes import StakesReturned, part_of_stake, whole_stake
from punto.table.table import Table
from punto.table.wagers.placing import lock_is_relaxed, locked_text
from punto.table.wagers.removal_effects import removal_events
from punto.wagers.settle import Placed, accept

betting: Topic[Table, At] = Topic("betting", changes)


class OpenBetting(TableCommand, frozen=True, tag="open_betting"):
    """Patrons are given the opportunity to wager."""

    group = Group.DEAL
    powers = (Power.DEAL,)


class CallBets(TableCommand, frozen=True, tag="call_bets"):
    """The dealer calls for bets, which opens betting if it was not open."""

    group = Group.DEAL
    powers = (Power.DEAL,)


class WithdrawWager(TableCommand, frozen=True, tag="withdraw_wager"):
    """A patron takes a wager back before the first card: all of it, or a part of its stake."""

    group = Group.DEAL
    powers = ()

    wager: LaidWager
    stake_cents: StakeCents | None = None


class NoMoreBets(TableCommand, frozen=True, tag="no_more_bets"):
    """The dealer calls that betting is closed."""

    group = Group.COUP
    powers = ()


class BettingOpened(TableEvent, frozen=True, gc=False, tag="betting_opened"):
    """Patrons may wager."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


class BettingClosed(TableEvent, frozen=True, gc=False, tag="betting_closed"):
    """Betting is closed."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY


@betting.permits(OpenBetting)
def may_open_betting(at: At) -> None:
    """Raise an error if this person may not open the betting now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.DEAL, "open betting")
    check_hours(rules, by)


@betting.decides(OpenBetting)
def open_betting(at: At, command: OpenBetting) -> Events:
    """Open the betting for all patrons."""
    rules, table = at.rules, at.state
    may_open_betting(at)
    match table.phase:
        case Closed():
            raise table_closed_error(rules)
        case Idle():
            last_coup.check_not_over(rules, table.shoe)
            check_sign(rules, table)
            check_method_chosen(rules, table)
            clause = betting_window_clauses(rules, table)
            return (BettingOpened(reasons=(Reason("betting is open", clause),)),)
        case Betting():
            raise Malformed("betting is open already", code=ErrorCode.ALREADY_SO)
        case Dealing() | Settling():
            raise coup_running_error(rules)


@betting.permits(CallBets)
def may_call_bets(at: At) -> None:
    """Raise an error if this person may not call for bets now."""
    rules, by = at.rules, at.by
    call = rules.edition.wagering.opening_call
    if call is None:
        raise not_held(rules.edition, "what is called to have wagers placed")
    if not satisfies(rules.edition, by.title, "dealer"):
        raise NotEntitled(call.clause, f"the dealer calls {call.value}")


@betting.decides(CallBets)
def call_bets(at: At, command: CallBets) -> Events:
    """Call for bets. Patrons may also place them without the call, if betting is open."""
    rules, table = at.rules, at.state
    may_call_bets(at)
    call = rules.edition.wagering.opening_call
    assert call is not None
    if not isinstance(table.phase, Betting):
        open_betting(at, OpenBetting())
    return (BettingOpened(reasons=(Reason(f'"{call.value}"', call.clause),)),)


@betting.permits(NoMoreBets)
def may_no_more_bets(at: At) -> None:
    """Raise an error if this person may not close the betting now."""
    table = at.state
    if not isinstance(table.phase, Betting) or table.phase.closed:
        raise Malformed("betting is not open", code=ErrorCode.NOT_NOW)


@betting.decides(NoMoreBets)
def no_more_bets(at: At, command: NoMoreBets) -> Events:
    """Close the betting."""
    rules, by = at.rules, at.by
    may_no_more_bets(at)
    wagering = rules.edition.wagering
    call = wagering.closing_call
    if call is None:
        return (BettingClosed(),)
    if not satisfies(rules.edition, by.title, "dealer"):
        raise NotEntitled(call.clause, f"the dealer calls {call.value}")
    reason = Reason(f'"{call.value}"', call.clause)
    return (BettingClosed(reasons=(reason,)),)


betting.permits(WithdrawWager)(anybody)


@betting.decides(WithdrawWager)
def withdraw_wager(at: At, command: WithdrawWager) -> Events:
    """Withdraw a wager of a patron, before the first card or under an exception."""
    rules, table, by = at.rules, at.state, at.by
    own_wagers = [
        wager for wager in table.wagers if (wager.patron, wager.wager) == (by.name, command.wager)
    ]
    if not own_wagers:
        raise Malformed(f"{by.name} has no wager on {command.wager}", code=ErrorCode.NO_SUCH_THING)
    may_withdraw = (
        isinstance(table.phase, Betting)
        or table.next.allowed.removable
        or lock_is_relaxed(table, by.name)
    )
    if not may_withdraw:
        text = f"{by.name} cannot take a wager back: {locked_text(table)}"
        raise Refused(ErrorCode.WAGER_LOCKED, locked_clause(rules), text)
    _check_holder_backs(rules, table, by.name, command.wager)
    withdrawal = _withdrawal(rules, table, own_wagers[-1], command)
    table_after = after(table, (withdrawal,))
    if isinstance(table.phase, Betting):
        return (withdrawal, *return_restricted_wagers(rules, table_after, by.name))
    return (withdrawal, *removal_events(rules, table_after))


def _withdrawal(
    rules: TableRules, table: Table, own_wager: TableWager, command: WithdrawWager
) -> StakesReturned:
    """Return the event of a withdrawal: the whole wager, or a part while it may be changed."""
    only_removable = not isinstance(table.phase, Betting) and table.next.allowed.removable
    cents = own_wager.stake_cents if command.stake_cents is None else command.stake_cents
    if not 0 < cents <= own_wager.stake_cents:
        raise Malformed(f"{dollars(own_wager.stake_cents)} lies there", code=ErrorCode.INCOMPLETE)
    if cents == own_wager.stake_cents:
        text = f"{own_wager.patron} takes {own_wager.wager} off"
        reasons = (Reason(text, rules.says.lifted),) if only_removable else ()
        return StakesReturned(stakes=(whole_stake(own_wager),), reasons=reasons)
    if only_removable:
        text = "a wager comes off whole, or stays as it is"
        raise Refused(ErrorCode.WAGER_LOCKED, rules.says.lifted_unchanged, text)
    patron = require_patron(table, own_wager.patron)
    other_cents = sum(
        wager.stake_cents
        for wager in table.wagers
        if (wager.patron, wager.wager) == (own_wager.patron, own_wager.wager)
        and wager is not own_wager
    )
    left_cents = own_wager.stake_cents - cents
    accept(rules, Placed(own_wager.patron, own_wager.wager, left_cents))
    check_limits(rules, table, patron, own_wager.wager, left_cents, elsewhere_cents=other_cents)
    return StakesReturned(stakes=(part_of_stake(own_wager, cents),))


def _check_holder_backs(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse to let the holder of the Banker cards withdraw their Banker wager in the coup."""
    holds = table.role.holder == name and wager == "banker"
    if isinstance(table.phase, Dealing) and holds and not table.next.allowed.removable:
        text = f"{name} holds the Banker cards and has to back Banker"
        raise Refused(ErrorCode.HOLDER_MUST_BET, rules.says.role_bets, text)


@betting.applies(BettingOpened)
def betting_opened(table: Table, event: BettingOpened, envelope: Envelope) -> Table:
    return replace(table, phase=Betting())


@betting.applies(BettingClosed)
def betting_closed(table: Table, event: BettingClosed, envelope: Envelope) -> Table:
    return replace(table, phase=Betting(closed=True))
