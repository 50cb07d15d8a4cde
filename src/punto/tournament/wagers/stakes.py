"""What entrants have on a coup: within the limits, in units, and whether it is enough."""

from punto.clause import Refused, merged
from punto.coup import CoupResult, declare
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.tournament.wagers import Wagers
from punto.rulebook.terms import Side
from punto.rulebook.tournament_policies import Compulsory, WagerUnits
from punto.table.limits.areas import own_maximum
from punto.table.table import Table
from punto.table.wager import TableWager
from punto.tournament.rules import law
from punto.tournament.session import Turns
from punto.wagers import Placed, settled_in_order

HANDS = frozenset(side.value for side in Side)
# Totals that give every result, with a Banker total of each size where Banker wins or ties.
_TOTALS = ((9, 0), *((0, total) for total in range(1, 10)), *((n, n) for n in range(10)))


def wager_rules(rules: TableRules) -> Wagers:
    """Return what the rulebook says about wagering in tournaments."""
    return law(rules.edition).wagers


def check_stake(rules: TableRules, table: Table, wager: str, stake_cents: int) -> None:
    """Refuse a stake on a wager that is noticed to be outside the limits, or no whole units."""
    data, limits = wager_rules(rules), table.limits
    least, most = limits.minimum or 0, limits.maximum
    shown = f"{dollars(stake_cents)} on {wager}"
    if data.minimum and stake_cents < least:
        text = f"{shown} is under the minimum of {dollars(least)}"
        raise Refused("under_minimum", data.minimum.clause, text)
    if data.maximum and most is not None and stake_cents > most:
        text = f"{shown} is above the maximum of {dollars(most)}"
        raise Refused("above_maximum", data.maximum.clause, text)
    unit = unit_cents(rules, table)
    if data.units and unit and stake_cents % unit:
        text = f"{shown} is no multiple of {dollars(unit)}"
        raise Refused("not_in_units", data.units.clause, text)


def unit_cents(rules: TableRules, table: Table) -> int | None:
    """Return the unit in which wagers are made, where there is one."""
    units = wager_rules(rules).units
    if units is None:
        return None
    return table.limits.minimum if units.value is WagerUnits.MINIMUM else table.limits.step


def is_short(table: Table, bet: TableWager) -> bool:
    """Return whether a wager that nobody cut is under the minimum."""
    return not bet.reduced and bet.stake_cents < (table.limits.minimum or 0)


def check_enough(rules: TableRules, table: Table, turns: Turns, name: str) -> None:
    """Refuse the first card while somebody has not on the coup what everybody must have."""
    data = wager_rules(rules)
    mine = [bet for bet in table.wagers if bet.patron == name]
    if any(bet.number in turns.unnoticed for bet in mine):
        # Nobody has looked at it yet.
        return
    match data.compulsory.value:
        case Compulsory.MINIMUM_AT_RISK:
            least = table.limits.minimum or 1
            risk = at_risk(rules, table, mine)
            if mine and risk < least:
                text = f"{name} risks {dollars(risk)} at most, less than {dollars(least)}"
                raise Refused("not_enough_at_risk", data.compulsory.clause, text)
            enough = bool(mine)
        case Compulsory.ANY_WAGER:
            enough = bool(mine)
        case Compulsory.WAGER_ON_A_HAND:
            enough = any(bet.wager in HANDS for bet in mine)
    if not enough:
        out = data.none_placed
        clause = merged(data.compulsory.clause, out.clause if out else ())
        what = "wager on a hand" if data.compulsory.value is Compulsory.WAGER_ON_A_HAND else "wager"
        raise Refused("wager_missing", clause, f"{name} has no {what} on this coup")


def at_risk(rules: TableRules, table: Table, bets: list[TableWager]) -> int:
    """Return the most that wagers can lose together, whatever the result is."""
    main = rules.edition.wagering.main.value
    # No pair may come: what is on one is lost then.
    others = sum(bet.stake_cents for bet in bets if bet.wager not in main)
    placed = [
        Placed(bet.patron, bet.wager, bet.stake_cents, own_maximum(rules, table, bet))
        for bet in bets
        if bet.wager in main
    ]
    if len(placed) < 2:
        # By itself a wager can lose all of it that is at risk.
        alone = sum(_most(one) for one in placed)
        return others + alone
    return others + max(_lost(rules, placed, declare(rules, *totals)) for totals in _TOTALS)


def _most(placed: Placed) -> int:
    """Return what of one wager is at risk, in whole cents."""
    most = placed.maximum_cents
    return placed.stake_cents if most is None else min(placed.stake_cents, int(most // 1))


def _lost(rules: TableRules, placed: list[Placed], coup: CoupResult) -> int:
    """Return what wagers lose on a result, less what they win."""
    came = settled_in_order(rules, placed, coup)
    return sum(settled.collected_cents - settled.paid_cents for _, settled in came)
