"""A coup reversed: what it moved, what cannot be recovered, and its cards laid out again."""

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
from punto.table.deal.banker_role import restored_role
from punto.table.guards import coup_is_on, error_rules
from punto.table.layout_wager import SettledWager, TableWager
from punto.table.ledger import (
    ledger_after,
    move_chips,
    net_cents_by_patron,
    recovered_cents,
    unrecoverable_debts,
)
from punto.table.mispayments import Mispaid
from punto.table.open_issues import Debt
from punto.table.phase import Dealing, Dealt, PastCoup, Settling
from punto.table.returned_stakes import ReturnedStake, StakesReturned, whole_stake
from punto.table.table import NoBet, Patron, ShoeHistory, Table

coup_reversal: Topic[Table, At] = Topic("coup_reversal", changes)


class ReversedCoup(Struct, frozen=True):
    """What is reversed of a coup: stakes on the layout, winnings and losses, lost tokens, debts.

    ``again`` are the original wagers of the patrons who are still at the table; ``collected`` and
    ``paid`` are the wagers that were collected and paid.
    """

    stakes: tuple[ReturnedStake, ...]
    taken: Mapping[str, int]
    tokens: Mapping[str, int]
    debts: tuple[Debt, ...]
    again: tuple[TableWager, ...]
    collected: tuple[SettledWager, ...] = ()
    paid: tuple[SettledWager, ...] = ()


class CoupReopened(TableEvent, frozen=True, gc=False, tag="coup_reopened"):
    """The cards of a coup are laid out again, as before the result or where they belong."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    number: int
    player: tuple[Card, ...]
    banker: tuple[Card, ...]


class WinningsTakenBack(TableEvent, frozen=True, gc=False, tag="winnings_taken_back"):
    """The payments of a coup are reversed: chips from patrons to the float, tokens to patrons.

    A negative amount is a loss given back; ``debts`` is what cannot be recovered.
    """

    visibility = Visibility.WATCH
    registers = (Register.VOIDS,)

    cents: dict[str, int] = {}
    token_cents: dict[str, int] = {}
    debts: tuple[Debt, ...] = ()


class StakesLaidAgain(TableEvent, frozen=True, gc=False, tag="stakes_laid_again"):
    """The original wagers are on the layout again, to be settled again."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.CONSEQUENCE

    wagers: tuple[TableWager, ...]


def original_wagers(settled: tuple[SettledWager, ...]) -> tuple[TableWager, ...]:
    """Return the original wagers of a coup, for settling it again."""
    # A limit that did not apply then does not apply now: the stake itself is the maximum.
    return tuple(
        replace(bet.wager, maximum=bet.result.own_maximum or (bet.wager.stake_cents, 1))
        for bet in settled
    )


def coup_reversal_of(table: Table, *, laying: bool) -> ReversedCoup:
    """Return what is reversed when the current or last coup is taken apart.

    If its wagers are laid again, their stakes are needed as well.
    """
    phase = table.phase
    stakes = tuple(whole_stake(wager) for wager in table.wagers)
    if isinstance(phase, Dealing):
        settled, moved_cents = phase.early or (), net_cents_by_patron(phase.early or ())
        tokens_lost = {bet.number: bet.tokens_lost for bet in settled}
        # Wagers that are not settled stay on the layout, unless the coup is void.
        stakes = () if laying else stakes
        collected = paid = settled
    elif isinstance(phase, Settling):
        settled, moved_cents, tokens_lost = (
            (*phase.early, *phase.settled),
            phase.moved,
            phase.tokens_lost,
        )
        collected = settled if phase.collected else phase.early
        paid = settled if phase.paid else phase.early
    else:
        last = table.past.last
        assert last is not None
        settled, moved_cents, tokens_lost = last.settled, last.moved, last.tokens_lost
        collected = paid = settled
    wagers_again = tuple(
        wager for wager in original_wagers(settled) if table.patron(wager.patron) is not None
    )
    tokens: dict[str, int] = {}
    for wager in wagers_again:
        if tokens_lost.get(wager.number):
            tokens[wager.patron] = tokens.get(wager.patron, 0) + tokens_lost[wager.number]
    reversed_coup = ReversedCoup(stakes, moved_cents, tokens, (), wagers_again, collected, paid)
    reversed_coup = _with_debts_and_tokens(table, reversed_coup, laying=laying)
    return reversed_coup if laying else replace(reversed_coup, again=())


def _with_debts_and_tokens(
    table: Table, reversed_coup: ReversedCoup, *, laying: bool
) -> ReversedCoup:
    """Return a reversal with its debts: chips that cannot be recovered, and tokens that are lent.

    Tokens of a settled coup are lent both if they are laid again and if they only go back.
    """
    chips_needed, tokens_needed = dict(reversed_coup.taken), dict[str, int]()
    for wager in reversed_coup.again:
        if laying:
            chips_needed[wager.patron] = chips_needed.get(wager.patron, 0) + wager.chips_cents
        if laying or is_settled(table):
            tokens_needed[wager.patron] = tokens_needed.get(wager.patron, 0) + wager.token_cents
    owners = {wager.number: wager.patron for wager in table.wagers}
    for stake in reversed_coup.stakes:
        name = owners[stake.number]
        chips_needed[name] = chips_needed.get(name, 0) - (stake.cents - stake.token_cents)
        tokens_needed[name] = tokens_needed.get(name, 0) - stake.token_cents
    debts = list(unrecoverable_debts(table, chips_needed, table.number))
    tokens = dict(reversed_coup.tokens)
    for name, cents in tokens_needed.items():
        patron = table.patron(name)
        lent_cents = cents - tokens.get(name, 0) - (patron.tokens_cents if patron else 0)
        if patron is not None and lent_cents > 0:
            debts.append(Debt(name, lent_cents, table.number, in_tokens=True))
            tokens[name] = tokens.get(name, 0) + lent_cents
    return replace(reversed_coup, tokens=tokens, debts=tuple(debts))


def coup_reversal_events(
    rules: TableRules, table: Table, reversed_coup: ReversedCoup, *, void: bool = False
) -> Events:
    """Return the events that reverse what a coup moved, and record what cannot be recovered."""
    events: list[TableEvent] = []
    if reversed_coup.stakes:
        reasons = void_reasons(rules, stakes=True, payments=False) if void else ()
        events.append(StakesReturned(stakes=reversed_coup.stakes, reasons=reasons))
    cents = recovered_cents(table, reversed_coup.taken, reversed_coup.debts)
    if cents or reversed_coup.tokens or reversed_coup.debts:
        reasons = (
            reversal_reasons(rules, reversed_coup.collected, reversed_coup.paid) if void else ()
        )
        events.append(
            WinningsTakenBack(
                cents=cents,
                token_cents=dict(reversed_coup.tokens),
                debts=reversed_coup.debts,
                reasons=reasons,
            )
        )
    if reversed_coup.again:
        events.append(StakesLaidAgain(wagers=reversed_coup.again))
    return (*events, *_debt_mispayments(rules, table, reversed_coup.debts))


def void_reasons(rules: TableRules, *, stakes: bool, payments: bool) -> tuple[Reason, ...]:
    """Return why stakes and payments go back, if the rulebook has clauses for them."""
    data = error_rules(rules)
    steps = (
        (stakes, "every stake goes back", data.void_stakes),
        (payments, "what was paid comes back", data.void_payments),
    )
    return tuple(Reason(text, clause) for applies, text, clause in steps if applies and clause)


def reversal_reasons(
    rules: TableRules, collected: tuple[SettledWager, ...], paid: tuple[SettledWager, ...]
) -> tuple[Reason, ...]:
    """Return why winnings of a void coup come back and losses go back."""
    any_lost = any(bet.result.collected_cents for bet in collected)
    any_won = any(bet.result.paid_cents for bet in paid)
    return void_reasons(rules, stakes=any_lost, payments=any_won)


def _debt_mispayments(rules: TableRules, table: Table, debts: tuple[Debt, ...]) -> Events:
    """Return what cannot be recovered as wrong payments, if the rulebook records those."""
    if rules.edition.mispayments is None:
        return ()
    reasons = (Reason("what cannot be got back", rules.says.mispaid),)
    return tuple(
        Mispaid(
            number=number,
            coup=debt.coup,
            patron=debt.patron,
            wager="coup",
            difference_cents=debt.cents,
            reasons=reasons,
        )
        for number, debt in enumerate(debts, start=table.count.mispayments + 1)
    )


def on_or_just_over(table: Table) -> bool:
    """Return whether a coup is on, or over while the next has not begun."""
    if coup_is_on(table):
        return True
    last = table.past.last
    return last is not None and last.number == table.number and not last.void


def is_settled(table: Table) -> bool:
    """Return whether chips of the current or last coup have moved."""
    phase = table.phase
    return not isinstance(phase, Dealing) and not (isinstance(phase, Settling) and not phase.begun)


def last_result(table: Table) -> CoupResult:
    """Return the result of the coup that is being settled, or of the last coup."""
    if isinstance(table.phase, Settling):
        return table.phase.coup
    assert table.past.last is not None
    return table.past.last.coup


def reopen_settled_coup(rules: TableRules, table: Table, *, laying: bool) -> Events:
    """Return a settled coup laid out again; what cannot be recovered is recorded."""
    if not is_settled(table):
        return ()
    coup = last_result(table)
    reopening = CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    reversed_coup = coup_reversal_of(table, laying=laying)
    return (*coup_reversal_events(rules, table, reversed_coup, void=not laying), reopening)


def reopen_coup_with_result(rules: TableRules, table: Table) -> Events:
    """Return a coup with a result laid out again, with its original wagers."""
    if not isinstance(table.phase, Settling):
        return ()
    coup = last_result(table)
    reopening = CoupReopened(number=table.number, player=coup.player, banker=coup.banker)
    return (*coup_reversal_events(rules, table, coup_reversal_of(table, laying=True)), reopening)


@coup_reversal.applies(StakesLaidAgain)
def stakes_laid_again(table: Table, event: StakesLaidAgain, envelope: Envelope) -> Table:
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    for wager in event.wagers:
        chips[wager.patron] = chips.get(wager.patron, 0) - wager.chips_cents
        tokens[wager.patron] = tokens.get(wager.patron, 0) - wager.token_cents
    table = move_chips(table, chips, tokens)
    return replace(table, wagers=(*table.wagers, *event.wagers))


def patrons_without_advice(table: Table, names: tuple[str, ...]) -> tuple[Patron, ...]:
    """Return the patrons without the advice that a reversed coup gave."""
    return tuple(
        replace(patron, advised=False) if patron.name in names else patron
        for patron in table.patrons
    )


def results_without(table: Table, number: int) -> dict[int, Bead]:
    """Return the results of the shoe without that of one coup."""
    return {coup: bead for coup, bead in table.past.beads.items() if coup != number}


@coup_reversal.applies(CoupReopened)
def coup_reopened(table: Table, event: CoupReopened, envelope: Envelope) -> Table:
    """Lay the cards of a coup out face up, with the shoe as it was before the result."""
    phase = table.phase
    player, banker = _face_up_cards(event.player), _face_up_cards(event.banker)
    if isinstance(phase, Dealing):
        reopened_phase = Dealing(player, banker, method=phase.method, settlement=phase.settlement)
        return replace(table, phase=reopened_phase)
    settled_coup: Settling | PastCoup | None = (
        phase if isinstance(phase, Settling) else table.past.last
    )
    assert settled_coup is not None, "a coup that is laid out again is on, or was the last"
    shoe = replace(
        table.shoe,
        coups_left=settled_coup.before.left,
        extra_given=settled_coup.before.extra_given,
        last_called=settled_coup.before.last_called,
    )
    no_bet, no_bets_in_a_row = table.next.no_bet, table.count.no_bets_in_a_row
    if isinstance(settled_coup, PastCoup):
        no_bet = NoBet(wagers_refused=True) if settled_coup.no_bet else None
        # It is counted again when its cards are discarded again.
        no_bets_in_a_row -= settled_coup.no_bet
    return replace(
        table,
        phase=Dealing(
            player, banker, method=settled_coup.method, settlement=settled_coup.settlement
        ),
        patrons=patrons_without_advice(table, settled_coup.advised),
        shoe=shoe,
        past=ShoeHistory(results_without(table, table.number)),
        role=restored_role(table, settled_coup.role),
        next=replace(table.next, no_bet=no_bet),
        count=replace(table.count, no_bets_in_a_row=no_bets_in_a_row),
    )


def _face_up_cards(cards: Iterable[Card]) -> tuple[Dealt, ...]:
    return tuple(Dealt(card) for card in cards)


@coup_reversal.applies(WinningsTakenBack)
def winnings_taken_back(table: Table, event: WinningsTakenBack, envelope: Envelope) -> Table:
    """Reverse the payments of a coup: chips to the float, tokens to patrons."""
    tokens = sum(event.token_cents.values())
    to_float = sum(event.cents.values())
    table = replace(table, ledger=ledger_after(table, to_float=to_float, tokens=tokens))
    chips = {name: -cents for name, cents in event.cents.items()}
    return move_chips(table, chips, event.token_cents)
