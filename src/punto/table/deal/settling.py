"""Losers collected, winners paid, cards discarded: in that order."""

from collections.abc import Mapping

from punto import last_coup
from punto.aggregate.actor import Actor
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import SettlingOrder
from punto.rulebook.power import Power
from punto.table.authority import provided, require
from punto.table.deal import commands as do
from punto.table.deal import events as happened
from punto.table.deal.completing import freed_wagers, pairs_due, settle_pairs
from punto.table.errors.events import Mispaid
from punto.table.events import Events
from punto.table.guards import answering, check_blocks, coup_is_on
from punto.table.ledger import part
from punto.table.phase import Settling
from punto.table.table import Table
from punto.table.wagers.events import StakesReturned


def _announced(rules: TableRules, table: Table, by: Actor) -> Settling:
    """Return the phase in which wagers are settled, or refuse to settle before the result."""
    require(rules, by, Power.SETTLE_WAGERS, "settle wagers")
    if not isinstance(table.phase, Settling):
        waits = rules.edition.settlement.waits.get(rules.settlement)
        first = waits or (rules.edition.deal.announced_first if rules.edition.deal else None)
        clause = first.clause if first else rules.edition.wagering.main.clause
        raise Refused(
            ErrorCode.NO_RESULT_YET, clause, "wagers are settled when the result is announced"
        )
    check_blocks(table, "coup", "settle")
    return table.phase


def _order(rules: TableRules) -> Clauses:
    order = rules.edition.settlement.order
    return order.clause if order else ()


def _ordered(rules: TableRules) -> bool:
    """Return whether losers come off before winners are paid: an order of pairs says nothing."""
    order = rules.edition.settlement.order
    return order is None or order.value is not SettlingOrder.PAIRS_FIRST


def collect_losers(rules: TableRules, table: Table, by: Actor, command: do.CollectLosers) -> Events:
    """Take what was lost, or what the dealer took instead."""
    phase = _announced(rules, table, by)
    if phase.collected:
        raise Refused(
            ErrorCode.ALREADY_COLLECTED, _order(rules), "the losing wagers are off already"
        )
    due = {bet.number: bet.result.collected_cents for bet in phase.settled}
    taken = _really(phase, command.collected, due)
    lying = {wager.number: wager for wager in table.wagers}
    for number, amount in taken.items():
        if amount > (lying[number].stake_cents if number in lying else 0):
            raise Malformed("no more is taken than lies there", code=ErrorCode.INCOMPLETE)
    cents = {number: amount for number, amount in taken.items() if amount}
    # Tokens are collected before chips.
    tokens = {number: min(lying[number].token_cents, cents[number]) for number in cents}
    order = _order(rules) if _ordered(rules) else ()
    reasons = (Reason("losers first, then winners", order),) if phase.settled and order else ()
    collected = happened.LosersCollected(
        cents=cents,
        token_cents={number: amount for number, amount in tokens.items() if amount},
        reasons=(*reasons, *answering(rules, table, "settlement")),
    )
    wrong = _wrong(rules, table, by, phase, {n: due[n] - taken[n] for n in due})
    # Winners may be paid already: what was not taken then goes back now.
    rest = {number: wager.stake_cents - cents.get(number, 0) for number, wager in lying.items()}
    back = tuple(part(lying[number], amount) for number, amount in rest.items() if amount)
    returned = (StakesReturned(stakes=back),) if phase.paid and back else ()
    return (collected, *returned, *wrong)


def _really(phase: Settling, said: Mapping[int, int], due: Mapping[int, int]) -> dict[int, int]:
    """Return what was moved of each wager: what was due, or what the dealer moved instead."""
    numbers = {bet.number for bet in phase.settled}
    if not numbers.issuperset(said) or any(cents < 0 for cents in said.values()):
        raise Malformed(
            "name wagers of this coup by their numbers, and amounts from nothing up",
            code=ErrorCode.INCOMPLETE,
        )
    return {number: said.get(number, cents) for number, cents in due.items()}


def pay_winners(rules: TableRules, table: Table, by: Actor, command: do.PayWinners) -> Events:
    """Pay what was won, or what the dealer paid instead, and hand back what was not lost."""
    phase = _announced(rules, table, by)
    if not phase.collected and _ordered(rules):
        raise Refused(
            ErrorCode.LOSERS_FIRST, _order(rules), "losing wagers come off before any is paid"
        )
    if phase.paid:
        raise Refused(ErrorCode.ALREADY_PAID, _order(rules), "the winners are paid already")
    due = {bet.number: bet.result.paid_cents for bet in phase.settled}
    paid = _really(phase, command.paid, due)
    for bet in phase.settled:
        if paid[bet.number] and table.patron(bet.wager.patron) is None:
            # Whoever lost everything may be gone before the others are paid.
            raise Malformed(f"{bet.wager.patron} has left the table", code=ErrorCode.UNKNOWN_PATRON)
    if sum(paid.values()) > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    cents = {number: amount for number, amount in paid.items() if amount}
    told = rules.paid_in if cents else ()
    chips = (Reason("paid in the chips of the table", told),) if told else ()
    reasons = (*chips, *answering(rules, table, "settlement"), *freed_wagers(rules))
    events: Events = (happened.WinnersPaid(cents=cents, reasons=reasons),)
    lost = {bet.number: bet.result.collected_cents for bet in phase.settled}
    stays = {} if phase.collected else lost
    left = ((wager, wager.stake_cents - stays.get(wager.number, 0)) for wager in table.wagers)
    back = tuple(part(wager, amount) for wager, amount in left if amount)
    if back:
        events = (*events, StakesReturned(stakes=back))
    return (*events, *_wrong(rules, table, by, phase, {n: paid[n] - due[n] for n in due}))


def _wrong(
    rules: TableRules, table: Table, by: Actor, phase: Settling, difference: Mapping[int, int]
) -> Events:
    """Return the wrong payments of a settlement; over is positive."""
    found = [bet for bet in phase.settled if difference[bet.number]]
    events = []
    for place, one in enumerate(found, start=table.count.mispayments + 1):
        cents, wager = difference[one.number], one.wager
        over = "over" if cents > 0 else "under"
        text = f"{wager.patron} {wager.wager} settled {over} by {dollars(abs(cents))}"
        events.append(
            Mispaid(
                number=place,
                coup=table.number,
                patron=wager.patron,
                wager=wager.wager,
                difference_cents=cents,
                bet=wager.number,
                paid_at=by.at,
                reasons=(Reason(text, rules.says.mispaid),),
            )
        )
    return tuple(events)


def discard(rules: TableRules, table: Table, by: Actor) -> Events:
    """Put the cards away; the coup is over."""
    phase = _announced(rules, table, by)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    if not phase.paid or not phase.collected:
        raise Refused(
            ErrorCode.NOT_SETTLED, clause, "cards are discarded when every wager is settled"
        )
    reason = Reason("the coup is over", clause)
    scheme = phase.settlement or rules.settlement
    called = last_coup.call_if_due(rules, table.shoe)
    over = happened.CoupDiscarded(
        settlement=scheme, last_called=bool(called), reasons=(reason, *called)
    )
    return (over,)


def _at_settlement(rules: TableRules, table: Table) -> list[Clauses]:
    """Return by which clauses the optional wagers on the layout wait for the result."""
    lying = {wager.wager for wager in table.wagers}
    offers = (rules.edition.offers[name] for name in rules.offers)
    return [offer.at_settlement for offer in offers if lying.intersection(offer.wagers)]


def settle_pairs_now(rules: TableRules, table: Table, by: Actor) -> Events:
    """Settle wagers on the opening cards, where that comes before the third card."""
    require(rules, by, Power.SETTLE_WAGERS, "settle wagers")
    if pairs_due(rules, table):
        return settle_pairs(rules, table)
    late = merged(rules.says.optional_at_end, *_at_settlement(rules, table))
    if late and not isinstance(table.phase, Settling):
        raise Refused(
            ErrorCode.NOT_BEFORE_THE_RESULT, late, "these are settled when the coup is over"
        )
    if coup_is_on(table):
        raise Malformed("no wager on the opening cards waits to be settled", code=ErrorCode.NOT_NOW)
    provided(rules, rules.says.after_pairs, "whether pairs are settled before the third card")
    raise Malformed("no coup is on", code=ErrorCode.NO_COUP)
