"""Events about people, cards on their way, signs and registers, to the next state."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.table import events as happened
from punto.table.chips import handed_back, moved
from punto.table.state import Betting, Closed, CutOffer, Idle, Patron, Role, Settling, Table


def _joined(table: Table, event: happened.PatronJoined) -> Table:
    return replace(table, patrons=(*table.patrons, event.patron), arrivals=table.arrivals + 1)


def _left(table: Table, event: happened.PatronLeft) -> Table:
    gone = table.patron(event.name)
    assert gone is not None
    patrons = tuple(one for one in table.patrons if one is not gone)
    house = replace(table.house, tokens_cents=table.house.tokens_cents - gone.tokens_cents)
    if event.advised:
        house = replace(house, advised=(*house.advised, event.name))
    issued = table.issued_cents - gone.chips_cents
    cut = replace(
        table.cut,
        waiting=tuple(one for one in table.cut.waiting if one != event.name),
        nominee=None if table.cut.nominee == event.name else table.cut.nominee,
    )
    approved = tuple(one for one in table.both_hands if one != event.name)
    table = replace(table, cut=cut, both_hands=approved)
    if table.fault is not None:
        asked = tuple(one for one in table.fault.undecided if one != event.name)
        table = replace(table, fault=replace(table.fault, undecided=asked))
    role = table.role
    if role.holder == event.name:
        role = Role(last_seat=gone.seat)
    elif event.name in role.waiting:
        role = replace(role, waiting=tuple(one for one in role.waiting if one != event.name))
    return replace(table, patrons=patrons, issued_cents=issued, house=house, role=role)


def _patron_moved(table: Table, event: happened.PatronMoved) -> Table:
    patrons = tuple(
        replace(one, seat=event.seat, standing=event.standing, idle=0)
        if one.name == event.name
        else one
        for one in table.patrons
    )
    role = table.role
    if role.holder == event.name and event.standing:
        role = Role(last_seat=event.seat)
    return replace(table, patrons=patrons, role=role)


def _raised(table: Table, event: happened.WagerRaised) -> Table:
    [old] = [one for one in table.wagers if one.number == event.number]
    chips = {old.patron: event.token_cents - event.cents}
    table = moved(table, chips, {old.patron: -event.token_cents})
    more = replace(
        old,
        stake_cents=old.stake_cents + event.cents,
        token_cents=old.token_cents + event.token_cents,
    )
    wagers = tuple(more if one is old else one for one in table.wagers)
    return replace(table, wagers=wagers)


def _bought(table: Table, event: happened.ChipsBought) -> Table:
    table = moved(table, {event.name: event.cents})
    return replace(table, float_cents=table.float_cents - event.cents)


def _tokens(table: Table, event: happened.TokensHandedOver) -> Table:
    house = replace(table.house, tokens_cents=table.house.tokens_cents + event.cents)
    return moved(replace(table, house=house), {}, {event.name: event.cents})


def _shoe_changed(table: Table, event: happened.ShoeChanged) -> Table:
    table = replace(table, shoe=event.shoe)
    if event.step not in ("new_shoe", "replace_cards"):
        return table
    cut = CutOffer(last_cutter_seat=table.cut.last_cutter_seat)
    blocks = tuple(one for one in table.blocks if one.stops != "shoe")
    house = replace(table.house, handled=False)
    phase = Idle() if isinstance(table.phase, Betting) else table.phase
    table = replace(table, cut=cut, burned=None, results=(), coups=0, house=house, phase=phase)
    return replace(table, role=Role(), blocks=blocks, carried=None, no_bet=False)


def _burned(table: Table, event: happened.CardsBurned) -> Table:
    return replace(table, shoe=event.burned.shoe, burned=event.burned)


def _same(table: Table, event: happened.AnyEvent) -> Table:
    del event
    return table


def _cut(table: Table, event: happened.CutOffered) -> Table:
    return replace(table, cut=event.offer)


def _told(table: Table, event: happened.LimitsAgreed | happened.PatronAdvised) -> Table:
    """Keep what was agreed with, or said to, one patron."""

    def after(one: Patron) -> Patron:
        if one.name != event.name:
            return one
        if isinstance(event, happened.PatronAdvised):
            return replace(one, advised=True)
        return replace(
            one, own_minimum_cents=event.minimum_cents, own_maximum_cents=event.maximum_cents
        )

    return replace(table, patrons=tuple(after(one) for one in table.patrons))


def _limits(table: Table, event: happened.LimitsChanged) -> Table:
    patrons = tuple(
        replace(one, kept_minimum_cents=event.kept[one.name]) if one.name in event.kept else one
        for one in table.patrons
    )
    house = replace(table.house, notices=event.notices)
    return replace(table, limits=event.limits, patrons=patrons, house=house)


def _settlement(table: Table, event: happened.SettlementChanged) -> Table:
    return replace(
        table, settlement=event.scheme, house=replace(table.house, notices=event.notices)
    )


def _method(table: Table, event: happened.MethodChanged) -> Table:
    return replace(table, method=event.method, role=Role())


def _placed(table: Table, event: happened.WagerPlaced) -> Table:
    wager = event.wager
    chips = {wager.patron: wager.token_cents - wager.stake_cents}
    table = moved(table, chips, {wager.patron: -wager.token_cents})
    return replace(table, wagers=(*table.wagers, wager), placed=wager.number)


def _withdrawn(table: Table, event: happened.WagerWithdrawn) -> Table:
    [gone] = [one for one in table.wagers if one.number == event.number]
    table = handed_back(table, (gone,))
    phase = table.phase
    if isinstance(phase, Settling):
        kept = tuple(one for one in phase.settled if one.number != event.number)
        table = replace(table, phase=replace(phase, settled=kept))
    return replace(table, wagers=tuple(one for one in table.wagers if one is not gone))


def _forfeited(table: Table, event: happened.WagersForfeited) -> Table:
    lost = [one for one in table.wagers if one.patron == event.name]
    tokens = sum(one.token_cents for one in lost)
    chips = sum(one.stake_cents for one in lost) - tokens
    house = replace(table.house, tokens_cents=table.house.tokens_cents - tokens)
    wagers = tuple(one for one in table.wagers if one.patron != event.name)
    float_cents = table.float_cents + chips
    return replace(table, wagers=wagers, float_cents=float_cents, house=house)


def _approved(table: Table, event: happened.BothHandsApproved) -> Table:
    return replace(table, both_hands=(*table.both_hands, event.name))


def _relaxed(table: Table, event: happened.LockRelaxed) -> Table:
    return replace(table, relaxed=(*table.relaxed, event.name))


def _reduced(table: Table, event: happened.WagersReduced) -> Table:
    """Hand back what was cut from wagers."""
    cut, left = [], []
    for one in table.wagers:
        back = event.cents.get(one.number, 0)
        # Chips go back before tokens do.
        tokens = max(back - (one.stake_cents - one.token_cents), 0)
        cut.append(replace(one, stake_cents=back, token_cents=tokens))
        left.append(
            replace(
                one,
                stake_cents=one.stake_cents - back,
                token_cents=one.token_cents - tokens,
                reduced=one.reduced or one.number in event.cents,
            )
        )
    table = handed_back(table, cut)
    return replace(table, wagers=tuple(one for one in left if one.stake_cents))


def _opened(table: Table, event: happened.TableOpened) -> Table:
    return replace(table, phase=Idle(), house=event.house)


def _closed(table: Table, event: happened.TableClosed) -> Table:
    del event
    house = replace(table.house, notices=(), counted=None, attested=())
    return replace(table, phase=Closed(), house=house)


def _house(table: Table, event: happened.HouseChanged) -> Table:
    return replace(table, house=event.house)


def _recorded(table: Table, event: happened.Recorded) -> Table:
    entries = (*table.records.entries, event.entry)
    return replace(table, records=replace(table.records, entries=entries))


def _blocked(table: Table, event: happened.Blocked) -> Table:
    return replace(table, blocks=(*table.blocks, event.block))


def _unblocked(table: Table, event: happened.Unblocked) -> Table:
    return replace(table, blocks=tuple(one for one in table.blocks if one.kind != event.kind))


def _mispaid(table: Table, event: happened.Mispaid) -> Table:
    others = [o for o in table.records.mispayments if o.number != event.mispayment.number]
    kept = tuple(sorted((*others, event.mispayment), key=lambda one: one.number))
    return replace(table, records=replace(table.records, mispayments=kept))


def _dispute(table: Table, event: happened.DisputeMoved) -> Table:
    others = [one for one in table.records.disputes if one.number != event.dispute.number]
    kept = tuple(sorted((*others, event.dispute), key=lambda one: one.number))
    return replace(table, records=replace(table.records, disputes=kept))


def _role(table: Table, event: happened.RoleChanged) -> Table:
    return replace(table, role=event.role)


def _fault(table: Table, event: happened.FaultMoved) -> Table:
    return replace(table, fault=event.fault, shoe=event.shoe)


STEPS: dict[type, Callable[[Table, Any], Table]] = {
    happened.PatronJoined: _joined,
    happened.PatronLeft: _left,
    happened.PatronMoved: _patron_moved,
    happened.ChipsBought: _bought,
    happened.TokensHandedOver: _tokens,
    happened.ShoeChanged: _shoe_changed,
    happened.CardsBurned: _burned,
    happened.BurnedCardShown: _same,
    happened.CutOffered: _cut,
    happened.LimitsAgreed: _told,
    happened.PatronAdvised: _told,
    happened.LimitsChanged: _limits,
    happened.SettlementChanged: _settlement,
    happened.MethodChanged: _method,
    happened.WagerPlaced: _placed,
    happened.WagerRaised: _raised,
    happened.WagerWithdrawn: _withdrawn,
    happened.WagersForfeited: _forfeited,
    happened.BothHandsApproved: _approved,
    happened.LockRelaxed: _relaxed,
    happened.WagersReduced: _reduced,
    happened.TableOpened: _opened,
    happened.TableClosed: _closed,
    happened.HouseChanged: _house,
    happened.Recorded: _recorded,
    happened.Blocked: _blocked,
    happened.Unblocked: _unblocked,
    happened.Mispaid: _mispaid,
    happened.DisputeMoved: _dispute,
    happened.RoleChanged: _role,
    happened.FaultMoved: _fault,
}
