"""Who may wager what, where and how often."""

from msgspec.structs import replace

from punto import shoe as shoes
from punto.clause import Clauses, Malformed, Reason, Refused, merged
from punto.money import dollars
from punto.rulebook.elect import TableRules, offer_of
from punto.table import commands as do
from punto.table import events as happened
from punto.table.evolve import replay
from punto.table.handlers import Events, Handlers
from punto.table.hours import check_hours
from punto.table.limits import bounds
from punto.table.limits import check as check_limits
from punto.table.no_bets import check_wager as check_no_bet
from punto.table.offers import check_restricted, optional, stranded
from punto.table.people import Actor, provided, require, satisfies, says
from punto.table.seating import known, seat_clause
from punto.table.state import Betting, Closed, Dealing, Idle, Patron, Settling, Table, TableWager
from punto.table.without import without
from punto.wagers import Placed, accept


def open_betting(rules: TableRules, table: Table, by: Actor, command: do.OpenBetting) -> Events:
    """Give every patron the opportunity to wager."""
    del command
    require(rules, by, "deal", "open betting")
    check_hours(rules, by)
    match table.phase:
        case Closed():
            raise _not_open(rules)
        case Idle():
            shoes.check_not_over(rules, table.shoe)
            first = rules.edition.wagering.window_first
            clause = first.clause if first else ()
            return (happened.BettingOpened(reasons=(Reason("betting is open", clause),)),)
        case Betting():
            raise Malformed("betting is open already", code="already_so")
        case Dealing() | Settling():
            raise still_running(rules)


def _not_open(rules: TableRules) -> Refused:
    closing = rules.edition.changes.get("closure")
    clause = closing.notice.clause if closing else rules.edition.wagering.main.clause
    return Refused("table_closed", clause, "the table is not open")


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
    patron = _owner(rules, table, by, command)
    accept(rules, Placed(patron.name, command.wager, command.stake_cents))
    if isinstance(table.phase, Closed):
        raise _not_open(rules)
    if not isinstance(table.phase, Betting) and not _relaxed(table, patron.name):
        clause = wagering.late.clause if wagering.late else wagering.main.clause
        text = f"{patron.name} cannot wager: {_why_not(table)}"
        raise Refused("wager_after_first_card", clause, text)
    check_no_bet(rules, table)
    if patron.name in table.house.barred:
        clause = rules.edition.powers["exclude_from_game"].clause
        raise Refused("barred", clause, f"{patron.name} may not play on")
    box = _box(rules, table, patron, command)
    _affordable(rules, patron, command)
    lies = _lies_there(table, patron.name, box, command.wager)
    warned: tuple[Reason, ...] = ()
    if not command.unnoticed:
        stake = command.stake_cents + (lies.stake_cents if lies else 0)
        others = sum(
            one.stake_cents
            for one in table.wagers
            if (one.patron, one.wager) == (patron.name, command.wager) and one is not lies
        )
        warned = check_limits(rules, table, patron, command.wager, stake, elsewhere_cents=others)
        _partners(rules, table, patron, command.wager, command.stake_cents)
        check_restricted(rules, table, patron.name, command.wager)
    # Tokens beside chips in the same place are the same wager.
    mixed = lies is not None and command.token == (lies.token_cents == 0)
    if not mixed:
        _per_option(rules, table, patron.name, command.wager)
    _shared(rules, table, patron, command.wager, box)
    together = _combined(rules, table, patron.name, command)
    return _laid(rules, table, by, command, (patron.name, box, lies, together, warned))


def _laid(
    rules: TableRules,
    table: Table,
    by: Actor,
    command: do.PlaceWager,
    judged: tuple[str, int, TableWager | None, Clauses, tuple[Reason, ...]],
) -> Events:
    """Return a wager that was judged good on the layout, or one that lies there raised."""
    name, box, lies, together, warned = judged
    placed_by = None if by.is_patron else by.name
    permits = merged(
        rules.edition.wagering.main.clause,
        offer_of(rules.edition, command.wager),
        together,
        optional(rules, table, name, command.wager),
        says(rules, "patron_answers") if placed_by else (),
        says(rules, "voucher") if command.token else (),
    )
    reasons = (Reason("wager accepted", permits), *warned)
    tokens = command.stake_cents if command.token else 0
    if lies is not None:
        raised = happened.WagerRaised(
            number=lies.number, cents=command.stake_cents, token_cents=tokens, reasons=reasons
        )
        return (raised,)
    number = table.placed + 1
    stake = command.stake_cents
    wager = TableWager(number, name, command.wager, box, stake, tokens, placed_by)
    return (happened.WagerPlaced(wager=wager, reasons=reasons),)


def _owner(rules: TableRules, table: Table, by: Actor, command: do.PlaceWager) -> Patron:
    """Return whose wager it is: one's own, or that of the patron whom a dealer helps."""
    if by.is_patron:
        if command.patron not in (None, by.name):
            raise Malformed(f"{by.name} wagers for {by.name}, not for {command.patron}")
    else:
        require(rules, by, "deal", "place a wager for a patron")
        if command.patron is None:
            raise Malformed("name the patron whose wager it is", code="incomplete")
    if command.on_behalf_of is not None and command.outside:
        text = f"nobody wagers for {command.on_behalf_of}, who is outside the casino"
        clause = provided(rules, "proxy", "whether one may wager for somebody outside")
        raise Refused("proxy_betting", clause, text)
    return known(table, command.patron or by.name)


def _relaxed(table: Table, name: str) -> bool:
    return isinstance(table.phase, Dealing) and name in table.relaxed


def _why_not(table: Table) -> str:
    return "betting is not open" if isinstance(table.phase, Idle) else "the first card is out"


def _box(rules: TableRules, table: Table, patron: Patron, command: do.PlaceWager) -> int:
    """Return the betting space of a wager; common pairs areas are one, wherever they lie."""
    box = command.box if command.box is not None else patron.seat
    if not 1 <= box <= table.seats:
        raise Refused("no_such_seat", seat_clause(rules), f"there is no betting space {box}")
    common = rules.edition.wagering.common_pairs
    main = rules.edition.wagering.main.value
    if rules.common_pairs and common and common.value and command.wager not in main:
        return 0
    return box


def _lies_there(table: Table, name: str, box: int, wager: str) -> TableWager | None:
    """Return the wager to which chips or tokens are added that go to the same place."""
    for one in table.wagers:
        if (one.patron, one.wager, one.box) == (name, wager, box):
            return one
    return None


def _affordable(rules: TableRules, patron: Patron, command: do.PlaceWager) -> None:
    if command.token:
        clause = provided(rules, "voucher", "whether tokens may be wagered")
        if command.stake_cents > patron.tokens_cents:
            raise Refused("not_enough_tokens", clause, f"{patron.name} holds too few tokens")
    elif command.stake_cents > patron.chips_cents:
        chips = rules.edition.wagering.in_chips
        clause = chips.clause if chips else rules.edition.wagering.main.clause
        raise Refused("not_enough_chips", clause, f"{patron.name} does not hold so many chips")


def _partners(
    rules: TableRules, table: Table, patron: Patron, wager: str, stake_cents: int
) -> None:
    """Refuse partners more than one maximum together."""
    most = bounds(rules, table, patron, wager)[1]
    for group in table.house.linked:
        if patron.name not in group or most is None:
            continue
        there = sum(
            one.stake_cents for one in table.wagers if one.patron in group and one.wager == wager
        )
        if there + stake_cents > most:
            text = f"partners have {dollars(there)} on {wager}; together they may have"
            raise Refused("partnership", says(rules, "partnership"), f"{text} {dollars(most)}")


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


def _combined(rules: TableRules, table: Table, name: str, command: do.PlaceWager) -> Clauses:
    """Return what permits the main wagers a patron has together, or refuse them."""
    wagering = rules.edition.wagering
    main = wagering.main.value
    if command.wager not in main:
        return ()
    have = {one.wager for one in table.wagers if one.patron == name and one.wager in main}
    wanted = have | {command.wager}
    if not wagering.combinations:
        return wagering.combinations_free if {"player", "banker"} <= wanted else ()
    for one in wagering.combinations:
        if set(one.wagers) == wanted:
            if one.approval and name not in table.both_hands and not command.unnoticed:
                others = " and ".join(sorted(have))
                text = f"{name} backs {others} already; both hands need approval"
                raise Refused("both_hands_not_approved", one.clause, text)
            return one.clause
    clause = merged(*(one.clause for one in wagering.combinations))
    text = f"{' with '.join(sorted(wanted))} is no combination that a patron may have"
    raise Refused("not_a_combination", clause, text)


def approve_both_hands(
    rules: TableRules, table: Table, by: Actor, command: do.ApproveBothHands
) -> Events:
    """Let a patron back both hands in this coup."""
    known(table, command.patron)
    clause = require(rules, by, "approve_both_hands", "approve both hands")
    reason = Reason(f"{by.name} lets {command.patron} back both hands", clause)
    return (happened.BothHandsApproved(name=command.patron, reasons=(reason,)),)


def _shared(rules: TableRules, table: Table, patron: Patron, wager: str, box: int) -> None:
    """Refuse one patron more in a betting area than may share it."""
    wagering = rules.edition.wagering
    if table.house.one_per_box:
        others = {one.patron for one in table.wagers if one.box == box} - {patron.name}
        if others:
            text = f"space {box} is kept for {', '.join(sorted(others))}"
            raise Refused("box_taken", says(rules, "patron_limits"), text)
    here = {one.patron for one in table.wagers if (one.box, one.wager) == (box, wager)}
    most = wagering.patrons_per_area_max
    if most and patron.name not in here and len(here) >= most.value:
        text = f"{len(here)} patrons share {wager} of space {box} already"
        common = wagering.common_pairs.clause if box == 0 and wagering.common_pairs else ()
        raise Refused("area_full", merged(most.clause, common), text)
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
    """Give a patron a wager back, as long as no card is out or something lets them."""
    mine = [one for one in table.wagers if (one.patron, one.wager) == (by.name, command.wager)]
    if not mine:
        raise Malformed(f"{by.name} has no wager on {command.wager}", code="no_such_thing")
    free = isinstance(table.phase, Betting) or table.removable or _relaxed(table, by.name)
    if not free:
        locked = rules.edition.wagering.locked
        clause = locked.clause if locked else rules.edition.wagering.main.clause
        text = f"{by.name} cannot take a wager back: {_why_not(table)}"
        raise Refused("wager_locked", clause, text)
    _holder_backs(rules, table, by.name, command.wager)
    gone = happened.WagerWithdrawn(number=mine[-1].number)
    if isinstance(table.phase, Betting):
        left = replace(table, wagers=tuple(one for one in table.wagers if one is not mine[-1]))
        return (gone, *stranded(rules, left, by.name))
    return (gone, *without(rules, replay(table, (gone,))))


def _holder_backs(rules: TableRules, table: Table, name: str, wager: str) -> None:
    """Refuse to let whoever holds the Banker cards stop backing Banker in the coup."""
    holds = table.role.holder == name and wager == "banker"
    if isinstance(table.phase, Dealing) and holds and not table.removable:
        text = f"{name} holds the Banker cards and has to back Banker"
        raise Refused("holder_must_bet", says(rules, "role_first"), text)


def no_more_bets(rules: TableRules, table: Table, by: Actor, command: do.NoMoreBets) -> Events:
    """Call that betting is closed."""
    del command
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


HANDLERS: Handlers = {
    do.PlaceWager: place_wager,
    do.WithdrawWager: withdraw_wager,
    do.OpenBetting: open_betting,
    do.NoMoreBets: no_more_bets,
    do.ApproveBothHands: approve_both_hands,
}
