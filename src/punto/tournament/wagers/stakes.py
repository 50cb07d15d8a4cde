"""What entrants have on a coup: within the limits, in units, and whether it is enough."""

from collections.abc import Iterator

from punto.clause import Refused, merged
from punto.coup import CoupResult, declare
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.schema.tournament.wagers import Wagers
from punto.rulebook.tournament_policies import Compulsory, WagerUnits
from punto.rulebook.vocabulary import Side
from punto.table.layout_wager import TableWager
from punto.table.limits.areas import own_maximum
from punto.table.limits.bounds import separate_limit_clauses, sign_limits_of
from punto.table.table import Table
from punto.tournament.rules import law
from punto.tournament.session import Turns
from punto.wagers.settle import Placed, settled_in_order

HANDS = frozenset(side.value for side in Side)
# Totals that give every result, with a Banker total of each size where Banker wins or ties.
_TOTALS = ((9, 0), *((0, total) for total in range(1, 10)), *((n, n) for n in range(10)))


def wager_rules(rules: TableRules) -> Wagers:
    """Return what the rulebook says about wagering in tournaments."""
    return law(rules.edition).wagers


def check_stake(rules: TableRules, table: Table, wager: str, stake_cents: int) -> None:
    """Refuse a stake on a wager that is noticed to be outside the limits, or no whole units."""
    data, by_sign = wager_rules(rules), separate_limit_clauses(rules, table, wager)
    least, most = limits_of(rules, table, wager)
    shown = f"{dollars(stake_cents)} on {wager}"
    if data.minimum and stake_cents < least:
        text = f"{shown} is under the minimum of {dollars(least)}"
        raise Refused(ErrorCode.UNDER_MINIMUM, merged(data.minimum.clause, by_sign), text)
    if data.maximum and most is not None and stake_cents > most:
        text = f"{shown} is above the maximum of {dollars(most)}"
        raise Refused(ErrorCode.ABOVE_MAXIMUM, merged(data.maximum.clause, by_sign), text)
    unit = unit_cents(rules, table, wager)
    if data.units and unit and stake_cents % unit:
        text = f"{shown} is no multiple of {dollars(unit)}"
        raise Refused(ErrorCode.NOT_IN_UNITS, data.units.clause, text)


def limits_of(rules: TableRules, table: Table, wager: str) -> tuple[int, int | None]:
    """Return the least and the most of a wager by the sign: its own limits, or the table's."""
    least, most = sign_limits_of(rules, table.limits, wager)
    return least or 0, most


def minimum_of(rules: TableRules, table: Table, wager: str) -> int:
    """Return the minimum of a wager, which is the table's where the sign gives it none."""
    return limits_of(rules, table, wager)[0] or table.limits.minimum or 0


def unit_cents(rules: TableRules, table: Table, wager: str) -> int | None:
    """Return the unit in which wagers are made, where there is one."""
    units = wager_rules(rules).units
    if units is None:
        return None
    own = units.value is WagerUnits.MINIMUM
    return minimum_of(rules, table, wager) if own else table.limits.step


def is_short(rules: TableRules, table: Table, bet: TableWager) -> bool:
    """Return whether a wager that nobody cut is under its minimum."""
    return not bet.reduced and bet.stake_cents < limits_of(rules, table, bet.wager)[0]


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
            if mine and not risks(rules, table, mine, least):
                risk = at_risk(rules, table, mine)
                text = f"{name} risks {dollars(risk)} at most, less than {dollars(least)}"
                raise Refused(ErrorCode.NOT_ENOUGH_AT_RISK, data.compulsory.clause, text)
            enough = bool(mine)
        case Compulsory.ANY_WAGER:
            enough = bool(mine)
        case Compulsory.WAGER_ON_A_HAND:
            enough = any(bet.wager in HANDS for bet in mine)
    if not enough:
        out = data.none_placed
        clause = merged(data.compulsory.clause, out.clause if out else ())
        what = "wager on a hand" if data.compulsory.value is Compulsory.WAGER_ON_A_HAND else "wager"
        raise Refused(ErrorCode.WAGER_MISSING, clause, f"{name} has no {what} on this coup")


def risks(rules: TableRules, table: Table, bets: list[TableWager], cents: int) -> bool:
    """Return whether wagers can lose so much together: the first such result is enough."""
    return any(lost >= cents for lost in _losses(rules, table, bets))


def at_risk(rules: TableRules, table: Table, bets: list[TableWager]) -> int:
    """Return the most that wagers can lose together, whatever the result is."""
    return max(_losses(rules, table, bets))


def _losses(rules: TableRules, table: Table, bets: list[TableWager]) -> Iterator[int]:
    """Yield what wagers lose together on each result that there can be."""
    main = rules.edition.wagering.main.value
    # No pair may come: what is on one is lost then.
    others = sum(bet.stake_cents for bet in bets if bet.wager not in main)
    placed = [
        Placed(bet.patron, bet.wager, bet.stake_cents, own_maximum(rules, table, bet))
        for bet in bets
        if bet.wager in main
    ]
    if not placed:
        yield others
        return
    for totals in _TOTALS:
        yield others + _lost(rules, placed, declare(rules, *totals))


def _lost(rules: TableRules, placed: list[Placed], coup: CoupResult) -> int:
    """Return what wagers lose on a result, less what they win."""
    came = settled_in_order(rules, placed, coup)
    return sum(settled.collected_cents - settled.paid_cents for _, settled in came)
