"""Events from the result to the discards and back again, to the next state."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from punto.table import events as happened
from punto.table.chips import handed_back, moved, nets, reversal, taken_back
from punto.table.records import House
from punto.table.state import (
    Dealing,
    Idle,
    PastCoup,
    Role,
    SettledWager,
    Settling,
    Table,
    TableWager,
)

# So many coups are kept for settling again or taking back: several shoes.
PAST_MAX = 400


def _pairs(table: Table, event: happened.PairsSettled) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing)
    numbers = {one.number for one in event.settled}
    table = _settled_now(table, event.settled)
    wagers = tuple(one for one in table.wagers if one.number not in numbers)
    return replace(table, wagers=wagers, phase=replace(phase, early=event.settled))


def _pairs_reversed(table: Table, event: happened.PairsReversed) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    theirs = [o for o in phase.early or () if o.number in event.numbers]
    taken = nets(theirs)
    table = taken_back(table, taken, reversal(table, taken, table.number))
    lost = sum(one.tokens_lost for one in theirs)
    if lost:
        house = replace(table.house, tokens_cents=table.house.tokens_cents + lost)
        table = moved(replace(table, house=house), {}, {event.name: lost})
    early = tuple(one for one in phase.early or () if one not in theirs)
    if isinstance(phase, Settling):
        left = {name: cents - taken.get(name, 0) for name, cents in phase.moved.items()}
        return replace(table, phase=replace(phase, early=early, moved=left))
    return replace(table, phase=replace(phase, early=early))


def _settled_now(table: Table, settled: tuple[SettledWager, ...]) -> Table:
    """Return the table with wagers collected, paid and handed back in one go."""
    numbers = {one.number: one for one in settled}
    back = [
        replace(
            one,
            stake_cents=numbers[one.number].settled.returned_cents,
            token_cents=one.token_cents - numbers[one.number].tokens_lost,
        )
        for one in table.wagers
        if one.number in numbers
    ]
    gone = sum(one.tokens_lost for one in settled)
    lost = sum(one.settled.collected_cents for one in settled) - gone
    paid: dict[str, int] = {}
    for one in settled:
        name = one.settled.placed.patron
        paid[name] = paid.get(name, 0) + one.settled.paid_cents
    house = replace(table.house, tokens_cents=table.house.tokens_cents - gone)
    table = moved(handed_back(table, back), paid)
    cents = table.float_cents + lost - sum(paid.values())
    return replace(table, float_cents=cents, house=house)


def _voided(table: Table, event: happened.CoupVoided) -> Table:
    """Hand every stake back as if the coup had never been."""
    phase = table.phase
    results = table.results[:-1] if isinstance(phase, Settling) else table.results
    early = phase.early if isinstance(phase, Dealing | Settling) else None
    if early:
        taken = nets(early)
        table = taken_back(table, taken, reversal(table, taken, table.number))
    table = handed_back(table, table.wagers)
    forced = table.carried is not None and table.carried.no_bet
    role = _role_then(table, phase.role if isinstance(phase, Settling) else None)
    return replace(
        table,
        role=role,
        could_not_rebuild=event.could_not_rebuild,
        wagers=(),
        phase=Idle(),
        both_hands=(),
        relaxed=(),
        results=results,
        voids=table.voids + 1,
        shoe=event.shoe,
        no_bet=forced,
        wagers_refused=forced,
        removable=False,
        fault=None,
        blocks=tuple(one for one in table.blocks if one.stops != "settle"),
        house=_turners_gone(table),
    )


def _completed(table: Table, event: happened.CoupCompleted) -> Table:
    early = table.phase.early if isinstance(table.phase, Dealing) else None
    moved_before = nets(early or ())
    method = table.phase.method if isinstance(table.phase, Dealing) else None
    phase = Settling(
        event.coup,
        event.settled,
        early=early or (),
        moved=moved_before,
        tokens_lost={one.number: one.tokens_lost for one in early or () if one.tokens_lost},
        before=table.shoe,
        role=table.role,
        method=method,
        settlement=table.phase.settlement if isinstance(table.phase, Dealing) else None,
    )
    results = (*table.results, event.bead)
    return replace(table, phase=phase, shoe=event.shoe, results=results, relaxed=(), fault=None)


def _collected(table: Table, event: happened.LosersCollected) -> Table:
    """Move what was lost from the layout to the float."""
    phase = table.phase
    assert isinstance(phase, Settling)
    lost, moves, gone = 0, dict(phase.moved), dict(phase.tokens_lost)
    wagers = []
    for one in table.wagers:
        cents = event.cents.get(one.number, 0)
        tokens = min(one.token_cents, cents)
        if tokens:
            gone[one.number] = tokens
        if cents > tokens:
            lost += cents - tokens
            moves[one.patron] = moves.get(one.patron, 0) - (cents - tokens)
        if one.stake_cents > cents:
            left = one.stake_cents - cents
            wagers.append(replace(one, stake_cents=left, token_cents=one.token_cents - tokens))
    house = table.house
    taken = sum(gone.values()) - sum(phase.tokens_lost.values())
    if taken:
        house = replace(house, tokens_cents=house.tokens_cents - taken)
    return replace(
        table,
        phase=replace(phase, collected=True, moved=moves, tokens_lost=gone),
        removable=False,
        wagers=tuple(wagers),
        float_cents=table.float_cents + lost,
        house=house,
    )


def _paid(table: Table, event: happened.WinnersPaid) -> Table:
    """Move winnings from the float, and what is left on the layout, to the patrons."""
    phase = table.phase
    assert isinstance(phase, Settling)
    moves = dict(phase.moved)
    for name, cents in event.cents.items():
        moves[name] = moves.get(name, 0) + cents
    table = moved(handed_back(table, table.wagers), event.cents)
    return replace(
        table,
        phase=replace(phase, paid=True, moved=moves),
        wagers=(),
        float_cents=table.float_cents - sum(event.cents.values()),
    )


def _turners_gone(table: Table) -> House:
    """Return the house without who was to turn cards: that is said for each coup."""
    return replace(table.house, turners={}) if table.house.turners else table.house


def _discarded(table: Table, event: happened.CoupDiscarded) -> Table:
    phase = table.phase
    assert isinstance(phase, Settling)
    run = table.no_bets_in_a_row + 1 if table.no_bet else 0
    forced = table.carried is not None and table.carried.no_bet
    settled = (*phase.early, *phase.settled)
    bead = table.results[-1]
    past = PastCoup(
        table.number,
        phase.coup,
        bead,
        settled,
        phase.moved,
        event.settlement,
        phase.tokens_lost,
        phase.before,
        phase.role,
        phase.method,
        table.no_bet,
    )
    return replace(
        table,
        phase=Idle(),
        both_hands=(),
        no_bet=forced,
        wagers_refused=forced,
        no_bets_in_a_row=run,
        past=(*table.past[-PAST_MAX:], past),
        house=_turners_gone(table),
    )


def laid(settled: Iterable[SettledWager]) -> tuple[TableWager, ...]:
    """Return the wagers of a coup as they lay when it was settled, for settling it again."""
    return tuple(
        TableWager(
            one.number,
            one.settled.placed.patron,
            one.settled.placed.wager,
            0,
            one.settled.placed.stake_cents,
            one.token_cents,
            maximum_cents=one.own_maximum,
        )
        for one in settled
    )


def _reopened(table: Table, event: happened.CoupReopened) -> Table:
    """Undo what a coup moved and lay its cards and wagers out again."""
    phase = table.phase
    if isinstance(phase, Dealing):
        return _dealt_again(table, phase, event)
    if isinstance(phase, Settling):
        was: Settling | PastCoup = phase
        settled, scheme = (*phase.early, *phase.settled), phase.settlement
    else:
        was = table.past[-1]
        settled, scheme = was.settled, was.settlement
        table = replace(table, past=table.past[:-1])
    # Wagers that lie there were not collected, or were meant for the next coup.
    table = replace(handed_back(table, table.wagers), results=table.results[:-1])
    table = taken_back(table, was.moved, event.debts)
    wagers = tuple(one for one in laid(settled) if table.patron(one.patron) is not None)
    table = _laid_again(table, wagers, was.tokens_lost)
    shoe = table.shoe
    if was.before is not None and was.before.number == shoe.number:
        shoe = replace(was.before, drawn=shoe.drawn)
    no_bet = was.no_bet if isinstance(was, PastCoup) else table.no_bet
    return replace(
        table,
        wagers=wagers,
        phase=_face_up(event, was.method, scheme),
        shoe=shoe,
        role=_role_then(table, was.role),
        no_bet=no_bet,
        wagers_refused=no_bet,
    )


def _role_then(table: Table, role: Role | None) -> Role:
    """Return who held the Banker cards then, if they are still there."""
    if role is None or role.holder is None or table.patron(role.holder) is None:
        return table.role
    return role


def _dealt_again(table: Table, phase: Dealing, event: happened.CoupReopened) -> Table:
    """Put the cards of a coup that is being dealt elsewhere, pairs unsettled again."""
    early = phase.early or ()
    table = taken_back(table, nets(early), event.debts)
    wagers = tuple(one for one in laid(early) if table.patron(one.patron) is not None)
    lost = {one.number: one.tokens_lost for one in early}
    table = _laid_again(table, wagers, lost)
    dealt = _face_up(event, phase.method, phase.settlement)
    return replace(table, wagers=(*table.wagers, *wagers), phase=dealt)


def _face_up(event: happened.CoupReopened, method: str | None, scheme: str | None) -> Dealing:
    return Dealing(
        event.player,
        event.banker,
        (True,) * len(event.player),
        (True,) * len(event.banker),
        method=method,
        settlement=scheme,
    )


def _laid_again(table: Table, wagers: tuple[TableWager, ...], lost: Mapping[int, int]) -> Table:
    """Return the table with stakes back on the layout; tokens that were lost come back for it."""
    chips: dict[str, int] = {}
    tokens: dict[str, int] = {}
    back = 0
    for one in wagers:
        gone = lost.get(one.number, 0)
        needed = one.token_cents - gone
        patron = table.patron(one.patron)
        held = patron.tokens_cents + tokens.get(one.patron, 0) if patron else 0
        # Tokens that somebody no longer has are lent by the house, and owed.
        lent = max(needed - held, 0)
        back += gone + lent
        chips[one.patron] = chips.get(one.patron, 0) - (one.stake_cents - one.token_cents)
        tokens[one.patron] = tokens.get(one.patron, 0) - (needed - lent)
    house = replace(table.house, tokens_cents=table.house.tokens_cents + back)
    return moved(replace(table, house=house), chips, tokens)


def _unbet(table: Table, event: happened.CoupUnbet) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing | Settling)
    role = _role_then(table, phase.role) if isinstance(phase, Settling) else table.role
    after = replace(phase, method=event.method)
    return replace(table, phase=after, no_bet=True, wagers_refused=True, role=role)


def _resettled(table: Table, event: happened.WagersResettled) -> Table:
    assert isinstance(table.phase, Settling)
    return replace(table, phase=replace(table.phase, settled=event.settled))


def _reversed(table: Table, event: happened.CoupReversed) -> Table:
    """Take an earlier coup back; everything after it stays."""
    [found] = [one for one in table.past if one.number == event.number]
    table = taken_back(table, found.moved, event.debts)
    past = tuple(replace(one, void=True) if one is found else one for one in table.past)
    first = table.number - table.coups
    beads = tuple(one.bead for one in past if one.number > first and not one.void)
    running = table.results[-1:] if isinstance(table.phase, Settling) else ()
    return replace(table, past=past, voids=table.voids + 1, results=(*beads, *running))


STEPS: dict[type, Callable[[Table, Any], Table]] = {
    happened.PairsSettled: _pairs,
    happened.PairsReversed: _pairs_reversed,
    happened.CoupVoided: _voided,
    happened.CoupCompleted: _completed,
    happened.LosersCollected: _collected,
    happened.WinnersPaid: _paid,
    happened.CoupDiscarded: _discarded,
    happened.CoupReopened: _reopened,
    happened.CoupUnbet: _unbet,
    happened.WagersResettled: _resettled,
    happened.CoupReversed: _reversed,
}
