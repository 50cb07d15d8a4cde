"""From the result to the discards, to the next state: booked as the events say."""

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.coup import CoupResult
from punto.rulebook.terms import Side
from punto.table.deal import events as happened
from punto.table.ledger import booked, moved, nets
from punto.table.phase import CoupsToCome, Dealing, Idle, PastCoup, Settling
from punto.table.table import Duty, NoBet, Table
from punto.table.wager import Outcomes, SettledWager, TableWager


def joined(wagers: Iterable[TableWager], outcomes: Outcomes) -> tuple[SettledWager, ...]:
    """Return each wager with what became of it, in the order of settling."""
    lying = {wager.number: wager for wager in wagers}
    return tuple(SettledWager(lying[result.number], result) for result in outcomes.results())


def next_no_bet(table: Table) -> NoBet | None:
    """Return whether the coup after this one is without wagers because a card opens it."""
    if table.carries_no_bet:
        return NoBet(wagers_refused=True)
    return None


def _layout(
    table: Table, cents: Mapping[int, int], tokens: Mapping[int, int]
) -> tuple[TableWager, ...]:
    """Return what is left on the layout once losers are collected."""
    left = []
    for wager in table.wagers:
        taken = cents.get(wager.number, 0)
        if not taken:
            left.append(wager)
        elif taken < wager.stake_cents:
            lost = tokens.get(wager.number, 0)
            stake = wager.stake_cents - taken
            left.append(replace(wager, stake_cents=stake, token_cents=wager.token_cents - lost))
    return tuple(left)


def pairs_settled(table: Table, event: happened.PairsSettled) -> Table:
    """Collect and pay wagers on the opening cards; what is not lost still lies there."""
    phase = table.phase
    assert isinstance(phase, Dealing)
    tokens = event.token_cents
    early = tuple(
        replace(bet, tokens_lost=tokens.get(bet.number, 0))
        for bet in joined(table.wagers, event.results)
    )
    cents = {bet.number: bet.result.collected_cents for bet in early}
    paid: dict[str, int] = {}
    for bet in early:
        paid[bet.wager.patron] = paid.get(bet.wager.patron, 0) + bet.result.paid_cents
    gone = sum(tokens.values())
    to_float = sum(cents.values()) - gone - sum(paid.values())
    table = replace(
        table,
        wagers=_layout(table, cents, tokens),
        ledger=booked(table, to_float=to_float, tokens=-gone),
        phase=replace(phase, early=early),
    )
    return moved(table, paid)


def completed(table: Table, event: happened.CoupCompleted) -> Table:
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
        joined(table.wagers, event.results),
        early=early,
        moved=nets(early),
        tokens_lost={bet.number: bet.tokens_lost for bet in early if bet.tokens_lost},
        before=CoupsToCome(shoe.coups_left, shoe.extra_given, shoe.last_called),
        role=table.role,
        method=phase.method,
        settlement=phase.settlement,
        holders=phase.holders,
    )
    after = replace(
        shoe,
        coups_left=event.coups_left,
        extra_given=shoe.extra_given or event.extra_given,
        last_called=shoe.last_called or event.last_called,
    )
    return replace(
        table,
        phase=settling,
        shoe=after,
        past=replace(table.past, beads={**table.past.beads, table.number: event.bead}),
        next=replace(table.next, allowed=replace(table.next.allowed, relaxed=())),
        open=replace(table.open, fault=None),
    )


def collected(table: Table, event: happened.LosersCollected) -> Table:
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
        wagers=_layout(table, event.cents, event.token_cents),
        ledger=booked(table, to_float=sum(event.cents.values()) - gone, tokens=-gone),
    )


def paid(table: Table, event: happened.WinnersPaid, envelope: Envelope) -> Table:
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


def turners_gone(table: Table) -> Duty:
    """Return the duty without who was to turn cards: that is said for each coup."""
    return replace(table.duty, turners={}) if table.duty.turners else table.duty


def discarded(table: Table, event: happened.CoupDiscarded) -> Table:
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
