"""Losers collected, winners paid, cards discarded: in that order."""

from punto.clause import Clauses, Reason, Refused
from punto.rulebook.elect import TableRules
from punto.table import events as happened
from punto.table.state import Settling, Table

Events = tuple[happened.AnyEvent, ...]


def _announced(rules: TableRules, table: Table) -> Settling:
    """Return the phase in which wagers are settled, or refuse to settle before the result."""
    if not isinstance(table.phase, Settling):
        first = rules.edition.deal.announced_first if rules.edition.deal else None
        clause = first.clause if first else rules.edition.wagering.main.clause
        raise Refused("no_result_yet", clause, "wagers are settled when the result is announced")
    return table.phase


def _order(rules: TableRules) -> Clauses:
    order = rules.edition.settlement.order
    return order.clause if order else ()


def collect_losers(rules: TableRules, table: Table) -> Events:
    """Take what was lost."""
    phase = _announced(rules, table)
    if phase.collected:
        raise Refused("already_collected", _order(rules), "the losing wagers are off already")
    lost = [one for one in phase.settled if one.settled.collected_cents]
    cents = {one.number: one.settled.collected_cents for one in lost}
    reasons = [one.settled.reason for one in lost]
    if phase.settled and _order(rules):
        reasons.insert(0, Reason("losers first, then winners", _order(rules)))
    return (happened.LosersCollected(cents=cents, reasons=tuple(reasons)),)


def pay_winners(rules: TableRules, table: Table) -> Events:
    """Pay what was won and hand back what was not lost."""
    phase = _announced(rules, table)
    if not phase.collected:
        raise Refused("losers_first", _order(rules), "losing wagers come off before any is paid")
    if phase.paid:
        raise Refused("already_paid", _order(rules), "the winners are paid already")
    cents: dict[str, int] = {}
    reasons = []
    for one in phase.settled:
        settled = one.settled
        if not settled.collected_cents:
            reasons.append(settled.reason)
        if settled.paid_cents:
            name = settled.placed.patron
            cents[name] = cents.get(name, 0) + settled.paid_cents
    return (happened.WinnersPaid(cents=cents, reasons=tuple(reasons)),)


def discard(rules: TableRules, table: Table) -> Events:
    """Put the cards away; the coup is over."""
    phase = _announced(rules, table)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    if not phase.paid:
        raise Refused("not_settled", clause, "cards are discarded when every wager is settled")
    return (happened.CoupDiscarded(reasons=(Reason("the coup is over", clause),)),)
