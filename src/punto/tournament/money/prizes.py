"""Prizes: awarded after the places are confirmed, then paid; the end of the tournament."""

from msgspec.structs import replace

from punto.aggregate.actor import Actor
from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Unregistered, Visibility
from punto.aggregate.permission import anybody
from punto.aggregate.roles import Cents, EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.rulebook.power import Power
from punto.table.authority import require
from punto.tournament.base_classes import MONEY_MOVED, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, after, changes
from punto.tournament.entrant import Entrant, EntrantStatus
from punto.tournament.entrant_lookup import entrant_named, with_entrant
from punto.tournament.money.added_value import (
    ValueAdded,
    guarantee_due_cents,
    reasons_for_guarantee,
)
from punto.tournament.money.pool import PrizeShare, divide_pool, pool_cents, with_purse
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, TournamentStage

prizes: Topic[Tournament, TournamentContext] = Topic("prizes", changes)


class AwardPrizes(TournamentCommand, frozen=True, tag="award_prizes"):
    """The pool is divided among the places that were confirmed."""

    group = Group.PLACING
    powers = (Power.PAY_PRIZES,)


class PayPrize(TournamentCommand, frozen=True, tag="pay_prize"):
    """An entrant is paid their prize."""

    group = Group.PLACING
    powers = (Power.PAY_PRIZES,)

    name: EntrantName
    cents: Cents


class PayPrizes(TournamentCommand, frozen=True, tag="pay_prizes"):
    """All unpaid prizes are paid; the pool is divided first if it is not."""

    group = Group.PLACING
    powers = (Power.PAY_PRIZES,)


class CloseTournament(TournamentCommand, frozen=True, tag="close_tournament"):
    """The tournament ends: all prizes are paid, and all chips are back."""

    group = Group.PLACING
    powers = (Power.PAY_PRIZES,)


class PrizesAwarded(TournamentEvent, frozen=True, gc=False, tag="prizes_awarded"):
    """The prizes of all entrants; the house bears rounding cents, or reports those left over."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED

    prizes: dict[str, int]
    goods: dict[str, tuple[str, ...]] = {}
    borne_cents: int = 0
    odd_cents: int = 0


class PrizePaid(TournamentEvent, frozen=True, gc=False, tag="prize_paid"):
    visibility = Visibility.PERSON_AND_STAFF
    registers = Unregistered.MONEY
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


class TournamentFinished(TournamentEvent, frozen=True, gc=False, tag="tournament_finished"):
    """The tournament ended, with all prizes paid."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.REPORTED
    final = MONEY_MOVED


def shares_of_pool(rules: TableRules, tournament: Tournament) -> tuple[PrizeShare, ...]:
    """Return the shares of all placed entrants in the current pool, including the guarantee."""
    places = {
        entrant.name: entrant.place
        for entrant in tournament.entrants
        if entrant.place is not None and _may_win(rules, entrant)
    }
    pool = pool_cents(tournament) + guarantee_due_cents(tournament)
    return divide_pool(rules, pool, tournament.conditions.prizes, places)


def _may_win(rules: TableRules, entrant: Entrant) -> bool:
    """Return whether an entrant with a place may win a prize."""
    if entrant.standing is EntrantStatus.FORFEITED:
        return False
    if entrant.standing is not EntrantStatus.DISQUALIFIED:
        return True
    cause = tournament_section(rules.edition).conduct.causes.get(entrant.cause or "")
    return cause is not None and cause.keeps_value is not None


prizes.permits(AwardPrizes)(anybody)


@prizes.decides(AwardPrizes)
def award_prizes(at: TournamentContext, command: AwardPrizes) -> Events:
    """Divide the pool among the places that were confirmed."""
    return _award_prizes(at.rules, at.state, at.by)


def _award_prizes(rules: TableRules, tournament: Tournament, by: Actor) -> Events:
    """Return the events that divide the pool among the confirmed places."""
    clause = require(rules, by, Power.PAY_PRIZES, "award the prizes")
    if tournament.purse.awarded:
        raise Malformed("the pool is divided", code=ErrorCode.ALREADY_SO)
    if tournament.stage is not TournamentStage.RUNNING or not any(
        entrant.place for entrant in tournament.entrants
    ):
        raise Malformed("no placings are confirmed", code=ErrorCode.NOT_NOW)
    guarantee_cents, guarantee_reasons = (
        guarantee_due_cents(tournament),
        reasons_for_guarantee(rules, tournament),
    )
    topped_up = (
        (ValueAdded(cents=guarantee_cents, reasons=guarantee_reasons),) if guarantee_cents else ()
    )
    prize_shares = shares_of_pool(rules, tournament)
    awarded = PrizesAwarded(
        prizes={name: share.cents for share in prize_shares for name in share.names},
        goods={
            share.names[0]: share.goods
            for share in prize_shares
            if share.goods and not share.names[1:]
        },
        borne_cents=sum(share.borne_cents for share in prize_shares),
        odd_cents=sum(share.odd_cents for share in prize_shares),
        reasons=(
            *(() if guarantee_cents else guarantee_reasons),
            Reason("the pool is divided", clause),
            *_share_reasons(rules, prize_shares),
        ),
    )
    return (*topped_up, awarded)


def _share_reasons(rules: TableRules, prize_shares: tuple[PrizeShare, ...]) -> tuple[Reason, ...]:
    """Return the reasons for the amounts of the shares."""
    tournament_law = tournament_section(rules.edition)
    says, reasons = tournament_law.says, []
    if says.pool:
        reasons.append(Reason("what is left of the fees is prize money", says.pool))
    for share in prize_shares:
        if not share.names[1:]:
            continue
        names = ", ".join(share.names)
        reasons.append(Reason(f"{names} share {dollars(share.cents)} each", says.prizes_shared))
        odd_cents_clause = tournament_law.money.odd_cents.clause
        if share.borne_cents:
            text = f"the house bears {dollars(share.borne_cents)}, so that shares are equal"
            reasons.append(Reason(text, odd_cents_clause))
        if share.odd_cents:
            text = f"{dollars(share.odd_cents)} is left over of equal shares and reported"
            reasons.append(Reason(text, odd_cents_clause))
        if share.goods:
            text = f"{', '.join(share.goods)} cannot be shared by {names}"
            reasons.append(Reason(text, ()))
    return tuple(reasons)


@prizes.permits(PayPrize)
def may_pay_prize(at: TournamentContext) -> None:
    """Raise an error if this person may not pay prizes now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.PAY_PRIZES, "pay prizes")


@prizes.decides(PayPrize)
def pay_prize(at: TournamentContext, command: PayPrize) -> Events:
    """Pay an entrant exactly their prize."""
    tournament = at.state
    may_pay_prize(at)
    entrant = entrant_named(tournament, command.name)
    if not tournament.purse.awarded or tournament.stage is not TournamentStage.RUNNING:
        raise Malformed("no prizes are awarded", code=ErrorCode.NOT_NOW)
    if entrant.prize_paid:
        raise Malformed(f"{entrant.name} has been paid", code=ErrorCode.ALREADY_SO)
    if command.cents <= 0 or command.cents != entrant.prize_cents:
        text = f"{entrant.name} won {dollars(entrant.prize_cents)}"
        raise Malformed(text, code=ErrorCode.NO_SUCH_AMOUNT)
    return (PrizePaid(name=entrant.name, cents=command.cents),)


@prizes.permits(PayPrizes)
def may_pay_prizes(at: TournamentContext) -> None:
    """Raise an error if this person may not pay prizes now."""
    rules, by = at.rules, at.by
    require(rules, by, Power.PAY_PRIZES, "pay prizes")


@prizes.decides(PayPrizes)
def pay_prizes(at: TournamentContext, command: PayPrizes) -> Events:
    """Pay every unpaid prize. Divide the pool first if it is not divided."""
    rules, tournament, by = at.rules, at.state, at.by
    may_pay_prizes(at)
    events: Events = ()
    if not tournament.purse.awarded:
        events = _award_prizes(rules, tournament, by)
        tournament = after(tournament, events)
    elif tournament.stage is not TournamentStage.RUNNING or not unpaid_prizes(tournament):
        raise Malformed("everybody has been paid", code=ErrorCode.ALREADY_SO)
    paid = tuple(
        PrizePaid(name=name, cents=cents) for name, cents in unpaid_prizes(tournament).items()
    )
    return (*events, *paid)


def unpaid_prizes(tournament: Tournament) -> dict[str, int]:
    """Return the unpaid prizes in cents, by entrant."""
    return {
        entrant.name: entrant.prize_cents
        for entrant in tournament.entrants
        if entrant.prize_cents and not entrant.prize_paid
    }


@prizes.permits(CloseTournament)
def may_close_tournament(at: TournamentContext) -> None:
    """Raise an error if this person may not close a tournament now."""
    rules, tournament, by = at.rules, at.state, at.by
    require(rules, by, Power.PAY_PRIZES, "close a tournament")
    placed = any(entrant.place for entrant in tournament.entrants)
    if tournament.stage is not TournamentStage.RUNNING or not placed:
        raise Malformed("no placings are confirmed", code=ErrorCode.NOT_NOW)


@prizes.decides(CloseTournament)
def close_tournament(at: TournamentContext, command: CloseTournament) -> Events:
    """End the tournament when everything is paid and all chips are back."""
    rules, tournament = at.rules, at.state
    may_close_tournament(at)
    says = tournament_section(rules.edition).says
    owed = sum(unpaid_prizes(tournament).values())
    if not tournament.purse.awarded and pool_cents(tournament):
        owed = pool_cents(tournament)
    if owed:
        text = f"{dollars(owed)} of the pool is not paid yet"
        raise Refused(ErrorCode.POOL_NOT_PAID, says.pool_paid_out, text)
    if tournament.stock.out and says.stock_returned:
        text = "the chips of the last session are not back in stock"
        raise Refused(ErrorCode.CHIPS_NOT_BACK, says.stock_returned, text)
    reasons = (Reason("all of the pool is paid out", says.pool_paid_out),)
    return (TournamentFinished(reasons=reasons if says.pool_paid_out else ()),)


@prizes.applies(PrizesAwarded)
def prizes_awarded(tournament: Tournament, event: PrizesAwarded, envelope: Envelope) -> Tournament:
    for name, cents in event.prizes.items():
        tournament = with_entrant(tournament, name, prize_cents=cents)
    for name, goods in event.goods.items():
        tournament = with_entrant(tournament, name, goods=goods)
    borne, odd = event.borne_cents, event.odd_cents
    purse = replace(tournament.purse, awarded=True, borne_cents=borne, odd_cents=odd)
    return replace(tournament, purse=purse)


@prizes.applies(PrizePaid)
def prize_paid(tournament: Tournament, event: PrizePaid, envelope: Envelope) -> Tournament:
    tournament = with_entrant(tournament, event.name, prize_paid=True)
    return with_purse(tournament, paid_cents=event.cents)


@prizes.applies(TournamentFinished)
def tournament_finished(
    tournament: Tournament, event: TournamentFinished, envelope: Envelope
) -> Tournament:
    return replace(tournament, stage=TournamentStage.FINISHED)
