"""Prizes: awarded when places are confirmed, paid to the cent, and then the end."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.tournament.entrant import Entrant, Standing
from punto.tournament.events import Events
from punto.tournament.evolve import after
from punto.tournament.money import commands as do
from punto.tournament.money import events as happened
from punto.tournament.money.adding import guarantee_due_cents, guarantee_reason
from punto.tournament.money.dividing import Share, divided
from punto.tournament.money.pool import pool_cents
from punto.tournament.people import known
from punto.tournament.rules import law
from punto.tournament.tournament import Stage, Tournament


def shares(rules: TableRules, tournament: Tournament) -> tuple[Share, ...]:
    """Return what everybody who is placed wins of the pool as it is, with what is guaranteed."""
    places = {
        one.name: one.place
        for one in tournament.entrants
        if one.place is not None and _may_win(rules, one)
    }
    pool = pool_cents(tournament) + guarantee_due_cents(tournament)
    return divided(rules, pool, tournament.conditions.prizes, places)


def _may_win(rules: TableRules, entrant: Entrant) -> bool:
    """Return whether somebody who has a place may win something with it."""
    if entrant.standing is Standing.FORFEITED:
        return False
    if entrant.standing is not Standing.DISQUALIFIED:
        return True
    cause = law(rules.edition).conduct.causes.get(entrant.cause or "")
    return cause is not None and cause.keeps_value is not None


def award_prizes(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Divide the pool among the places that were confirmed."""
    clause = require(rules, by, Power.PAY_PRIZES, "award the prizes")
    if tournament.purse.awarded:
        raise Malformed("the pool is divided", code=ErrorCode.ALREADY_SO)
    if tournament.stage is not Stage.RUNNING or not any(e.place for e in tournament.entrants):
        raise Malformed("no placings are confirmed", code=ErrorCode.NOT_NOW)
    owed, why = guarantee_due_cents(tournament), guarantee_reason(rules, tournament)
    topped_up = (happened.ValueAdded(cents=owed, reasons=why),) if owed else ()
    won = shares(rules, tournament)
    awarded = happened.PrizesAwarded(
        prizes={name: share.cents for share in won for name in share.names},
        goods={share.names[0]: share.goods for share in won if share.goods and not share.names[1:]},
        borne_cents=sum(share.borne_cents for share in won),
        odd_cents=sum(share.odd_cents for share in won),
        reasons=(
            *(() if owed else why),
            Reason("the pool is divided", clause),
            *_why(rules, won),
        ),
    )
    return (*topped_up, awarded)


def _why(rules: TableRules, won: tuple[Share, ...]) -> tuple[Reason, ...]:
    """Return why shares are what they are."""
    tournament_law = law(rules.edition)
    says, found = tournament_law.says, []
    if says.pool:
        found.append(Reason("what is left of the fees is prize money", says.pool))
    for share in won:
        if not share.names[1:]:
            continue
        who = ", ".join(share.names)
        found.append(Reason(f"{who} share {dollars(share.cents)} each", says.prizes_shared))
        odd = tournament_law.money.odd_cents.clause
        if share.borne_cents:
            text = f"the house bears {dollars(share.borne_cents)}, so that shares are equal"
            found.append(Reason(text, odd))
        if share.odd_cents:
            text = f"{dollars(share.odd_cents)} is left over of equal shares and reported"
            found.append(Reason(text, odd))
        if share.goods:
            text = f"{', '.join(share.goods)} cannot be shared by {who}"
            found.append(Reason(text, ()))
    return tuple(found)


def pay_prize(rules: TableRules, tournament: Tournament, by: Actor, command: do.PayPrize) -> Events:
    """Pay one entrant what they won, no more and no less."""
    require(rules, by, Power.PAY_PRIZES, "pay prizes")
    entrant = known(tournament, command.name)
    if not tournament.purse.awarded or tournament.stage is not Stage.RUNNING:
        raise Malformed("no prizes are awarded", code=ErrorCode.NOT_NOW)
    if entrant.prize_paid:
        raise Malformed(f"{entrant.name} has been paid", code=ErrorCode.ALREADY_SO)
    if command.cents <= 0 or command.cents != entrant.prize_cents:
        text = f"{entrant.name} won {dollars(entrant.prize_cents)}"
        raise Malformed(text, code=ErrorCode.NO_SUCH_AMOUNT)
    return (happened.PrizePaid(name=entrant.name, cents=command.cents),)


def pay_prizes(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Pay everybody who has won something and not been paid, and divide the pool before."""
    require(rules, by, Power.PAY_PRIZES, "pay prizes")
    events: Events = ()
    if not tournament.purse.awarded:
        events = award_prizes(rules, tournament, by)
        tournament = after(tournament, events)
    elif tournament.stage is not Stage.RUNNING or not unpaid(tournament):
        raise Malformed("everybody has been paid", code=ErrorCode.ALREADY_SO)
    paid = tuple(
        happened.PrizePaid(name=name, cents=cents) for name, cents in unpaid(tournament).items()
    )
    return (*events, *paid)


def unpaid(tournament: Tournament) -> dict[str, int]:
    """Return those who won money and have not been paid, and how much."""
    return {
        entrant.name: entrant.prize_cents
        for entrant in tournament.entrants
        if entrant.prize_cents and not entrant.prize_paid
    }


def close_tournament(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """End the tournament when everything is paid and all chips are back."""
    require(rules, by, Power.PAY_PRIZES, "close a tournament")
    says = law(rules.edition).says
    placed = any(entrant.place for entrant in tournament.entrants)
    if tournament.stage is not Stage.RUNNING or not placed:
        raise Malformed("no placings are confirmed", code=ErrorCode.NOT_NOW)
    owed = sum(unpaid(tournament).values())
    if not tournament.purse.awarded and pool_cents(tournament):
        owed = pool_cents(tournament)
    if owed:
        text = f"{dollars(owed)} of the pool is not paid yet"
        raise Refused(ErrorCode.POOL_NOT_PAID, says.pool_paid_out, text)
    if tournament.stock.out and says.stock_returned:
        text = "the chips of the last session are not back in stock"
        raise Refused(ErrorCode.CHIPS_NOT_BACK, says.stock_returned, text)
    reasons = (Reason("all of the pool is paid out", says.pool_paid_out),)
    return (happened.TournamentFinished(reasons=reasons if says.pool_paid_out else ()),)
