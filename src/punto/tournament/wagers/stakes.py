"""The stakes of entrants on a coup: limits, units, and the compulsory wager."""

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
from punto.tournament.rules import tournament_section
from punto.tournament.session import Turns
from punto.wagers.settle import Placed, settled_in_order

HANDS = frozenset(side.value for side in Side)
# Totals that give every result, with a Banker total of each size where Banker wins or ties.
_TOTALS = ((9, 0), *((0, total) for total in range(1, 10)), *((n, n) for n in range(10)))


def wager_rules(rules: TableRules) -> Wagers:
    """Return the wagering rules of tournaments."""
    return tournament_section(rules.edition).wagers


def check_stake(rules: TableRules, table: Table, wager: str, stake_cents: int) -> None:
    """Refuse a stake outside the limits, or one that is not in whole units."""
    data, sign_clause = wager_rules(rules), separate_limit_clauses(rules, table, wager)
    minimum, maximum = limits_of(rules, table, wager)
    stake_text = f"{dollars(stake_cents)} on {wager}"
    if data.minimum and stake_cents < minimum:
        text = f"{stake_text} is under the minimum of {dollars(minimum)}"
        raise Refused(ErrorCode.UNDER_MINIMUM, merged(data.minimum.clause, sign_clause), text)
    if data.maximum and maximum is not None and stake_cents > maximum:
        text = f"{stake_text} is above the maximum of {dollars(maximum)}"
        raise Refused(ErrorCode.ABOVE_MAXIMUM, merged(data.maximum.clause, sign_clause), text)
    unit = unit_cents(rules, table, wager)
    if data.units and unit and stake_cents % unit:
        text = f"{stake_text} is no multiple of {dollars(unit)}"
        raise Refused(ErrorCode.NOT_IN_UNITS, data.units.clause, text)


def limits_of(rules: TableRules, table: Table, wager: str) -> tuple[int, int | None]:
    """Return the minimum and maximum of a wager by the sign: its own limits, or the table's."""
    minimum, maximum = sign_limits_of(rules, table.limits, wager)
    return minimum or 0, maximum


def minimum_of(rules: TableRules, table: Table, wager: str) -> int:
    """Return the minimum of a wager; without one on the sign, that of the table."""
    return limits_of(rules, table, wager)[0] or table.limits.minimum or 0


def unit_cents(rules: TableRules, table: Table, wager: str) -> int | None:
    """Return the unit of wagers in cents, or ``None`` if there is none."""
    units = wager_rules(rules).units
    if units is None:
        return None
    is_minimum = units.value is WagerUnits.MINIMUM
    return minimum_of(rules, table, wager) if is_minimum else table.limits.step


def is_short(rules: TableRules, table: Table, bet: TableWager) -> bool:
    """Return whether a wager that was not reduced is under its minimum."""
    return not bet.reduced and bet.stake_cents < limits_of(rules, table, bet.wager)[0]


def check_enough(rules: TableRules, table: Table, turns: Turns, name: str) -> None:
    """Refuse the first card while the wagers of an entrant are not sufficient."""
    data = wager_rules(rules)
    own_wagers = [wager for wager in table.wagers if wager.patron == name]
    if any(wager.number in turns.unnoticed for wager in own_wagers):
        # The wager was not examined yet.
        return
    match data.compulsory.value:
        case Compulsory.MINIMUM_AT_RISK:
            minimum = table.limits.minimum or 1
            if own_wagers and not can_lose(rules, table, own_wagers, minimum):
                risk = loss_max_cents(rules, table, own_wagers)
                text = f"{name} risks {dollars(risk)} at most, less than {dollars(minimum)}"
                raise Refused(ErrorCode.NOT_ENOUGH_AT_RISK, data.compulsory.clause, text)
            enough = bool(own_wagers)
        case Compulsory.ANY_WAGER:
            enough = bool(own_wagers)
        case Compulsory.WAGER_ON_A_HAND:
            enough = any(wager.wager in HANDS for wager in own_wagers)
    if not enough:
        none_placed = data.none_placed
        clause = merged(data.compulsory.clause, none_placed.clause if none_placed else ())
        wager_text = (
            "wager on a hand" if data.compulsory.value is Compulsory.WAGER_ON_A_HAND else "wager"
        )
        raise Refused(ErrorCode.WAGER_MISSING, clause, f"{name} has no {wager_text} on this coup")


def can_lose(rules: TableRules, table: Table, wagers: list[TableWager], cents: int) -> bool:
    """Return whether wagers can lose an amount together. It stops at the first such result."""
    return any(loss >= cents for loss in _losses(rules, table, wagers))


def loss_max_cents(rules: TableRules, table: Table, wagers: list[TableWager]) -> int:
    """Return the most that wagers can lose together on any result."""
    return max(_losses(rules, table, wagers))


def _losses(rules: TableRules, table: Table, wagers: list[TableWager]) -> Iterator[int]:
    """Yield what wagers lose together on each possible result."""
    main_wagers = rules.edition.wagering.main.value
    # In the worst case no pair comes, so wagers other than the main ones lose.
    others = sum(wager.stake_cents for wager in wagers if wager.wager not in main_wagers)
    placed = [
        Placed(wager.patron, wager.wager, wager.stake_cents, own_maximum(rules, table, wager))
        for wager in wagers
        if wager.wager in main_wagers
    ]
    if not placed:
        yield others
        return
    for totals in _TOTALS:
        yield others + _net_loss(rules, placed, declare(rules, *totals))


def _net_loss(rules: TableRules, placed: list[Placed], coup: CoupResult) -> int:
    """Return what wagers lose on a result, less their winnings."""
    settlements = settled_in_order(rules, placed, coup)
    return sum(settlement.collected_cents - settlement.paid_cents for _, settlement in settlements)
