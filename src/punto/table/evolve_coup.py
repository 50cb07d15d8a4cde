"""Events of a coup, from the first wager to the discards, to the next state."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from punto.rulebook.policies import Side
from punto.table import events as happened
from punto.table.chips import handed_back
from punto.table.state import (
    Betting,
    Dealing,
    HeldCard,
    Idle,
    Out,
    Patron,
    Table,
)


def _opened(table: Table, event: happened.BettingOpened) -> Table:
    del event
    return replace(table, phase=Betting())


def _closed(table: Table, event: happened.BettingClosed) -> Table:
    del event
    return replace(table, phase=Betting(closed=True))


def _started(table: Table, event: happened.CoupStarted) -> Table:
    return replace(
        table,
        phase=Dealing(method=event.method),
        shoe=event.shoe,
        coups=table.coups + 1,
        number=table.number + 1,
        could_not_rebuild=False,
        no_bet_directed=False,
        patrons=_idle(table),
    )


def _idle(table: Table) -> tuple[Patron, ...]:
    """Return the patrons, knowing who lets another coup pass while every other seat is taken."""
    if table.no_bet:
        return table.patrons
    betting = {one.patron for one in table.wagers}
    full = sum(not one.standing for one in table.patrons) == table.seats
    if not full and not any(one.idle for one in table.patrons):
        return table.patrons
    return tuple(
        replace(one, idle=one.idle + 1 if full and one.name not in betting else 0)
        if not one.standing
        else one
        for one in table.patrons
    )


def _drawn(table: Table, event: happened.CardDrawn) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing)
    if event.side is Side.PLAYER:
        cards, up = (*phase.player, event.card), (*phase.player_up, event.up)
        dealt = replace(phase, player=cards, player_up=up)
    else:
        cards, up = (*phase.banker, event.card), (*phase.banker_up, event.up)
        dealt = replace(phase, banker=cards, banker_up=up)
    relaxed = () if event.up else table.relaxed
    if event.from_held:
        return replace(table, phase=dealt, carried=None, removable=False, relaxed=relaxed)
    called = table.shoe.last_called or event.last_called
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1, last_called=called)
    return replace(table, phase=dealt, shoe=shoe, removable=False, relaxed=relaxed)


def _dealing(table: Table) -> Dealing:
    assert isinstance(table.phase, Dealing)
    return table.phase


def _passed(table: Table, event: happened.CardsPassed) -> Table:
    phase, out = _dealing(table), event.out
    # A nominee turns cards for the holder and does not become one.
    holder = phase.holders.get(out.side) if out.side in phase.nominees else None
    holders = {**phase.holders, out.side: holder or out.holder}
    been = {**phase.been_out, out.side: max(phase.been_out.get(out.side, 0), max(out.cards) + 1)}
    phase = replace(phase, out=(*phase.out, out), holders=holders, been_out=been)
    house = replace(table.house, handled=True)
    return replace(table, phase=phase, house=house, removable=False)


def _declined(table: Table, event: happened.CardsDeclined) -> Table:
    phase = _dealing(table)
    declined = (*phase.declined, (event.side, event.name))
    holders = {side: one for side, one in phase.holders.items() if (side, one) not in declined}
    return replace(table, phase=replace(phase, declined=declined, holders=holders))


def _nominated(table: Table, event: happened.TurnersNominated) -> Table:
    phase = _dealing(table)
    nominees = {**phase.nominees, event.side: event.names}
    return replace(table, phase=replace(phase, nominees=nominees))


def _turned(table: Table, event: happened.CardsTurned) -> Table:
    phase = _dealing(table)
    up = tuple(one or place in event.cards for place, one in enumerate(phase.up(event.side)))
    if event.side is Side.PLAYER:
        phase = replace(phase, player_up=up)
    else:
        phase = replace(phase, banker_up=up)
    return replace(table, phase=phase, relaxed=(), removable=False)


def _returned(table: Table, event: happened.CardsReturned) -> Table:
    phase = _dealing(table)

    def there(one: Out) -> bool:
        return (one.side, one.holder) != (event.side, event.name)

    return replace(table, phase=replace(phase, out=tuple(filter(there, phase.out))))


def _announced(table: Table, event: happened.PointsAnnounced) -> Table:
    del event
    return replace(table, phase=replace(_dealing(table), announced=True))


def _removable(table: Table, event: happened.WagersRemovable) -> Table:
    del event
    return replace(table, removable=True)


def _excess(table: Table, event: happened.CardHeld | happened.CardRetired) -> Table:
    """Take a card in excess out of the shoe, or off the table where it lay."""
    shoe = table.shoe if event.off_table else replace(table.shoe, drawn=table.shoe.drawn + 1)
    held: HeldCard | None = table.carried
    if isinstance(event, happened.CardHeld):
        held = event.carried
        if isinstance(table.phase, Idle | Betting) and held.no_bet:
            table = replace(handed_back(table, table.wagers), wagers=(), no_bet=True)
            table = replace(table, wagers_refused=True)
    return replace(table, shoe=shoe, carried=held)


def _swept(table: Table, event: happened.HeldCardSwept) -> Table:
    del event
    # A coup that was to be without wagers anyhow stays so.
    directed = table.no_bet_directed
    refused = table.wagers_refused and directed
    return replace(table, carried=None, no_bet=directed, wagers_refused=refused)


def _no_bet(table: Table, event: happened.NoBetDirected) -> Table:
    return replace(table, no_bet=True, no_bet_directed=True, wagers_refused=event.wagers_refused)


STEPS: dict[type, Callable[[Table, Any], Table]] = {
    happened.BettingOpened: _opened,
    happened.BettingClosed: _closed,
    happened.CoupStarted: _started,
    happened.CardDrawn: _drawn,
    happened.CardsPassed: _passed,
    happened.CardsDeclined: _declined,
    happened.TurnersNominated: _nominated,
    happened.CardsTurned: _turned,
    happened.CardsReturned: _returned,
    happened.PointsAnnounced: _announced,
    happened.WagersRemovable: _removable,
    happened.CardHeld: _excess,
    happened.CardRetired: _excess,
    happened.HeldCardSwept: _swept,
    happened.NoBetDirected: _no_bet,
}
