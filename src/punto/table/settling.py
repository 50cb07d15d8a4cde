"""Losers collected, winners paid, cards discarded: in that order."""

from collections.abc import Mapping

from punto.clause import Clauses, Malformed, Reason, Refused
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table import commands as do
from punto.table import events as happened
from punto.table.blocks import check_blocks
from punto.table.completing import pairs_due, settle_pairs
from punto.table.handlers import Events, Handlers
from punto.table.people import Actor, provided, require
from punto.table.records import Mispayment
from punto.table.state import Dealing, SettledWager, Settling, Table


def _announced(rules: TableRules, table: Table, by: Actor) -> Settling:
    """Return the phase in which wagers are settled, or refuse to settle before the result."""
    require(rules, by, "settle_wagers", "settle wagers")
    if not isinstance(table.phase, Settling):
        first = rules.edition.deal.announced_first if rules.edition.deal else None
        clause = first.clause if first else rules.edition.wagering.main.clause
        raise Refused("no_result_yet", clause, "wagers are settled when the result is announced")
    check_blocks(table, "settle")
    return table.phase


def _order(rules: TableRules) -> Clauses:
    order = rules.edition.settlement.order
    return order.clause if order else ()


def collect_losers(rules: TableRules, table: Table, by: Actor, command: do.CollectLosers) -> Events:
    """Take what was lost, or what the dealer took instead."""
    phase = _announced(rules, table, by)
    if phase.collected:
        raise Refused("already_collected", _order(rules), "the losing wagers are off already")
    due = {one.number: one.settled.collected_cents for one in phase.settled}
    taken = _really(phase, command.collected, due)
    for one in phase.settled:
        if taken[one.number] > one.settled.placed.stake_cents:
            raise Malformed("no more is taken than lies there", code="incomplete")
    cents = {number: one for number, one in taken.items() if one}
    reasons = [one.settled.reason for one in phase.settled if one.number in cents]
    if phase.settled and _order(rules):
        reasons.insert(0, Reason("losers first, then winners", _order(rules)))
    collected = happened.LosersCollected(cents=cents, reasons=tuple(reasons))
    wrong = _wrong(rules, table, by, phase, {n: due[n] - taken[n] for n in due})
    return (collected, *wrong)


def _really(phase: Settling, said: Mapping[int, int], due: Mapping[int, int]) -> dict[int, int]:
    """Return what was moved of each wager: what was due, or what the dealer moved instead."""
    numbers = {one.number for one in phase.settled}
    if not numbers.issuperset(said) or any(cents < 0 for cents in said.values()):
        raise Malformed(
            "name wagers of this coup by their numbers, and amounts from nothing up",
            code="incomplete",
        )
    return {number: said.get(number, cents) for number, cents in due.items()}


def pay_winners(rules: TableRules, table: Table, by: Actor, command: do.PayWinners) -> Events:
    """Pay what was won, or what the dealer paid instead, and hand back what was not lost."""
    phase = _announced(rules, table, by)
    if not phase.collected:
        raise Refused("losers_first", _order(rules), "losing wagers come off before any is paid")
    if phase.paid:
        raise Refused("already_paid", _order(rules), "the winners are paid already")
    due = {one.number: one.settled.paid_cents for one in phase.settled}
    paid = _really(phase, command.paid, due)
    if sum(paid.values()) > table.float_cents:
        raise Refused("float_too_small", _order(rules), "the float does not hold so many chips")
    cents: dict[str, int] = {}
    reasons = []
    for one in phase.settled:
        if not one.settled.collected_cents:
            reasons.append(one.settled.reason)
        if paid[one.number]:
            name = one.settled.placed.patron
            cents[name] = cents.get(name, 0) + paid[one.number]
    done = happened.WinnersPaid(cents=cents, reasons=tuple(reasons))
    wrong = _wrong(rules, table, by, phase, {n: paid[n] - due[n] for n in due})
    return (done, *wrong)


def _wrong(
    rules: TableRules, table: Table, by: Actor, phase: Settling, difference: Mapping[int, int]
) -> Events:
    """Return the wrong payments of a settlement; over is positive."""
    found: list[SettledWager] = [one for one in phase.settled if difference[one.number]]
    events = []
    for place, one in enumerate(found, start=len(table.records.mispayments) + 1):
        placed = one.settled.placed
        wrong = Mispayment(
            place, table.number, placed.patron, placed.wager, difference[one.number], by.at
        )
        over = "over" if wrong.difference_cents > 0 else "under"
        clause = rules.edition.says.get("mispaid", ())
        much = dollars(abs(wrong.difference_cents))
        text = f"{placed.patron} {placed.wager} settled {over} by {much}"
        events.append(happened.Mispaid(mispayment=wrong, reasons=(Reason(text, clause),)))
    return tuple(events)


def discard(rules: TableRules, table: Table, by: Actor, command: do.Discard) -> Events:
    """Put the cards away; the coup is over."""
    del command
    phase = _announced(rules, table, by)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    if not phase.paid:
        raise Refused("not_settled", clause, "cards are discarded when every wager is settled")
    reason = Reason("the coup is over", clause)
    scheme = phase.settlement or rules.settlement
    return (happened.CoupDiscarded(settlement=scheme, reasons=(reason,)),)


def settle_pairs_now(rules: TableRules, table: Table, by: Actor, command: do.SettlePairs) -> Events:
    """Settle wagers on the opening cards, where that comes before the third card."""
    del command
    require(rules, by, "settle_wagers", "settle wagers")
    if pairs_due(rules, table):
        return settle_pairs(rules, table)
    late = rules.edition.says.get("optional_at_end")
    if late is not None and not isinstance(table.phase, Settling):
        raise Refused("not_before_the_result", late, "these are settled when the coup is over")
    if isinstance(table.phase, Dealing | Settling):
        raise Malformed("no wager on the opening cards waits to be settled")
    provided(rules, "after_pairs", "whether pairs are settled before the third card")
    raise Malformed("no coup is on", code="no_coup")


HANDLERS: Handlers = {
    do.CollectLosers: collect_losers,
    do.PayWinners: pay_winners,
    do.Discard: discard,
    do.SettlePairs: settle_pairs_now,
}
