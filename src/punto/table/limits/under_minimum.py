"""Wagers under the minimum: settled with advice, handed back after it; earlier ones looked at."""

from msgspec.structs import replace

from punto.aggregate.command import ErrorArea, Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import CoupNumber, GivenReason, LimitName, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import LiveRule, UnderMinimum
from punto.table.authority import require_clauses, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import LimitsExceededRecorded
from punto.table.layout_wager import SettledWager, TableWager, WagerResult
from punto.table.limits.bounds import bounds, sign, with_limits_when_made
from punto.table.mispayments import MispaymentCured
from punto.table.open_issues import STANDS
from punto.table.phase import PastCoup, Settling
from punto.table.register import record
from punto.table.table import Table
from punto.wagers.settle import Placed, settle_all

under_minimum: Topic[Table, At] = Topic("under_minimum", changes)
# The limits that an earlier coup may have exceeded.
_LIMIT_KINDS = ("maximum", "cap", "area_maximum")


class LookBack(TableCommand, frozen=True, tag="look_back"):
    """An earlier coup is found to have carried wagers outside the limits.

    ``limit`` is ``maximum``, ``cap`` or ``area_maximum``.
    """

    group = Group.LIMITS
    trouble = ErrorArea.MONEY
    powers = ()

    coup: CoupNumber
    text: GivenReason[Text]
    limit: LimitName | None = None

    @property
    def earlier_coups(self) -> tuple[int, ...]:
        return (self.coup,)


class PatronAdvised(TableEvent, frozen=True, gc=False, tag="patron_advised"):
    """A patron is advised that further wagers under the minimum will be returned."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str


def returned_wager_result(rules: TableRules, table: Table, wager: TableWager) -> WagerResult | None:
    """Return the result of a wager under the minimum of a patron who was advised: it goes back."""
    data = sign(rules)
    if data is None or data.advised is None or wager.reduced or wager.accepted:
        return None
    if LiveRule.SMALL_WAGERS in rules.sets_aside:
        return None
    table = with_limits_when_made(table, wager)
    patron = table.patron(wager.patron)
    if patron is None or not patron.advised:
        return None
    if wager.stake_cents >= bounds(rules, table, patron, wager.wager)[0]:
        return None
    return WagerResult(wager.number, "under the minimum, returned", clause=data.advised.clause)


def small_wagers(
    rules: TableRules, table: Table, settled: tuple[SettledWager, ...]
) -> dict[str, tuple[Reason, ...]]:
    """Return the patrons with settled wagers under the minimum, each with the reasons."""
    data = sign(rules)
    if data is None or LiveRule.SMALL_WAGERS in rules.sets_aside:
        return {}
    reasons_by_patron: dict[str, tuple[Reason, ...]] = {}
    for bet in settled:
        wager = bet.wager
        if wager.reduced or wager.accepted or not bet.net_cents:
            continue
        table_as_made = with_limits_when_made(table, wager)
        patron = table_as_made.patron(wager.patron)
        if patron is None or patron.advised:
            continue
        if wager.stake_cents < bounds(rules, table_as_made, patron, wager.wager)[0]:
            text = f"{patron.name} is settled at {dollars(wager.stake_cents)}, under the minimum"
            reason = Reason(text, data.under_minimum.clause)
            reasons_by_patron[patron.name] = (*reasons_by_patron.get(patron.name, ()), reason)
    return reasons_by_patron


def advice_events(rules: TableRules, small: dict[str, tuple[Reason, ...]]) -> Events:
    """Return the events that advise patrons that the next small wager will be returned."""
    data = sign(rules)
    if data is None or not small or data.under_minimum.value is UnderMinimum.SETTLED:
        return ()
    advice_clause = data.advice_told or (data.advised.clause if data.advised else ())
    return tuple(
        PatronAdvised(
            name=name,
            reasons=(
                *reasons,
                Reason(f"{name} is told: further wagers under the minimum go back", advice_clause),
            ),
        )
        for name, reasons in small.items()
    )


@under_minimum.permits(LookBack)
def may_look_back(at: At) -> None:
    """Raise an error if this person may not note an earlier coup now."""
    rules, by = at.rules, at.by
    require_clauses(
        rules, rules.says.limits_looked_back, "what becomes of earlier coups over limit"
    )
    require_staff(rules, by, "note an earlier coup")


@under_minimum.decides(LookBack)
def look_back(at: At, command: LookBack) -> Events:
    """Record that an earlier coup had wagers outside the limits. Nothing is settled again."""
    rules, table, past = at.rules, at.state, at.past
    may_look_back(at)
    if command.coup not in past:
        raise Malformed(f"there is no finished coup {command.coup}", code=ErrorCode.NO_SUCH_THING)
    if command.limit not in (None, *_LIMIT_KINDS):
        listed = ", ".join(_LIMIT_KINDS)
        raise Malformed(
            f"there is no limit {command.limit!r}", f"limits: {listed}", code=ErrorCode.INCOMPLETE
        )
    step_clauses = rules.says
    clauses = (
        step_clauses.limits_looked_back,
        step_clauses.cap_looked_back,
        step_clauses.area_looked_back,
    )
    clause_by_limit = zip(_LIMIT_KINDS, clauses, strict=True)
    clause = merged(
        *(limit_clause for limit, limit_clause in clause_by_limit if command.limit in (None, limit))
    )
    text = f"coup {command.coup}: {command.text}"
    entry = record(LimitsExceededRecorded, table, text, clause, coup=command.coup)
    return (entry, *_cancelled_mispayments(rules, table, past[command.coup]))


def _cancelled_mispayments(rules: TableRules, table: Table, past: PastCoup) -> Events:
    """Cancel the wrong payments of a coup that were right because wagers stand in full."""
    events = []
    rules_then = settling_by(rules, past.settlement)
    for bet in past.settled:
        if bet.result.maximum is None:
            continue
        placed = Placed(bet.wager.patron, bet.wager.wager, bet.wager.stake_cents)
        [full_result] = settle_all(rules_then, [placed], past.coup, accepted=True)
        for mispayment in table.open.mispayments:
            is_this_bet = (mispayment.coup, mispayment.bet) == (past.number, bet.number)
            due = bet.result.paid_cents - bet.result.collected_cents
            if is_this_bet and mispayment.difference_cents == full_result.net_cents - due:
                text = f"payment {mispayment.number} is right: the wager stands as it was made"
                reason = Reason(text, rules.says.limits_looked_back)
                events.append(
                    MispaymentCured(number=mispayment.number, how=STANDS, reasons=(reason,))
                )
    return tuple(events)


@under_minimum.applies(PatronAdvised)
def patron_advised(table: Table, event: PatronAdvised, envelope: Envelope) -> Table:
    patrons = tuple(
        replace(patron, advised=True) if patron.name == event.name else patron
        for patron in table.patrons
    )
    phase = table.phase
    if isinstance(phase, Settling):
        phase = replace(phase, advised=(*phase.advised, event.name))
    return replace(table, patrons=patrons, phase=phase)
