"""People and their chips, to the next state."""

from msgspec.structs import replace

from punto.table.ledger import booked, moved
from punto.table.phase import Role
from punto.table.seats import events as happened
from punto.table.table import Patron, Table


def evolve(table: Table, event: happened.SeatsEvent) -> Table:
    """Return the table after somebody came, moved, bought or left."""
    match event:
        case happened.PatronJoined():
            return _joined(table, event)
        case happened.PatronLeft():
            return _left(table, event)
        case happened.PatronMoved():
            return _moved(table, event)
        case happened.ChipsBought():
            table = moved(table, {event.name: event.cents})
            return replace(table, ledger=booked(table, to_float=-event.cents))
        case happened.ChipsTaken() | happened.ChipsCashedOut():
            table = moved(table, {event.name: -event.cents})
            return replace(table, ledger=booked(table, to_float=event.cents))
        case happened.TokensHandedOver():
            table = replace(table, ledger=booked(table, tokens=event.cents))
            return moved(table, {}, {event.name: event.cents})
        case happened.PatronsLimited():
            admission = replace(
                table.admission, patrons_max=event.most, one_per_box=event.one_per_box
            )
            return replace(table, admission=admission)
        case happened.PatronsLinked():
            linked = (*table.admission.linked, event.names)
            return replace(table, admission=replace(table.admission, linked=linked))


def _joined(table: Table, event: happened.PatronJoined) -> Table:
    arrivals = table.count.arrivals + 1
    patron = Patron(event.name, event.seat, event.standing, 0, arrivals, advised=event.advised)
    count = replace(table.count, arrivals=arrivals)
    return replace(table, patrons=(*table.patrons, patron), count=count)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(other for other in names if other != name)


def _left(table: Table, event: happened.PatronLeft) -> Table:
    """Let somebody go, and nothing wait for them."""
    name = event.name
    gone = table.patron(name)
    assert gone is not None
    cut = replace(
        table.packs.cut,
        waiting=_without(table.packs.cut.waiting, name),
        nominee=None if table.packs.cut.nominee == name else table.packs.cut.nominee,
    )
    allowed = table.next.allowed
    both = _without(allowed.both_hands, name)
    role = replace(table.role, waiting=_without(table.role.waiting, name))
    if role.holder == name:
        role = Role(last_seat=gone.seat)
    fault = table.open.fault
    if fault is not None:
        fault = replace(fault, undecided=_without(fault.undecided, name))
    admission = table.admission
    if event.advised:
        admission = replace(admission, advised=(*admission.advised, name))
    return replace(
        table,
        patrons=tuple(patron for patron in table.patrons if patron is not gone),
        ledger=booked(table, issued=-event.chips_cents, tokens=-event.tokens_cents),
        packs=replace(table.packs, cut=cut),
        role=role,
        next=replace(table.next, allowed=replace(allowed, both_hands=both)),
        open=replace(table.open, fault=fault),
        admission=admission,
    )


def _moved(table: Table, event: happened.PatronMoved) -> Table:
    patrons = tuple(
        replace(patron, seat=event.seat, standing=event.standing, idle=0)
        if patron.name == event.name
        else patron
        for patron in table.patrons
    )
    role = table.role
    if role.holder == event.name and event.standing:
        role = Role(last_seat=event.seat)
    return replace(table, patrons=patrons, role=role)
