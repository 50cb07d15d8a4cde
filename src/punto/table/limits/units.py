"""Wagers in whole units, where the rules of the table want them so."""

from fractions import Fraction

from punto.clause import Clauses, merged
from punto.rulebook.elect import TableRules
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import as_made, stated
from punto.table.table import Table


def within_units(
    rules: TableRules, table: Table, wager: TableWager, most: int | Fraction | None
) -> tuple[int | Fraction | None, Clauses]:
    """Return what may be at risk of a wager, and what bounds it besides its maximum.

    Where wagers are made in units of the minimum, that is the last whole one.
    """
    # A wager with a minimum of its own on the sign is made in units of that.
    made = as_made(table, wager).limits
    unit = stated(rules, made, wager.wager)[0] or made.minimum
    if not rules.whole_units or not unit:
        return most, ()
    counted = wager.stake_cents if most is None else min(wager.stake_cents, most // 1)
    rest = counted % unit
    # Less than one unit is another matter: it is made up, or void.
    if not rest or counted < unit:
        return most, ()
    over = rules.edition.settlement.over_maximum
    capped = over.clause if over and counted < wager.stake_cents else ()
    return counted - rest, merged(capped, rules.whole_units)
