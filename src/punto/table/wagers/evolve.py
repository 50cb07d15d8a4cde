"""Wagers, to the next state."""

from msgspec.structs import replace

from punto.table.ledger import booked, handed_back, moved
from punto.table.phase import Betting, Settling
from punto.table.table import Table
from punto.table.wager import TableWager
from punto.table.wagers import events as happened


def evolve(table: Table, event: happened.WagersEvent) -> Table:
    """Return the table after something happened to wagers, or to who may place them."""
    match event:
        case happened.WagerPlaced():
            return _placed(table, event)
        case happened.StakesReturned():
            return _returned(table, event)
        case happened.BettingOpened():
            return replace(table, phase=Betting())
        case happened.BettingClosed():
            return replace(table, phase=Betting(closed=True))
        case happened.WagerRaised():
            return _raised(table, event)
        case happened.WagersForfeited():
            return _forfeited(table, event)
        case happened.BothHandsApproved():
            names = (*table.next.allowed.both_hands, event.name)
            allowed = replace(table.next.allowed, both_hands=names)
            return replace(table, next=replace(table.next, allowed=allowed))
        case happened.LockRelaxed():
            names = (*table.next.allowed.relaxed, event.name)
            allowed = replace(table.next.allowed, relaxed=names)
            return replace(table, next=replace(table.next, allowed=allowed))
        case happened.OfferRestricted() | happened.OfferOpened():
            return _offer(table, event)


def _placed(table: Table, event: happened.WagerPlaced) -> Table:
    patron = table.patron(event.patron)
    assert patron is not None
    wager = TableWager(
        event.number,
        event.patron,
        event.wager,
        patron.seat if event.box is None else event.box,
        event.stake_cents,
        event.token_cents,
        event.placed_by,
    )
    tokens = {wager.patron: -wager.token_cents} if wager.token_cents else None
    table = moved(table, {wager.patron: -wager.chips_cents}, tokens)
    count = replace(table.count, wagers=event.number)
    return replace(table, wagers=(*table.wagers, wager), count=count)


def _raised(table: Table, event: happened.WagerRaised) -> Table:
    [lying] = [wager for wager in table.wagers if wager.number == event.number]
    chips = {lying.patron: event.token_cents - event.cents}
    table = moved(table, chips, {lying.patron: -event.token_cents})
    more = replace(
        lying,
        stake_cents=lying.stake_cents + event.cents,
        token_cents=lying.token_cents + event.token_cents,
        # The whole of it was judged by the limits of now.
        bound=None,
    )
    wagers = tuple(more if wager is lying else wager for wager in table.wagers)
    return replace(table, wagers=wagers)


def _returned(table: Table, event: happened.StakesReturned) -> Table:
    """Hand stakes back; a wager that goes before it was settled is not settled any more."""
    allowed, before = table.next.allowed, table.wagers
    table = handed_back(table, event.stakes)
    if allowed.removable:
        off = tuple((wager.patron, wager.wager) for wager in before if wager not in table.wagers)
        allowed = replace(allowed, lifted=(*allowed.lifted, *off))
        table = replace(table, next=replace(table.next, allowed=allowed))
    phase = table.phase
    if isinstance(phase, Settling) and not phase.paid:
        lying = {wager.number for wager in table.wagers}
        gone = {back.number for back in event.stakes} - lying
        kept = tuple(bet for bet in phase.settled if bet.number not in gone)
        return replace(table, phase=replace(phase, settled=kept))
    return table


def _forfeited(table: Table, event: happened.WagersForfeited) -> Table:
    lost = {back.number for back in event.stakes}
    tokens = sum(back.token_cents for back in event.stakes)
    chips = sum(back.cents for back in event.stakes) - tokens
    wagers = tuple(wager for wager in table.wagers if wager.number not in lost)
    return replace(table, wagers=wagers, ledger=booked(table, to_float=chips, tokens=-tokens))


def _offer(table: Table, event: happened.OfferRestricted | happened.OfferOpened) -> Table:
    """Keep an offer for some, or open it: then it is told and shown anew the next time."""
    shown = table.shown
    others = tuple(name for name in shown.restricted if name != event.offer)
    if isinstance(event, happened.OfferRestricted):
        return replace(table, shown=replace(shown, restricted=(*others, event.offer)))
    told = tuple(told for told in shown.told if not told.endswith(f": {event.offer}"))
    displayed = tuple(matter for matter in shown.displayed if matter != event.offer)
    shown = replace(shown, restricted=others, told=told, displayed=displayed)
    return replace(table, shown=shown)
