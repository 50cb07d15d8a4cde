"""Losers collected, winners paid, cards discarded: in that order."""

from collections.abc import Mapping

from msgspec import field
from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.roles import Cents, LayoutWager
from punto.aggregate.topic import Topic
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.policies import SettlingOrder
from punto.rulebook.power import Power
from punto.table.authority import provided, require
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.coup_completion import freed_wagers, pairs_due, settle_pairs
from punto.table.deal.dealing_methods import turners_gone
from punto.table.deal.no_bets import next_no_bet
from punto.table.deal.wager_results import layout_left
from punto.table.guards import answering, check_blocks, coup_is_on
from punto.table.ledger import booked, moved
from punto.table.mispayments import Mispaid
from punto.table.phase import Idle, PastCoup, Settling
from punto.table.returned_stakes import StakesReturned, part
from punto.table.table import Table

settling: Topic[Table, At] = Topic("settling", changes)


class SettlePairs(TableCommand, frozen=True, tag="settle_pairs"):
    """Wagers on the opening cards are collected and paid before any third card."""

    group = Group.DEAL
    powers = (Power.SETTLE_WAGERS,)


class CollectLosers(TableCommand, frozen=True, tag="collect_losers"):
    """Losing stakes go to the float; ``collected`` where the dealer took another amount."""

    group = Group.DEAL
    powers = (Power.SETTLE_WAGERS,)

    collected: dict[LayoutWager, Cents] = field(default_factory=dict)


class PayWinners(TableCommand, frozen=True, tag="pay_winners"):
    """Winners are paid and stakes go back; ``paid`` where the dealer paid another amount."""

    group = Group.DEAL
    powers = (Power.SETTLE_WAGERS,)

    paid: dict[LayoutWager, Cents] = field(default_factory=dict)


class Discard(TableCommand, frozen=True, tag="discard"):
    """The cards of a settled coup go to the discards, and the coup is over."""

    group = Group.DEAL
    powers = (Power.SETTLE_WAGERS,)


class LosersCollected(TableEvent, frozen=True, gc=False, tag="losers_collected"):
    """What is taken from each losing wager, by its number, and of that in tokens."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: dict[int, int]
    token_cents: dict[int, int] = {}


class WinnersPaid(TableEvent, frozen=True, gc=False, tag="winners_paid"):
    """What is paid on each wager, by its number, and when."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: dict[int, int]


class CoupDiscarded(TableEvent, frozen=True, gc=False, tag="coup_discarded"):
    """The cards are away and the coup is over; the next is called the last, where it is."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    settlement: str
    last_called: bool = False


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


@settling.permits(CollectLosers)
def may_collect_losers(at: At) -> None:
    """Raise an error if this person may not collect losing wagers now."""
    rules, table, by = at.rules, at.state, at.by
    phase = _announced(rules, table, by)
    if phase.collected:
        raise Refused(
            ErrorCode.ALREADY_COLLECTED, _order(rules), "the losing wagers are off already"
        )


@settling.decides(CollectLosers)
def collect_losers(at: At, command: CollectLosers) -> Events:
    """Take what was lost, or what the dealer took instead."""
    rules, table, by = at.rules, at.state, at.by
    may_collect_losers(at)
    phase = _announced(rules, table, by)
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
    collected = LosersCollected(
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


@settling.permits(PayWinners)
def may_pay_winners(at: At) -> None:
    """Raise an error if this person may not pay winning wagers now."""
    rules, table, by = at.rules, at.state, at.by
    phase = _announced(rules, table, by)
    if not phase.collected and _ordered(rules):
        raise Refused(
            ErrorCode.LOSERS_FIRST, _order(rules), "losing wagers come off before any is paid"
        )
    if phase.paid:
        raise Refused(ErrorCode.ALREADY_PAID, _order(rules), "the winners are paid already")


@settling.decides(PayWinners)
def pay_winners(at: At, command: PayWinners) -> Events:
    """Pay what was won, or what the dealer paid instead, and hand back what was not lost."""
    rules, table, by = at.rules, at.state, at.by
    may_pay_winners(at)
    phase = _announced(rules, table, by)
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
    events: Events = (WinnersPaid(cents=cents, reasons=reasons),)
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


@settling.permits(Discard)
def may_discard(at: At) -> None:
    """Raise an error if this person may not put the cards away now."""
    rules, table, by = at.rules, at.state, at.by
    phase = _announced(rules, table, by)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    if not phase.paid or not phase.collected:
        raise Refused(
            ErrorCode.NOT_SETTLED, clause, "cards are discarded when every wager is settled"
        )


@settling.decides(Discard)
def discard(at: At, command: Discard) -> Events:
    """Put the cards away; the coup is over."""
    rules, table, by = at.rules, at.state, at.by
    may_discard(at)
    phase = _announced(rules, table, by)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    assert phase.paid
    assert phase.collected
    reason = Reason("the coup is over", clause)
    scheme = phase.settlement or rules.settlement
    called = last_coup.call_if_due(rules, table.shoe)
    over = CoupDiscarded(settlement=scheme, last_called=bool(called), reasons=(reason, *called))
    return (over,)


def _at_settlement(rules: TableRules, table: Table) -> list[Clauses]:
    """Return by which clauses the optional wagers on the layout wait for the result."""
    lying = {wager.wager for wager in table.wagers}
    offers = (rules.edition.offers[name] for name in rules.offers)
    return [offer.at_settlement for offer in offers if lying.intersection(offer.wagers)]


@settling.permits(SettlePairs)
def may_settle_pairs_now(at: At) -> None:
    """Raise an error if this person may not settle wagers on pairs now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.SETTLE_WAGERS, "settle wagers")


@settling.decides(SettlePairs)
def settle_pairs_now(at: At, command: SettlePairs) -> Events:
    """Settle wagers on the opening cards, where that comes before the third card."""
    rules, table = at.rules, at.state
    may_settle_pairs_now(at)
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


@settling.applies(LosersCollected)
def losers_collected(table: Table, event: LosersCollected, envelope: Envelope) -> Table:
    """Move what was lost from the layout to the float."""
    phase = table.phase
    assert isinstance(phase, Settling)
    owners = {wager.number: wager.patron for wager in table.wagers}
    moves = dict(phase.moved)
    for number, cents in event.cents.items():
        chips = cents - event.token_cents.get(number, 0)
        if chips:
            name = owners[number]
            moves[name] = moves.get(name, 0) - chips
    gone = sum(event.token_cents.values())
    lost = {**phase.tokens_lost, **event.token_cents}
    taken = event.cents
    settled = phase.settled
    if any(taken.get(bet.number, 0) != bet.result.collected_cents for bet in settled):
        settled = tuple(bet.really(None, taken.get(bet.number, 0)) for bet in settled)
    return replace(
        table,
        phase=replace(phase, settled=settled, collected=True, moved=moves, tokens_lost=lost),
        next=replace(table.next, allowed=replace(table.next.allowed, removable=False)),
        wagers=layout_left(table, event.cents, event.token_cents),
        ledger=booked(table, to_float=sum(event.cents.values()) - gone, tokens=-gone),
    )


@settling.applies(WinnersPaid)
def winners_paid(table: Table, event: WinnersPaid, envelope: Envelope) -> Table:
    """Move winnings from the float to the patrons."""
    phase = table.phase
    assert isinstance(phase, Settling)
    owners = {bet.number: bet.wager.patron for bet in phase.settled}
    won: dict[str, int] = {}
    for number, cents in event.cents.items():
        won[owners[number]] = won.get(owners[number], 0) + cents
    moves = dict(phase.moved)
    for name, cents in won.items():
        moves[name] = moves.get(name, 0) + cents
    table = moved(table, won)
    settled = phase.settled
    if any(event.cents.get(bet.number, 0) != bet.result.paid_cents for bet in settled):
        settled = tuple(bet.really(event.cents.get(bet.number, 0), None) for bet in settled)
    return replace(
        table,
        phase=replace(phase, settled=settled, paid=True, paid_at=envelope.at, moved=moves),
        ledger=booked(table, to_float=-sum(won.values())),
    )


@settling.applies(CoupDiscarded)
def coup_discarded(table: Table, event: CoupDiscarded, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Settling)
    without, allowed = table.next.no_bet is not None, table.next.allowed
    past = PastCoup(
        number=table.number,
        shoe=table.shoe.number,
        coup=phase.coup,
        bead=table.past.beads[table.number],
        settled=(*phase.early, *phase.settled),
        moved=phase.moved,
        settlement=event.settlement,
        tokens_lost=phase.tokens_lost,
        before=phase.before,
        role=phase.role,
        method=phase.method,
        no_bet=without,
        advised=phase.advised,
        paid_at=phase.paid_at,
    )
    run = table.count.no_bets_in_a_row + 1 if without else 0
    called = table.shoe.last_called or event.last_called
    return replace(
        table,
        shoe=replace(table.shoe, last_called=called),
        phase=Idle(),
        next=replace(
            table.next, allowed=replace(allowed, both_hands=()), no_bet=next_no_bet(table)
        ),
        count=replace(table.count, no_bets_in_a_row=run),
        past=replace(table.past, last=past),
        duty=turners_gone(table),
    )
