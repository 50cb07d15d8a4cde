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
    check_hours,
    known,
    locked_clause,
    not_open,
    still_running,
    window,
)
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import check as check_limits
from punto.table.limits.offers import stranded
from punto.table.limits.sign_requirements import check_method_chosen, check_sign
from punto.table.phase import Betting, Closed, Dealing, Idle, Settling
from punto.table.returned_stakes import StakesReturned, part, whole
from punto.table.table import Table
from punto.table.wagers.placing import relaxed, why_not
from punto.table.wagers.removal_effects import follow
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
    """Betting is called closed."""

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
    """Give every patron the opportunity to wager."""
    rules, table = at.rules, at.state
    may_open_betting(at)
    match table.phase:
        case Closed():
            raise not_open(rules)
        case Idle():
            last_coup.check_not_over(rules, table.shoe)
            check_sign(rules, table)
            check_method_chosen(rules, table)
            clause = window(rules, table)
            return (BettingOpened(reasons=(Reason("betting is open", clause),)),)
        case Betting():
            raise Malformed("betting is open already", code=ErrorCode.ALREADY_SO)
        case Dealing() | Settling():
            raise still_running(rules)


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
    """Call for bets; whoever hears it may place them, as they may without it."""
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
    """Call that betting is closed."""
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
    """Give a patron a wager back, as long as no card is out or something lets them."""
    rules, table, by = at.rules, at.state, at.by
    mine = [
        wager for wager in table.wagers if (wager.patron, wager.wager) == (by.name, command.wager)
    ]
    if not mine:
        raise Malformed(f"{by.name} has no wager on {command.wager}", code=ErrorCode.NO_SUCH_THING)
    free = (
        isinstance(table.phase, Betting) or table.next.allowed.removable or relaxed(table, by.name)
    )
    if not free:
        text = f"{by.name} cannot take a wager back: {why_not(table)}"
        raise Refused(ErrorCode.WAGER_LOCKED, locked_clause(rules), text)
    _holder_backs(rules, table, by.name, command.wager)
    gone = _taken_back(rules, table, mine[-1], command)
    left = after(table, (gone,))
    if isinstance(table.phase, Betting):
        return (gone, *stranded(rules, left, by.name))
    return (gone, *follow(rules, left))


def _taken_back(
    rules: TableRules, table: Table, mine: TableWager, command: WithdrawWager
) -> StakesReturned:
    """Return a wager on its way back: the whole of it, or a part while it may be changed."""
    lifting = not isinstance(table.phase, Betting) and table.next.allowed.removable
    cents = mine.stake_cents if command.stake_cents is None else command.stake_cents
    if not 0 < cents <= mine.stake_cents:
        raise Malformed(f"{dollars(mine.stake_cents)} lies there", code=ErrorCode.INCOMPLETE)
    if cents == mine.stake_cents:
        text = f"{mine.patron} takes {mine.wager} off"
        reasons = (Reason(text, rules.says.lifted),) if lifting else ()
        return StakesReturned(stakes=(whole(mine),), reasons=reasons)
    if lifting:
        text = "a wager comes off whole, or stays as it is"
        raise Refused(ErrorCode.WAGER_LOCKED, rules.says.lifted_unchanged, text)
    patron = known(table, mine.patron)
    others = sum(
        wager.stake_cents
        for wager in table.wagers
        if (wager.patron, wager.wager) == (mine.patron, mine.wager) and wager is not mine
    )
    left = mine.stake_cents - cents
    accept(rules, Placed(mine.patron, mine.wager, left))
    check_limits(rules, table, patron, mine.wager, left, elsewhere_cents=others)
    return StakesReturned(stakes=(part(mine, cents),))


def _holder_backs(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse to let whoever holds the Banker cards stop backing Banker in the coup."""
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
