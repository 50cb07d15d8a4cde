"""Wagers in whole units of the minimum, if the rulebook requires them."""

from fractions import Fraction

from punto.clause import Clauses, merged
from punto.rulebook.elect import TableRules
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import sign_limits_of, with_limits_when_made
from punto.table.table import Table


def within_units(
    rules: TableRules, table: Table, wager: TableWager, maximum: int | Fraction | None
) -> tuple[int | Fraction | None, Clauses]:
    """Return the amount of a wager that may be at risk, and the clauses that reduce it.

    If wagers are made in units of the minimum, only whole units are at risk.
    """
    # If the sign has a separate minimum for a wager, that is its unit.
    limits = with_limits_when_made(table, wager).limits
    unit = sign_limits_of(rules, limits, wager.wager)[0] or limits.minimum
    if not rules.whole_units or not unit:
        return maximum, ()
    counted = wager.stake_cents if maximum is None else min(wager.stake_cents, maximum // 1)
    remainder = counted % unit
    # Less than one unit has its own rule: it is made up to the unit, or void.
    if not remainder or counted < unit:
        return maximum, ()
    over_rule = rules.edition.settlement.over_maximum
    cap_clause = over_rule.clause if over_rule and counted < wager.stake_cents else ()
    return counted - remainder, merged(cap_clause, rules.whole_units)
