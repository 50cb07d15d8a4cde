"""Patrons who play as partners have one maximum together."""

from collections.abc import Iterator

from punto.clause import Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.layout_wager import TableWager
from punto.table.limits.bounds import bounds, with_limits_when_made
from punto.table.table import Patron, Table


def _partner_groups(table: Table, name: str) -> Iterator[tuple[str, ...]]:
    """Yield the groups of partners of a patron."""
    return (group for group in table.admission.linked if name in group)


def staked(table: Table, group: tuple[str, ...], wager: str) -> tuple[TableWager, ...]:
    """Return the wagers of a group on an option, in the order of placing."""
    return tuple(bet for bet in table.wagers if bet.patron in group and bet.wager == wager)


def excess_over_maximum(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int = 0
) -> tuple[int, int]:
    """Return by how much partners with a further stake exceed one maximum, and that maximum."""
    maximum = bounds(rules, table, patron, wager)[1]
    if maximum is None:
        return 0, 0
    over_cents = 0
    for group in _partner_groups(table, patron.name):
        staked_cents = sum(bet.stake_cents for bet in staked(table, group, wager))
        over_cents = max(over_cents, staked_cents + stake_cents - maximum)
    return over_cents, maximum


def check_partners(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int
) -> None:
    """Refuse partners more than one maximum together."""
    if not table.admission.linked:
        return
    over_cents, maximum = excess_over_maximum(rules, table, patron, wager, stake_cents)
    if over_cents > 0:
        placed = dollars(maximum + over_cents - stake_cents)
        text = f"partners have {placed} on {wager}; together they may have {dollars(maximum)}"
        hint = "refuse_wager puts the attempt on record"
        raise Refused(ErrorCode.PARTNERSHIP, rules.says.partnership, text, hint)


def partner_maximum_left(rules: TableRules, table: Table, wager: TableWager, maximum: int) -> int:
    """Return the part of one maximum that earlier wagers of the partners leave for a wager."""
    if not rules.says.partners_settled:
        return maximum
    left_cents = maximum
    for group in _partner_groups(table, wager.patron):
        earlier_cents = sum(
            bet.stake_cents
            for bet in staked(table, group, wager.wager)
            if bet.number < wager.number
        )
        left_cents = min(left_cents, max(maximum - earlier_cents, 0))
    return left_cents


def partner_reasons(rules: TableRules, table: Table) -> tuple[Reason, ...]:
    """Return the reasons for partners whose wagers are settled together on one maximum."""
    clause = rules.says.partners_settled
    reasons = []
    for group in table.admission.linked if clause else ():
        for option in dict.fromkeys(bet.wager for bet in table.wagers):
            bets = staked(table, group, option)
            table_as_made = with_limits_when_made(table, bets[0]) if bets else table
            owner = table_as_made.patron(bets[0].patron) if bets else None
            over_cents, maximum = (
                excess_over_maximum(rules, table_as_made, owner, option) if owner else (0, 0)
            )
            if over_cents > 0:
                names = ", ".join(dict.fromkeys(bet.patron for bet in bets))
                text = f"{names} are partners: {option} is settled on {dollars(maximum)} together"
                reasons.append(Reason(text, clause))
    return tuple(dict.fromkeys(reasons))
