"""Wagers handed back because they put the table over a cap that nothing else cures."""

from punto.aggregate.actor import Actor
from punto.clause import Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules, not_held
from punto.rulebook.policies import CapExceeded
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.table.events import Events
from punto.table.evolve import after
from punto.table.guards import locked_clause
from punto.table.ledger import whole
from punto.table.limits.bounds import sign
from punto.table.limits.caps import hand_totals, over_cap
from punto.table.phase import Betting
from punto.table.table import Table
from punto.table.wagers.events import StakesReturned
from punto.table.wagers.offers import stranded


def hand_back_latest(rules: TableRules, table: Table, by: Actor) -> Events:
    """Hand the latest wager on the heavier hand back, whole, while a cap stops the deal."""
    clause = require(rules, by, Power.HAND_BACK_WAGERS, "hand wagers back")
    data = sign(rules)
    if data is None or data.cap_exceeded.value is not CapExceeded.DEAL_BLOCKED:
        raise not_held(rules.edition, "whether wagers are handed back")
    if not isinstance(table.phase, Betting):
        text = "wagers are handed back while betting is open, never once the first card is out"
        raise Refused(ErrorCode.WAGER_LOCKED, merged(clause, locked_clause(rules)), text)
    if not over_cap(rules, table):
        text = "no cap that the sign shows is exceeded"
        raise Refused(ErrorCode.CAP_NOT_EXCEEDED, data.cap_measure.clause, text)
    totals = hand_totals(table)
    heavy = max(totals, key=lambda hand: totals[hand])
    latest = max(
        (wager for wager in table.wagers if wager.wager == heavy), key=lambda wager: wager.number
    )
    text = f"{latest.patron} {heavy} {dollars(latest.stake_cents)} goes back: the latest on {heavy}"
    gone = StakesReturned(stakes=(whole(latest),), reasons=(Reason(text, clause),))
    return (gone, *stranded(rules, after(table, (gone,)), latest.patron))
