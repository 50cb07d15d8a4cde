"""Patrons who play as partners: together they have one maximum."""

from collections.abc import Iterator

from punto.clause import Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import as_made, bounds
from punto.table.table import Patron, Table


def _partners(table: Table, name: str) -> Iterator[tuple[str, ...]]:
    """Yield the groups in which somebody plays."""
    return (group for group in table.admission.linked if name in group)


def staked(table: Table, group: tuple[str, ...], wager: str) -> tuple[TableWager, ...]:
    """Return what a group has on a wager, in the order in which it was placed."""
    return tuple(bet for bet in table.wagers if bet.patron in group and bet.wager == wager)


def over_by(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int = 0
) -> tuple[int, int]:
    """Return by how much partners exceed one maximum on a wager with a stake more, and that one."""
    most = bounds(rules, table, patron, wager)[1]
    if most is None:
        return 0, 0
    over = 0
    for group in _partners(table, patron.name):
        there = sum(bet.stake_cents for bet in staked(table, group, wager))
        over = max(over, there + stake_cents - most)
    return over, most


def check_partners(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int
) -> None:
    """Refuse partners more than one maximum together."""
    if not table.admission.linked:
        return
    over, most = over_by(rules, table, patron, wager, stake_cents)
    if over > 0:
        there = dollars(most + over - stake_cents)
        text = f"partners have {there} on {wager}; together they may have {dollars(most)}"
        hint = "refuse_wager puts the attempt on record"
        raise Refused(ErrorCode.PARTNERSHIP, rules.says.partnership, text, hint)


def left_of_one(rules: TableRules, table: Table, wager: TableWager, most: int) -> int:
    """Return what a wager may have of one maximum after those its owner's partners placed first."""
    if not rules.says.partners_settled:
        return most
    left = most
    for group in _partners(table, wager.patron):
        first = sum(
            bet.stake_cents
            for bet in staked(table, group, wager.wager)
            if bet.number < wager.number
        )
        left = min(left, max(most - first, 0))
    return left


def partners_noted(rules: TableRules, table: Table) -> tuple[Reason, ...]:
    """Return whose wagers are settled together on one maximum, because it was found out late."""
    clause = rules.says.partners_settled
    found = []
    for group in table.admission.linked if clause else ():
        for option in dict.fromkeys(bet.wager for bet in table.wagers):
            bets = staked(table, group, option)
            then = as_made(table, bets[0]) if bets else table
            owner = then.patron(bets[0].patron) if bets else None
            over, most = over_by(rules, then, owner, option) if owner else (0, 0)
            if over > 0:
                names = ", ".join(dict.fromkeys(bet.patron for bet in bets))
                text = f"{names} are partners: {option} is settled on {dollars(most)} together"
                found.append(Reason(text, clause))
    return tuple(dict.fromkeys(found))
