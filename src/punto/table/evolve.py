"""Event to next state. It never refuses and never asks a rule, so an old log always replays."""

from collections.abc import Iterable
from typing import assert_never

from msgspec.structs import replace

from punto.rulebook.policies import Side
from punto.table import events as happened
from punto.table.state import Betting, CutOffer, Dealing, Idle, Patron, Settling, Table


def replay(table: Table, events: Iterable[happened.AnyEvent]) -> Table:
    """Return the table after a log of events."""
    for event in events:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: happened.AnyEvent) -> Table:
    """Return the table after one event."""
    match event:
        case happened.CardDrawn():
            return _card(table, event)
        case happened.WagerPlaced() | happened.WagerWithdrawn() | happened.BothHandsApproved():
            return _wager(table, event)
        case happened.LimitsAgreed() | happened.PatronAdvised():
            return _told(table, event)
        case (
            happened.WagersRemovable()
            | happened.CardHeld()
            | happened.CardRetired()
            | happened.CoupVoided()
            | happened.NoBetDirected()
        ):
            return _unusual(table, event)
        case happened.WagersReduced():
            return _reduced(table, event)
        case happened.PatronJoined() | happened.PatronLeft() | happened.ChipsBought():
            return _patron(table, event)
        case (
            happened.ShoeChanged()
            | happened.CardsBurned()
            | happened.BurnedCardShown()
            | happened.CutOffered()
        ):
            return _cards(table, event)
        case _:
            return _coup(table, event)


def _patron(
    table: Table, event: happened.PatronJoined | happened.PatronLeft | happened.ChipsBought
) -> Table:
    match event:
        case happened.PatronJoined():
            patrons = (*table.patrons, event.patron)
            return replace(table, patrons=patrons, arrivals=table.arrivals + 1)
        case happened.PatronLeft():
            gone = table.patron(event.name)
            assert gone is not None
            patrons = tuple(one for one in table.patrons if one is not gone)
            issued = table.issued_cents - gone.chips_cents
            return replace(table, patrons=patrons, issued_cents=issued)
        case happened.ChipsBought():
            table = _moved(table, {event.name: event.cents})
            return replace(table, float_cents=table.float_cents - event.cents)
        case _:
            assert_never(event)


def _cards(
    table: Table,
    event: happened.ShoeChanged
    | happened.CardsBurned
    | happened.BurnedCardShown
    | happened.CutOffered,
) -> Table:
    match event:
        case happened.ShoeChanged():
            return _shoe_changed(table, event)
        case happened.CardsBurned():
            return replace(table, shoe=event.burned.shoe, burned=event.burned)
        case happened.BurnedCardShown():
            return table
        case happened.CutOffered():
            return replace(table, cut=event.offer)
        case _:
            assert_never(event)


def _shoe_changed(table: Table, event: happened.ShoeChanged) -> Table:
    table = replace(table, shoe=event.shoe)
    if event.step == "new_shoe":
        cut = CutOffer(last_cutter_seat=table.cut.last_cutter_seat)
        return replace(table, cut=cut, burned=None, results=(), coups=0)
    return table


def _wager(
    table: Table,
    event: happened.WagerPlaced | happened.WagerWithdrawn | happened.BothHandsApproved,
) -> Table:
    match event:
        case happened.WagerPlaced():
            table = _moved(table, {event.wager.patron: -event.wager.stake_cents})
            return replace(table, wagers=(*table.wagers, event.wager), placed=event.wager.number)
        case happened.WagerWithdrawn():
            [gone] = [one for one in table.wagers if one.number == event.number]
            table = _moved(table, {gone.patron: gone.stake_cents})
            phase = table.phase
            if isinstance(phase, Settling):
                kept = tuple(one for one in phase.settled if one.number != event.number)
                table = replace(table, phase=replace(phase, settled=kept))
            return replace(table, wagers=tuple(one for one in table.wagers if one is not gone))
        case happened.BothHandsApproved():
            return replace(table, both_hands=(*table.both_hands, event.name))
        case _:
            assert_never(event)


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


def _reduced(table: Table, event: happened.WagersReduced) -> Table:
    """Hand back what was cut from wagers."""
    moved: dict[str, int] = {}
    wagers = []
    for one in table.wagers:
        cut = event.cents.get(one.number, 0)
        moved[one.patron] = moved.get(one.patron, 0) + cut
        if one.stake_cents > cut:
            wagers.append(replace(one, stake_cents=one.stake_cents - cut))
    return _moved(replace(table, wagers=tuple(wagers)), moved)


def _card(table: Table, event: happened.CardDrawn) -> Table:
    phase = table.phase
    assert isinstance(phase, Dealing)
    if event.side is Side.PLAYER:
        dealt = Dealing((*phase.player, event.card), phase.banker)
    else:
        dealt = Dealing(phase.player, (*phase.banker, event.card))
    if event.from_held:
        return replace(table, phase=dealt, carried=None)
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    return replace(table, phase=dealt, shoe=shoe, removable=False)


def _unusual(
    table: Table,
    event: happened.WagersRemovable
    | happened.CardHeld
    | happened.CardRetired
    | happened.CoupVoided
    | happened.NoBetDirected,
) -> Table:
    match event:
        case happened.WagersRemovable():
            return replace(table, removable=True)
        case happened.CardHeld() | happened.CardRetired():
            return _excess(table, event)
        case happened.CoupVoided():
            return replace(_voided(table), shoe=event.shoe)
        case happened.NoBetDirected():
            return replace(table, no_bet=True, wagers_refused=event.wagers_refused)
        case _:
            assert_never(event)


def _excess(table: Table, event: happened.CardHeld | happened.CardRetired) -> Table:
    """Take a card in excess out of the shoe."""
    shoe = replace(table.shoe, drawn=table.shoe.drawn + 1)
    held = event.carried if isinstance(event, happened.CardHeld) else table.carried
    return replace(table, shoe=shoe, carried=held)


def _voided(table: Table) -> Table:
    """Hand every stake back as if the coup had never been."""
    moved: dict[str, int] = {}
    for one in table.wagers:
        moved[one.patron] = moved.get(one.patron, 0) + one.stake_cents
    results = table.results[:-1] if isinstance(table.phase, Settling) else table.results
    table = replace(
        table, wagers=(), phase=Idle(), both_hands=(), results=results, voids=table.voids + 1
    )
    return _moved(replace(table, no_bet=False, wagers_refused=False, removable=False), moved)


def _coup(
    table: Table,
    event: happened.BettingOpened
    | happened.BettingClosed
    | happened.CoupStarted
    | happened.CoupCompleted
    | happened.LosersCollected
    | happened.WinnersPaid
    | happened.CoupDiscarded,
) -> Table:
    match event:
        case happened.BettingOpened():
            return replace(table, phase=Betting())
        case happened.BettingClosed():
            return replace(table, phase=Betting(closed=True))
        case happened.CoupStarted():
            return replace(table, phase=Dealing(), shoe=event.shoe, coups=table.coups + 1)
        case happened.CoupCompleted():
            phase = Settling(event.coup, event.settled)
            results = (*table.results, event.bead)
            return replace(table, phase=phase, shoe=event.shoe, results=results)
        case happened.LosersCollected():
            return _collected(table, event)
        case happened.WinnersPaid():
            return _paid(table, event)
        case happened.CoupDiscarded():
            run = table.no_bets_in_a_row + 1 if table.no_bet else 0
            forced = table.carried is not None and table.carried.no_bet
            table = replace(table, no_bet=forced, wagers_refused=forced, no_bets_in_a_row=run)
            return replace(table, phase=Idle(), both_hands=())
        case _:
            assert_never(event)


def _collected(table: Table, event: happened.LosersCollected) -> Table:
    """Move what was lost from the layout to the float."""
    assert isinstance(table.phase, Settling)
    wagers = tuple(
        replace(one, stake_cents=one.stake_cents - event.cents.get(one.number, 0))
        for one in table.wagers
    )
    return replace(
        table,
        phase=replace(table.phase, collected=True),
        removable=False,
        wagers=tuple(one for one in wagers if one.stake_cents),
        float_cents=table.float_cents + sum(event.cents.values()),
    )


def _paid(table: Table, event: happened.WinnersPaid) -> Table:
    """Move winnings from the float, and what is left on the layout, to the patrons."""
    assert isinstance(table.phase, Settling)
    moved = dict(event.cents)
    for one in table.wagers:
        moved[one.patron] = moved.get(one.patron, 0) + one.stake_cents
    table = replace(
        table,
        phase=replace(table.phase, paid=True),
        wagers=(),
        float_cents=table.float_cents - sum(event.cents.values()),
    )
    return _moved(table, moved)


def _moved(table: Table, cents: dict[str, int]) -> Table:
    """Return the table with chips moved to and from patrons."""

    def after(one: Patron) -> Patron:
        moved = cents.get(one.name, 0)
        return replace(one, chips_cents=one.chips_cents + moved) if moved else one

    return replace(table, patrons=tuple(after(one) for one in table.patrons))
