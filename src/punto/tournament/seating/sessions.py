"""Sessions: begun with equal chips for everybody, ended when every table is done."""

from collections.abc import Sequence

from punto.clause import Malformed
from punto.rulebook.elect import TableRules
from punto.table.authority import Actor, require_staff
from punto.table.deal.events import CoupDiscarded
from punto.table.events import AnyEvent as TableEvent
from punto.table.seats.events import ChipsBought, PatronJoined, PatronLeft
from punto.tournament.entrant import ACTIVE
from punto.tournament.entry.commencing import check_commencing
from punto.tournament.events import AnyEvent, Events
from punto.tournament.evolve import after
from punto.tournament.money.buying import bought_in
from punto.tournament.money.stock import taken_in
from punto.tournament.people import known
from punto.tournament.seating import events as happened
from punto.tournament.tables import TableStepped
from punto.tournament.tournament import Tournament


def begin_session(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Seat everybody where they were drawn, with the chips of the conditions."""
    require_staff(rules, by, "begin a session")
    session, chips = tournament.session, tournament.conditions.chips_cents
    if session is None:
        raise Malformed("no seats are drawn", code="not_now")
    if session.begun_at is not None:
        raise Malformed("the session has begun", code="already_so")
    names = tuple(session.seats)
    check_commencing(rules, tournament, by, names)
    if chips is None:
        raise Malformed("the conditions give no chips", code="incomplete")
    bought_chips = bought_in(rules, tournament, names)
    tournament = after(tournament, bought_chips)
    events: list[AnyEvent] = [*bought_chips, happened.SessionBegun(at=by.at)]
    for name, seat in session.seats.items():
        if known(tournament, name).standing not in ACTIVE:
            continue
        joined = PatronJoined(name=name, seat=seat.seat)
        bought = ChipsBought(name=name, cents=chips)
        events += [TableStepped(table=seat.table, event=event) for event in (joined, bought)]
    return tuple(events)


def end_session(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """End the session: chips are counted and go back into stock."""
    require_staff(rules, by, "end a session")
    session = tournament.session
    if session is None or session.begun_at is None:
        raise Malformed("no session is on", code="not_now")
    chips: dict[str, int] = {}
    left: list[AnyEvent] = []
    for number, table in tournament.tables.items():
        for patron in table.patrons:
            chips[patron.name] = patron.chips_cents
            gone = PatronLeft(name=patron.name, chips_cents=patron.chips_cents)
            left.append(TableStepped(table=number, event=gone))
    return (*left, *taken_in(rules, tournament, chips), happened.SessionEnded(chips=chips))


def coups_counted(
    rules: TableRules, tournament: Tournament, number: int, events: Sequence[TableEvent]
) -> Events:
    """Return that a coup of the session is over at a table."""
    del rules, tournament
    over = [event for event in events if isinstance(event, CoupDiscarded)]
    return tuple(happened.CoupCounted(table=number) for _ in over)
