"""Buy-ins for the chips of a session, and buy-backs of eliminated entrants."""

from msgspec.structs import replace

from punto.aggregate.command import Group
from punto.aggregate.envelope import Envelope
from punto.aggregate.event import Register, Unregistered, Visibility
from punto.aggregate.roles import Cents, EntrantName
from punto.aggregate.topic import Topic
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.authority import check_acts_for, require_clauses
from punto.tournament.base_classes import MONEY_MOVED, Events, TournamentCommand, TournamentEvent
from punto.tournament.context import TournamentContext, changes
from punto.tournament.entrant import ACTIVE, EntrantStatus
from punto.tournament.entrant_lookup import (
    check_session_confirmed,
    entrant_named,
    with_entrant,
    with_entrant_back,
)
from punto.tournament.money.pool import check_pool_open, with_purse
from punto.tournament.rules import tournament_section
from punto.tournament.tournament import Tournament, with_session

buy_ins: Topic[Tournament, TournamentContext] = Topic("buy_ins", changes)


class PayBuyIn(TournamentCommand, frozen=True, tag="pay_buy_in"):
    """An entrant buys the chips of the next session."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName
    cents: Cents


class PayBuyBack(TournamentCommand, frozen=True, tag="pay_buy_back"):
    """An eliminated entrant buys back into the tournament."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName
    cents: Cents


class BuyInPaid(TournamentEvent, frozen=True, gc=False, tag="buy_in_paid"):
    """A buy-in was paid; ``cash`` if it buys chips worth money and is not part of the pool."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int
    cash: bool = False


class BuyInReturned(TournamentEvent, frozen=True, gc=False, tag="buy_in_returned"):
    """A buy-in for chips worth money is returned, because the chips were never handed out."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


class BuyInMissed(TournamentEvent, frozen=True, gc=False, tag="buy_in_missed"):
    """An entrant without a buy-in is eliminated. The entry fee is not refunded."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    name: str


class BuyInsUsed(TournamentEvent, frozen=True, gc=False, tag="buy_ins_used"):
    """Buy-ins became the chips of a session."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    names: tuple[str, ...]


class BoughtBack(TournamentEvent, frozen=True, gc=False, tag="bought_back"):
    """An eliminated entrant plays again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)
    final = MONEY_MOVED

    name: str
    cents: int


@buy_ins.permits(PayBuyIn)
def may_pay_buy_in(at: TournamentContext) -> None:
    """Raise an error if this person may not pay a buy-in now."""
    tournament = at.state
    check_pool_open(tournament)


@buy_ins.decides(PayBuyIn)
def pay_buy_in(at: TournamentContext, command: PayBuyIn) -> Events:
    """Take the buy-in of the next session."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    entrant, price = entrant_named(tournament, command.name), tournament.conditions.buy_in_cents
    check_pool_open(tournament)
    if price is None:
        raise Malformed("chips are given here, not bought", code=ErrorCode.NOT_NOW)
    if entrant.standing not in ACTIVE:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.NOT_NOW)
    if entrant.bought_in:
        raise Malformed(f"{entrant.name} has bought in", code=ErrorCode.ALREADY_SO)
    if command.cents != price:
        raise Malformed(f"the buy-in is {dollars(price)}", code=ErrorCode.NO_SUCH_AMOUNT)
    clause = require_clauses(
        rules,
        tournament_section(rules.edition).says.buy_in,
        "whether chips of a session may be bought",
    )
    buy_in = BuyInPaid(
        name=entrant.name,
        cents=price,
        cash=tournament.conditions.live,
        reasons=(Reason(f"{entrant.name} buys in for {dollars(price)}", clause),),
    )
    return (buy_in,)


def use_buy_ins(rules: TableRules, tournament: Tournament, names: tuple[str, ...]) -> Events:
    """Return the events that turn buy-ins into chips when a session begins.

    Entrants without a buy-in are eliminated. If the rulebook does not say so, the session is
    refused until they buy in.
    """
    if tournament.conditions.buy_in_cents is None:
        return ()
    missing_buy_in = [name for name in names if not entrant_named(tournament, name).bought_in]
    says = tournament_section(rules.edition).says
    if missing_buy_in and not says.no_buy_in:
        text = f"{', '.join(missing_buy_in)} have not bought their chips"
        raise Refused(ErrorCode.NOT_BOUGHT_IN, says.buy_in, text)
    events: list[TournamentEvent] = []
    for name in missing_buy_in:
        text = f"{name} has not bought in and is out"
        fee_reason = Reason(f"the fee of {name} is not given back", says.no_buy_in_fee)
        reasons = (Reason(text, says.no_buy_in), fee_reason)
        events.append(BuyInMissed(name=name, reasons=reasons))
    used = tuple(name for name in names if name not in missing_buy_in)
    return (*events, BuyInsUsed(names=used)) if used else tuple(events)


@buy_ins.permits(PayBuyBack)
def may_pay_buy_back(at: TournamentContext) -> None:
    """Raise an error if this person may not buy back in now."""
    tournament = at.state
    check_pool_open(tournament)


@buy_ins.decides(PayBuyBack)
def pay_buy_back(at: TournamentContext, command: PayBuyBack) -> Events:
    """Let an eliminated entrant buy back, as the conditions permit."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    entrant, offer = entrant_named(tournament, command.name), tournament.conditions.buy_back
    check_pool_open(tournament)
    one_entry = tournament_section(rules.edition).says.one_entry
    if one_entry:
        raise Refused(
            ErrorCode.ONE_ENTRY_ONLY, one_entry, "nobody buys back: everybody has one entry"
        )
    clause = require_clauses(
        rules,
        tournament_section(rules.edition).says.buy_back,
        "whether somebody who is out may buy back",
    )
    if entrant.standing is not EntrantStatus.ELIMINATED:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.NOT_NOW)
    check_session_confirmed(tournament, entrant.name)
    if offer is None or entrant.bought_back >= offer.times:
        times = offer.times if offer else 0
        text = f"the conditions let nobody buy back more than {times} times"
        raise Refused(ErrorCode.NO_BUYING_BACK, clause, text)
    next_session = tournament.progress.sessions + 1
    if offer.until_session is not None and next_session > offer.until_session:
        text = f"nobody buys back after session {offer.until_session}"
        raise Refused(ErrorCode.NO_BUYING_BACK, clause, text)
    if command.cents != offer.cents:
        raise Malformed(f"buying back costs {dollars(offer.cents)}", code=ErrorCode.NO_SUCH_AMOUNT)
    text = f"{entrant.name} buys back for {dollars(offer.cents)}"
    event = BoughtBack(name=entrant.name, cents=offer.cents, reasons=(Reason(text, clause),))
    return (event,)


@buy_ins.applies(BuyInsUsed)
def buy_ins_used(tournament: Tournament, event: BuyInsUsed, envelope: Envelope) -> Tournament:
    for name in event.names:
        tournament = with_entrant(tournament, name, bought_in=False)
    return tournament


@buy_ins.applies(BuyInMissed)
def buy_in_missed(tournament: Tournament, event: BuyInMissed, envelope: Envelope) -> Tournament:
    eliminated = EntrantStatus.ELIMINATED
    tournament = with_entrant(tournament, event.name, standing=eliminated, missed_buy_in=True)
    session = tournament.session
    if session is None:
        return tournament
    seats = {name: seat for name, seat in session.seats.items() if name != event.name}
    return with_session(tournament, seats=seats)


@buy_ins.applies(BuyInReturned)
def buy_in_returned(tournament: Tournament, event: BuyInReturned, envelope: Envelope) -> Tournament:
    tournament = with_entrant(tournament, event.name, bought_in=False)
    return with_purse(tournament, chips_sold_cents=-event.cents)


@buy_ins.applies(BuyInPaid)
def buy_in_paid(tournament: Tournament, event: BuyInPaid, envelope: Envelope) -> Tournament:
    tournament = with_entrant(tournament, event.name, bought_in=True)
    if event.cash:
        return with_purse(tournament, chips_sold_cents=event.cents)
    return _with_bought_cents(tournament, event.name, event.cents)


@buy_ins.applies(BoughtBack)
def bought_back(tournament: Tournament, event: BoughtBack, envelope: Envelope) -> Tournament:
    buy_backs = entrant_named(tournament, event.name).bought_back + 1
    tournament = with_entrant(
        with_entrant_back(tournament, event.name), event.name, bought_back=buy_backs
    )
    progress = tournament.progress
    played = tuple(name for name in progress.played if name != event.name)
    tournament = replace(tournament, progress=replace(progress, played=played))
    return _with_bought_cents(tournament, event.name, event.cents)


def _with_bought_cents(tournament: Tournament, name: str, cents: int) -> Tournament:
    """Return the tournament with the price of an entrant's chips added to the pool."""
    total_cents = entrant_named(tournament, name).bought_cents + cents
    return with_purse(with_entrant(tournament, name, bought_cents=total_cents), bought_cents=cents)
