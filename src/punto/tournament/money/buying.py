"""Chips of a session that are bought, and a way back for those who are out."""

from punto.aggregate.actor import Actor
from punto.clause import Malformed, Reason, Refused
from punto.error_codes import ErrorCode
from punto.money import dollars
from punto.rulebook.elect import TableRules
from punto.table.authority import provided, speaks_for
from punto.tournament.entrant import ACTIVE, Standing
from punto.tournament.events import AnyEvent, Events
from punto.tournament.money import commands as do
from punto.tournament.money import events as happened
from punto.tournament.money.pool import check_open
from punto.tournament.people import check_placed, known
from punto.tournament.rules import law
from punto.tournament.tournament import Tournament


def pay_buy_in(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.PayBuyIn
) -> Events:
    """Take the buy-in of the session that comes."""
    speaks_for(by, command.name)
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
    clause = provided(
        rules, law(rules.edition).says.buy_in, "whether chips of a session may be bought"
    )
    bought = happened.BuyInPaid(
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
    events: list[AnyEvent] = []
    for name in without:
        text = f"{name} has not bought in and is out"
        stays = Reason(f"the fee of {name} is not given back", says.no_buy_in_fee)
        reasons = (Reason(text, says.no_buy_in), stays)
        events.append(happened.BuyInMissed(name=name, reasons=reasons))
    used = tuple(name for name in names if name not in without)
    return (*events, happened.BuyInsUsed(names=used)) if used else tuple(events)


def pay_buy_back(
    rules: TableRules, tournament: Tournament, by: Actor, command: do.PayBuyBack
) -> Events:
    """Let somebody who is out buy back as the conditions say."""
    speaks_for(by, command.name)
    entrant, offer = known(tournament, command.name), tournament.conditions.buy_back
    check_open(tournament)
    once = law(rules.edition).says.one_entry
    if once:
        raise Refused(ErrorCode.ONE_ENTRY_ONLY, once, "nobody buys back: everybody has one entry")
    clause = provided(
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
    back = happened.BoughtBack(
        name=entrant.name, cents=offer.cents, reasons=(Reason(text, clause),)
    )
    return (back,)
