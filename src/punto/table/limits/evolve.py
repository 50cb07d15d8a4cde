"""Limits, notices and what patrons were told, to the next state."""

from msgspec.structs import replace

from punto.aggregate.envelope import Envelope
from punto.rulebook.amounts import WagerLimits
from punto.table.ledger import handed_back
from punto.table.limits import events as happened
from punto.table.notice import Notice, Shown, limits_after
from punto.table.phase import Dealing, PastCoup, Settling
from punto.table.table import Patron, Table
from punto.table.wager import BoundThen, SettledWager, TableWager


def evolve(table: Table, event: happened.LimitsEvent, envelope: Envelope) -> Table:
    """Return the table after the sign, or what was agreed with one patron, changed."""
    match event:
        case happened.NoticePosted():
            notice = Notice(event.change, envelope.at, event.effective_at)
            left = _without(table.shown, event.replaces)
            return replace(table, shown=replace(left, notices=(*left.notices, notice)))
        case happened.LimitsChanged():
            return _changed(table, event)
        case happened.LimitsOrdered():
            ahead = replace(table.next, ordered=(*table.next.ordered, event.change))
            return replace(table, next=ahead)
        case happened.SettlementChanged():
            return _settled_by(table, event)
        case happened.LimitsAgreed() | happened.LimitsWithdrawn() | happened.PatronAdvised():
            return _told(table, event)
        case happened.WagersReduced():
            return handed_back(table, event.stakes, reduced=True)


def _settled_by(table: Table, event: happened.SettlementChanged) -> Table:
    """Settle the coups that come in another way; one that is on as it began."""
    phase = table.phase
    if event.was is not None and isinstance(phase, Dealing | Settling):
        phase = replace(phase, settlement=phase.settlement or event.was)
    ahead = replace(table.next, settlement=event.settlement)
    return replace(table, phase=phase, next=ahead, shown=_without(table.shown, event.done))


def _without(shown: Shown, places: tuple[int, ...]) -> Shown:
    notices = (one for place, one in enumerate(shown.notices) if place not in places)
    return replace(shown, notices=tuple(notices))


def _as_made(table: Table) -> Table:
    """Keep what bound the wagers of the coup that is on, or was the last, now that it changes.

    Wagers before their first card are bound by what changes: they may still be altered.
    """

    def bound(wager: TableWager) -> TableWager:
        if wager.bound is not None:
            return wager
        owner = table.patron(wager.patron)
        own = {
            name: getattr(owner, name)
            for name in BoundThen.__struct_fields__
            if owner is not None and name != "limits"
        }
        return replace(wager, bound=BoundThen(table.limits, **own))

    def settled(bets: tuple[SettledWager, ...]) -> tuple[SettledWager, ...]:
        return tuple(replace(bet, wager=bound(bet.wager)) for bet in bets)

    phase, last = table.phase, table.past.last
    if isinstance(phase, Dealing):
        early = None if phase.early is None else settled(phase.early)
        phase = replace(phase, early=early)
    elif isinstance(phase, Settling):
        phase = replace(phase, early=settled(phase.early), settled=settled(phase.settled))
    elif isinstance(last, PastCoup):
        last = replace(last, settled=settled(last.settled))
        return replace(table, past=replace(table.past, last=last))
    else:
        return table
    return replace(table, phase=phase, wagers=tuple(bound(wager) for wager in table.wagers))


def _changed(table: Table, event: happened.LimitsChanged) -> Table:
    if event.as_made:
        table = _as_made(table)
    patrons = tuple(
        replace(patron, kept_minimum_cents=event.kept[patron.name])
        if patron.name in event.kept
        else patron
        for patron in table.patrons
    )
    limits = limits_after(table.limits, event.change)
    kept = {patron.kept_minimum_cents for patron in patrons}
    signs = (*table.shown.earlier, event.former) if event.former else table.shown.earlier
    earlier = tuple(sign for sign in signs if (sign.minimum or 0) in kept)
    shown = replace(_without(table.shown, event.done), earlier=earlier)
    ahead = replace(table.next, ordered=table.next.ordered[1:]) if event.ordered else table.next
    return replace(table, limits=limits, patrons=patrons, shown=shown, next=ahead)


def _told(
    table: Table,
    event: happened.LimitsAgreed | happened.LimitsWithdrawn | happened.PatronAdvised,
) -> Table:
    """Keep what was agreed with, or said to, one patron."""
    if not isinstance(event, happened.PatronAdvised) and event.as_made:
        table = _as_made(table)

    def after(patron: Patron) -> Patron:
        if patron.name != event.name:
            return patron
        if isinstance(event, happened.PatronAdvised):
            return replace(patron, advised=True)
        if isinstance(event, happened.LimitsWithdrawn):
            return replace(patron, own_minimum_cents=None, own_maximum_cents=None, own_limits={})
        if event.wager is not None:
            own = WagerLimits(event.minimum_cents, event.maximum_cents)
            return replace(patron, own_limits={**patron.own_limits, event.wager: own})
        return replace(
            patron, own_minimum_cents=event.minimum_cents, own_maximum_cents=event.maximum_cents
        )

    table = replace(table, patrons=tuple(after(patron) for patron in table.patrons))
    phase = table.phase
    if isinstance(event, happened.PatronAdvised) and isinstance(phase, Settling):
        return replace(table, phase=replace(phase, advised=(*phase.advised, event.name)))
    if isinstance(event, happened.LimitsAgreed):
        return replace(table, wagers=_as_accepted(table.wagers, event.name))
    return table


def _as_accepted(wagers: tuple[TableWager, ...], name: str) -> tuple[TableWager, ...]:
    """Return wagers, those of one patron as they were accepted: limits agreed later bind later."""
    return tuple(
        replace(wager, accepted=True, maximum=wager.maximum or (wager.stake_cents, 1))
        if wager.patron == name
        else wager
        for wager in wagers
    )
