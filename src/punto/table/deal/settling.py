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
from punto.table.authority import require, require_clauses
from punto.table.base_classes import Events, TableCommand, TableEvent
from punto.table.context import At, changes
from punto.table.deal.coup_completion import pairs_due, released_wager_reasons, settle_pairs
from punto.table.deal.dealing_methods import duty_without_turners
from punto.table.deal.no_bets import next_no_bet
from punto.table.deal.wager_results import wagers_left_on_layout
from punto.table.guards import answering_reasons, check_blocks, coup_is_on
from punto.table.ledger import ledger_after, move_chips
from punto.table.mispayments import Mispaid
from punto.table.phase import Idle, PastCoup, Settling
from punto.table.returned_stakes import StakesReturned, part_of_stake
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
    """The amounts collected from losing wagers, by wager number, and their part in tokens."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: dict[int, int]
    token_cents: dict[int, int] = {}


class WinnersPaid(TableEvent, frozen=True, gc=False, tag="winners_paid"):
    """The amounts paid on wagers, by wager number."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    cents: dict[int, int]


class CoupDiscarded(TableEvent, frozen=True, gc=False, tag="coup_discarded"):
    """The cards are discarded and the coup is over; ``last_called`` if the next is the last."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    settlement: str
    last_called: bool = False


def _settling_phase(rules: TableRules, table: Table, by: Actor) -> Settling:
    """Return the settling phase, or refuse to settle before the result."""
    require(rules, by, Power.SETTLE_WAGERS, "settle wagers")
    if not isinstance(table.phase, Settling):
        result_rule = rules.edition.settlement.waits.get(rules.settlement)
        rule = result_rule or (rules.edition.deal.announced_first if rules.edition.deal else None)
        clause = rule.clause if rule else rules.edition.wagering.main.clause
        raise Refused(
            ErrorCode.NO_RESULT_YET, clause, "wagers are settled when the result is announced"
        )
    check_blocks(table, "coup", "settle")
    return table.phase


def _order_clauses(rules: TableRules) -> Clauses:
    order = rules.edition.settlement.order
    return order.clause if order else ()


def _losers_come_first(rules: TableRules) -> bool:
    """Return whether losers are collected first; a rule about pairs alone says nothing of it."""
    order = rules.edition.settlement.order
    return order is None or order.value is not SettlingOrder.PAIRS_FIRST


@settling.permits(CollectLosers)
def may_collect_losers(at: At) -> None:
    """Raise an error if this person may not collect losing wagers now."""
    rules, table, by = at.rules, at.state, at.by
    phase = _settling_phase(rules, table, by)
    if phase.collected:
        raise Refused(
            ErrorCode.ALREADY_COLLECTED, _order_clauses(rules), "the losing wagers are off already"
        )


@settling.decides(CollectLosers)
def collect_losers(at: At, command: CollectLosers) -> Events:
    """Collect what was lost, or the amounts that the dealer collected instead."""
    rules, table, by = at.rules, at.state, at.by
    may_collect_losers(at)
    phase = _settling_phase(rules, table, by)
    due = {bet.number: bet.result.collected_cents for bet in phase.settled}
    taken = _moved_amounts(phase, command.collected, due)
    on_layout = {wager.number: wager for wager in table.wagers}
    for number, amount in taken.items():
        if amount > (on_layout[number].stake_cents if number in on_layout else 0):
            raise Malformed("no more is taken than lies there", code=ErrorCode.INCOMPLETE)
    cents = {number: amount for number, amount in taken.items() if amount}
    # Tokens are collected before chips.
    tokens = {number: min(on_layout[number].token_cents, cents[number]) for number in cents}
    order = _order_clauses(rules) if _losers_come_first(rules) else ()
    reasons = (Reason("losers first, then winners", order),) if phase.settled and order else ()
    collected = LosersCollected(
        cents=cents,
        token_cents={number: amount for number, amount in tokens.items() if amount},
        reasons=(*reasons, *answering_reasons(rules, table, "settlement")),
    )
    mispaid = _mispayment_events(rules, table, by, phase, {n: due[n] - taken[n] for n in due})
    # If winners are paid already, stakes that were not collected go back now.
    left_cents = {
        number: wager.stake_cents - cents.get(number, 0) for number, wager in on_layout.items()
    }
    returned_stakes = tuple(
        part_of_stake(on_layout[number], amount) for number, amount in left_cents.items() if amount
    )
    returned = (StakesReturned(stakes=returned_stakes),) if phase.paid and returned_stakes else ()
    return (collected, *returned, *mispaid)


def _moved_amounts(
    phase: Settling, entered: Mapping[int, int], due: Mapping[int, int]
) -> dict[int, int]:
    """Return the amount moved for each wager: what was due, or what the dealer moved instead."""
    numbers = {bet.number for bet in phase.settled}
    if not numbers.issuperset(entered) or any(cents < 0 for cents in entered.values()):
        raise Malformed(
            "name wagers of this coup by their numbers, and amounts from nothing up",
            code=ErrorCode.INCOMPLETE,
        )
    return {number: entered.get(number, cents) for number, cents in due.items()}


@settling.permits(PayWinners)
def may_pay_winners(at: At) -> None:
    """Raise an error if this person may not pay winning wagers now."""
    rules, table, by = at.rules, at.state, at.by
    phase = _settling_phase(rules, table, by)
    if not phase.collected and _losers_come_first(rules):
        raise Refused(
            ErrorCode.LOSERS_FIRST,
            _order_clauses(rules),
            "losing wagers come off before any is paid",
        )
    if phase.paid:
        raise Refused(ErrorCode.ALREADY_PAID, _order_clauses(rules), "the winners are paid already")


@settling.decides(PayWinners)
def pay_winners(at: At, command: PayWinners) -> Events:
    """Pay what was won, or the amounts that the dealer paid, and return the other stakes."""
    rules, table, by = at.rules, at.state, at.by
    may_pay_winners(at)
    phase = _settling_phase(rules, table, by)
    due = {bet.number: bet.result.paid_cents for bet in phase.settled}
    paid = _moved_amounts(phase, command.paid, due)
    for bet in phase.settled:
        if paid[bet.number] and table.patron(bet.wager.patron) is None:
            # A patron who lost everything may leave before the others are paid.
            raise Malformed(f"{bet.wager.patron} has left the table", code=ErrorCode.UNKNOWN_PATRON)
    if sum(paid.values()) > table.ledger.float_cents:
        raise Malformed("the float does not hold so many chips", code=ErrorCode.FLOAT_TOO_SMALL)
    cents = {number: amount for number, amount in paid.items() if amount}
    chip_clause = rules.paid_in if cents else ()
    chip_reasons = (Reason("paid in the chips of the table", chip_clause),) if chip_clause else ()
    reasons = (
        *chip_reasons,
        *answering_reasons(rules, table, "settlement"),
        *released_wager_reasons(rules),
    )
    events: Events = (WinnersPaid(cents=cents, reasons=reasons),)
    lost_cents = {bet.number: bet.result.collected_cents for bet in phase.settled}
    still_due = {} if phase.collected else lost_cents
    left_cents = (
        (wager, wager.stake_cents - still_due.get(wager.number, 0)) for wager in table.wagers
    )
    returned_stakes = tuple(part_of_stake(wager, amount) for wager, amount in left_cents if amount)
    if returned_stakes:
        events = (*events, StakesReturned(stakes=returned_stakes))
    return (
        *events,
        *_mispayment_events(rules, table, by, phase, {n: paid[n] - due[n] for n in due}),
    )


def _mispayment_events(
    rules: TableRules, table: Table, by: Actor, phase: Settling, differences: Mapping[int, int]
) -> Events:
    """Return the wrong payments of a settlement; an overpayment is positive."""
    wrong_bets = [bet for bet in phase.settled if differences[bet.number]]
    events = []
    for number, settled in enumerate(wrong_bets, start=table.count.mispayments + 1):
        cents, wager = differences[settled.number], settled.wager
        over = "over" if cents > 0 else "under"
        text = f"{wager.patron} {wager.wager} settled {over} by {dollars(abs(cents))}"
        events.append(
            Mispaid(
                number=number,
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
    phase = _settling_phase(rules, table, by)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    if not phase.paid or not phase.collected:
        raise Refused(
            ErrorCode.NOT_SETTLED, clause, "cards are discarded when every wager is settled"
        )


@settling.decides(Discard)
def discard(at: At, command: Discard) -> Events:
    """Discard the cards. The coup is over."""
    rules, table, by = at.rules, at.state, at.by
    may_discard(at)
    phase = _settling_phase(rules, table, by)
    deal = rules.edition.deal
    assert deal is not None
    clause = deal.before_next.clause if deal.before_next else deal.order.clause
    assert phase.paid
    assert phase.collected
    reason = Reason("the coup is over", clause)
    settlement = phase.settlement or rules.settlement
    last_call = last_coup.call_if_due(rules, table.shoe)
    discarded = CoupDiscarded(
        settlement=settlement, last_called=bool(last_call), reasons=(reason, *last_call)
    )
    return (discarded,)


def _late_offer_clauses(rules: TableRules, table: Table) -> list[Clauses]:
    """Return the clauses by which the optional wagers on the layout wait for the result."""
    on_layout = {wager.wager for wager in table.wagers}
    offers = (rules.edition.offers[name] for name in rules.offers)
    return [offer.at_settlement for offer in offers if on_layout.intersection(offer.wagers)]


@settling.permits(SettlePairs)
def may_settle_pairs_now(at: At) -> None:
    """Raise an error if this person may not settle wagers on pairs now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.SETTLE_WAGERS, "settle wagers")


@settling.decides(SettlePairs)
def settle_pairs_now(at: At, command: SettlePairs) -> Events:
    """Settle wagers on the opening cards before the third card, if the rulebook says so."""
    rules, table = at.rules, at.state
    may_settle_pairs_now(at)
    if pairs_due(rules, table):
        return settle_pairs(rules, table)
    late_clauses = merged(rules.says.optional_at_end, *_late_offer_clauses(rules, table))
    if late_clauses and not isinstance(table.phase, Settling):
        raise Refused(
            ErrorCode.NOT_BEFORE_THE_RESULT, late_clauses, "these are settled when the coup is over"
        )
    if coup_is_on(table):
        raise Malformed("no wager on the opening cards waits to be settled", code=ErrorCode.NOT_NOW)
    require_clauses(
        rules, rules.says.after_pairs, "whether pairs are settled before the third card"
    )
    raise Malformed("no coup is on", code=ErrorCode.NO_COUP)


@settling.applies(LosersCollected)
def losers_collected(table: Table, event: LosersCollected, envelope: Envelope) -> Table:
    """Move lost stakes from the layout to the float."""
    phase = table.phase
    assert isinstance(phase, Settling)
    owners = {wager.number: wager.patron for wager in table.wagers}
    moved_cents = dict(phase.moved)
    for number, cents in event.cents.items():
        chips = cents - event.token_cents.get(number, 0)
        if chips:
            name = owners[number]
            moved_cents[name] = moved_cents.get(name, 0) - chips
    lost_tokens = sum(event.token_cents.values())
    tokens_lost = {**phase.tokens_lost, **event.token_cents}
    collected = event.cents
    settled = phase.settled
    if any(collected.get(bet.number, 0) != bet.result.collected_cents for bet in settled):
        settled = tuple(bet.really(None, collected.get(bet.number, 0)) for bet in settled)
    return replace(
        table,
        phase=replace(
            phase, settled=settled, collected=True, moved=moved_cents, tokens_lost=tokens_lost
        ),
        next=replace(table.next, allowed=replace(table.next.allowed, removable=False)),
        wagers=wagers_left_on_layout(table, event.cents, event.token_cents),
        ledger=ledger_after(
            table, to_float=sum(event.cents.values()) - lost_tokens, tokens=-lost_tokens
        ),
    )


@settling.applies(WinnersPaid)
def winners_paid(table: Table, event: WinnersPaid, envelope: Envelope) -> Table:
    """Move winnings from the float to the patrons."""
    phase = table.phase
    assert isinstance(phase, Settling)
    owners = {bet.number: bet.wager.patron for bet in phase.settled}
    winnings: dict[str, int] = {}
    for number, cents in event.cents.items():
        winnings[owners[number]] = winnings.get(owners[number], 0) + cents
    moved_cents = dict(phase.moved)
    for name, cents in winnings.items():
        moved_cents[name] = moved_cents.get(name, 0) + cents
    table = move_chips(table, winnings)
    settled = phase.settled
    if any(event.cents.get(bet.number, 0) != bet.result.paid_cents for bet in settled):
        settled = tuple(bet.really(event.cents.get(bet.number, 0), None) for bet in settled)
    return replace(
        table,
        phase=replace(phase, settled=settled, paid=True, paid_at=envelope.at, moved=moved_cents),
        ledger=ledger_after(table, to_float=-sum(winnings.values())),
    )


@settling.applies(CoupDiscarded)
def coup_discarded(table: Table, event: CoupDiscarded, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Settling)
    no_bet, allowed = table.next.no_bet is not None, table.next.allowed
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
        no_bet=no_bet,
        advised=phase.advised,
        paid_at=phase.paid_at,
    )
    no_bets_in_a_row = table.count.no_bets_in_a_row + 1 if no_bet else 0
    last_called = table.shoe.last_called or event.last_called
    return replace(
        table,
        shoe=replace(table.shoe, last_called=last_called),
        phase=Idle(),
        next=replace(
            table.next, allowed=replace(allowed, both_hands=()), no_bet=next_no_bet(table)
        ),
        count=replace(table.count, no_bets_in_a_row=no_bets_in_a_row),
        past=replace(table.past, last=past),
        duty=duty_without_turners(table),
    )
