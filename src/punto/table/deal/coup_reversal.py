"""A coup taken back: what it moved, what cannot be got back, and its cards laid out again."""

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.topic import Topic
from punto.cards import Card
from punto.clause import Reason
from punto.coup import CoupResult
from punto.roads import Bead
from punto.rulebook.elect import TableRules
from punto.table.base_classes import Events, TableEvent
from punto.table.context import At, changes
from punto.table.deal.banker_role import role_then
from punto.table.guards import coup_is_on, error_rules
from punto.table.layout_wager import SettledWager, TableWager
from punto.table.ledger import booked, moved, nets, reversal, taken_back
from punto.table.mispayments import Mispaid
from punto.table.open_issues import Debt
from punto.table.phase import Dealing, Dealt, PastCoup, Settling
from punto.table.returned_stakes import Back, StakesReturned, whole
from punto.table.table import NoBet, Past, Patron, Table

coup_reversal: Topic[Table, At] = Topic("coup_reversal", changes)


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


class CoupReopened(TableEvent, frozen=True, gc=False, tag="coup_reopened"):
    """The cards of a coup lie as they did before the result, or where they belong."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    number: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


class WinningsTakenBack(TableEvent, frozen=True, gc=False, tag="winnings_taken_back"):
    """What a coup moved goes back: chips from patrons to the float, tokens to patrons.

    A negative amount is a loss given back; ``debts`` is what cannot be got back.
    """

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    cents: dict[str, int] = {}
    token_cents: dict[str, int] = {}
    debts: tuple[Debt, ...] = ()


class StakesLaidAgain(TableEvent, frozen=True, gc=False, tag="stakes_laid_again"):
    """Wagers lie on the layout again as they did, to be settled anew."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    wagers: tuple[TableWager, ...]


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
    events: list[TableEvent] = []
    if undo.stakes:
        why = void_reasons(rules, stakes=True, payments=False) if void else ()
        events.append(StakesReturned(stakes=undo.stakes, reasons=why))
    cents = taken_back(table, undo.taken, undo.debts)
    if cents or undo.tokens or undo.debts:
        why = moved_back(rules, undo.collected, undo.paid) if void else ()
        events.append(
            WinningsTakenBack(
                cents=cents, token_cents=dict(undo.tokens), debts=undo.debts, reasons=why
            )
        )
    if undo.again:
        events.append(StakesLaidAgain(wagers=undo.again))
    return (*events, *_owed(rules, table, undo.debts))


def void_reasons(rules: TableRules, *, stakes: bool, payments: bool) -> tuple[Reason, ...]:
    """Return why stakes go back, and what was paid for them, where the text speaks of each."""
    data = error_rules(rules)
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
        Mispaid(
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
    again = CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    undo = unwound(table, laying=laying)
    return (*unwinding(rules, table, undo, void=not laying), again)


def laid_out(rules: TableRules, table: Table) -> Events:
    """Return a coup that has its result laid out again, every wager as it lay."""
    if not isinstance(table.phase, Settling):
        return ()
    coup = last_result(table)
    again = CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    return (*unwinding(rules, table, unwound(table, laying=True)), again)


@coup_reversal.applies(StakesLaidAgain)
def stakes_laid_again(table: Table, event: StakesLaidAgain, envelope: Envelope) -> Table:
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    for wager in event.wagers:
        chips[wager.patron] = chips.get(wager.patron, 0) - wager.chips_cents
        tokens[wager.patron] = tokens.get(wager.patron, 0) - wager.token_cents
    table = moved(table, chips, tokens)
    return replace(table, wagers=(*table.wagers, *event.wagers))


def unadvised(table: Table, names: tuple[str, ...]) -> tuple[Patron, ...]:
    """Return the patrons without advice that rested on a coup which does not count as it was."""
    return tuple(
        replace(patron, advised=False) if patron.name in names else patron
        for patron in table.patrons
    )


def results_without(table: Table, number: int) -> dict[int, Bead]:
    """Return the results of the shoe without that of one coup."""
    return {coup: bead for coup, bead in table.past.beads.items() if coup != number}


@coup_reversal.applies(CoupReopened)
def coup_reopened(table: Table, event: CoupReopened, envelope: Envelope) -> Table:
    """Lay the cards of a coup out face up, and let the shoe be as it was before the result."""
    phase = table.phase
    player, banker = _face_up(event.player), _face_up(event.banker)
    if isinstance(phase, Dealing):
        again = Dealing(player, banker, method=phase.method, settlement=phase.settlement)
        return replace(table, phase=again)
    was: Settling | PastCoup | None = phase if isinstance(phase, Settling) else table.past.last
    assert was is not None, "a coup that is laid out again is on, or was the last"
    shoe = replace(
        table.shoe,
        coups_left=was.before.left,
        extra_given=was.before.extra_given,
        last_called=was.before.last_called,
    )
    no_bet, run = table.next.no_bet, table.count.no_bets_in_a_row
    if isinstance(was, PastCoup):
        no_bet = NoBet(wagers_refused=True) if was.no_bet else None
        # It is counted once more when its cards are put away again.
        run -= was.no_bet
    return replace(
        table,
        phase=Dealing(player, banker, method=was.method, settlement=was.settlement),
        patrons=unadvised(table, was.advised),
        shoe=shoe,
        past=Past(results_without(table, table.number)),
        role=role_then(table, was.role),
        next=replace(table.next, no_bet=no_bet),
        count=replace(table.count, no_bets_in_a_row=run),
    )


def _face_up(cards: Iterable[Card]) -> tuple[Dealt, ...]:
    return tuple(Dealt(card) for card in cards)


@coup_reversal.applies(WinningsTakenBack)
def winnings_taken_back(table: Table, event: WinningsTakenBack, envelope: Envelope) -> Table:
    """Move what a coup had moved back: chips to the float, tokens to patrons."""
    tokens = sum(event.token_cents.values())
    to_float = sum(event.cents.values())
    table = replace(table, ledger=booked(table, to_float=to_float, tokens=tokens))
    chips = {name: -cents for name, cents in event.cents.items()}
    return moved(table, chips, event.token_cents)
