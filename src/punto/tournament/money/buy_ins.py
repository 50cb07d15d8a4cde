"""Chips of a session that are bought, and a way back for those who are out."""

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
from punto.tournament.context import At, changes
from punto.tournament.entrant import ACTIVE, Standing
from punto.tournament.entrant_lookup import back_in, changed, check_placed, known
from punto.tournament.money.pool import check_open, with_purse
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament, with_session

buy_ins: Topic[Tournament, At] = Topic("buy_ins", changes)


class PayBuyIn(TournamentCommand, frozen=True, tag="pay_buy_in"):
    """An entrant buys the chips of the session that comes."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName
    cents: Cents


class PayBuyBack(TournamentCommand, frozen=True, tag="pay_buy_back"):
    """Somebody who is out buys back into the tournament."""

    group = Group.ENTRY
    powers = ()
    own = True

    name: EntrantName
    cents: Cents


class BuyInPaid(TournamentEvent, frozen=True, gc=False, tag="buy_in_paid"):
    """A buy-in came in; ``cash`` if it is for chips worth money and no part of the pool."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int
    cash: bool = False


class BuyInReturned(TournamentEvent, frozen=True, gc=False, tag="buy_in_returned"):
    """A buy-in for chips worth money goes back: the chips were never handed out."""

    visibility = Visibility.PERSON_AND_STAFF
    registers = (Register.ENTRIES,)
    concerns = "name"
    final = MONEY_MOVED

    name: str
    cents: int


class BuyInMissed(TournamentEvent, frozen=True, gc=False, tag="buy_in_missed"):
    """Somebody who had not bought in is out, and the fee stays."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    name: str


class BuyInsUsed(TournamentEvent, frozen=True, gc=False, tag="buy_ins_used"):
    """Buy-ins became the chips of a session."""

    visibility = Visibility.EVERYBODY
    registers = Unregistered.MONEY

    names: tuple[str, ...]


class BoughtBack(TournamentEvent, frozen=True, gc=False, tag="bought_back"):
    """Somebody who was out is in again."""

    visibility = Visibility.EVERYBODY
    registers = (Register.ENTRIES,)
    final = MONEY_MOVED

    name: str
    cents: int


@buy_ins.permits(PayBuyIn)
def may_pay_buy_in(at: At) -> None:
    """Raise an error if this person may not pay a buy-in now."""
    tournament = at.state
    check_open(tournament)


@buy_ins.decides(PayBuyIn)
def pay_buy_in(at: At, command: PayBuyIn) -> Events:
    """Take the buy-in of the session that comes."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    entrant, price = known(tournament, command.name), tournament.conditions.buy_in_cents
    check_open(tournament)
    if price is None:
        raise Malformed("chips are given here, not bought", code=ErrorCode.NOT_NOW)
    if entrant.standing not in ACTIVE:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.NOT_NOW)
    if entrant.bought_in:
        raise Malformed(f"{entrant.name} has bought in", code=ErrorCode.ALREADY_SO)
    if command.cents != price:
        raise Malformed(f"the buy-in is {dollars(price)}", code=ErrorCode.NO_SUCH_AMOUNT)
    clause = require_clauses(
        rules, law(rules.edition).says.buy_in, "whether chips of a session may be bought"
    )
    bought = BuyInPaid(
        name=entrant.name,
        cents=price,
        cash=tournament.conditions.live,
        reasons=(Reason(f"{entrant.name} buys in for {dollars(price)}", clause),),
    )
    return (bought,)


def bought_in(rules: TableRules, tournament: Tournament, names: tuple[str, ...]) -> Events:
    """Return that buy-ins become chips when a session begins; who has none is out, or it waits."""
    if tournament.conditions.buy_in_cents is None:
        return ()
    without = [name for name in names if not known(tournament, name).bought_in]
    says = law(rules.edition).says
    if without and not says.no_buy_in:
        text = f"{', '.join(without)} have not bought their chips"
        raise Refused(ErrorCode.NOT_BOUGHT_IN, says.buy_in, text)
    events: list[TournamentEvent] = []
    for name in without:
        text = f"{name} has not bought in and is out"
        stays = Reason(f"the fee of {name} is not given back", says.no_buy_in_fee)
        reasons = (Reason(text, says.no_buy_in), stays)
        events.append(BuyInMissed(name=name, reasons=reasons))
    used = tuple(name for name in names if name not in without)
    return (*events, BuyInsUsed(names=used)) if used else tuple(events)


@buy_ins.permits(PayBuyBack)
def may_pay_buy_back(at: At) -> None:
    """Raise an error if this person may not buy back in now."""
    tournament = at.state
    check_open(tournament)


@buy_ins.decides(PayBuyBack)
def pay_buy_back(at: At, command: PayBuyBack) -> Events:
    """Let somebody who is out buy back as the conditions say."""
    rules, tournament, by = at.rules, at.state, at.by
    check_acts_for(by, command.name)
    entrant, offer = known(tournament, command.name), tournament.conditions.buy_back
    check_open(tournament)
    once = law(rules.edition).says.one_entry
    if once:
        raise Refused(ErrorCode.ONE_ENTRY_ONLY, once, "nobody buys back: everybody has one entry")
    clause = require_clauses(
        rules, law(rules.edition).says.buy_back, "whether somebody who is out may buy back"
    )
    if entrant.standing is not Standing.ELIMINATED:
        raise Malformed(f"{entrant.name} is {entrant.standing}", code=ErrorCode.NOT_NOW)
    check_placed(tournament, entrant.name)
    if offer is None or entrant.bought_back >= offer.times:
        times = offer.times if offer else 0
        text = f"the conditions let nobody buy back more than {times} times"
        raise Refused(ErrorCode.NO_BUYING_BACK, clause, text)
    coming = tournament.progress.sessions + 1
    if offer.until_session is not None and coming > offer.until_session:
        text = f"nobody buys back after session {offer.until_session}"
        raise Refused(ErrorCode.NO_BUYING_BACK, clause, text)
    if command.cents != offer.cents:
        raise Malformed(f"buying back costs {dollars(offer.cents)}", code=ErrorCode.NO_SUCH_AMOUNT)
    text = f"{entrant.name} buys back for {dollars(offer.cents)}"
    back = BoughtBack(name=entrant.name, cents=offer.cents, reasons=(Reason(text, clause),))
    return (back,)


@buy_ins.applies(BuyInsUsed)
def buy_ins_used(tournament: Tournament, event: BuyInsUsed, envelope: Envelope) -> Tournament:
    for name in event.names:
        tournament = changed(tournament, name, bought_in=False)
    return tournament


@buy_ins.applies(BuyInMissed)
def buy_in_missed(tournament: Tournament, event: BuyInMissed, envelope: Envelope) -> Tournament:
    out = Standing.ELIMINATED
    tournament = changed(tournament, event.name, standing=out, missed_buy_in=True)
    session = tournament.session
    if session is None:
        return tournament
    seats = {name: seat for name, seat in session.seats.items() if name != event.name}
    return with_session(tournament, seats=seats)


@buy_ins.applies(BuyInReturned)
def buy_in_returned(tournament: Tournament, event: BuyInReturned, envelope: Envelope) -> Tournament:
    tournament = changed(tournament, event.name, bought_in=False)
    return with_purse(tournament, chips_sold_cents=-event.cents)


@buy_ins.applies(BuyInPaid)
def buy_in_paid(tournament: Tournament, event: BuyInPaid, envelope: Envelope) -> Tournament:
    tournament = changed(tournament, event.name, bought_in=True)
    if event.cash:
        return with_purse(tournament, chips_sold_cents=event.cents)
    return _bought(tournament, event.name, event.cents)


@buy_ins.applies(BoughtBack)
def bought_back(tournament: Tournament, event: BoughtBack, envelope: Envelope) -> Tournament:
    again = known(tournament, event.name).bought_back + 1
    tournament = changed(back_in(tournament, event.name), event.name, bought_back=again)
    progress = tournament.progress
    played = tuple(name for name in progress.played if name != event.name)
    tournament = replace(tournament, progress=replace(progress, played=played))
    return _bought(tournament, event.name, event.cents)


def _bought(tournament: Tournament, name: str, cents: int) -> Tournament:
    """Return the tournament with more of the money in the pool that somebody paid for chips."""
    bought = known(tournament, name).bought_cents + cents
    return with_purse(changed(tournament, name, bought_cents=bought), bought_cents=cents)
