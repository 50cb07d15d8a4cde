"""Wagers under the minimum: settled with advice, handed back after it; earlier ones looked at."""

from msgspec.structs import replace

from punto.aggregate.command import Group, Trouble
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Visibility
from punto.aggregate.roles import CoupNumber, GivenReason, LimitName, Text
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import LiveRule, UnderMinimum
from punto.table.authority import provided, require_staff
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.entries import LimitsExceededRecorded
from punto.table.layout_wager import SettledWager, TableWager, WagerResult
from punto.table.limits.bounds import as_made, bounds, sign
from punto.table.mispayments import MispaymentCured
from punto.table.open_issues import STANDS
from punto.table.phase import PastCoup, Settling
from punto.table.register import record
from punto.table.table import Table
from punto.wagers.settle import Placed, settle_all

under_minimum: Topic[Table, At] = Topic("under_minimum", changes)
# The step of the rulebook about earlier coups over each limit.
_LOOKED_BACK = ("maximum", "cap", "area_maximum")


class LookBack(TableCommand, frozen=True, tag="look_back"):
    """An earlier coup is found to have carried wagers outside the limits.

    ``limit`` says which: ``maximum``, ``cap`` or ``area_maximum``.
    """

    group = Group.LIMITS
    trouble = Trouble.MONEY
    powers = ()

    coup: CoupNumber
    text: GivenReason[Text]
    limit: LimitName | None = None


class PatronAdvised(TableEvent, frozen=True, gc=False, tag="patron_advised"):
    """A patron is told that further wagers under the minimum will be returned."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.LIMITS,)
    concerns = "name"

    name: str


def returned(rules: TableRules, table: Table, wager: TableWager) -> WagerResult | None:
    """Return a wager under the minimum of a patron who was told, untouched by the result."""
    data = sign(rules)
    if data is None or data.advised is None or wager.reduced or wager.accepted:
        return None
    if LiveRule.SMALL_WAGERS in rules.sets_aside:
        return None
    table = as_made(table, wager)
    patron = table.patron(wager.patron)
    if patron is None or not patron.advised:
        return None
    if wager.stake_cents >= bounds(rules, table, patron, wager.wager)[0]:
        return None
    return WagerResult(wager.number, "under the minimum, returned", clause=data.advised.clause)


def small_wagers(
    rules: TableRules, table: Table, settled: tuple[SettledWager, ...]
) -> dict[str, tuple[Reason, ...]]:
    """Return whose wagers were paid or collected although under the minimum, and why."""
    data = sign(rules)
    if data is None or LiveRule.SMALL_WAGERS in rules.sets_aside:
        return {}
    found: dict[str, tuple[Reason, ...]] = {}
    for bet in settled:
        wager = bet.wager
        if wager.reduced or wager.accepted or not bet.net_cents:
            continue
        then = as_made(table, wager)
        patron = then.patron(wager.patron)
        if patron is None or patron.advised:
            continue
        if wager.stake_cents < bounds(rules, then, patron, wager.wager)[0]:
            text = f"{patron.name} is settled at {dollars(wager.stake_cents)}, under the minimum"
            reason = Reason(text, data.under_minimum.clause)
            found[patron.name] = (*found.get(patron.name, ()), reason)
    return found


def advice(rules: TableRules, small: dict[str, tuple[Reason, ...]]) -> Events:
    """Return who is told that the next small wager will be returned."""
    data = sign(rules)
    if data is None or not small or data.under_minimum.value is UnderMinimum.SETTLED:
        return ()
    told = data.advice_told or (data.advised.clause if data.advised else ())
    return tuple(
        PatronAdvised(
            name=name,
            reasons=(
                *why,
                Reason(f"{name} is told: further wagers under the minimum go back", told),
            ),
        )
        for name, why in small.items()
    )


@under_minimum.permits(LookBack)
def may_look_back(at: At) -> None:
    """Raise an error if this person may not note an earlier coup now."""
    rules, by = at.rules, at.by
    provided(rules, rules.says.limits_looked_back, "what becomes of earlier coups over limit")
    require_staff(rules, by, "note an earlier coup")


@under_minimum.decides(LookBack)
def look_back(at: At, command: LookBack) -> Events:
    """Note that an earlier coup carried wagers outside the limits; nothing is settled again."""
    rules, table, past = at.rules, at.state, at.past
    may_look_back(at)
    if command.coup not in past:
        raise Malformed(f"there is no finished coup {command.coup}", code=ErrorCode.NO_SUCH_THING)
    if command.limit not in (None, *_LOOKED_BACK):
        listed = ", ".join(_LOOKED_BACK)
        raise Malformed(
            f"there is no limit {command.limit!r}", f"limits: {listed}", code=ErrorCode.INCOMPLETE
        )
    told = rules.says
    clauses = (told.limits_looked_back, told.cap_looked_back, told.area_looked_back)
    found = zip(_LOOKED_BACK, clauses, strict=True)
    clause = merged(*(held for limit, held in found if command.limit in (None, limit)))
    text = f"coup {command.coup}: {command.text}"
    entry = record(LimitsExceededRecorded, table, text, clause, coup=command.coup)
    return (entry, *_no_errors(rules, table, past[command.coup]))


def _no_errors(rules: TableRules, table: Table, past: PastCoup) -> Events:
    """Return the wrong payments of a coup that were right: what was bet then stands in full."""
    events = []
    then = settling_by(rules, past.settlement)
    for bet in past.settled:
        if bet.result.maximum is None:
            continue
        whole = Placed(bet.wager.patron, bet.wager.wager, bet.wager.stake_cents)
        [face] = settle_all(then, [whole], past.coup, accepted=True)
        for wrong in table.open.mispayments:
            same = (wrong.coup, wrong.bet) == (past.number, bet.number)
            due = bet.result.paid_cents - bet.result.collected_cents
            if same and wrong.difference_cents == face.net_cents - due:
                text = f"payment {wrong.number} is right: the wager stands as it was made"
                reason = Reason(text, rules.says.limits_looked_back)
                events.append(MispaymentCured(number=wrong.number, how=STANDS, reasons=(reason,)))
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
