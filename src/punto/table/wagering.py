"""Who may wager what, where and how often."""

from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.rulebook.elect import TableRules, offer_of
from punto.rulebook.policies import BothHands
from punto.table import commands as do
from punto.table import events as happened
from punto.table.limits import check as check_limits
from punto.table.no_bets import check_wager as check_no_bet
from punto.table.people import Actor, require, satisfies
from punto.table.state import Betting, Dealing, Idle, Patron, Settling, Table, TableWager
from punto.wagers import Placed, accept

Events = tuple[happened.AnyEvent, ...]


def join(rules: TableRules, table: Table, command: do.Join) -> Events:
    """Let somebody take a seat, or stand at one."""
    clause = _seat_clause(rules)
    if table.patron(command.patron) is not None:
        raise Refused("already_here", clause, f"{command.patron} is at the table already")
    if not 1 <= command.seat <= table.seats:
        text = f"there is no seat {command.seat}; seats run from 1 to {table.seats}"
        raise Refused("no_such_seat", clause, text)
    taken = [one for one in table.patrons if one.seat == command.seat and not one.standing]
    if taken and not command.standing:
        raise Refused("seat_taken", clause, f"{taken[0].name} sits at seat {command.seat}")
    patron = Patron(command.patron, command.seat, command.standing, 0, table.arrivals + 1)
    return (happened.PatronJoined(patron=patron, reasons=(Reason("takes a place", clause),)),)


def _seat_clause(rules: TableRules) -> Clauses:
    seats = rules.edition.table.seats if rules.edition.table else None
    return seats.clause if seats else rules.edition.wagering.main.clause


def leave(rules: TableRules, table: Table, command: do.Leave) -> Events:
    """Let somebody go with their chips, but not from under a wager."""
    _known(table, command.patron)
    if any(one.patron == command.patron for one in table.wagers):
        locked = rules.edition.wagering.locked
        clause = locked.clause if locked else rules.edition.wagering.main.clause
        raise Refused("wager_on_layout", clause, f"{command.patron} has a wager on the layout")
    return (happened.PatronLeft(name=command.patron),)


def buy_chips(rules: TableRules, table: Table, command: do.BuyChips) -> Events:
    """Sell chips out of the float."""
    _known(table, command.patron)
    chips = rules.edition.wagering.in_chips
    clause = chips.clause if chips else rules.edition.wagering.main.clause
    if command.cents <= 0:
        raise Refused("chips_worth_nothing", clause, "chips are bought for money")
    if command.cents > table.float_cents:
        raise Refused("float_too_small", clause, "the float does not hold so many chips")
    return (happened.ChipsBought(name=command.patron, cents=command.cents),)


def _known(table: Table, name: str) -> Patron:
    patron = table.patron(name)
    if patron is None:
        raise Malformed(f"{name} is not at the table")
    return patron


def open_betting(rules: TableRules, table: Table) -> Events:
    """Give every patron the opportunity to wager."""
    match table.phase:
        case Idle():
            first = rules.edition.wagering.window_first
            clause = first.clause if first else ()
            return (happened.BettingOpened(reasons=(Reason("betting is open", clause),)),)
        case Betting():
            raise Malformed("betting is open already")
        case Dealing() | Settling():
            raise still_running(rules)


def still_running(rules: TableRules) -> Refused:
    """Return the refusal of anything that must wait for a coup to be over."""
    deal = rules.edition.deal
    clause = deal.before_next.clause if deal and deal.before_next else ()
    if not clause and deal:
        clause = deal.order.clause
    return Refused("coup_running", clause, "the coup is not over until its cards are discarded")


def place_wager(rules: TableRules, table: Table, by: Actor, command: do.PlaceWager) -> Events:
    """Put chips of a patron on a wager, or refuse them."""
    wagering = rules.edition.wagering
    patron = _known(table, by.name)
    accept(rules, Placed(by.name, command.wager, command.stake_cents))
    if not isinstance(table.phase, Betting):
        clause = wagering.late.clause if wagering.late else wagering.main.clause
        text = f"{by.name} cannot wager: {_why_not(table)}"
        raise Refused("wager_after_first_card", clause, text)
    check_no_bet(rules, table)
    box = command.box if command.box is not None else patron.seat
    if not 1 <= box <= table.seats:
        raise Refused("no_such_seat", _seat_clause(rules), f"there is no betting space {box}")
    if command.stake_cents > patron.chips_cents:
        clause = wagering.in_chips.clause if wagering.in_chips else wagering.main.clause
        raise Refused("not_enough_chips", clause, f"{by.name} does not hold so many chips")
    warned = (
        ()
        if command.unnoticed
        else check_limits(rules, table, patron, command.wager, command.stake_cents)
    )
    _per_option(rules, table, by.name, command.wager)
    _shared(rules, table, patron, command.wager, box)
    number = table.placed + 1
    wager = TableWager(number, by.name, command.wager, box, command.stake_cents)
    hands = _both_hands(rules, table, by.name, command.wager)
    permits = merged(wagering.main.clause, offer_of(rules.edition, command.wager), hands)
    accepted = Reason("wager accepted", permits)
    return (happened.WagerPlaced(wager=wager, reasons=(accepted, *warned)),)


def _why_not(table: Table) -> str:
    return "betting is not open" if isinstance(table.phase, Idle) else "the first card is out"


def _per_option(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse one wager more on an option than a patron may have."""
    limits = [rules.edition.wagering.per_option_max]
    limits += [
        rules.edition.offers[offer].per_patron_max
        for offer in rules.offers
        if wager in rules.edition.offers[offer].wagers
    ]
    has = sum(one.patron == name and one.wager == wager for one in table.wagers)
    for limit in limits:
        if limit is not None and has >= limit.value:
            text = f"{name} has {has} wager on {wager} already"
            raise Refused("one_wager_per_option", limit.clause, text)


def _both_hands(rules: TableRules, table: Table, name: str, wager: str) -> Clauses:
    """Refuse Player beside Banker where that needs an approval nobody gave."""
    both = rules.edition.wagering.both_hands
    other = {"player": "banker", "banker": "player"}.get(wager)
    if both is None or not any((one.patron, one.wager) == (name, other) for one in table.wagers):
        return ()
    if both.value is BothHands.WITH_APPROVAL and name not in table.both_hands:
        text = f"{name} backs {other} already; both hands need approval"
        raise Refused("both_hands_not_approved", both.clause, text)
    return both.clause


def approve_both_hands(
    rules: TableRules, table: Table, by: Actor, command: do.ApproveBothHands
) -> Events:
    """Let a patron back both hands in this coup."""
    title = rules.edition.wagering.both_hands_by
    _known(table, command.patron)
    if title is None:
        raise Malformed("no approval is needed to back both hands here")
    require(rules.edition, by, title.value, title.clause, "approve both hands")
    reason = Reason(f"{by.name} lets {command.patron} back both hands", title.clause)
    return (happened.BothHandsApproved(name=command.patron, reasons=(reason,)),)


def _shared(rules: TableRules, table: Table, patron: Patron, wager: str, box: int) -> None:
    """Refuse one patron more in a betting area than may share it."""
    wagering = rules.edition.wagering
    here = {one.patron for one in table.wagers if (one.box, one.wager) == (box, wager)}
    most = wagering.patrons_per_area_max
    if most and patron.name not in here and len(here) >= most.value:
        text = f"{len(here)} patrons share {wager} of space {box} already"
        raise Refused("area_full", most.clause, text)
    standing = wagering.standing_per_area_max
    if standing is None or not patron.standing:
        return
    seated = [one for one in table.patrons if one.seat == box and not one.standing]
    if not seated:
        text = f"nobody is seated at space {box}"
        raise Refused("standing_alone", standing.clause, text)
    beside = {
        one.patron
        for one in table.wagers
        if one.box == box and (other := table.patron(one.patron)) and other.standing
    }
    if patron.name not in beside and len(beside) >= standing.value:
        text = f"{len(beside)} standing patrons bet at space {box} already"
        raise Refused("too_many_standing", standing.clause, text)


def withdraw_wager(rules: TableRules, table: Table, by: Actor, command: do.WithdrawWager) -> Events:
    """Give a patron a wager back, as long as no card is out."""
    mine = [one for one in table.wagers if (one.patron, one.wager) == (by.name, command.wager)]
    if not mine:
        raise Malformed(f"{by.name} has no wager on {command.wager}")
    if not isinstance(table.phase, Betting) and not table.removable:
        locked = rules.edition.wagering.locked
        clause = locked.clause if locked else rules.edition.wagering.main.clause
        text = f"{by.name} cannot take a wager back: {_why_not(table)}"
        raise Refused("wager_locked", clause, text)
    return (happened.WagerWithdrawn(number=mine[-1].number),)


def no_more_bets(rules: TableRules, table: Table, by: Actor) -> Events:
    """Call that betting is closed."""
    if not isinstance(table.phase, Betting) or table.phase.closed:
        raise Malformed("betting is not open")
    wagering = rules.edition.wagering
    call = wagering.closing_call
    if call is None:
        return (happened.BettingClosed(call=None),)
    if not satisfies(rules.edition, by.title, "dealer"):
        raise Refused("not_entitled", call.clause, f"the dealer calls {call.value}")
    reason = Reason(f'"{call.value}"', call.clause)
    return (happened.BettingClosed(call=call.value, reasons=(reason,)),)
