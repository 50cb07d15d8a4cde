"""What follows when cards lie face up: points called, pairs settled, the result, the wagers."""

from fractions import Fraction

from msgspec.structs import replace

from punto import last_coup
from punto.clause import Malformed, Reason, Refused, merged
from punto.coup import CoupResult, applied_clauses, finish, opening
from punto.error_codes import ErrorCode
from punto.facts import facts
from punto.roads import Bead
from punto.rulebook.elect import TableRules, settling_by
from punto.rulebook.policies import FacesDealt, SettlingOrder
from punto.rulebook.rows import Facts
from punto.rulebook.terms import Ending, PairGrade, Result, Side
from punto.table.deal import calling
from punto.table.deal import events as happened
from punto.table.deal.faces import due_to
from punto.table.deal.methods import method_of
from punto.table.deal.no_bets import played_out
from punto.table.deal.role import after_coup
from punto.table.errors.events import HeldCardSwept
from punto.table.events import AnyEvent, Events
from punto.table.evolve import after
from punto.table.ledger import Back
from punto.table.limits.areas import own_maximum
from punto.table.limits.caps import area_shares
from punto.table.limits.partners import partners_noted
from punto.table.limits.small import advice, returned, small_wagers
from punto.table.limits.units import within_units
from punto.table.phase import Dealing
from punto.table.table import Table
from punto.table.wager import Ratio, SettledWager, TableWager, WagerResult, gathered
from punto.table.wagers.events import StakesReturned
from punto.wagers import Placed, Settled, settled_in_order

OPENING_CARDS = 4


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
    """Refuse to go on with a coup whose device has failed."""
    if table.open.fault is not None:
        text = "the coup waits until patrons have chosen and the cards are ready"
        raise Refused(ErrorCode.DEVICE_FAILED, rules.says.fault_no_spare, text)


def dealing(rules: TableRules, table: Table) -> Dealing:
    """Return the phase in which cards lie on the table, or say that none do."""
    if not isinstance(table.phase, Dealing):
        raise Malformed("no cards lie on the table", code=ErrorCode.NOT_NOW)
    check_fault(rules, table)
    return table.phase


def proceed(rules: TableRules, table: Table) -> Events:
    """Return what goes by itself once all cards on the table lie face up."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    if not opening_dealt(phase) or not phase.all_up or phase.out:
        return ()
    if phase.settlement is not None and phase.settlement != rules.settlement:
        # A coup that is settled again is settled as it was then.
        rules = settling_by(rules, phase.settlement)
    events: list[AnyEvent] = []
    if not phase.announced:
        events.append(calling.points(rules, phase))
    if pairs_due(rules, table) or due_to(rules, phase) is not None:
        return tuple(events)
    completed, small = _completed(rules, table, phase)
    # The role looks at the coup as it is dealt, before it is complete.
    role = after_coup(rules, table, completed.bead.result)
    done = (*events, completed, *role, *advice(rules, small))
    return (*done, *_retired(rules, table, done))


def _retired(rules: TableRules, table: Table, done: Events) -> Events:
    """Return held cards retired when the result says that no coup follows in this shoe."""
    over = rules.edition.errors.shoe_over if rules.edition.errors else None
    if not table.next.carried or over is None or after(table, done).shoe.coups_left != 0:
        return ()
    reason = Reason("the shoe is over: the card is not dealt", over.clause)
    return (HeldCardSwept(reasons=(reason,)),)


def _completed(
    rules: TableRules, table: Table, phase: Dealing
) -> tuple[happened.CoupCompleted, dict[str, tuple[Reason, ...]]]:
    """Return the result of a coup whose hands are complete, and what it does to every wager."""
    down = method_of(rules, phase).faces is FacesDealt.DOWN
    hands = phase.faces(Side.PLAYER), phase.faces(Side.BANKER)
    coup = finish(rules, *hands, explained=False)
    tie = coup.result is Result.TIE
    ending = last_coup.complete(rules, table.shoe, tie=tie, call=False)
    seen = facts(rules, coup)
    settled = settle_wagers(rules, table, table.wagers, coup, seen)
    bead = Bead(
        coup.result,
        player_pair=seen.player_pair is not PairGrade.NONE,
        banker_pair=seen.banker_pair is not PairGrade.NONE,
        naturals=coup.naturals,
    )
    # Pairs are settled before, but advice comes once for all wagers of a coup.
    small = small_wagers(rules, table, (*(phase.early or ()), *settled))
    noticed = tuple(reason for why in small.values() for reason in why)
    # Why each card fell where it did follows from the cards; the clauses say which rules it took.
    applied = applied_clauses(rules, *hands, face_down=down)
    reasons = (
        Reason("", applied),
        *_alone(rules, table, phase),
        *ending.reasons,
        *noticed,
        *partners_noted(rules, table),
        *calling.result(rules, table, coup),
    )
    completed = happened.CoupCompleted(
        bead=bead,
        player_total=coup.player_total,
        banker_total=coup.banker_total,
        results=gathered(settled),
        coups_left=ending.coups_left,
        extra_given=ending.extra_given,
        last_called=ending.last_called,
        answers=table.duty.on_duty,
        reasons=reasons,
    )
    return completed, small


def _alone(rules: TableRules, table: Table, phase: Dealing) -> tuple[Reason, ...]:
    """Return why a coup with optional wagers alone was dealt out, and what followed pairs."""
    early = [bet.wager.wager for bet in phase.early or ()]
    only = played_out(rules, [*(wager.wager for wager in table.wagers), *early])
    if phase.early is None or not rules.says.after_pairs:
        return only
    return (*only, Reason("the coup goes on after the pairs", rules.says.after_pairs))


def settle_wagers(
    rules: TableRules,
    table: Table,
    wagers: tuple[TableWager, ...],
    coup: CoupResult,
    seen: Facts | None = None,
) -> tuple[SettledWager, ...]:
    """Return what wagers come to, in the order of settling."""
    back, lying, placed = [], [], []
    shares = area_shares(rules, table, wagers)
    for wager in wagers:
        handed = returned(rules, table, wager)
        if handed is not None:
            back.append(SettledWager(wager, handed))
            continue
        own = own_maximum(rules, table, wager)
        share = shares.get(wager.number, own)
        share, cut_by = within_units(rules, table, wager, share)
        lying.append((wager, own))
        if not cut_by and wager.number in shares:
            cut_by = _area_clause(rules, wager, own)
        placed.append(Placed(wager.patron, wager.wager, wager.stake_cents, share, cut_by))
    settled = []
    for place, came in settled_in_order(rules, placed, coup, seen=seen):
        wager, own = lying[place]
        result = _result(wager, came, own)
        if wager.token_cents and result.paid_cents:
            in_chips = merged(result.clause, rules.says.token_winnings)
            result = replace(result, clause=in_chips)
        # Tokens go before chips.
        tokens = min(wager.token_cents, result.collected_cents)
        settled.append(SettledWager(wager, result, tokens))
    return (*settled, *back)


def _area_clause(
    rules: TableRules, wager: TableWager, own: int | Fraction | None
) -> tuple[str, ...]:
    """Return what bound a wager in an area over its maximum, and over its own where it was both."""
    late = rules.edition.limits.area_late if rules.edition.limits else None
    over = rules.edition.settlement.over_maximum
    both = own is not None and own < wager.stake_cents and over is not None
    return merged(over.clause if both and over else (), late.clause if late else ())


def _result(wager: TableWager, came: Settled, own: int | Fraction | None) -> WagerResult:
    """Return what a wager came to as it is kept: what was at risk only where that was less."""
    action = came.action if came.action != wager.stake_cents else None
    return WagerResult(
        number=wager.number,
        outcome=came.outcome,
        odds=came.odds,
        paid_cents=came.paid_cents,
        collected_cents=came.collected_cents,
        maximum=_ratio(action),
        own_maximum=_ratio(own if own is not None and own < wager.stake_cents else None),
        clause=came.clause,
    )


def _ratio(amount: int | Fraction | None) -> Ratio | None:
    return None if amount is None else (amount.numerator, amount.denominator)


def settle_pairs(rules: TableRules, table: Table) -> Events:
    """Return wagers on the opening cards settled, and what follows."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    cards = opening(rules, phase.faces(Side.PLAYER), phase.faces(Side.BANKER))
    settled = settle_wagers(rules, table, settled_early(rules, table), cards)
    order = rules.edition.settlement.order
    assert order is not None
    reasons = (
        Reason("pairs before any third card, losers first", order.clause),
        *_pair_steps(rules, settled),
        *(bet.reason for bet in settled),
        *freed_wagers(rules),
    )
    tokens = {bet.number: bet.tokens_lost for bet in settled if bet.tokens_lost}
    paired = happened.PairsSettled(results=gathered(settled), token_cents=tokens, reasons=reasons)
    events: Events = (paired,)
    back = tuple(
        Back(bet.number, bet.returned_cents, bet.wager.token_cents - bet.tokens_lost)
        for bet in settled
        if bet.returned_cents
    )
    if back:
        events = (*events, StakesReturned(stakes=back))
    return (*events, *proceed(rules, after(table, events)))


def _pair_steps(rules: TableRules, settled: tuple[SettledWager, ...]) -> tuple[Reason, ...]:
    """Return the steps in which pairs are settled, where the text speaks of each."""
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


def freed_wagers(rules: TableRules) -> tuple[Reason, ...]:
    """Return why chips of settled wagers may be touched again, where the text says so."""
    clause = rules.says.settled_free
    return (Reason("what is settled is free again", clause),) if clause else ()


def why_down(rules: TableRules, phase: Dealing) -> tuple[str, ...]:
    """Return the clauses by which cards lie face up before a third one is dealt."""
    method = method_of(rules, phase)
    return merged(method.turned or method.clause, rules.says.third_after_announcement)
