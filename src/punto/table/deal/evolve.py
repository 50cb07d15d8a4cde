"""A coup from its first card to its last, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.rulebook.policies import NomineeCards
from punto.rulebook.terms import Side
from punto.shoe import Stage
from punto.table.cards.evolve import shown_to_all
from punto.table.deal import events as happened
from punto.table.deal import evolve_settling as settling
from punto.table.phase import Dealing, Dealt, Out, Role
from punto.table.table import Allowances, NextCoup, NoBet, Patron, Table


def evolve(table: Table, event: happened.DealEvent, envelope: Envelope) -> Table:
    """Return the table after a step of a coup."""
    match event:
        case happened.CardDrawn():
            return _drawn(table, event)
        case happened.CoupStarted():
            return _started(table, event)
        case happened.CoupCompleted():
            return settling.completed(table, event)
        case happened.LosersCollected():
            return settling.collected(table, event)
        case happened.WinnersPaid():
            return settling.paid(table, event, envelope)
        case happened.CoupDiscarded():
            return settling.discarded(table, event)
        case happened.PairsSettled():
            return settling.pairs_settled(table, event)
        case happened.PointsAnnounced():
            return replace(table, phase=replace(_dealing(table), announced=True))
        case happened.CardsTurned():
            return _turned(table, event)
        case happened.CardsPassed():
            return _passed(table, event)
        case happened.CardsReturned():
            return _returned(table, event)
        case happened.CardsDeclined():
            return _declined(table, event)
        case happened.CardsForfeited():
            phase = _dealing(table)
            return replace(table, phase=replace(phase, forfeited=(*phase.forfeited, event.side)))
        case happened.TurnersNominated():
            return _nominated(table, event)
        case happened.NoBetDirected():
            no_bet = NoBet(
                directed=True,
                wagers_refused=event.wagers_refused,
                agreed=event.agreed,
                marker=event.marker,
            )
            return replace(table, next=replace(table.next, no_bet=no_bet))
        case happened.NoBetLifted():
            ahead = replace(table.next, no_bet=settling.next_no_bet(table))
            return replace(table, next=ahead)
        case happened.MethodChanged():
            return replace(table, next=replace(table.next, method=event.method), role=Role())
        case happened.TurningDirected():
            turners = {**table.duty.turners, event.hand: event.names}
            return replace(table, duty=replace(table.duty, turners=turners))
        case _:
            return replace(table, role=_role(table.role, event))


def _role(
    role: Role,
    event: happened.RoleOffered
    | happened.RoleTaken
    | happened.RoleDeclined
    | happened.RoleKept
    | happened.RoleGivenUp,
) -> Role:
    """Return who holds the Banker cards now, or to whom they are offered."""
    match event:
        case happened.RoleOffered():
            return Role(waiting=event.to, last_seat=role.last_seat)
        case happened.RoleTaken():
            return Role(holder=event.name, last_seat=event.seat)
        case happened.RoleDeclined():
            waiting = tuple(name for name in role.waiting if name != event.name)
            return Role(waiting=waiting, last_seat=role.last_seat, nobody=not waiting)
        case happened.RoleKept():
            return role
        case happened.RoleGivenUp():
            return Role(last_seat=event.seat)


def _started(table: Table, event: happened.CoupStarted) -> Table:
    shoe = replace(
        table.shoe,
        stage=Stage.READY,
        coups=table.shoe.coups + 1,
        coup_at=table.shoe.drawn,
        coups_left=event.coups_left,
        last_called=table.shoe.last_called or event.last_called,
    )
    ahead, matters = table.next, table.open
    if ahead.no_bet is not None and ahead.no_bet.directed:
        ahead = replace(ahead, no_bet=replace(ahead.no_bet, directed=False, agreed=None))
    if matters.could_not_rebuild:
        matters = replace(matters, could_not_rebuild=False)
    return replace(
        table,
        phase=Dealing(method=event.method),
        shoe=shoe,
        count=replace(table.count, coups=event.number),
        open=matters,
        next=ahead,
        patrons=_idle(table),
    )


def _idle(table: Table) -> tuple[Patron, ...]:
    """Return the patrons, knowing who lets another coup pass while every other seat is taken."""
    if table.next.no_bet is not None:
        return table.patrons
    betting = {wager.patron for wager in table.wagers}
    full = sum(not patron.standing for patron in table.patrons) == table.seats
    if not full and not any(patron.idle for patron in table.patrons):
        return table.patrons
    return tuple(
        replace(patron, idle=patron.idle + 1 if full and patron.name not in betting else 0)
        if not patron.standing
        else patron
        for patron in table.patrons
    )


def _drawn(table: Table, event: happened.CardDrawn) -> Table:
    phase = _dealing(table)
    dealt = Dealt(event.card, event.up)
    if event.side is Side.PLAYER:
        phase = replace(phase, player=(*phase.player, dealt))
    else:
        phase = replace(phase, banker=(*phase.banker, dealt))
    ahead = _fixed(table.next, up=event.up)
    carried = ahead.carried[0] if event.from_carried else None
    shown = event.up and event.card is not None and not (carried is not None and carried.seen)
    shoe = table.shoe
    seen = shown_to_all(shoe, (event.card,)) if shown and event.card is not None else shoe.seen
    if event.from_carried:
        shoe = replace(shoe, seen=seen)
        ahead = replace(ahead, carried=ahead.carried[1:])
        return replace(table, phase=phase, shoe=shoe, next=ahead)
    called = shoe.last_called or event.last_called
    shoe = replace(shoe, drawn=shoe.drawn + 1, last_called=called, seen=seen)
    return replace(table, phase=phase, shoe=shoe, next=ahead)


def _fixed(ahead: NextCoup, *, up: bool) -> NextCoup:
    """Return a coup whose wagers no longer move: a card face up ends every leave to change them."""
    allowed = ahead.allowed
    if not allowed.removable and not (up and allowed.relaxed):
        return ahead
    relaxed = () if up else allowed.relaxed
    return replace(ahead, allowed=Allowances(allowed.both_hands, relaxed))


def _dealing(table: Table) -> Dealing:
    assert isinstance(table.phase, Dealing)
    return table.phase


def _passed(table: Table, event: happened.CardsPassed) -> Table:
    phase, out = _dealing(table), Out(event.side, event.cards, event.name)
    # A nominee turns cards for the holder and does not become one.
    nominated = phase.nominated(out.side) is not None
    holder = phase.holders.get(out.side) if nominated else None
    holders = {**phase.holders, out.side: holder or out.holder}
    phase = replace(phase, out=(*phase.out, out), been_out=(*phase.been_out, out), holders=holders)
    packs = replace(table.packs, handled=True)
    return replace(table, phase=phase, packs=packs, next=_fixed(table.next, up=False))


def _declined(table: Table, event: happened.CardsDeclined) -> Table:
    phase = _dealing(table)
    declined = (*phase.declined, (event.side, event.name))
    holders = {side: name for side, name in phase.holders.items() if (side, name) not in declined}
    return replace(table, phase=replace(phase, declined=declined, holders=holders))


def _nominated(table: Table, event: happened.TurnersNominated) -> Table:
    phase = _dealing(table)
    side, holders = event.side, phase.holders
    nominees = {**phase.nominees, side: event.names}
    third = {other: names for other, names in phase.third_nominees.items() if other is not side}
    match event.which:
        case NomineeCards.INITIAL:
            third[side] = phase.nominated_third(side)
        case NomineeCards.THIRD:
            nominees, third[side] = phase.nominees, event.names
        case None:
            pass
    if event.nominator is not None:
        holders = {**holders, side: event.nominator}
    phase = replace(phase, nominees=nominees, third_nominees=third, holders=holders)
    return replace(table, phase=phase)


def _turned(table: Table, event: happened.CardsTurned) -> Table:
    phase = _dealing(table)
    faces = dict(zip(event.cards, event.faces, strict=True))
    hand = tuple(
        Dealt(faces[place]) if place in faces else dealt
        for place, dealt in enumerate(phase.hand(event.side))
    )
    if event.side is Side.PLAYER:
        phase = replace(phase, player=hand)
    else:
        phase = replace(phase, banker=hand)
    shoe = replace(table.shoe, seen=shown_to_all(table.shoe, event.faces))
    return replace(table, phase=phase, shoe=shoe, next=_fixed(table.next, up=True))


def _returned(table: Table, event: happened.CardsReturned) -> Table:
    phase = _dealing(table)
    left = tuple(out for out in phase.out if (out.side, out.holder) != (event.side, event.name))
    return replace(table, phase=replace(phase, out=left))
