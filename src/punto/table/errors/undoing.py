"""A coup taken back: what it moved, what cannot be got back, and the void itself."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto import last_coup
from punto.clause import Clauses, Reason, merged
from punto.coup import CoupResult
from punto.rulebook.elect import TableRules
from punto.table.errors import events as happened
from punto.table.errors.excess import errors
from punto.table.events import AnyEvent, Events
from punto.table.evolve import after
from punto.table.guards import answering, coup_is_on
from punto.table.ledger import Back, nets, reversal, taken_back, whole
from punto.table.matters import Debt
from punto.table.phase import Dealing, Settling
from punto.table.table import Table
from punto.table.wager import SettledWager, TableWager
from punto.table.wagers.events import StakesReturned


class Unwound(Struct, frozen=True):
    """What is undone of a coup: stakes that lie, winnings and losses, tokens lost, debts.

    ``again`` are the wagers of the coup as they lay, of those who are still there; ``collected``
    and ``paid`` those for which that was done.
    """

    stakes: tuple[Back, ...]
    taken: Mapping[str, int]
    tokens: Mapping[str, int]
    debts: tuple[Debt, ...]
    again: tuple[TableWager, ...]
    collected: tuple[SettledWager, ...] = ()
    paid: tuple[SettledWager, ...] = ()


def laid(settled: tuple[SettledWager, ...]) -> tuple[TableWager, ...]:
    """Return the wagers of a coup as they lay when it was settled, for settling it again."""
    # What did not bind a stake then does not bind it now: the stake itself is the most.
    return tuple(
        replace(bet.wager, maximum=bet.result.own_maximum or (bet.wager.stake_cents, 1))
        for bet in settled
    )


def unwound(table: Table, *, laying: bool) -> Unwound:
    """Return what is undone when the coup that is on, or was the last, is taken apart.

    If its wagers are laid again, their stakes are needed as well.
    """
    phase = table.phase
    stakes = tuple(whole(wager) for wager in table.wagers)
    if isinstance(phase, Dealing):
        settled, taken = phase.early or (), nets(phase.early or ())
        lost = {bet.number: bet.tokens_lost for bet in settled}
        # What is not settled yet lies where it lies, unless the coup is void.
        stakes = () if laying else stakes
        collected = paid = settled
    elif isinstance(phase, Settling):
        settled, taken, lost = (*phase.early, *phase.settled), phase.moved, phase.tokens_lost
        collected = settled if phase.collected else phase.early
        paid = settled if phase.paid else phase.early
    else:
        last = table.past.last
        assert last is not None
        settled, taken, lost = last.settled, last.moved, last.tokens_lost
        collected = paid = settled
    again = tuple(wager for wager in laid(settled) if table.patron(wager.patron) is not None)
    tokens: dict[str, int] = {}
    for wager in again:
        if lost.get(wager.number):
            tokens[wager.patron] = tokens.get(wager.patron, 0) + lost[wager.number]
    undo = Unwound(stakes, taken, tokens, (), again, collected, paid)
    undo = _with_debts(table, undo, laying=laying)
    return undo if laying else replace(undo, again=())


def _with_debts(table: Table, undo: Unwound, *, laying: bool) -> Unwound:
    """Return what cannot be got back, and tokens lent that somebody no longer has.

    Tokens of a settled coup are lent whether they are laid again or only go back.
    """
    needs, short = dict(undo.taken), dict[str, int]()
    for wager in undo.again:
        if laying:
            needs[wager.patron] = needs.get(wager.patron, 0) + wager.chips_cents
        if laying or is_settled(table):
            short[wager.patron] = short.get(wager.patron, 0) + wager.token_cents
    owners = {wager.number: wager.patron for wager in table.wagers}
    for back in undo.stakes:
        name = owners[back.number]
        needs[name] = needs.get(name, 0) - (back.cents - back.token_cents)
        short[name] = short.get(name, 0) - back.token_cents
    debts = list(reversal(table, needs, table.number))
    tokens = dict(undo.tokens)
    for name, cents in short.items():
        patron = table.patron(name)
        lent = cents - tokens.get(name, 0) - (patron.tokens_cents if patron else 0)
        if patron is not None and lent > 0:
            debts.append(Debt(name, lent, table.number, in_tokens=True))
            tokens[name] = tokens.get(name, 0) + lent
    return replace(undo, tokens=tokens, debts=tuple(debts))


def unwinding(rules: TableRules, table: Table, undo: Unwound, *, void: bool = False) -> Events:
    """Return everything that a coup moved on its way back, and what cannot be got back entered."""
    events: list[AnyEvent] = []
    if undo.stakes:
        why = void_reasons(rules, stakes=True, payments=False) if void else ()
        events.append(StakesReturned(stakes=undo.stakes, reasons=why))
    cents = taken_back(table, undo.taken, undo.debts)
    if cents or undo.tokens or undo.debts:
        why = moved_back(rules, undo.collected, undo.paid) if void else ()
        events.append(
            happened.WinningsTakenBack(
                cents=cents, token_cents=dict(undo.tokens), debts=undo.debts, reasons=why
            )
        )
    if undo.again:
        events.append(happened.StakesLaidAgain(wagers=undo.again))
    return (*events, *_owed(rules, table, undo.debts))


def void_reasons(rules: TableRules, *, stakes: bool, payments: bool) -> tuple[Reason, ...]:
    """Return why stakes go back, and what was paid for them, where the text speaks of each."""
    data = errors(rules)
    back = (
        (stakes, "every stake goes back", data.void_stakes),
        (payments, "what was paid comes back", data.void_payments),
    )
    return tuple(Reason(text, clause) for moves, text, clause in back if moves and clause)


def moved_back(
    rules: TableRules, collected: tuple[SettledWager, ...], paid: tuple[SettledWager, ...]
) -> tuple[Reason, ...]:
    """Return why winnings of a void coup come back and losses go back."""
    lost = any(bet.result.collected_cents for bet in collected)
    won = any(bet.result.paid_cents for bet in paid)
    return void_reasons(rules, stakes=lost, payments=won)


def _owed(rules: TableRules, table: Table, debts: tuple[Debt, ...]) -> Events:
    """Return what cannot be got back as wrong payments, where the rulebook keeps those."""
    if rules.edition.mispayments is None:
        return ()
    reasons = (Reason("what cannot be got back", rules.says.mispaid),)
    return tuple(
        happened.Mispaid(
            number=place,
            coup=debt.coup,
            patron=debt.patron,
            wager="coup",
            difference_cents=debt.cents,
            reasons=reasons,
        )
        for place, debt in enumerate(debts, start=table.count.mispayments + 1)
    )


def on_or_just_over(table: Table) -> bool:
    """Return whether a coup is on, or over without the next having begun."""
    if coup_is_on(table):
        return True
    last = table.past.last
    return last is not None and last.number == table.number and not last.void


def is_settled(table: Table) -> bool:
    """Return whether chips of the coup that is on, or was the last, have moved for good."""
    phase = table.phase
    return not isinstance(phase, Dealing) and not (isinstance(phase, Settling) and not phase.begun)


def last_result(table: Table) -> CoupResult:
    """Return the result of the coup that is being settled, or was the last."""
    if isinstance(table.phase, Settling):
        return table.phase.coup
    assert table.past.last is not None
    return table.past.last.coup


def reopened(rules: TableRules, table: Table, *, laying: bool) -> Events:
    """Return a coup that is settled laid out again, and what cannot be got back entered."""
    if not is_settled(table):
        return ()
    coup = last_result(table)
    again = happened.CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    undo = unwound(table, laying=laying)
    return (*unwinding(rules, table, undo, void=not laying), again)


def laid_out(rules: TableRules, table: Table) -> Events:
    """Return a coup that has its result laid out again, every wager as it lay."""
    if not isinstance(table.phase, Settling):
        return ()
    coup = last_result(table)
    again = happened.CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    return (*unwinding(rules, table, unwound(table, laying=True)), again)


def undone(rules: TableRules, table: Table, ground: str, clause: Clauses) -> Events:
    """Return the coup that is on or just over, paid or not, voided with every stake back."""
    events = reopened(rules, table, laying=False)
    table = after(table, events)
    returns = merged(clause, errors(rules).void_returns)
    reason = Reason(f"void, every stake goes back: {ground}", returns)
    return (*events, *voiding(rules, table, ground, reason))


def voiding(rules: TableRules, table: Table, ground: str, reason: Reason) -> Events:
    """Return the void of a coup that is not settled, with every stake on its way back.

    A cutting card that came out in the coup counts all the same, a tie does not.
    """
    back: Events = ()
    if isinstance(table.phase, Dealing | Settling):
        back = unwinding(rules, table, unwound(table, laying=False), void=True)
    shoe = table.shoe
    if isinstance(table.phase, Settling):
        # A result that does not count gives no further coup either.
        before = table.phase.before
        shoe = replace(
            shoe,
            coups_left=before.left,
            extra_given=before.extra_given,
            last_called=before.last_called,
        )
    ending = last_coup.complete(rules, shoe, tie=False)
    void = happened.CoupVoided(
        ground=ground,
        coups_left=ending.coups_left,
        last_called=ending.last_called,
        reasons=(reason, *ending.reasons, *answering(rules, table, "coup")),
    )
    return (*back, void)


def void_for_want_of_cards(rules: TableRules, table: Table) -> Events:
    """Void a coup for which a card is missing."""
    data = errors(rules)
    reason = Reason(
        "a card that is due is missing: the coup is void and every stake goes back",
        merged(data.too_few_cards.clause, data.void_returns),
    )
    return voiding(rules, table, "too few cards", reason)
