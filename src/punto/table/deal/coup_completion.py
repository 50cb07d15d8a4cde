"""The effects of cards that are turned: totals announced, pairs settled, the coup completed."""

from msgspec.structs import replace

from punto import last_coup
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused, merged
from punto.coup import CoupResult, applied_clauses, finish, opening
from punto.error_codes import ErrorCode
from punto.roads import Bead
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import FacesDealt, SettlingOrder
from punto.rulebook.vocabulary import Ending, PairGrade, Result, Side
from punto.table.base_classes import Events, TableEvent
from punto.table.cards.held_cards import HeldCardSwept
from punto.table.context import At, after, changes
from punto.table.deal import announcements as calling
from punto.table.deal.banker_role import after_coup
from punto.table.deal.dealing_methods import method_of
from punto.table.deal.faces import next_hand
from punto.table.deal.no_bets import optional_only_reasons
from punto.table.deal.wager_results import settle_wagers, wagers_left_on_layout, wagers_with_results
from punto.table.layout_wager import Outcomes, SettledWager, TableWager, outcomes_of
from punto.table.ledger import ledger_after, move_chips, net_cents_by_patron
from punto.table.limits.partners import partner_reasons
from punto.table.limits.under_minimum import advice_events, small_wagers
from punto.table.phase import CoupsToCome, Dealing, Settling
from punto.table.returned_stakes import ReturnedStake, StakesReturned
from punto.table.table import Table
from punto.wagers.coup_state import coup_state

coup_completion: Topic[Table, At] = Topic("coup_completion", changes)
OPENING_CARDS = 4


class PairsSettled(TableEvent, frozen=True, gc=False, tag="pairs_settled"):
    """Wagers on the opening cards are collected, partly in tokens, and paid."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    results: Outcomes
    token_cents: dict[int, int] = {}


class CoupCompleted(TableEvent, frozen=True, gc=False, tag="coup_completed"):
    """A coup has its result, and every wager its outcome; ``coups_left`` are still to come."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.PLAY

    bead: Bead
    player_total: int
    banker_total: int
    results: Outcomes = Outcomes()
    coups_left: int | None = None
    extra_given: bool = False
    last_called: bool = False
    answers: tuple[str, ...] = ()


def opening_dealt(phase: Dealing) -> bool:
    """Return whether both hands have their opening cards."""
    return phase.count >= OPENING_CARDS


def settled_early(rules: TableRules, table: Table) -> tuple[TableWager, ...]:
    """Return the wagers that are settled on the opening cards, before any third card."""
    order = rules.edition.settlement.order
    if order is None or order.value is not SettlingOrder.PAIRS_FIRST:
        return ()
    main = rules.edition.wagering.main.value
    return tuple(wager for wager in table.wagers if wager.wager not in main)


def pairs_due(rules: TableRules, table: Table) -> bool:
    """Return whether wagers on the opening cards wait to be settled."""
    phase = table.phase
    if not isinstance(phase, Dealing) or not opening_dealt(phase) or not phase.all_up:
        return False
    return phase.early is None and bool(settled_early(rules, table))


def check_fault(rules: TableRules, table: Table) -> None:
    """Refuse to continue a coup whose device has failed."""
    if table.open.fault is not None:
        text = "the coup waits until patrons have chosen and the cards are ready"
        raise Refused(ErrorCode.DEVICE_FAILED, rules.says.fault_no_spare, text)


def dealing_phase(rules: TableRules, table: Table) -> Dealing:
    """Return the phase in which cards are dealt. Raise an error if no cards are on the table."""
    if not isinstance(table.phase, Dealing):
        raise Malformed("no cards lie on the table", code=ErrorCode.NOT_NOW)
    check_fault(rules, table)
    return table.phase


def automatic_events(rules: TableRules, table: Table) -> Events:
    """Return the events that follow automatically once all cards on the table are face up."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    if not opening_dealt(phase) or not phase.all_up or phase.out:
        return ()
    if phase.settlement is not None and phase.settlement != rules.settlement:
        # A coup that is settled again keeps its original settlement.
        rules = settling_by(rules, phase.settlement)
    events: list[TableEvent] = []
    if not phase.announced:
        events.append(calling.points_announcement(rules, phase))
    if pairs_due(rules, table) or next_hand(rules, phase) is not None:
        return tuple(events)
    completed, small = _coup_result(rules, table, phase)
    # The Banker role needs the phase before the coup is complete.
    role = after_coup(rules, table, completed.bead.result)
    completion = (*events, completed, *role, *advice_events(rules, small))
    return (*completion, *_retired_held_cards(rules, table, completion))


def _retired_held_cards(rules: TableRules, table: Table, events: Events) -> Events:
    """Retire held cards if no coup follows in this shoe after the result."""
    shoe_over = rules.edition.errors.shoe_over if rules.edition.errors else None
    if not table.next.carried or shoe_over is None or after(table, events).shoe.coups_left != 0:
        return ()
    reason = Reason("the shoe is over: the card is not dealt", shoe_over.clause)
    return (HeldCardSwept(reasons=(reason,)),)


def _coup_result(
    rules: TableRules, table: Table, phase: Dealing
) -> tuple[CoupCompleted, dict[str, tuple[Reason, ...]]]:
    """Return the result of a coup with complete hands, and the advice about small wagers."""
    face_down = method_of(rules, phase).faces is FacesDealt.DOWN
    hands = phase.faces(Side.PLAYER), phase.faces(Side.BANKER)
    coup = finish(rules, *hands, explained=False)
    tie = coup.result is Result.TIE
    ending = last_coup.complete(rules, table.shoe, tie=tie, call=False)
    state = coup_state(rules, coup)
    settled = settle_wagers(rules, table, table.wagers, coup, state)
    bead = Bead(
        coup.result,
        player_pair=state.opening.player is not PairGrade.NONE,
        banker_pair=state.opening.banker is not PairGrade.NONE,
        naturals=coup.naturals,
    )
    # Pairs are settled earlier, but advice is given once for all wagers of a coup.
    small = small_wagers(rules, table, (*(phase.early or ()), *settled))
    small_reasons = tuple(reason for patron_reasons in small.values() for reason in patron_reasons)
    # The reason for each card follows from the cards. The clauses say which rules applied.
    applied = applied_clauses(rules, *hands, face_down=face_down)
    reasons = (
        Reason("", applied),
        *_deal_reasons(rules, table, phase),
        *ending.reasons,
        *small_reasons,
        *partner_reasons(rules, table),
        *calling.result_announcement(rules, table, coup),
    )
    completed = CoupCompleted(
        bead=bead,
        player_total=coup.player_total,
        banker_total=coup.banker_total,
        results=outcomes_of(settled),
        coups_left=ending.coups_left,
        extra_given=ending.extra_given,
        last_called=ending.last_called,
        answers=table.duty.on_duty,
        reasons=reasons,
    )
    return completed, small


def _deal_reasons(rules: TableRules, table: Table, phase: Dealing) -> tuple[Reason, ...]:
    """Return why a coup with only optional wagers was dealt, and why it continued after pairs."""
    early = [bet.wager.wager for bet in phase.early or ()]
    reasons = optional_only_reasons(rules, [*(wager.wager for wager in table.wagers), *early])
    if phase.early is None or not rules.says.after_pairs:
        return reasons
    return (*reasons, Reason("the coup goes on after the pairs", rules.says.after_pairs))


def settle_pairs(rules: TableRules, table: Table) -> Events:
    """Settle the wagers on the opening cards, and return the events that follow."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    cards = opening(rules, phase.faces(Side.PLAYER), phase.faces(Side.BANKER))
    settled = settle_wagers(rules, table, settled_early(rules, table), cards)
    order = rules.edition.settlement.order
    assert order is not None
    reasons = (
        Reason("pairs before any third card, losers first", order.clause),
        *_pair_settlement_reasons(rules, settled),
        *(bet.reason for bet in settled),
        *released_wager_reasons(rules),
    )
    tokens = {bet.number: bet.tokens_lost for bet in settled if bet.tokens_lost}
    paired = PairsSettled(results=outcomes_of(settled), token_cents=tokens, reasons=reasons)
    events: Events = (paired,)
    returned_stakes = tuple(
        ReturnedStake(bet.number, bet.returned_cents, bet.wager.token_cents - bet.tokens_lost)
        for bet in settled
        if bet.returned_cents
    )
    if returned_stakes:
        events = (*events, StakesReturned(stakes=returned_stakes))
    return (*events, *automatic_events(rules, after(table, events)))


def _pair_settlement_reasons(
    rules: TableRules, settled: tuple[SettledWager, ...]
) -> tuple[Reason, ...]:
    """Return the steps in which pairs are settled, if the rulebook has clauses for them."""
    steps = (
        ("losing pairs come off", rules.says.pairs_collected, Ending.LOSE),
        ("winning pairs are paid", rules.says.pairs_paid, Ending.WIN),
    )
    return tuple(
        Reason(text, clause)
        for text, clause, ending in steps
        if clause and any(_ending(bet) is ending for bet in settled)
    )


def _ending(bet: SettledWager) -> Ending | None:
    if bet.result.collected_cents:
        return Ending.LOSE
    return Ending.WIN if bet.result.paid_cents else None


def released_wager_reasons(rules: TableRules) -> tuple[Reason, ...]:
    """Return the reason that chips of settled wagers may be touched again, if a clause says so."""
    clause = rules.says.settled_free
    return (Reason("what is settled is free again", clause),) if clause else ()


def face_up_clauses(rules: TableRules, phase: Dealing) -> tuple[str, ...]:
    """Return the clauses by which all cards are face up before a third one is dealt."""
    method = method_of(rules, phase)
    return merged(method.turned or method.clause, rules.says.third_after_announcement)


@coup_completion.applies(PairsSettled)
def pairs_settled(table: Table, event: PairsSettled, envelope: Envelope) -> Table:
    """Collect and pay wagers on the opening cards. Stakes that are not lost stay on the layout."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    tokens = event.token_cents
    early = tuple(
        replace(bet, tokens_lost=tokens.get(bet.number, 0))
        for bet in wagers_with_results(table.wagers, event.results)
    )
    cents = {bet.number: bet.result.collected_cents for bet in early}
    paid: dict[str, int] = {}
    for bet in early:
        paid[bet.wager.patron] = paid.get(bet.wager.patron, 0) + bet.result.paid_cents
    lost_tokens = sum(tokens.values())
    to_float = sum(cents.values()) - lost_tokens - sum(paid.values())
    table = replace(
        table,
        wagers=wagers_left_on_layout(table, cents, tokens),
        ledger=ledger_after(table, to_float=to_float, tokens=-lost_tokens),
        phase=replace(phase, early=early),
    )
    return move_chips(table, paid)


@coup_completion.applies(CoupCompleted)
def coup_completed(table: Table, event: CoupCompleted, envelope: Envelope) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing)
    early = phase.early or ()
    coup = CoupResult(
        phase.faces(Side.PLAYER),
        phase.faces(Side.BANKER),
        event.player_total,
        event.banker_total,
        event.bead.result,
        event.bead.naturals,
    )
    shoe = table.shoe
    settling = Settling(
        coup,
        wagers_with_results(table.wagers, event.results),
        early=early,
        moved=net_cents_by_patron(early),
        tokens_lost={bet.number: bet.tokens_lost for bet in early if bet.tokens_lost},
        before=CoupsToCome(shoe.coups_left, shoe.extra_given, shoe.last_called),
        role=table.role,
        method=phase.method,
        settlement=phase.settlement,
        holders=phase.holders,
    )
    shoe_after = replace(
        shoe,
        coups_left=event.coups_left,
        extra_given=shoe.extra_given or event.extra_given,
        last_called=shoe.last_called or event.last_called,
    )
    return replace(
        table,
        phase=settling,
        shoe=shoe_after,
        past=replace(table.past, beads={**table.past.beads, table.number: event.bead}),
        next=replace(table.next, allowed=replace(table.next.allowed, relaxed=())),
        open=replace(table.open, fault=None),
    )
