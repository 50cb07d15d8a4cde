"""Wagers under the minimum: settled with advice, handed back after it; earlier ones looked at."""

from collections.abc import Mapping

from punto.clause import Malformed, Reason
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import LiveRule, UnderMinimum
from punto.table.authority import Actor, provided, require_staff
from punto.table.events import Events
from punto.table.limits import commands as do
from punto.table.limits import events as happened
from punto.table.limits.bounds import bounds, sign
from punto.table.phase import PastCoup
from punto.table.register import record
from punto.table.table import Table
from punto.table.wager import SettledWager, TableWager, WagerResult


def returned(rules: TableRules, table: Table, wager: TableWager) -> WagerResult | None:
    """Return a wager under the minimum of a patron who was told, untouched by the result."""
    data = sign(rules)
    if data is None or data.advised is None or wager.reduced or wager.accepted:
        return None
    if LiveRule.SMALL_WAGERS in rules.sets_aside:
        return None
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
        patron = table.patron(wager.patron)
        if patron is None or patron.advised:
            continue
        if wager.stake_cents < bounds(rules, table, patron, wager.wager)[0]:
            text = f"{patron.name} is settled at {dollars(wager.stake_cents)}, under the minimum"
            reason = Reason(text, data.under_minimum.clause)
            found[patron.name] = (*found.get(patron.name, ()), reason)
    return found


def advice(rules: TableRules, small: dict[str, tuple[Reason, ...]]) -> Events:
    """Return who is told that the next small wager will be returned."""
    data = sign(rules)
    if data is None or not small or data.under_minimum.value is UnderMinimum.SETTLED:
        return ()
    told = data.advised.clause if data.advised else ()
    return tuple(
        happened.PatronAdvised(
            name=name,
            reasons=(
                *why,
                Reason(f"{name} is told: further wagers under the minimum go back", told),
            ),
        )
        for name, why in small.items()
    )


def look_back(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.LookBack,
    past: Mapping[int, PastCoup],
) -> Events:
    """Note that an earlier coup carried wagers outside the limits; nothing is settled again."""
    clause = provided(rules, "limits_looked_back", "what becomes of earlier coups over limit")
    require_staff(rules, by, "note an earlier coup")
    if command.coup not in past:
        raise Malformed(f"there is no finished coup {command.coup}", code="no_such_thing")
    return (record(table, by, "limits_exceeded", f"coup {command.coup}: {command.text}", clause),)
