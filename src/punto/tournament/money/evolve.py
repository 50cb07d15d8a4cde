"""Money, to the next state."""

from typing import assert_never

from msgspec.structs import replace

from punto.tournament.entrant import Standing
from punto.tournament.money import events as happened
from punto.tournament.people import back_in, changed, known
from punto.tournament.tournament import Purse, Stage, Stock, Tournament


def evolve(tournament: Tournament, event: happened.MoneyEvent) -> Tournament:
    """Return the tournament after money or chips moved."""
    purse = tournament.purse
    match event:
        case happened.FeePaid():
            paid = known(tournament, event.name).paid_cents + event.cents
            tournament = changed(tournament, event.name, paid_cents=paid)
            return _in(tournament, replace(purse, fees_cents=purse.fees_cents + event.cents))
        case happened.CommissionKept():
            tournament = changed(tournament, event.name, commission_cents=event.cents)
            return _in(tournament, replace(purse, kept_cents=purse.kept_cents + event.cents))
        case happened.FeeRefunded():
            return _refunded(tournament, event)
        case happened.ValueAdded():
            added = purse.added_cents + event.cents
            goods = (*purse.goods, *event.goods)
            return _in(tournament, replace(purse, added_cents=added, goods=goods))
        case happened.ValueTakenBack():
            goods = tuple(one for one in purse.goods if one not in event.goods)
            added = purse.added_cents - event.cents
            return _in(tournament, replace(purse, added_cents=added, goods=goods))
        case happened.FeesRetained():
            return _in(tournament, replace(purse, kept_cents=purse.kept_cents + event.cents))
        case happened.RetentionReduced():
            return _in(tournament, replace(purse, kept_cents=purse.kept_cents - event.cents))
        case (
            happened.BuyInPaid()
            | happened.BuyInReturned()
            | happened.BuyInMissed()
            | happened.BuyInsUsed()
            | happened.BoughtBack()
        ):
            return _bought(tournament, event)
        case happened.PrizesAwarded() | happened.PrizePaid() | happened.TournamentFinished():
            return _won(tournament, event)
        case (
            happened.ChipsStocked()
            | happened.ChipsTakenIn()
            | happened.ChipsCashed()
            | happened.StockCounted()
        ):
            return _stock(tournament, event)
        case _:
            assert_never(event)


def _in(tournament: Tournament, purse: Purse) -> Tournament:
    return replace(tournament, purse=purse)


def _refunded(tournament: Tournament, event: happened.FeeRefunded) -> Tournament:
    purse, entrant = tournament.purse, known(tournament, event.name)
    back = entrant.refunded_cents + event.cents
    kept = entrant.commission_cents - event.commission_cents
    tournament = changed(tournament, event.name, refunded_cents=back, commission_cents=kept)
    refunded = purse.refunded_cents + event.cents
    still_kept = purse.kept_cents - event.commission_cents
    return _in(tournament, replace(purse, refunded_cents=refunded, kept_cents=still_kept))


def _bought(
    tournament: Tournament,
    event: happened.BuyInPaid
    | happened.BuyInReturned
    | happened.BuyInMissed
    | happened.BuyInsUsed
    | happened.BoughtBack,
) -> Tournament:
    """Return the tournament after somebody bought chips, or a way back, or did not."""
    purse = tournament.purse
    match event:
        case happened.BuyInsUsed():
            for name in event.names:
                tournament = changed(tournament, name, bought_in=False)
            return tournament
        case happened.BuyInMissed():
            out = Standing.ELIMINATED
            tournament = changed(tournament, event.name, standing=out, missed_buy_in=True)
            return _unseated(tournament, event.name)
        case happened.BuyInReturned():
            sold = purse.chips_sold_cents - event.cents
            tournament = changed(tournament, event.name, bought_in=False)
            return _in(tournament, replace(purse, chips_sold_cents=sold))
        case happened.BuyInPaid(cash=True):
            sold = purse.chips_sold_cents + event.cents
            tournament = changed(tournament, event.name, bought_in=True)
            return _in(tournament, replace(purse, chips_sold_cents=sold))
        case happened.BuyInPaid():
            tournament = changed(tournament, event.name, bought_in=True)
        case happened.BoughtBack():
            again = known(tournament, event.name).bought_back + 1
            tournament = changed(back_in(tournament, event.name), event.name, bought_back=again)
            # They play in the round that is on, though they did before.
            progress = tournament.progress
            played = tuple(name for name in progress.played if name != event.name)
            tournament = replace(tournament, progress=replace(progress, played=played))
    bought = known(tournament, event.name).bought_cents + event.cents
    tournament = changed(tournament, event.name, bought_cents=bought)
    return _in(tournament, replace(purse, bought_cents=purse.bought_cents + event.cents))


def _unseated(tournament: Tournament, name: str) -> Tournament:
    """Return the tournament without the seat that somebody was drawn for."""
    session = tournament.session
    if session is None:
        return tournament
    seats = {other: seat for other, seat in session.seats.items() if other != name}
    return replace(tournament, session=replace(session, seats=seats))


def _won(
    tournament: Tournament,
    event: happened.PrizesAwarded | happened.PrizePaid | happened.TournamentFinished,
) -> Tournament:
    purse = tournament.purse
    match event:
        case happened.PrizesAwarded():
            for name, cents in event.prizes.items():
                tournament = changed(tournament, name, prize_cents=cents)
            for name, goods in event.goods.items():
                tournament = changed(tournament, name, goods=goods)
            borne, odd = event.borne_cents, event.odd_cents
            return _in(tournament, replace(purse, awarded=True, borne_cents=borne, odd_cents=odd))
        case happened.PrizePaid():
            tournament = changed(tournament, event.name, prize_paid=True)
            return _in(tournament, replace(purse, paid_cents=purse.paid_cents + event.cents))
        case happened.TournamentFinished():
            return replace(tournament, stage=Stage.FINISHED)


def _stock(
    tournament: Tournament,
    event: happened.ChipsStocked
    | happened.ChipsTakenIn
    | happened.ChipsCashed
    | happened.StockCounted,
) -> Tournament:
    stock = tournament.stock
    match event:
        case happened.ChipsStocked():
            return replace(tournament, stock=Stock(event.pieces))
        case happened.ChipsTakenIn():
            return replace(tournament, stock=replace(stock, out=True))
        case happened.ChipsCashed():
            cash = known(tournament, event.name).cash_cents + event.cents
            return changed(tournament, event.name, cash_cents=cash)
        case happened.StockCounted():
            counted = replace(stock, pieces=event.pieces, out=False, missing=event.missing)
            return replace(tournament, stock=counted)
